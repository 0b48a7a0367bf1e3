import SmsOutlined from '@mui/icons-material/SmsOutlined'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { CopyButton } from './CopyButton.tsx'
import { isApn, smsAddress } from './device.rules.ts'

interface SmsStepsProps {
  steps: readonly string[]
  simNumber: string | null
  apn: string
  onApn: (apn: string) => void
}

/** The text messages that configure a tracker, in sending order, to copy or to send from a phone. */
export function SmsSteps({ steps, simNumber, apn, onApn }: SmsStepsProps) {
  const { t } = useText()
  const isWrong = !isApn(apn)
  return (
    <Box sx={{ display: 'grid', gap: '12px' }}>
      <Typography variant="body2" sx={{ color: token('textSoft') }}>
        {t('devices.connect.smsText')}
      </Typography>
      <TextField
        label={t('devices.connect.apn')}
        value={apn}
        onChange={(event) => onApn(event.target.value.trim())}
        error={isWrong}
        helperText={t(isWrong ? 'devices.connect.apnWrong' : 'devices.connect.apnHint')}
        autoComplete="off"
        slotProps={{ htmlInput: { autoCapitalize: 'none', spellCheck: false } }}
      />
      <Box component="ol" sx={{ display: 'grid', gap: '6px', m: 0, p: 0, listStyle: 'none' }}>
        {steps.map((step, at) => {
          const what = t('devices.connect.smsStep', { step: at + 1 })
          return (
            <Box
              component="li"
              key={step}
              sx={{
                display: 'flex',
                alignItems: 'center',
                gap: '8px',
                p: '6px 6px 6px 12px',
                borderRadius: '8px',
                backgroundColor: token('sunken'),
              }}
            >
              <Box component="span" sx={{ typography: 'subtitle2', color: token('textSoft') }}>
                {at + 1}
              </Box>
              <Box
                component="code"
                sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere', userSelect: 'all' }}
              >
                {step}
              </Box>
              {simNumber !== null && (
                <IconButton
                  size="small"
                  component="a"
                  href={smsAddress(simNumber, step)}
                  aria-label={`${t('devices.connect.sendSms')}: ${what}`}
                  title={t('devices.connect.sendSms')}
                  sx={{ '@media (pointer: fine)': { display: 'none' } }}
                >
                  <SmsOutlined fontSize="small" />
                </IconButton>
              )}
              <CopyButton text={step} what={what} />
            </Box>
          )
        })}
      </Box>
    </Box>
  )
}
