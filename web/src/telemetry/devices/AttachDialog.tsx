import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import DialogContentText from '@mui/material/DialogContentText'
import { attachDevice } from '@rumbo/contract/telemetry.devices.contract'
import type { Vehicle } from '@rumbo/contract/vehicles.contract'
import { type FormEvent, useState } from 'react'
import { useErrorMessage } from '../../app/client-context.tsx'
import { ProblemError } from '../../app/data/problems.ts'
import { useChange } from '../../app/data/use-data.ts'
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { VehiclePicker } from '../../vehicles/choose/VehiclePicker.tsx'

/** Assigns an unknown device to a vehicle, with a warning if the vehicle has another device. Mount it to open it. */
export function AttachDialog({ identifier, onClose }: { identifier: string; onClose: () => void }) {
  const { t } = useText()
  const toasts = useToasts()
  const message = useErrorMessage()
  const [vehicle, setVehicle] = useState<Vehicle | null>(null)
  const [wasSent, setSent] = useState(false)
  const attach = useChange(attachDevice, {
    evicts: ['vehicles', 'telemetry'],
    onSuccess: ({ vehicleNumber }) => {
      toasts.show({
        type: 'success',
        message: t('devices.attach.done', { identifier, number: vehicleNumber }),
      })
      onClose()
    },
  })
  const gotDevice = attach.error instanceof ProblemError && attach.error.code === 'vehicle_has_device'
  const old = vehicle?.imei && vehicle.imei !== identifier ? vehicle.imei : null
  const isReplacing = vehicle !== null && (old !== null || gotDevice)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSent(true)
    if (vehicle === null || attach.isPending) return
    attach.mutate({ body: { identifier, vehicleId: vehicle.id, replaces: isReplacing } })
  }
  const isMissing = wasSent && vehicle === null
  return (
    <FormDialog
      title={t('devices.attach.title', { identifier })}
      submitLabel={t(isReplacing ? 'devices.attach.submitReplace' : 'devices.attach.submit')}
      isBusy={attach.isPending}
      error={attach.isError && !gotDevice ? message(attach.error, t('devices.attach.error')) : null}
      onSubmit={submit}
      onClose={onClose}
    >
      <DialogContentText sx={{ color: token('textSoft') }}>{t('devices.attach.text')}</DialogContentText>
      <VehiclePicker
        value={vehicle}
        onChange={(chosen) => {
          setVehicle(chosen)
          attach.reset()
        }}
        label={t('devices.attach.field')}
        placeholder={t('devices.attach.search')}
        openText={t('devices.attach.open')}
        noneText={t('devices.attach.noneFound')}
        error={isMissing ? t('devices.attach.required') : undefined}
        remark={({ imei }) =>
          imei && (
            <Box sx={{ typography: 'body2', color: token('textSoft') }}>
              {t('devices.attach.hasDevice', { identifier: imei })}
            </Box>
          )
        }
      />
      <Box role="status" sx={{ '&:empty': { display: 'none' } }}>
        {isReplacing && (
          <Alert severity="warning" role="presentation">
            {old !== null
              ? t('devices.attach.replaces', { number: vehicle.vehicleNumber, identifier: old })
              : t('devices.attach.replacesUnknown', { number: vehicle.vehicleNumber })}
          </Alert>
        )}
      </Box>
    </FormDialog>
  )
}
