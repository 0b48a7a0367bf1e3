import DialogContentText from '@mui/material/DialogContentText'
import TextField from '@mui/material/TextField'
import { invite } from '@rumbo/contract/identity.invitations.contract'
import { languages } from '@rumbo/contract/identity.users.contract'
import { type FormEvent, useState } from 'react'
import { useErrorMessage, useWorkspace } from '../../app/client-context.tsx'
import { useChange } from '../../app/data/use-data.ts'
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx'
import { ChoiceField } from '../../ui/fields/ChoiceField.tsx'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { Invitations } from './Invitations.tsx'
import {
  checkInvite,
  type InviteDraft,
  type InviteErrors,
  inviteBody,
  levelsToInvite,
} from './invite-draft.rules.ts'
import { CompanyField, PlaceFields } from './PlaceFields.tsx'
import type { PlaceErrors } from './place-draft.rules.ts'
import { useManager } from './use-manager.ts'
import { companiesToManage, maySetCompanyRoles } from './user-access.rules.ts'
import { isMissing, usualRole } from './user-draft.rules.ts'

/** Invites somebody by e-mail and lists pending invitations. Mount it to open it. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const { t, language } = useText()
  const toasts = useToasts()
  const message = useErrorMessage()
  const manager = useManager()
  const { companies, company } = useWorkspace()
  const [base, setBase] = useState<InviteDraft>(() => {
    const offered = companiesToManage(companies, manager)
    const first = offered.find(({ id }) => id === company?.id) ?? offered[0]
    return {
      email: '',
      level: 'user',
      language,
      companyId: first?.id ?? '',
      fleetId: '',
      role: 'fleet_member',
      isPrimary: true,
    }
  })
  const [draft, setDraft] = useState(base)
  const [wasSent, setSent] = useState(false)
  const send = useChange(invite, {
    onSuccess: ({ email }) => {
      toasts.show({ type: 'success', message: t('users.done.invited', { email }) })
      const next = { ...draft, email: '' }
      setDraft(next)
      setBase(next)
      setSent(false)
    },
  })
  const errors: InviteErrors = wasSent ? checkInvite(draft) : {}
  const wrong = (name: keyof InviteDraft) => {
    const key = errors[name]
    return key && t(key)
  }
  const change = (some: Partial<InviteDraft>) => {
    setDraft((before) => ({ ...before, ...some }))
    send.reset()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSent(true)
    if (Object.keys(checkInvite(draft)).length > 0 || send.isPending) return
    send.mutate({ body: inviteBody(draft) })
  }
  const isWrong = Object.keys(errors).length > 0
  return (
    <FormDialog
      title={t('users.invite.title')}
      submitLabel={t('users.invite.submit')}
      isBusy={send.isPending}
      isChanged={JSON.stringify(draft) !== JSON.stringify(base)}
      error={
        send.isError
          ? message(send.error, t('users.error.invite'))
          : isWrong
            ? t(isMissing(draft, errors) ? 'identity.valid.requiredFields' : 'identity.valid.markedFields')
            : null
      }
      onSubmit={submit}
      onClose={onClose}
      maxWidth="sm"
    >
      <DialogContentText sx={{ color: token('textSoft') }}>{t('users.invite.text')}</DialogContentText>
      <TextField
        label={t('identity.field.email')}
        value={draft.email}
        onChange={(event) => change({ email: event.target.value })}
        required
        autoFocus
        autoComplete="off"
        error={wrong('email') !== undefined}
        helperText={wrong('email')}
        slotProps={{ htmlInput: { inputMode: 'email' } }}
      />
      <ChoiceField
        label={t('users.form.level')}
        value={draft.level}
        choices={levelsToInvite(manager.level).map((value) => ({
          value,
          label: t(`identity.level.${value}`),
        }))}
        onChange={(level) =>
          change({ level, role: usualRole(level, maySetCompanyRoles(manager, draft.companyId)) })
        }
        isRequired
        error={wrong('level')}
        hint={draft.level === '' ? undefined : t(`users.level.about.${draft.level}`)}
      />
      <ChoiceField
        label={t('users.form.language')}
        value={draft.language}
        choices={languages.map((value) => ({ value, label: t(`users.form.language.${value}`) }))}
        onChange={(next) => change({ language: next })}
      />
      {draft.level === 'guest' ? (
        <CompanyField
          companyId={draft.companyId}
          error={wrong('companyId')}
          onChange={(companyId) => change({ companyId })}
        />
      ) : (
        <PlaceFields
          draft={draft}
          errors={errors as PlaceErrors}
          onChange={change}
          kind="any"
          hasPrimary={false}
        />
      )}
      <Invitations />
    </FormDialog>
  )
}
