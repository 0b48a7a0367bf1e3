import Typography from '@mui/material/Typography'
import { changeOwnEmail } from '@rumbo/contract/identity.account.contract'
import { useErrorMessage } from '../app/client-context.tsx'
import { knownCode } from '../app/data/problems.ts'
import { useChange } from '../app/data/use-data.ts'
import { FormDialog } from '../ui/dialogs/FormDialog.tsx'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/theme/tokens.ts'
import { useToasts } from '../ui/toasts/toasts.tsx'
import { AccountField, PasswordField } from './AccountForm.tsx'
import { validateEmail } from './identity.rules.ts'
import { useAccountForm } from './use-account-form.ts'

/** Changes the e-mail of the user's own account; requires the password. */
export function EmailDialog({ onClose }: { onClose: () => void }) {
  const { t } = useText()
  const toasts = useToasts()
  const message = useErrorMessage()
  const change = useChange(changeOwnEmail)
  const form = useAccountForm({
    initial: { email: '', password: '' },
    judges: {
      email: validateEmail,
      password: (value) => (value === '' ? 'identity.valid.currentPasswordRequired' : null),
    },
    submit: async ({ email, password }, { setFieldError, setFormError }) => {
      try {
        await change.mutateAsync({ body: { email: email.trim(), password } })
        toasts.show({ type: 'success', message: t('account.reach.emailChanged') })
        onClose()
      } catch (failure) {
        const code = knownCode(failure)
        if (code === 'email_taken') setFieldError('email', 'problems.email_taken')
        else if (code === 'current_password_incorrect')
          setFieldError('password', 'identity.valid.currentPasswordIncorrect')
        else setFormError(message(failure, t('account.error.save')))
      }
    },
  })
  return (
    <FormDialog
      title={t('account.reach.changeEmail')}
      submitLabel={t('ui.save')}
      isBusy={form.isBusy}
      error={form.error}
      onSubmit={form.onSubmit}
      onClose={onClose}
    >
      <Typography sx={{ color: token('textSoft') }}>{t('account.reach.currentPasswordWhy')}</Typography>
      <AccountField
        label={t('identity.field.email')}
        type="email"
        autoComplete="email"
        autoFocus
        maxLength={254}
        field={form.field('email')}
      />
      <PasswordField
        label={t('identity.field.currentPassword')}
        autoComplete="current-password"
        maxLength={200}
        field={form.field('password')}
      />
    </FormDialog>
  )
}
