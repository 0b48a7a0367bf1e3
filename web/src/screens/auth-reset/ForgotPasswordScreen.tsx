import { initiateReset } from '@rumbo/contract/identity.contract'
import { addresses } from '../../addresses.ts'
import { useErrorMessage } from '../../app/client-context.tsx'
import { ProblemError } from '../../app/data/problems.ts'
import { useData } from '../../app/data/use-data.ts'
import { AppLink, useGo } from '../../app/navigation/address.tsx'
import type { ScreenProps } from '../../app/navigation/screen-entry.ts'
import { AccountField, AccountForm } from '../../identity/AccountForm.tsx'
import { validateEmail } from '../../identity/identity.rules.ts'
import { useAccountForm } from '../../identity/use-account-form.ts'
import { useText } from '../../ui/i18n.tsx'
import { useToasts } from '../../ui/toasts/toasts.tsx'

/** Requests a code by e-mail; the answer is the same for known and unknown addresses. */
export function ForgotPasswordScreen({ title }: ScreenProps) {
  const { t } = useText()
  const go = useGo()
  const { call } = useData()
  const toasts = useToasts()
  const message = useErrorMessage()
  const form = useAccountForm({
    initial: { email: '' },
    judges: { email: validateEmail },
    submit: async ({ email }, { setFormError }) => {
      try {
        await call(initiateReset, { body: { email: email.trim() } })
        toasts.show({ type: 'info', message: t('identity.forgot.sent') })
        go(addresses.verifyResetCode(), { email: email.trim() })
      } catch (failure) {
        setFormError(
          message(
            failure,
            failure instanceof ProblemError
              ? t('identity.error.sendReset')
              : t('identity.error.sendResetRetry'),
          ),
        )
      }
    },
  })

  return (
    <AccountForm
      title={title}
      lead={t('identity.forgot.lead')}
      submit={t('identity.forgot.submit')}
      isBusy={form.isBusy}
      error={form.error}
      onSubmit={form.onSubmit}
      foot={<AppLink to={addresses.login()}>{t('identity.forgot.toLogin')}</AppLink>}
    >
      <AccountField
        label={t('identity.field.email')}
        type="email"
        autoComplete="email"
        autoFocus
        maxLength={254}
        field={form.field('email')}
      />
    </AccountForm>
  )
}
