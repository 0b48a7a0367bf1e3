import Button from '@mui/material/Button'
import { confirmReset, initiateReset } from '@rumbo/contract/identity.contract'
import { useState } from 'react'
import { addresses } from '../../addresses.ts'
import { useErrorMessage } from '../../app/client-context.tsx'
import { ProblemError } from '../../app/data/problems.ts'
import { useData } from '../../app/data/use-data.ts'
import { AppLink, useGo, useHandedEmail } from '../../app/navigation/address.tsx'
import type { ScreenProps } from '../../app/navigation/screen-entry.ts'
import { AccountField, AccountForm, NewPasswordFields } from '../../identity/AccountForm.tsx'
import {
  validateConfirmation,
  validateEmail,
  validateNewPassword,
  validateVerificationCode,
} from '../../identity/identity.rules.ts'
import { useAccountForm } from '../../identity/use-account-form.ts'
import { useText } from '../../ui/i18n.tsx'
import { useToasts } from '../../ui/toasts/toasts.tsx'

/** Asks for the code from the e-mail and a new password; the code can be sent again. */
export function VerifyResetCodeScreen(_: ScreenProps) {
  const { t } = useText()
  const go = useGo()
  const { call } = useData()
  const toasts = useToasts()
  const message = useErrorMessage()
  const email = useHandedEmail()
  const [isResending, setResending] = useState(false)
  const form = useAccountForm({
    initial: { email, code: '', password: '', confirmation: '' },
    judges: {
      email: validateEmail,
      code: validateVerificationCode,
      password: validateNewPassword,
      confirmation: (value, { password }) => validateConfirmation(value, password),
    },
    submit: async ({ email, code, password }, { setFormError }) => {
      try {
        await call(confirmReset, {
          body: { email: email.trim(), token: code.trim(), new_password: password },
        })
        toasts.show({ type: 'success', message: t('identity.change.done') })
        go(addresses.login(), { replace: true })
      } catch (failure) {
        setFormError(
          message(
            failure,
            failure instanceof ProblemError ? t('identity.error.resetCode') : t('identity.error.reset'),
          ),
        )
      }
    },
  })

  const resend = async () => {
    if (!form.check('email')) return
    form.setError(null)
    setResending(true)
    try {
      await call(initiateReset, { body: { email: form.values.email.trim() } })
      toasts.show({ type: 'success', message: t('identity.verify.resent') })
    } catch (failure) {
      form.setError(message(failure, t('identity.error.resend')))
    } finally {
      setResending(false)
    }
  }

  return (
    <AccountForm
      title={t('identity.verify.title')}
      lead={email ? t('identity.verify.lead', { email }) : undefined}
      submit={t('identity.verify.submit')}
      isBusy={form.isBusy}
      error={form.error}
      onSubmit={form.onSubmit}
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
        field={form.field('email')}
      />
      <AccountField
        label={t('identity.field.verificationCode')}
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={64}
        field={form.field('code')}
      />
      <NewPasswordFields password={form.field('password')} confirmation={form.field('confirmation')} />
    </AccountForm>
  )
}
