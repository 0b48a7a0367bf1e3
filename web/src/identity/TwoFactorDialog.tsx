import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { beginTwoFactor, enableTwoFactor } from '@rumbo/contract/identity.account.contract'
import type { TextKey } from '@rumbo/i18n/keys'
import { useState } from 'react'
import { useErrorMessage } from '../app/client-context.tsx'
import { knownCode } from '../app/data/problems.ts'
import { useChange } from '../app/data/use-data.ts'
import { StepperDialog } from '../ui/dialogs/StepperDialog.tsx'
import { useText } from '../ui/i18n.tsx'
import { QrCode } from '../ui/QrCode.tsx'
import { token } from '../ui/theme/tokens.ts'
import { useToasts } from '../ui/toasts/toasts.tsx'
import { AccountField, PasswordField } from './AccountForm.tsx'
import { validateOtp } from './identity.rules.ts'
import { RecoveryCodes } from './RecoveryCodes.tsx'

type Reason = TextKey | null

/** Enables the second factor: password, QR code with a first code, recovery codes. */
export function TwoFactorDialog({ onClose }: { onClose: () => void }) {
  const { t } = useText()
  const toasts = useToasts()
  const message = useErrorMessage()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [reasons, setReasons] = useState<{ password: Reason; code: Reason }>({ password: null, code: null })
  const [isHeld, setHeld] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const begin = useChange(beginTwoFactor)
  const enable = useChange(enableTwoFactor)
  const secret = begin.data

  const attempt = async (field: keyof typeof reasons, work: () => Promise<unknown>): Promise<boolean> => {
    setFailure(null)
    try {
      await work()
      return true
    } catch (error) {
      const known = knownCode(error)
      if (known === 'current_password_incorrect')
        setReasons({ ...reasons, password: 'identity.valid.currentPasswordIncorrect' })
      else if (known === 'otp_incorrect') setReasons({ ...reasons, code: 'problems.otp_incorrect' })
      else setFailure(message(error, t('account.error.twoFactor')))
      if (field === 'code') setCode('')
      return false
    }
  }
  const judge = (field: keyof typeof reasons, reason: Reason): boolean => {
    setReasons({ ...reasons, [field]: reason })
    return reason === null
  }

  return (
    <StepperDialog
      open
      title={t('account.twoFactor.title')}
      maxWidth="sm"
      finishLabel={t('account.codes.done')}
      onClose={onClose}
      onHeld={enable.data && (() => setHeld(true))}
      error={failure === null ? undefined : <Alert severity="error">{failure}</Alert>}
      onFinish={() => {
        toasts.show({ type: 'success', message: t('account.twoFactor.enabled') })
        onClose()
      }}
      steps={[
        {
          key: 'password',
          label: t('account.twoFactor.step.password'),
          validate: () =>
            judge('password', password === '' ? 'identity.valid.currentPasswordRequired' : null) &&
            attempt('password', () => begin.mutateAsync({ body: { password } })),
          content: (
            <Box sx={{ display: 'grid', gap: '16px' }}>
              <Typography sx={{ color: token('textSoft') }}>{t('account.twoFactor.passwordWhy')}</Typography>
              <PasswordField
                label={t('identity.field.currentPassword')}
                autoComplete="current-password"
                maxLength={200}
                field={{
                  name: 'password',
                  value: password,
                  error: reasons.password,
                  onChange: setPassword,
                  onBlur: () => {},
                  ref: () => {},
                }}
              />
            </Box>
          ),
        },
        {
          key: 'scan',
          label: t('account.twoFactor.step.scan'),
          validate: () =>
            judge('code', validateOtp(code, true)) &&
            attempt('code', () => enable.mutateAsync({ body: { code } })),
          content: secret && (
            <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: '20px', alignItems: 'flex-start' }}>
              <QrCode text={secret.uri} label={t('account.twoFactor.qr')} />
              <Box sx={{ display: 'grid', gap: '16px', flex: '1 1 240px', minWidth: 0 }}>
                <Typography>{t('account.twoFactor.scan')}</Typography>
                <AccountField
                  label={t('identity.field.otp')}
                  autoComplete="one-time-code"
                  inputMode="numeric"
                  maxLength={6}
                  field={{
                    name: 'code',
                    value: code,
                    error: reasons.code,
                    onChange: setCode,
                    onBlur: () => {},
                    ref: () => {},
                  }}
                />
                <Box>
                  <Typography variant="body2" sx={{ color: token('textSoft') }}>
                    {t('account.twoFactor.byHand')}
                  </Typography>
                  <Box component="code" sx={{ overflowWrap: 'anywhere', fontWeight: 620 }}>
                    {secret.secret.match(/.{1,4}/g)?.join(' ')}
                  </Box>
                </Box>
              </Box>
            </Box>
          ),
        },
        {
          key: 'codes',
          label: t('account.twoFactor.step.codes'),
          content: <RecoveryCodes codes={enable.data?.recoveryCodes ?? []} isHeld={isHeld} />,
        },
      ]}
    />
  )
}
