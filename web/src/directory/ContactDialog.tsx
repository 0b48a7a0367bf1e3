import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import {
  type Contact,
  createContact,
  type DirectoryRole,
  updateContact,
} from '@rumbo/contract/directory.contract'
import { formatAge } from '@rumbo/i18n/formats'
import { useState } from 'react'
import { useCan, useErrorMessage } from '../app/client-context.tsx'
import { ProblemError } from '../app/data/problems.ts'
import { useChange } from '../app/data/use-data.ts'
import { nowMs } from '../ui/clock.ts'
import { ConflictDialog } from '../ui/dialogs/ConflictDialog.tsx'
import { StepperDialog } from '../ui/dialogs/StepperDialog.tsx'
import { useText } from '../ui/i18n.tsx'
import { useToasts } from '../ui/toasts/toasts.tsx'
import { addressTools } from './address-tools.tsx'
import { AdditionalStep, PersonStep } from './ContactFields.tsx'
import {
  type ContactDraft,
  type ContactErrors,
  checkContact,
  contactBodyOf,
  contactDraftOf,
  contactErrorsOf,
  contactName,
  emptyContact,
  stepOfField,
} from './contact-draft.rules.ts'
import { LocationStep } from './LocationStep.tsx'
import { SystemUserStep } from './SystemUserStep.tsx'
import { checkSystemUser, noSystemUser, type SystemUserErrors } from './system-user-draft.rules.ts'
import { useContactDifferences } from './use-contact-differences.ts'
import { useSystemUser } from './use-system-user.ts'

interface ContactDialogProps {
  companyId: string
  /** The contact to change. Default: a new one. */
  contact?: Contact
  /** Default role of a new contact. */
  role?: DirectoryRole
  onClose: () => void
}

const lastStep = 3
const isFree = (errors: object) => Object.keys(errors).length === 0

