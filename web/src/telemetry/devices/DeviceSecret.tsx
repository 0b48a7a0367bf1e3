import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { renewDeviceSecret } from '@rumbo/contract/telemetry.contract'
import { useState } from 'react'
import { useErrorMessage } from '../../app/client-context.tsx'
import { useChange } from '../../app/data/use-data.ts'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx'
import { useText } from '../../ui/i18n.tsx'
import { TintedChip } from '../../ui/StatusChip.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { CopyButton } from './CopyButton.tsx'

interface DeviceSecretProps {
  vehicleId: string
  hasSecret: boolean
  /** The secret just created; it is not stored in readable form. */
  secret: string | null
  onSecret: (secret: string | null) => void
}

/** The secret of a tracker that reports over HTTP: create it, show it once, or revoke it. */
export function DeviceSecret({ vehicleId, hasSecret, secret, onSecret }: DeviceSecretProps) {
  const { t } = useText()
  const toasts = useToasts()
  const message = useErrorMessage()
  const [asked, setAsked] = useState<'renew' | 'remove' | null>(null)
  const renew = useChange(renewDeviceSecret, {
    evicts: ['vehicles'],
    onSuccess: ({ secret: made }) => {
      onSecret(made)
      if (made === null) toasts.show({ type: 'success', message: t('devices.connect.secretRemoved') })
    },
    onError: (error) =>
      toasts.show({ type: 'error', message: message(error, t('devices.connect.secretError')) }),
  })
  const ask = (isRemoved: boolean) => renew.mutateAsync({ params: { id: vehicleId }, body: { isRemoved } })
  return (
    <Box sx={{ display: 'grid', gap: '10px', justifyItems: 'start' }}>
      <Typography variant="body2" sx={{ color: token('textSoft') }}>
        {t('devices.connect.secretText')}
      </Typography>
      <TintedChip colour={hasSecret ? 'active' : 'inactive'}>
        {t(hasSecret ? 'devices.connect.secretOn' : 'devices.connect.secretOff')}
      </TintedChip>
      <Box role="status" sx={{ width: '100%', '&:empty': { display: 'none' } }}>
        {secret !== null && (
          <Alert severity="success" role="presentation">
            {t('devices.connect.secretOnce')}
            <Box sx={{ display: 'flex', alignItems: 'center', gap: '6px' }}>
              <Box component="code" sx={{ userSelect: 'all', overflowWrap: 'anywhere', fontWeight: 620 }}>
                {secret}
              </Box>
              <CopyButton text={secret} what={t('devices.connect.secret')} />
            </Box>
          </Alert>
        )}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: '8px' }}>
        <Button
          variant="outlined"
          loading={renew.isPending}
          onClick={() => (hasSecret ? setAsked('renew') : void ask(false).catch(() => undefined))}
        >
          {t(hasSecret ? 'devices.connect.secretRenew' : 'devices.connect.secretMake')}
        </Button>
        {hasSecret && (
          <Button color="error" onClick={() => setAsked('remove')} disabled={renew.isPending}>
            {t('devices.connect.secretRemove')}
          </Button>
        )}
      </Box>
      {asked !== null && (
        <ConfirmDialog
          open
          isDestructive={asked === 'remove'}
          title={t(asked === 'remove' ? 'devices.connect.secretRemove' : 'devices.connect.secretRenew')}
          text={t(
            asked === 'remove' ? 'devices.connect.secretRemoveText' : 'devices.connect.secretRenewText',
          )}
          confirmLabel={t(
            asked === 'remove' ? 'devices.connect.secretRemove' : 'devices.connect.secretRenew',
          )}
          onConfirm={async () => {
            await ask(asked === 'remove')
            setAsked(null)
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </Box>
  )
}
