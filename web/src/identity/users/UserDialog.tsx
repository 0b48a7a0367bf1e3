import { createUser, type User, updateUser } from '@rumbo/contract/identity.users.contract'
import { formatAge } from '@rumbo/i18n/formats'
import { useRef, useState } from 'react'
import { useErrorMessage, useWorkspace } from '../../app/client-context.tsx'
import { ProblemError } from '../../app/data/problems.ts'
import { useChange } from '../../app/data/use-data.ts'
import { nowMs } from '../../ui/clock.ts'
import { ConflictDialog } from '../../ui/dialogs/ConflictDialog.tsx'
import { focusFirstWrong, RecordDialog } from '../../ui/dialogs/RecordDialog.tsx'
import { useText } from '../../ui/i18n.tsx'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { fieldProblems } from '../field-problems.ts'
import { UserFields } from './UserFields.tsx'
import { useManager } from './use-manager.ts'
import { companiesToManage } from './user-access.rules.ts'
import {
  checkEditedUser,
  checkNewUser,
  editedUserBody,
  emptyUser,
  fieldOfRefusal,
  isMissing,
  newUserBody,
  type UserDraft,
  type UserErrorKey,
  type UserErrors,
  userDraftOf,
} from './user-draft.rules.ts'

interface UserDialogProps {
  /** The user to change. Default: a new one. */
  user?: User
  onClose: () => void
  /** Called with the created user. */
  onAdded?: (user: User) => void
}

const compared = [
  'username',
  'firstName',
  'lastName',
  'email',
  'phone',
  'language',
  'notes',
] as const satisfies readonly (keyof UserDraft)[]

/** Adds or changes a user. Mount it to open it. */
export function UserDialog({ user, onClose, onAdded }: UserDialogProps) {
  const { t, language } = useText()
  const toasts = useToasts()
  const message = useErrorMessage()
  const manager = useManager()
  const { companies, company } = useWorkspace()
  const form = useRef<HTMLFormElement>(null)
  const [draft, setDraft] = useState<UserDraft>(() => {
    if (user) return userDraftOf(user)
    const offered = companiesToManage(companies, manager)
    return emptyUser((offered.find(({ id }) => id === company?.id) ?? offered[0])?.id ?? '', language)
  })
  const [base, setBase] = useState(draft)
  const [version, setVersion] = useState(user?.version ?? 0)
  const [wasSent, setSent] = useState(false)
  const [refused, setRefused] = useState<UserErrors>({})
  const [conflict, setConflict] = useState<ProblemError | null>(null)
  const create = useChange(createUser, { evicts: ['organisation', 'tree'] })
  const update = useChange(updateUser, { evicts: ['organisation', 'tree', 'directory'] })
  const check = (of: UserDraft) => (user ? checkEditedUser(of, user.username) : checkNewUser(of))
  const isBusy = create.isPending || update.isPending
  const found = wasSent ? check(draft) : {}
  const errors: UserErrors = { ...refused, ...found }
  const failure = create.error ?? update.error

  const change = (some: Partial<UserDraft>) => {
    setDraft((before) => ({ ...before, ...some }))
    setRefused({})
  }
  const save = async (ofVersion: number) => {
    try {
      const saved = user
        ? await update.mutateAsync({ params: { id: user.id }, body: editedUserBody(draft, ofVersion) })
        : await create.mutateAsync({ body: newUserBody(draft) })
      toasts.show({
        type: 'success',
        message: t(user ? 'users.done.updated' : 'users.done.added', { name: saved.displayName }),
      })
      onClose()
      if (!user) onAdded?.(saved)
    } catch (error) {
      if (!(error instanceof ProblemError)) return
      if (error.code === 'stale_version') {
        setConflict(error)
        return
      }
      const fields = fieldProblems(error).map(({ field, message: key }) => [
        field.replace(/^assignment\./, ''),
        key,
      ])
      setRefused({
        ...(Object.fromEntries(fields) as Record<string, UserErrorKey>),
        ...fieldOfRefusal(error.code ?? ''),
      })
      focusFirstWrong(form.current)
    }
  }
  const submit = () => {
    setSent(true)
    create.reset()
    update.reset()
    if (Object.keys(check(draft)).length > 0) focusFirstWrong(form.current)
    else void save(version)
  }

  const theirs = conflict?.problem?.current as User | undefined
  const title = user ? t('users.form.edit', { name: user.displayName }) : t('users.form.add')
  const wrong = Object.keys(found).length > 0
  const said =
    failure && conflict === null
      ? message(failure, t(user ? 'users.error.update' : 'users.error.add'))
      : wrong
        ? t(isMissing(draft, found) ? 'identity.valid.requiredFields' : 'identity.valid.markedFields')
        : null

  return (
    <>
      <RecordDialog
        title={title}
        isBusy={isBusy}
        isChanged={JSON.stringify(draft) !== JSON.stringify(base)}
        error={said}
        submitLabel={t(user ? 'ui.save' : 'users.action.add')}
        onSubmit={submit}
        onClose={onClose}
        maxWidth="sm"
        form={form}
        content={{ sx: { '&&': { pt: '12px' } } }}
      >
        <UserFields draft={draft} errors={errors} isNew={user === undefined} onChange={change} />
      </RecordDialog>
      {conflict !== null && theirs !== undefined && (
        <ConflictDialog
          title={t('ui.conflict.title')}
          text={t('ui.conflict.text', {
            person: conflict.problem?.changedBy ?? t('ui.conflict.someone'),
            age: formatAge(language, (nowMs() - Date.parse(conflict.problem?.changedAt ?? '')) / 1000 || 0),
          })}
          differences={compared
            .filter((name) => draft[name] !== userDraftOf(theirs)[name])
            .map((name) => ({
              label: t(
                name === 'language' || name === 'notes' ? `users.form.${name}` : `identity.field.${name}`,
              ),
              mine: wordOf(name, draft),
              theirs: wordOf(name, userDraftOf(theirs)),
            }))}
          onClose={() => setConflict(null)}
          onUseTheirs={() => {
            setDraft(userDraftOf(theirs))
            setBase(userDraftOf(theirs))
            setVersion(theirs.version)
            setConflict(null)
            update.reset()
          }}
          onKeepMine={() => {
            setVersion(theirs.version)
            setConflict(null)
            void save(theirs.version)
          }}
        />
      )}
    </>
  )

  function wordOf(name: (typeof compared)[number], of: UserDraft): string {
    return name === 'language' ? t(`users.form.language.${of.language}`) : of[name]
  }
}
