import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx'
import { useText } from '../../ui/i18n.tsx'

interface InactiveDialogProps {
  vehicle: string
  onConfirm: () => Promise<void>
  onClose: () => void
}

/** Warns before an inactive vehicle is assigned. */
export function InactiveDialog({ vehicle, ...handlers }: InactiveDialogProps) {
  const { t } = useText()
  return (
    <ConfirmDialog
      open
      title={t('dispatch.assign.inactiveTitle', { vehicle })}
      text={t('dispatch.assign.inactive', { vehicle })}
      confirmLabel={t('dispatch.assign.inactiveConfirm')}
      {...handlers}
    />
  )
}
