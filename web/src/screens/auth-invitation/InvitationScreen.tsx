import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import { acceptInvitation, readInvitation } from '@rumbo/contract/identity.account.contract'
import { useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { addresses } from '../../addresses.ts'
import { useErrorMessage } from '../../app/client-context.tsx'
import { knownCode } from '../../app/data/problems.ts'
import { useData, useEndpoint } from '../../app/data/use-data.ts'
import { AppLink, useGo } from '../../app/navigation/address.tsx'
import type { ScreenProps } from '../../app/navigation/screen-entry.ts'
import { AccountField, AccountForm, NewPasswordFields } from '../../identity/AccountForm.tsx'
import { fieldProblems } from '../../identity/field-problems.ts'
import {
  validateConfirmation,
  validateFirstName,
  validateLastName,
  validateNewPassword,
  validatePhone,
  validateUsername,
} from '../../identity/identity.rules.ts'
import { useAccountForm } from '../../identity/use-account-form.ts'
import { useText } from '../../ui/i18n.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { FormSkeleton } from '../../ui/skeletons.tsx'
import { useToasts } from '../../ui/toasts/toasts.tsx'

const empty = { username: '', first_name: '', last_name: '', phone: '', password: '', confirmation: '' }

/** The target of an invitation link: shows who is invited and creates the account. */
export function InvitationScreen({ title }: ScreenProps) {
  const { t, setLanguage } = useText()
  const go = useGo()
  const { call } = useData()
  const toasts = useToasts()
  const message = useErrorMessage()
  const { token = '' } = useParams({ strict: false }) as { token?: string }
  const invitation = useEndpoint(
    readInvitation,
    { params: { token } },
    { retry: false, enabled: token !== '' },
  )
  const invited = invitation.data
  const wanted = invited?.language
  useEffect(() => {
    // The inviter chose this language; a later change by the user is kept.
    if (wanted !== undefined) void setLanguage(wanted)
  }, [wanted, setLanguage])

  const form = useAccountForm({
    initial: empty,
    saved: empty,
    judges: {
      username: validateUsername,
      first_name: validateFirstName,
      last_name: validateLastName,
      phone: validatePhone,
      password: validateNewPassword,
      confirmation: (value, { password }) => validateConfirmation(value, password),
    },
    submit: async ({ confirmation: _, phone, ...fields }, { setFieldError, setFormError }) => {
      try {
        await call(acceptInvitation, {
          params: { token },
          body: {
            ...fields,
            first_name: fields.first_name.trim(),
            last_name: fields.last_name.trim(),
            phone: phone.trim() || undefined,
          },
        })
        toasts.show({ type: 'success', message: t('account.invitation.done') })
        go(addresses.login(), { replace: true })
      } catch (failure) {
        if (knownCode(failure) === 'username_taken') setFieldError('username', 'problems.username_taken')
        else {
          for (const { field, message: reason } of fieldProblems(failure)) {
            if (field in empty) setFieldError(field as keyof typeof empty, reason)
          }
          setFormError(message(failure, t('account.invitation.failed')))
        }
      }
    },
  })

  if (invitation.isPending && token !== '') return <FormSkeleton />
  if (invited === undefined) {
    return (
      <Box>
        <PageHeader title={title} />
        <Alert severity="warning">
          {invitation.error
            ? message(invitation.error, t('account.invitation.readFailed'))
            : t('problems.invitation_invalid')}
        </Alert>
        <AppLink to={addresses.login()} sx={{ display: 'inline-block', mt: '18px' }}>
          {t('identity.forgot.toLogin')}
        </AppLink>
      </Box>
    )
  }
  const { companyName: company, invitedBy: person, email } = invited
  return (
    <AccountForm
      title={t('account.invitation.title')}
      lead={
        person === null
          ? t('account.invitation.leadPlain', { company, email })
          : t('account.invitation.lead', { person, company, email })
      }
      submit={t('account.invitation.submit')}
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
        label={t('identity.field.phone')}
        autoComplete="tel"
        inputMode="tel"
        isOptional
        field={form.field('phone')}
      />
      <NewPasswordFields
        label={t('identity.field.password')}
        password={form.field('password')}
        confirmation={form.field('confirmation')}
      />
    </AccountForm>
  )
}
