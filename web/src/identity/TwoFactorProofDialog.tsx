import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useErrorMessage } from '../app/client-context.tsx'
import { knownCode } from '../app/data/problems.ts'
import { FormDialog } from '../ui/dialogs/FormDialog.tsx'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/theme/tokens.ts'
import { AccountField, PasswordField } from './AccountForm.tsx'
import { validateOtp } from './identity.rules.ts'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { useAccountForm } from './use-account-form.ts'

interface TwoFactorProofDialogProps {
  title: string
  text: string
  submitLabel: string
  /** Resolves to new recovery codes to show, or to undefined. Rejects with the refusal of the server. */
  onProven: (proof: { password: string; otp_code: string }) => Promise<readonly string[] | null>
  onClose: () => void
}

/** Asks for the password and a code of the app before the second factor is changed. */
export function TwoFactorProofDialog(props: TwoFactorProofDialogProps) {
  const { title, text, submitLabel, onProven, onClose } = props
  const { t } = useText()
  const message = useErrorMessage()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const [isHeld, setHeld] = useState(false)
  const form = useAccountForm({
    initial: { password: '', code: '' },
    judges: {
      password: (value) => (value === '' ? 'identity.valid.currentPasswordRequired' : null),
      code: (value) => validateOtp(value, true),
    },
    submit: async ({ password, code }, { setFieldError, setFormError }) => {
      try {
        const given = await onProven({ password, otp_code: code })
        if (given === null) onClose()
        else setCodes(given)
      } catch (failure) {
        const known = knownCode(failure)
        if (known === 'current_password_incorrect')
          setFieldError('password', 'identity.valid.currentPasswordIncorrect')
        else if (known === 'otp_incorrect') setFieldError('code', 'problems.otp_incorrect')
        else setFormError(message(failure, t('account.error.twoFactor')))
      }
    },
  })
  if (codes !== null) {
    return (
      <FormDialog
        title={t('account.codes.title')}
        submitLabel={t('account.codes.done')}
        isBusy={false}
        onSubmit={(event) => {
          event.preventDefault()
          onClose()
        }}
        onClose={onClose}
        onHeld={() => setHeld(true)}
        maxWidth="sm"
      >
        <RecoveryCodes codes={codes} isHeld={isHeld} />
      </FormDialog>
    )
  }
  return (
    <FormDialog
      title={title}
      submitLabel={submitLabel}
      isBusy={form.isBusy}
      error={form.error}
      onSubmit={form.onSubmit}
      onClose={onClose}
    >
      <Typography sx={{ color: token('textSoft') }}>{text}</Typography>
      <PasswordField
        label={t('identity.field.currentPassword')}
        autoComplete="current-password"
        autoFocus
        maxLength={200}
        field={form.field('password')}
      />
      <AccountField
        label={t('identity.field.otp')}
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={6}
        field={form.field('code')}
      />
    </FormDialog>
  )
}
