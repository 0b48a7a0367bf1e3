import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { saveDevicePassword } from '@rumbo/contract/vehicles.devices.contract'
import { useState } from 'react'
import { useErrorMessage } from '../../app/client-context.tsx'
import { useChange } from '../../app/data/use-data.ts'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx'
import { useText } from '../../ui/i18n.tsx'
import { TintedChip } from '../../ui/StatusChip.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { DevicePasswordDialog } from './DevicePasswordDialog.tsx'

/** The password that a tracker demands of commands: whether it is set, to set it, and to remove it. */
export function DevicePassword({ vehicleId, hasPassword }: { vehicleId: string; hasPassword: boolean }) {
  const { t } = useText()
  const toasts = useToasts()
  const message = useErrorMessage()
  const [isOpen, setOpen] = useState(false)
  const [isRemoving, setRemoving] = useState(false)
  const remove = useChange(saveDevicePassword, {
    evicts: ['telemetry'],
    onSuccess: () => void toasts.show({ type: 'success', message: t('devices.password.removed') }),
    onError: (error) =>
      void toasts.show({ type: 'error', message: message(error, t('devices.password.error')) }),
  })
  return (
    <Box sx={{ display: 'grid', gap: '10px', justifyItems: 'start' }}>
      <Typography variant="body2" sx={{ color: token('textSoft') }}>
        {t('devices.password.text')}
      </Typography>
      <TintedChip colour={hasPassword ? 'active' : 'inactive'}>
        {t(hasPassword ? 'devices.password.on' : 'devices.password.off')}
      </TintedChip>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: '8px' }}>
        <Button variant="outlined" onClick={() => setOpen(true)}>
          {t('devices.password.set')}
        </Button>
        {hasPassword && (
          <Button color="error" onClick={() => setRemoving(true)}>
            {t('devices.password.remove')}
          </Button>
        )}
      </Box>
      {isRemoving && (
        <ConfirmDialog
          open
          isDestructive
          title={t('devices.password.removeTitle')}
          text={t('devices.password.removeText')}
          confirmLabel={t('devices.password.remove')}
          onConfirm={async () => {
            await remove.mutateAsync({ params: { id: vehicleId }, body: { password: null } })
            setRemoving(false)
          }}
          onClose={() => setRemoving(false)}
        />
      )}
      {isOpen && <DevicePasswordDialog vehicleId={vehicleId} onClose={() => setOpen(false)} />}
    </Box>
  )
}
