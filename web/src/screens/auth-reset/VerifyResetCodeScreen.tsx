import Button from '@mui/material/Button'
import { confirmReset, initiateReset } from '@rumbo/contract/identity.contract'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { addresses } from '../../addresses.ts'
import { AppLink, oneOf, useAddressState, useGo } from '../../app/address.tsx'
import { useErrorMessage } from '../../app/client-context.tsx'
import type { ScreenProps } from '../../app/screens.ts'
import { useData } from '../../app/use-data.ts'
import { AccountField, AccountForm, PasswordField } from '../../identity/AccountForm.tsx'
import { judgeConfirmation, judgeEmail, judgeNewPassword } from '../../identity/identity.rules.ts'
import { useText } from '../../ui/i18n.tsx'
import { useToasts } from '../../ui/toasts.tsx'

/** The code from the e-mail and a new password; the code can be sent again. */
export function VerifyResetCodeScreen(_: ScreenProps) {
  const { t } = useText()
  const go = useGo()
  const { call } = useData()
  const toasts = useToasts()
  const message = useErrorMessage()
  const [query] = useAddressState()
  const [error, setError] = useState<string | null>(null)
  const [isResending, setResending] = useState(false)
  const { register, handleSubmit, formState, getValues, trigger } = useForm({
    defaultValues: { email: oneOf(query.email), code: '', password: '', confirmation: '' },
  })
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(async ({ email, code, password }) => {
    setError(null)
    try {
      await call(confirmReset, { body: { email: email.trim(), token: code.trim(), new_password: password } })
      toasts.show({ type: 'success', message: t('identity.change.done') })
      go(addresses.login(), { replace: true })
    } catch (failure) {
      setError(message(failure, t('identity.error.resetCode')))
    }
  })

  const resend = async () => {
    if (!(await trigger('email'))) return
    setError(null)
    setResending(true)
    try {
      await call(initiateReset, { body: { email: getValues('email').trim() } })
      toasts.show({ type: 'success', message: t('identity.verify.resent') })
    } catch (failure) {
      setError(message(failure, t('identity.error.resend')))
    } finally {
      setResending(false)
    }
  }

  const email = oneOf(query.email)
  return (
    <AccountForm
      title={t('identity.verify.title')}
      lead={email ? t('identity.verify.lead', { email }) : undefined}
      submit={t('identity.verify.submit')}
      isBusy={isSubmitting}
      error={error}
      onSubmit={(event) => void submit(event)}
      foot={
        <>
          <Button onClick={() => void resend()} loading={isResending}>
            {t('identity.verify.resend')}
          </Button>
          <AppLink to={addresses.login()} sx={{ alignSelf: 'center' }}>
            {t('identity.forgot.toLogin')}
          </AppLink>
        </>
      }
    >
      <AccountField
        label={t('identity.field.email')}
        type="email"
        autoComplete="email"
        maxLength={254}
        error={errors.email}
        field={register('email', { validate: (value) => judgeEmail(value) ?? true })}
      />
      <AccountField
        label={t('identity.field.verificationCode')}
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={64}
        error={errors.code}
        field={register('code', {
          validate: (value) => value.trim() !== '' || 'identity.valid.codeRequired',
        })}
      />
      <PasswordField
        label={t('identity.field.newPassword')}
        autoComplete="new-password"
        error={errors.password}
        field={register('password', { validate: (value) => judgeNewPassword(value) ?? true })}
      />
      <PasswordField
        label={t('identity.field.confirmPassword')}
        autoComplete="new-password"
        error={errors.confirmation}
        field={register('confirmation', {
          validate: (value) => judgeConfirmation(value, getValues('password')) ?? true,
        })}
      />
    </AccountForm>
  )
}
