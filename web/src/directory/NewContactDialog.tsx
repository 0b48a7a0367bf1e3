import TextField from '@mui/material/TextField'
import { type Contact, createContact } from '@rumbo/contract/directory.contract'
import { type FormEvent, useState } from 'react'
import { useErrorMessage } from '../app/client-context.tsx'
import { useChange } from '../app/data/use-data.ts'
import { FormDialog } from '../ui/dialogs/FormDialog.tsx'
import { useText } from '../ui/i18n.tsx'
import { checkContact } from './contact-draft.rules.ts'

interface NewContactDialogProps {
  companyId: string
  /** The search text, used as initial name. */
  typed: string
  onMade: (contact: Contact) => void
  onClose: () => void
}

const fields = ['firstName', 'lastName', 'primaryPhone', 'email'] as const

/** Creates a client with name, phone and e-mail only. */
export function NewContactDialog({ companyId, typed, onMade, onClose }: NewContactDialogProps) {
  const { t } = useText()
  const message = useErrorMessage()
  const [draft, setDraft] = useState<Record<(typeof fields)[number], string>>(() => {
    const [firstName = '', ...others] = typed.trim().split(/\s+/)
    return { firstName, lastName: others.join(' '), primaryPhone: '', email: '' }
  })
  const [wasSent, setSent] = useState(false)
  const errors = wasSent ? checkContact(draft) : {}
  const create = useChange(createContact, { onSuccess: onMade })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    setSent(true)
    if (Object.keys(checkContact(draft)).length > 0 || create.isPending) return
    const { firstName, lastName, primaryPhone, email } = draft
    create.mutate({
      body: {
        companyId,
        firstName: firstName.trim(),
        lastName: lastName.trim(),
        primaryPhone: primaryPhone.trim(),
        email: email.trim() || null,
        role: 'client',
      },
    })
  }

  return (
    <FormDialog
      title={t('directory.picker.new')}
      submitLabel={t('ui.save')}
      isBusy={create.isPending}
      error={create.isError ? message(create.error, t('directory.error.add')) : null}
      onSubmit={submit}
      onClose={onClose}
    >
      {fields.map((name, at) => (
        <TextField
          key={name}
          label={t(`directory.field.${name}`)}
          value={draft[name]}
          onChange={(event) => setDraft({ ...draft, [name]: event.target.value })}
          required={name !== 'email'}
          autoFocus={at === 0}
          autoComplete="off"
          error={errors[name] !== undefined}
          helperText={errors[name] && t(errors[name])}
        />
      ))}
    </FormDialog>
  )
}
