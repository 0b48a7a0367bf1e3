import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { addresses } from '../../addresses.ts'
import { useGo } from '../../app/address.tsx'
import { useClient, useErrorMessage } from '../../app/client-context.tsx'
import { knownCode, ProblemError } from '../../app/problems.ts'
import type { ScreenProps } from '../../app/screens.ts'
import { pendingState } from '../../app/session.rules.ts'
import type { ForcedChangeRefusal } from '../../app/session.ts'
import { AccountField, AccountForm, PasswordField } from '../../identity/AccountForm.tsx'
import { judgeConfirmation, judgeNewPassword, judgeOtp } from '../../identity/identity.rules.ts'
import { useText } from '../../ui/i18n.tsx'

interface Typed {
  current: string
  next: string
  confirmation: string
  otp: string
}

const refusalText = {
  pending_missing: 'identity.error.changeMissing',
  pending_expired: 'identity.error.changeExpired',
  current_incorrect: 'identity.valid.currentPasswordIncorrect',
} as const satisfies Record<ForcedChangeRefusal, string>

/** The password change that must come before the first use. Needs the record the login left. */
export function ChangePasswordScreen({ title }: ScreenProps) {
  const { t } = useText()
  const go = useGo()
  const message = useErrorMessage()
  const { session, storage } = useClient()
  const [standing, setStanding] = useState(() => pendingState(storage.pendingChange(), Date.now()))
  const [needsOtp, setNeedsOtp] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const {
    register,
    handleSubmit,
    formState,
    getValues,
    setError: setFieldError,
  } = useForm<Typed>({
    defaultValues: { current: '', next: '', confirmation: '', otp: '' },
  })
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(async ({ current, next, otp }) => {
    setError(null)
    try {
      const refusal = await session.changeForcedPassword({ current, next, otp })
      if (refusal === null) go(addresses.login(), { replace: true })
      else if (refusal === 'current_incorrect') {
        setFieldError('current', { message: refusalText[refusal] }, { shouldFocus: true })
      } else setStanding(refusal === 'pending_missing' ? 'none' : 'expired')
    } catch (failure) {
      const code = knownCode(failure)
      if (code === 'otp_required' || code === 'otp_invalid') setNeedsOtp(true)
      setError(
        message(failure, failure instanceof ProblemError ? t('identity.error.changePassword') : undefined),
      )
    }
  })

  const backToLogin = async () => {
    storage.keepPendingChange(null)
    if (session.state().user !== null) await session.logout()
    go(addresses.login(), { replace: true })
  }

  if (standing !== 'valid') {
    return (
      <Box sx={{ display: 'grid', gap: '18px' }}>
        <Typography variant="h1">{title}</Typography>
        <Alert severity="error">
          {t(refusalText[standing === 'none' ? 'pending_missing' : 'pending_expired'])}
        </Alert>
        <Button variant="contained" size="large" onClick={() => void backToLogin()}>
          {t('identity.forgot.toLogin')}
        </Button>
      </Box>
    )
  }
  return (
    <AccountForm
      title={t('identity.change.forcedTitle')}
      lead={t('identity.change.forcedLead')}
      submit={t('identity.change.submit')}
      isBusy={isSubmitting}
      error={error}
      onSubmit={(event) => void submit(event)}
      foot={<Button onClick={() => void backToLogin()}>{t('identity.forgot.toLogin')}</Button>}
    >
      <PasswordField
        label={t('identity.field.currentPassword')}
        autoComplete="current-password"
        autoFocus
        error={errors.current}
        field={register('current', {
          validate: (value) => value !== '' || 'identity.valid.currentPasswordRequired',
        })}
      />
      <PasswordField
        label={t('identity.field.newPassword')}
        autoComplete="new-password"
        error={errors.next}
        field={register('next', { validate: (value) => judgeNewPassword(value) ?? true })}
      />
      <PasswordField
        label={t('identity.field.confirmPassword')}
        autoComplete="new-password"
        error={errors.confirmation}
        field={register('confirmation', {
          validate: (value) => judgeConfirmation(value, getValues('next')) ?? true,
        })}
      />
      {needsOtp && (
        <AccountField
          label={t('identity.field.otp')}
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={6}
          error={errors.otp}
          field={register('otp', { validate: (value) => judgeOtp(value, true) ?? true })}
        />
      )}
    </AccountForm>
  )
}
