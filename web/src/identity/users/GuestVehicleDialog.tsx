import DialogContentText from '@mui/material/DialogContentText'
import type { User } from '@rumbo/contract/identity.users.contract'
import { assignVehicleToGuest } from '@rumbo/contract/identity.users.links.contract'
import type { Vehicle } from '@rumbo/contract/vehicles.contract'
import { type FormEvent, useState } from 'react'
import { useErrorMessage } from '../../app/client-context.tsx'
import { useChange } from '../../app/data/use-data.ts'
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { VehiclePicker } from '../../vehicles/choose/VehiclePicker.tsx'

/** Assigns the one vehicle a guest may watch. Mount it to open it. */
export function GuestVehicleDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { t } = useText()
  const toasts = useToasts()
  const message = useErrorMessage()
  const [vehicle, setVehicle] = useState<Vehicle | null>(null)
  const [wasSent, setSent] = useState(false)
  const assign = useChange(assignVehicleToGuest, {
    evicts: ['organisation', 'tree'],
    onSuccess: ({ displayName, vehicle: given }) => {
      toasts.show({
        type: 'success',
        message: t('users.done.vehicleAssigned', {
          name: displayName,
          number: given?.vehicleNumber ?? vehicle?.vehicleNumber ?? '',
        }),
      })
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSent(true)
    if (vehicle === null || assign.isPending) return
    assign.mutate({ params: { id: user.id }, body: { vehicleId: vehicle.id } })
  }
  const isMissing = wasSent && vehicle === null
  return (
    <FormDialog
      title={t('users.vehicle.title', { name: user.displayName })}
      submitLabel={t('users.vehicle.submit')}
      isBusy={assign.isPending}
      error={assign.isError ? message(assign.error, t('users.error.assignVehicle')) : null}
      onSubmit={submit}
      onClose={onClose}
    >
      <DialogContentText sx={{ color: token('textSoft') }}>{t('users.vehicle.text')}</DialogContentText>
      <VehiclePicker
        companyId={user.companyId ?? undefined}
        value={vehicle}
        onChange={setVehicle}
        label={t('users.vehicle.field')}
        placeholder={t('users.vehicle.search')}
        openText={t('users.vehicle.open')}
        noneText={t('users.vehicle.none')}
        error={isMissing ? t('users.valid.vehicle') : undefined}
      />
    </FormDialog>
  )
}