/** Adds or changes a contact in four steps: contact, location, additional, system user. Mount it to open it. */
export function ContactDialog(props: ContactDialogProps) {
  const { companyId, contact, role = 'client', onClose } = props
  const { t, language } = useText()
  const toasts = useToasts()
  const message = useErrorMessage()
  const can = useCan()
  const [step, setStep] = useState(0)
  const [draft, setDraft] = useState<ContactDraft>(() =>
    contact ? contactDraftOf(contact) : emptyContact(role),
  )
  const [access, setAccess] = useState(() => noSystemUser(language))
  /** The contact as stored: also the one created before its user was refused. */
  const [kept, setKept] = useState<Contact | null>(contact ?? null)
  const [checked, setChecked] = useState<readonly boolean[]>([false, false, false, false])
  const [refused, setRefused] = useState<ContactErrors>({})
  const [refusedAccess, setRefusedAccess] = useState<SystemUserErrors>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [conflict, setConflict] = useState<ProblemError | null>(null)
  const [isSaving, setSaving] = useState(false)
  const create = useChange(createContact)
  const update = useChange(updateContact)
  const giveAccess = useSystemUser()
  const differences = useContactDifferences()

  const change = (some: Partial<ContactDraft>) => {
    setDraft((before) => ({ ...before, ...some }))
    setRefused({})
    setFailure(null)
  }
  const checkOf = (at: number): ContactErrors =>
    Object.fromEntries(
      Object.entries(checkContact(draft)).filter(([name]) => stepOfField(name) === at),
    ) as ContactErrors
  const errorsOf = (at: number): ContactErrors => ({ ...refused, ...(checked[at] ? checkOf(at) : {}) })
  const accessErrors = (): SystemUserErrors => checkSystemUser(access, draft.email)
  const isStepFree = (at: number) => isFree(at === lastStep ? accessErrors() : checkOf(at))
  const validate = (at: number) => () => {
    setChecked((before) => before.map((was, one) => was || one === at))
    return isStepFree(at)
  }

  const refuse = (errors: ContactErrors) => {
    setRefused(errors)
    const first = Object.keys(errors)[0]
    if (first !== undefined) setStep(stepOfField(first))
  }
  const keepContact = async (version: number | null): Promise<Contact> => {
    const body = contactBodyOf(draft)
    try {
      const saved =
        kept === null
          ? await create.mutateAsync({ body: { companyId, ...body } })
          : await update.mutateAsync({
              params: { id: kept.id },
              body: { ...body, version: version ?? kept.version },
            })
      setKept(saved)
      return saved
    } catch (error) {
      if (error instanceof ProblemError && error.code === 'stale_version') setConflict(error)
      else {
        setFailure(message(error, t(kept === null ? 'directory.error.add' : 'directory.error.update')))
        if (error instanceof ProblemError) refuse(contactErrorsOf(error.problem?.errors))
      }
      throw error
    }
  }

  /** Saves the contact, then its user. If only the user is refused, the contact stays saved and the form shows it. */
  const save = async (version: number | null = null) => {
    setChecked([true, true, true, true])
    const wrong = [0, 1, 2, lastStep].find((at) => !isStepFree(at))
    if (wrong !== undefined) {
      setStep(wrong)
      throw new Error('The form is invalid')
    }
    setFailure(null)
    setSaving(true)
    try {
      const saved = await keepContact(version)
      const refusal = saved.user === null ? await giveAccess(saved, access) : null
      if (refusal !== null) {
        setRefusedAccess(refusal.errors)
        setFailure([refusal.message, t('directory.user.contactSaved')].join(' '))
        setStep(lastStep)
        throw new Error('No user')
      }
      const name = contactName(saved)
      toasts.show({
        type: 'success',
        message: t(contact ? 'directory.done.updated' : 'directory.done.added', { name }),
      })
      onClose()
    } finally {
      setSaving(false)
    }
  }

  const fields = (at: number) => ({ draft, errors: errorsOf(at), onChange: change })
  const theirs = conflict?.problem?.current as Contact | undefined
  const name = kept === null ? '' : contactName(kept)
  const steps = [
    { key: 'contact', label: t('directory.dialog.step.contact'), content: <PersonStep {...fields(0)} /> },
    {
      key: 'location',
      label: t('directory.dialog.step.location'),
      content: <LocationStep {...fields(1)} tools={addressTools} />,
    },
    {
      key: 'additional',
      label: t('directory.dialog.step.additional'),
      content: <AdditionalStep {...fields(2)} />,
    },
    {
      key: 'systemUser',
      label: t('directory.dialog.step.systemUser'),
      content: (
        <SystemUserStep
          draft={access}
          errors={{ ...refusedAccess, ...(checked[lastStep] ? accessErrors() : {}) }}
          companyId={companyId}
          user={kept?.user ?? null}
          mayEditUsers={can('users.edit')}
          onChange={(some) => {
            setAccess((before) => ({ ...before, ...some }))
            setRefusedAccess({})
            setFailure(null)
          }}
        />
      ),
    },
  ]
  return (
    <>
      <StepperDialog
        open
        areAllOpen={contact !== undefined}
        step={step}
        onStep={setStep}
        title={contact ? t('directory.dialog.edit', { name }) : t('directory.action.add')}
        finishLabel={t(contact ? 'directory.dialog.save' : 'directory.action.add')}
        onFinish={() => save()}
        onClose={onClose}
        error={failure === null ? undefined : <Alert severity="error">{failure}</Alert>}
        extraAction={
          contact !== undefined &&
          step < lastStep && (
            <Button
              variant="outlined"
              size="large"
              loading={isSaving}
              onClick={() => void save().catch(() => {})}
            >
              {t('directory.dialog.save')}
            </Button>
          )
        }
        steps={steps.map((one, at) => ({ ...one, validate: validate(at) }))}
      />
      {conflict !== null && theirs !== undefined && (
        <ConflictDialog
          title={t('ui.conflict.title')}
          text={t('ui.conflict.text', {
            person: conflict.problem?.changedBy ?? t('ui.conflict.someone'),
            age: formatAge(language, (nowMs() - Date.parse(conflict.problem?.changedAt ?? '')) / 1000 || 0),
          })}
          differences={differences(draft, contactDraftOf(theirs))}
          onClose={() => setConflict(null)}
          onUseTheirs={() => {
            setDraft(contactDraftOf(theirs))
            setKept(theirs)
            setConflict(null)
          }}
          onKeepMine={() => {
            setKept(theirs)
            setConflict(null)
            save(theirs.version).catch(() => undefined)
          }}
        />
      )}
    </>
  )
}
