import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import { register as registerAccount } from '@rumbo/contract/identity.contract'
import { publicSettings } from '@rumbo/contract/monitoring.contract'
import { addresses } from '../../addresses.ts'
import { useClient, useErrorMessage } from '../../app/client-context.tsx'
import { knownCode } from '../../app/data/problems.ts'
import { useData, useEndpoint } from '../../app/data/use-data.ts'
import { AppLink, useGo } from '../../app/navigation/address.tsx'
import type { ScreenProps } from '../../app/navigation/screen-entry.ts'
import { AccountField, AccountForm, NewPasswordField } from '../../identity/AccountForm.tsx'
import { fieldProblems } from '../../identity/field-problems.ts'
import {
  validateEmail,
  validateFirstName,
  validateLastName,
  validateNewPassword,
  validatePhone,
  validateUsername,
} from '../../identity/identity.rules.ts'
import { useAccountForm } from '../../identity/use-account-form.ts'
import { useText } from '../../ui/i18n.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'

const empty = { username: '', first_name: '', last_name: '', email: '', phone: '', password: '' }
type Typed = typeof empty

/** Registers a pending account, where the server allows it. */
export function RegisterScreen({ title }: ScreenProps) {
  const { t, language } = useText()
  const go = useGo()
  const { call } = useData()
  const { storage } = useClient()
  const message = useErrorMessage()
  const settings = useEndpoint(publicSettings, {}, { staleTime: 60_000 }).data
  const form = useAccountForm({
    initial: empty,
    saved: empty,
    judges: {
      username: validateUsername,
      first_name: validateFirstName,
      last_name: validateLastName,
      email: validateEmail,
      phone: validatePhone,
      password: validateNewPassword,
    },
    submit: async (
      { username, first_name, last_name, email, phone, password },
      { setFieldError, setFormError },
    ) => {
      try {
        const answer = await call(registerAccount, {
          body: {
            username,
            first_name: first_name.trim(),
            last_name: last_name.trim(),
            email: email.trim(),
            password,
            language,
            phone: phone.trim() || undefined,
          },
        })
        storage.storeRegistration({ email: answer.email, timestamp: Date.now() })
        go(addresses.login())
      } catch (failure) {
        const code = knownCode(failure)
        if (code === 'email_taken') setFieldError('email', `problems.${code}`)
        else if (code === 'username_taken') setFieldError('username', `problems.${code}`)
        else {
          for (const { field, message: reason } of fieldProblems(failure)) {
            if (field in empty) setFieldError(field as keyof Typed, reason)
          }
          setFormError(message(failure, t('identity.error.register')))
        }
      }
    },
  })

  if (settings?.registration === false) {
    return (
      <Box>
        <PageHeader title={title} />
        <Alert severity="info">{t('identity.register.off')}</Alert>
        <AppLink to={addresses.login()} sx={{ display: 'inline-block', mt: '18px' }}>
          {t('identity.forgot.toLogin')}
        </AppLink>
      </Box>
    )
  }
  return (
    <AccountForm
      title={title}
      submit={t('identity.register.submit')}
      isBusy={form.isBusy}
      error={form.error}
      onSubmit={form.onSubmit}
      foot={<AppLink to={addresses.login()}>{t('identity.register.toLogin')}</AppLink>}
    >
      <AccountField
        label={t('identity.field.username')}
        autoComplete="username"
        autoFocus
        field={form.field('username')}
      />
      <Box sx={{ display: 'grid', gap: '18px', gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
        <AccountField
          label={t('identity.field.firstName')}
          autoComplete="given-name"
          field={form.field('first_name')}
        />
        <AccountField
          label={t('identity.field.lastName')}
          autoComplete="family-name"
          field={form.field('last_name')}
        />
      </Box>
      <AccountField
        label={t('identity.field.email')}
        type="email"
        autoComplete="email"
        field={form.field('email')}
      />
      <AccountField
        label={t('identity.field.phone')}
        type="tel"
        autoComplete="tel"
        isOptional
        field={form.field('phone')}
      />
      <NewPasswordField label={t('identity.field.password')} field={form.field('password')} />
    </AccountForm>
  )
}
