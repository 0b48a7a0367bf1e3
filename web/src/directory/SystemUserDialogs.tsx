import Alert from '@mui/material/Alert'
import type { Contact } from '@rumbo/contract/directory.contract'
import { type FormEvent, useState } from 'react'
import { FormDialog } from '../ui/dialogs/FormDialog.tsx'
import { useText } from '../ui/i18n.tsx'
import { contactName } from './contact-draft.rules.ts'
import { LinkableUserPicker } from './LinkableUserPicker.tsx'
import { SystemUserFields } from './SystemUserFields.tsx'
import {
  checkSystemUser,
  noSystemUser,
  type SystemUserDraft,
  type SystemUserErrors,
} from './system-user-draft.rules.ts'
import { useSystemUser } from './use-system-user.ts'

interface SystemUserDialogProps {
  contact: Contact
  /** Creates a new user, or links an existing one. */
  mode: 'create' | 'link'
  onClose: () => void
}

/** Adds a user to a contact from the row's menu: the fourth step of the contact's dialog alone. */
export function SystemUserDialog({ contact, mode, onClose }: SystemUserDialogProps) {
  const { t, language } = useText()
  const [draft, setDraft] = useState<SystemUserDraft>(() => ({ ...noSystemUser(language), mode }))
  const [wasSent, setSent] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [refused, setRefused] = useState<SystemUserErrors>({})
  const [failure, setFailure] = useState<string | null>(null)
  const giveAccess = useSystemUser()
  const email = contact.email ?? ''
  const errors = { ...refused, ...(wasSent ? checkSystemUser(draft, email) : {}) }
  const change = (some: Partial<SystemUserDraft>) => {
    setDraft((before) => ({ ...before, ...some }))
    setRefused({})
    setFailure(null)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setSent(true)
    if (isBusy || Object.keys(checkSystemUser(draft, email)).length > 0) return
    setBusy(true)
    const refusal = await giveAccess(contact, draft)
    setBusy(false)
    if (refusal === null) {
      onClose()
      return
    }
    setRefused(refusal.errors)
    setFailure(refusal.message)
  }
  return (
    <FormDialog
      title={t(mode === 'create' ? 'directory.action.createUser' : 'directory.action.linkUser')}
      submitLabel={t(mode === 'create' ? 'directory.action.createUser' : 'directory.action.linkUser')}
      isBusy={isBusy}
      error={failure}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
      maxWidth={mode === 'create' ? 'sm' : 'xs'}
    >
      <Alert severity="info" icon={false}>
        {[contactName(contact), email].filter(Boolean).join(' · ')}
      </Alert>
      {mode === 'create' ? (
        <SystemUserFields draft={draft} errors={errors} companyId={contact.companyId} onChange={change} />
      ) : (
        <LinkableUserPicker
          companyId={contact.companyId}
          error={errors.userId && t(errors.userId)}
          onChoose={(user) => change({ userId: user?.id ?? null })}
        />
      )}
    </FormDialog>
  )
}
