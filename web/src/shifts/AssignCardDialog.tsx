import type { Contact } from '@rumbo/contract/directory.contract'
import { addCard } from '@rumbo/contract/shifts.cards.contract'
import { type FormEvent, useState } from 'react'
import { useErrorMessage } from '../app/client-context.tsx'
import { useChange } from '../app/data/use-data.ts'
import { ContactPicker } from '../directory/ContactPicker.tsx'
import { NoUserNote } from '../directory/DriverCards.tsx'
import { FormDialog } from '../ui/dialogs/FormDialog.tsx'
import { useText } from '../ui/i18n.tsx'
import { useToasts } from '../ui/toasts/toasts.tsx'

interface AssignCardDialogProps {
  card: string
  companyId: string
  onClose: () => void
}

/** Gives an unknown card to a driver of the directory. Mount it to open it. */
export function AssignCardDialog({ card, companyId, onClose }: AssignCardDialogProps) {
  const { t } = useText()
  const toasts = useToasts()
  const message = useErrorMessage()
  const [driver, setDriver] = useState<Contact | null>(null)
  const [wasSent, setSent] = useState(false)
  const add = useChange(addCard)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setSent(true)
    if (driver === null || add.isPending) return
    try {
      await add.mutateAsync({ params: { id: driver.id }, body: { card } })
      toasts.show({ type: 'success', message: t('shifts.cards.added') })
      onClose()
    } catch {
      // The dialog shows why.
    }
  }
  return (
    <FormDialog
      title={t('shifts.unknown.assignTitle', { card })}
      submitLabel={t('shifts.unknown.assignSubmit')}
      isBusy={add.isPending}
      error={add.error ? message(add.error, t('shifts.cards.failed')) : null}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      <ContactPicker
        label={t('shifts.by.driver')}
        companyId={companyId}
        contactId={driver?.id ?? null}
        roles={['primary_driver', 'backup_driver']}
        mayCreate={false}
        error={wasSent && driver === null ? t('fields.required') : undefined}
        onChoose={setDriver}
      />
      {driver?.user === null && <NoUserNote />}
    </FormDialog>
  )
}
