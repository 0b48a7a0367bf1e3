import DialogContentText from '@mui/material/DialogContentText'
import { listAssignments } from '@rumbo/contract/identity.users.assignments.contract'
import type { User } from '@rumbo/contract/identity.users.contract'
import { linkContact } from '@rumbo/contract/identity.users.links.contract'
import { type FormEvent, useState } from 'react'
import { useCan, useErrorMessage, useWorkspace } from '../../app/client-context.tsx'
import { useChange, useEndpoint } from '../../app/data/use-data.ts'
import { ContactPicker } from '../../directory/ContactPicker.tsx'
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx'
import { ChoiceField } from '../../ui/fields/ChoiceField.tsx'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { useToasts } from '../../ui/toasts/toasts.tsx'

interface LinkDialogProps {
  user: User
  onClose: () => void
}

/** Links a user to a contact of one of the user's companies; a guest without a company, to one of any. Mount it to open it. */
export function LinkDialog({ user, onClose }: LinkDialogProps) {
  const { t } = useText()
  const toasts = useToasts()
  const message = useErrorMessage()
  const can = useCan()
  const workspace = useWorkspace()
  const [companyId, setCompanyId] = useState(user.companyId ?? workspace.company?.id ?? '')
  const [contactId, setContactId] = useState<string | null>(null)
  const [wasSent, setSent] = useState(false)
  const assignments = useEndpoint(listAssignments, { params: { id: user.id } })
  const companies = new Map(
    user.companyId === null
      ? workspace.companies.map(({ id, name }) => [id, name])
      : [[user.companyId, user.companyName ?? '']],
  )
  for (const one of assignments.data?.items ?? []) companies.set(one.companyId, one.companyName)
  const link = useChange(linkContact, {
    evicts: ['directory', 'tree'],
    onSuccess: ({ displayName }) => {
      toasts.show({ type: 'success', message: t('users.done.linked', { name: displayName }) })
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (event.target !== event.currentTarget) return
    setSent(true)
    if (contactId === null || link.isPending) return
    link.mutate({ params: { id: user.id }, body: { contactId } })
  }
  return (
    <FormDialog
      title={t('users.link.title', { name: user.displayName })}
      submitLabel={t('users.link.submit')}
      isBusy={link.isPending}
      error={link.isError ? message(link.error, t('users.error.link')) : null}
      onSubmit={submit}
      onClose={onClose}
    >
      <DialogContentText sx={{ color: token('textSoft') }}>{t('users.link.text')}</DialogContentText>
      {companies.size > 1 && (
        <ChoiceField
          label={t('users.form.company')}
          value={companyId}
          choices={[...companies].map(([value, label]) => ({ value, label }))}
          onChange={(next) => {
            setCompanyId(next)
            setContactId(null)
          }}
        />
      )}
      <ContactPicker
        key={companyId}
        label={t('users.link.contact')}
        companyId={companyId}
        contactId={contactId}
        onChoose={(contact) => setContactId(contact?.id ?? null)}
        error={wasSent && contactId === null ? t('users.valid.contact') : undefined}
        mayCreate={can('directory.edit', { companyId })}
      />
    </FormDialog>
  )
}
