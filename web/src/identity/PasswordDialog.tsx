import Typography from '@mui/material/Typography'
import { changePassword } from '@rumbo/contract/identity.contract'
import { useClient, useErrorMessage } from '../app/client-context.tsx'
import { knownCode } from '../app/data/problems.ts'
import { useChange } from '../app/data/use-data.ts'
import { FormDialog } from '../ui/dialogs/FormDialog.tsx'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/theme/tokens.ts'
import { NewPasswordFields, PasswordField } from './AccountForm.tsx'
import { validateConfirmation, validateNewPassword } from './identity.rules.ts'
import { useAccountForm } from './use-account-form.ts'

/** Changes the user's own password, which ends the session. */
export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const { t } = useText()
  const { session } = useClient()
  const message = useErrorMessage()
  const change = useChange(changePassword)
  const form = useAccountForm({
    initial: { current: '', password: '', confirmation: '' },
    judges: {
      current: (value) => (value === '' ? 'identity.valid.currentPasswordRequired' : null),
      password: validateNewPassword,
      confirmation: (value, { password }) => validateConfirmation(value, password),
    },
    submit: async ({ current, password }, { setFieldError, setFormError }) => {
      try {
        await change.mutateAsync({ body: { current_password: current, new_password: password } })
        session.endAfterPasswordChange()
      } catch (failure) {
        if (knownCode(failure) === 'current_password_incorrect')
          setFieldError('current', 'identity.valid.currentPasswordIncorrect')
        else setFormError(message(failure, t('identity.error.changePassword')))
      }
    },
  })
  return (
    <FormDialog
      title={t('account.password.change')}
      submitLabel={t('account.password.change')}
      isBusy={form.isBusy}
      error={form.error}
      onSubmit={form.onSubmit}
      onClose={onClose}
    >
      <Typography sx={{ color: token('textSoft') }}>{t('account.password.lead')}</Typography>
      <PasswordField
        label={t('identity.field.currentPassword')}
        autoComplete="current-password"
        autoFocus
        maxLength={200}
        field={form.field('current')}
      />
      <NewPasswordFields password={form.field('password')} confirmation={form.field('confirmation')} />
    </FormDialog>
  )
}
