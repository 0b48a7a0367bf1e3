import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useText } from '../../ui/i18n.tsx'
import { QrCode } from '../../ui/QrCode.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { CopyButton } from './CopyButton.tsx'
import { phoneAddresses } from './device.rules.ts'

interface PhoneAppProps {
  host: string
  port: number
  identifier: string
  secret: string | null
  /** The device must send a secret, whether or not it is shown here. */
  hasSecret: boolean
}

/** Connects a phone app: a QR code to scan, and addresses to copy. */
export function PhoneApp(props: PhoneAppProps) {
  const { t } = useText()
  const { app, osmand } = phoneAddresses(props)
  const line = (name: string, address: string) => (
    <Box sx={{ minWidth: 0 }}>
      <Box sx={{ typography: 'body2', color: token('textSoft') }}>{name}</Box>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: '4px' }}>
        <Box component="code" sx={{ minWidth: 0, overflowWrap: 'anywhere', userSelect: 'all' }}>
          {address}
        </Box>
        <CopyButton text={address} what={name} />
      </Box>
    </Box>
  )
  return (
    <Box
      sx={{
        display: 'grid',
        gap: '16px',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'auto minmax(0, 1fr)' },
        justifyItems: { xs: 'center', sm: 'stretch' },
      }}
    >
      <QrCode text={app} label={t('devices.connect.phoneQr', { url: app })} size={168} />
      <Box sx={{ display: 'grid', gap: '12px', alignContent: 'start', minWidth: 0 }}>
        <Typography variant="body2" sx={{ color: token('textSoft') }}>
          {t('devices.connect.phoneText')}
        </Typography>
        {props.hasSecret && props.secret === null && (
          <Alert severity="info" role="presentation">
            {t('devices.connect.phoneSecret')}
          </Alert>
        )}
        {line(t('devices.connect.phoneUrl'), app)}
        {line(t('devices.connect.osmandUrl'), osmand)}
      </Box>
    </Box>
  )
}
