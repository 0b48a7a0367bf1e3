import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { addresses } from '../../addresses.ts'
import { useClient, useErrorMessage } from '../../app/client-context.tsx'
import { knownCode, ProblemError } from '../../app/data/problems.ts'
import { useGo } from '../../app/navigation/address.tsx'
import type { ScreenProps } from '../../app/navigation/screen-entry.ts'
import type { ForcedChangeRefusal } from '../../app/session/session.ts'
import { AccountForm, NewPasswordFields, PasswordField } from '../../identity/AccountForm.tsx'
import { validateConfirmation, validateNewPassword } from '../../identity/identity.rules.ts'
import { type Proof, proofOf, SecondFactor, secondFactorJudges } from '../../identity/SecondFactor.tsx'
import { useAccountForm } from '../../identity/use-account-form.ts'
import { useText } from '../../ui/i18n.tsx'

const refusalText = {
  pending_missing: 'identity.error.changeMissing',
  pending_expired: 'identity.error.changeExpired',
  current_incorrect: 'identity.valid.currentPasswordIncorrect',
} as const satisfies Record<ForcedChangeRefusal, string>

/** The forced password change before the first use. Requires the record that the login stored. */
export function ChangePasswordScreen({ title }: ScreenProps) {
  const { t } = useText()
  const go = useGo()
  const message = useErrorMessage()
  const { session, storage } = useClient()
  const [standing, setStanding] = useState(session.pendingChange)
  const [proof, setProof] = useState<Proof>('none')
  const form = useAccountForm({
    initial: { current: '', next: '', confirmation: '', otp: '', recovery: '' },
    judges: {
      current: (value) => (value === '' ? 'identity.valid.currentPasswordRequired' : null),
      next: validateNewPassword,
      confirmation: (value, { next }) => validateConfirmation(value, next),
      ...secondFactorJudges,
    },
    submit: async ({ current, next, otp, recovery }, { setFieldError, setFormError, focus }) => {
      try {
        const refusal = await session.changeForcedPassword({
          current,
          next,
          proof: proofOf(proof, { otp, recovery }),
        })
        if (refusal === null) go(addresses.login(), { replace: true })
        else if (refusal === 'current_incorrect') setFieldError('current', refusalText[refusal])
        else setStanding(refusal === 'pending_missing' ? 'none' : 'expired')
      } catch (failure) {
        const code = knownCode(failure)
        if (code === 'otp_invalid' && proof !== 'none') {
          setFieldError(proof, 'problems.otp_invalid')
          return
        }
        if (code === 'invalid_credentials') {
          setFieldError('current', refusalText.current_incorrect)
          return
        }
        if (code === 'otp_required' || code === 'otp_invalid') setProof('otp')
        else focus('next')
        setFormError(
          message(failure, failure instanceof ProblemError ? t('identity.error.changePassword') : null),
        )
      }
    },
  })

  const backToLogin = async () => {
    storage.storePendingChange(null)
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
      isBusy={form.isBusy}
      error={form.error}
      onSubmit={form.onSubmit}
      foot={<Button onClick={() => void backToLogin()}>{t('identity.forgot.toLogin')}</Button>}
    >
      <PasswordField
        label={t('identity.field.currentPassword')}
        autoComplete="current-password"
        autoFocus
        field={form.field('current')}
      />
      <NewPasswordFields password={form.field('next')} confirmation={form.field('confirmation')} />
      <SecondFactor proof={proof} onProof={setProof} field={form.field} />
    </AccountForm>
  )
}
