import Alert from '@mui/material/Alert'
import { publicSettings } from '@rumbo/contract/monitoring.contract'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { addresses } from '../../addresses.ts'
import { AppLink, useGo } from '../../app/address.tsx'
import { useClient, useErrorMessage, useSession } from '../../app/client-context.tsx'
import { ProblemError } from '../../app/problems.ts'
import type { ScreenProps } from '../../app/screens.ts'
import { useEndpoint } from '../../app/use-data.ts'
import { AccountField, AccountForm, PasswordField } from '../../identity/AccountForm.tsx'
import { judgeOtp } from '../../identity/identity.rules.ts'
import { useText } from '../../ui/i18n.tsx'

interface Typed {
  name: string
  password: string
  otp: string
}

/** Sign in: credentials, then the one-time code where the account asks for it. */
export function LoginScreen({ title }: ScreenProps) {
  const { t } = useText()
  const go = useGo()
  const message = useErrorMessage()
  const { session, storage } = useClient()
  const { endedBy } = useSession()
  const settings = useEndpoint(publicSettings, {}, { staleTime: 60_000 }).data
  const [needsOtp, setNeedsOtp] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const [registered] = useState(() => storage.registration())
  const { register, handleSubmit, formState, setFocus, resetField } = useForm<Typed>({
    defaultValues: { name: '', password: '', otp: '' },
  })
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(async ({ name, password, otp }) => {
    setError(null)
    try {
      const outcome = await session.login({ username_or_email: name.trim(), password, otp_code: otp })
      storage.keepRegistration(null)
      if (outcome === 'passwordChange') go(addresses.changePassword(), { replace: true })
    } catch (failure) {
      const isRefusal = failure instanceof ProblemError
      setError(message(failure, isRefusal ? t('identity.error.login') : undefined))
      const asksOtp = isRefusal && (failure.code === 'otp_required' || failure.code === 'otp_invalid')
      if (asksOtp) {
        setNeedsOtp(true)
        resetField('otp')
        requestAnimationFrame(() => setFocus('otp'))
      } else setFocus('password', { shouldSelect: true })
    }
  })

  return (
    <AccountForm
      title={title}
      lead={t('identity.login.lead')}
      submit={t('identity.login.submit')}
      isBusy={isSubmitting}
      error={error}
      onSubmit={(event) => void submit(event)}
      notice={
        <>
          {endedBy === 'passwordChange' && (
            <Alert severity="success">{t('identity.login.passwordChanged')}</Alert>
          )}
          {registered !== null && (
            <Alert severity="success">{t('identity.login.registered', { email: registered.email })}</Alert>
          )}
          {settings?.loginNotice && (
            <Alert severity="info" sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
              {settings.loginNotice}
            </Alert>
          )}
        </>
      }
      foot={
        <>
          <AppLink to={addresses.forgotPassword()}>{t('identity.login.toForgot')}</AppLink>
          {settings?.registration && (
            <AppLink to={addresses.register()}>{t('identity.login.toRegister')}</AppLink>
          )}
        </>
      }
    >
      <AccountField
        label={t('identity.field.usernameOrEmail')}
        autoComplete="username"
        autoFocus
        maxLength={254}
        error={errors.name}
        field={register('name', {
          validate: (value) => value.trim() !== '' || 'identity.valid.usernameOrEmailRequired',
        })}
      />
      <PasswordField
        label={t('identity.field.password')}
        autoComplete="current-password"
        maxLength={200}
        error={errors.password}
        field={register('password', {
          validate: (value) => value !== '' || 'identity.valid.passwordRequired',
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
