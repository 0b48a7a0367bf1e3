import DialogContentText from '@mui/material/DialogContentText'
import TextField from '@mui/material/TextField'
import { devicePasswordPattern, saveDevicePassword } from '@rumbo/contract/vehicles.devices.contract'
import { type FormEvent, useState } from 'react'
import { useErrorMessage } from '../../app/client-context.tsx'
import { useChange } from '../../app/data/use-data.ts'
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { useToasts } from '../../ui/toasts/toasts.tsx'

/** Sets the password that a vehicle's device demands of commands. Mount it to open it. */
export function DevicePasswordDialog({ vehicleId, onClose }: { vehicleId: string; onClose: () => void }) {
  const { t } = useText()
  const toasts = useToasts()
  const message = useErrorMessage()
  const [password, setPassword] = useState('')
  const [wasSent, setSent] = useState(false)
  const save = useChange(saveDevicePassword, {
    evicts: ['telemetry'],
    onSuccess: () => {
      toasts.show({ type: 'success', message: t('devices.password.saved') })
      onClose()
    },
  })
  const isWrong = wasSent && !devicePasswordPattern.test(password)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSent(true)
    if (!devicePasswordPattern.test(password) || save.isPending) return
    save.mutate({ params: { id: vehicleId }, body: { password } })
  }
  return (
    <FormDialog
      title={t('devices.password.set')}
      submitLabel={t('devices.password.save')}
      isBusy={save.isPending}
      error={save.isError ? message(save.error, t('devices.password.error')) : null}
      onSubmit={submit}
      onClose={onClose}
    >
      <DialogContentText sx={{ color: token('textSoft') }}>
        {t('devices.password.dialogText')}
      </DialogContentText>
      <TextField
        label={t('devices.password.title')}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={isWrong}
        helperText={t('devices.password.form')}
        // No password of the person: browsers must not fill it in or keep it.
        type="password"
        autoComplete="new-password"
        autoFocus
        fullWidth
        slotProps={{ htmlInput: { maxLength: 20 } }}
      />
    </FormDialog>
  )
}
