import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import { type Contact, createContact } from '@rumbo/contract/directory.contract'
import type { TextKey } from '@rumbo/i18n/keys'
import { type FormEvent, useId, useState } from 'react'
import { useErrorMessage } from '../app/client-context.tsx'
import { useChange } from '../app/use-data.ts'
import { useText } from '../ui/i18n.tsx'
import { type ContactDraft, checkContact } from './contact-draft.rules.ts'

interface NewContactDialogProps {
  companyId: string
  /** What was typed while searching: a name to begin with. */
  typed: string
  onMade: (contact: Contact) => void
  onClose: () => void
}

const fields = [
  { name: 'firstName', label: 'services.contact.firstName', isRequired: true, autoComplete: 'off' },
  { name: 'lastName', label: 'services.contact.lastName', isRequired: true, autoComplete: 'off' },
  { name: 'primaryPhone', label: 'services.contact.phone', isRequired: true, autoComplete: 'off' },
  { name: 'email', label: 'services.contact.email', isRequired: false, autoComplete: 'off' },
] as const satisfies readonly {
  name: keyof ContactDraft
  label: TextKey
  isRequired: boolean
  autoComplete: string
}[]

/** The few facts a client needs to be known: name, phone, e-mail. */
export function NewContactDialog({ companyId, typed, onMade, onClose }: NewContactDialogProps) {
  const { t } = useText()
  const message = useErrorMessage()
  const titleId = useId()
  const [draft, setDraft] = useState<ContactDraft>(() => {
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
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby={titleId}>
      <form onSubmit={submit} noValidate>
        <DialogTitle id={titleId}>{t('services.contact.new')}</DialogTitle>
        <DialogContent>
          <Box sx={{ display: 'grid', gap: '16px', pt: '8px' }}>
            {fields.map(({ name, label, isRequired, autoComplete }, at) => (
              <TextField
                key={name}
                label={t(label)}
                value={draft[name]}
                onChange={(event) => setDraft({ ...draft, [name]: event.target.value })}
                required={isRequired}
                autoFocus={at === 0}
                autoComplete={autoComplete}
                error={errors[name] !== undefined}
                helperText={errors[name] && t(errors[name])}
              />
            ))}
            {create.isError && <Alert severity="error">{message(create.error)}</Alert>}
          </Box>
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button type="submit" variant="contained" loading={create.isPending}>
            {t('ui.save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
