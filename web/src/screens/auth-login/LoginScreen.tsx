import Alert from '@mui/material/Alert'
import { publicSettings } from '@rumbo/contract/monitoring.contract'
import { useState } from 'react'
import { addresses } from '../../addresses.ts'
import { useClient, useErrorMessage, useSession } from '../../app/client-context.tsx'
import { ProblemError } from '../../app/data/problems.ts'
import { useEndpoint } from '../../app/data/use-data.ts'
import { AppLink, useGo } from '../../app/navigation/address.tsx'
import type { ScreenProps } from '../../app/navigation/screen-entry.ts'
import { AccountField, AccountForm, PasswordField } from '../../identity/AccountForm.tsx'
import { type Proof, proofOf, SecondFactor, secondFactorJudges } from '../../identity/SecondFactor.tsx'
import { useAccountForm } from '../../identity/use-account-form.ts'
import { useText } from '../../ui/i18n.tsx'

/** Sign-in: credentials, then the one-time code if the account requires it. */
export function LoginScreen({ title }: ScreenProps) {
  const { t } = useText()
  const go = useGo()
  const message = useErrorMessage()
  const { session, storage } = useClient()
  const { endedBy } = useSession()
  const settings = useEndpoint(publicSettings, {}, { staleTime: 60_000 }).data
  const [proof, setProof] = useState<Proof>('none')
  const [registered] = useState(() => storage.registration())
  const form = useAccountForm({
    initial: { name: '', password: '', otp: '', recovery: '' },
    judges: {
      name: (value) => (value.trim() === '' ? 'identity.valid.usernameOrEmailRequired' : null),
      password: (value) => (value === '' ? 'identity.valid.passwordRequired' : null),
      ...secondFactorJudges,
    },
    submit: async ({ name, password, otp, recovery }, { setFormError, focus }) => {
      try {
        const outcome = await session.login({
          username_or_email: name.trim(),
          password,
          ...proofOf(proof, { otp, recovery }),
        })
        storage.storeRegistration(null)
        if (outcome === 'passwordChange') go(addresses.changePassword(), { replace: true })
      } catch (failure) {
        const isRefusal = failure instanceof ProblemError
        setFormError(message(failure, isRefusal ? t('identity.error.login') : null))
        const requiresOtp = isRefusal && (failure.code === 'otp_required' || failure.code === 'otp_invalid')
        if (!requiresOtp) focus('password')
        else if (proof === 'none') setProof('otp')
        else focus(proof)
      }
    },
  })

  return (
    <AccountForm
      title={title}
      lead={t('identity.login.lead')}
      submit={t('identity.login.submit')}
      isBusy={form.isBusy}
      error={form.error}
      onSubmit={form.onSubmit}
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
        field={form.field('name')}
      />
      <PasswordField
        label={t('identity.field.password')}
        autoComplete="current-password"
        maxLength={200}
        field={form.field('password')}
      />
      <SecondFactor proof={proof} onProof={setProof} field={form.field} />
    </AccountForm>
  )
}
