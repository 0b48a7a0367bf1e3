import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { confirmVerification } from '@rumbo/contract/identity.account.contract'
import { useErrorMessage } from '../app/client-context.tsx'
import { knownCode } from '../app/data/problems.ts'
import { useChange } from '../app/data/use-data.ts'
import { FormDialog } from '../ui/dialogs/FormDialog.tsx'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/theme/tokens.ts'
import { useToasts } from '../ui/toasts/toasts.tsx'
import { AccountField } from './AccountForm.tsx'
import { validateVerificationCode } from './identity.rules.ts'
import { useAccountForm } from './use-account-form.ts'

interface VerificationDialogProps {
  channel: 'email' | 'phone'
  address: string
  onResend: () => void
  isResending: boolean
  onClose: () => void
}

/** Asks for the six digits sent to the user's own e-mail or telephone. */
export function VerificationDialog(props: VerificationDialogProps) {
  const { channel, address, onResend, isResending, onClose } = props
  const { t } = useText()
  const toasts = useToasts()
  const message = useErrorMessage()
  const confirm = useChange(confirmVerification)
  const form = useAccountForm({
    initial: { code: '' },
    judges: { code: validateVerificationCode },
    submit: async ({ code }, { setFieldError, setFormError, focus }) => {
      try {
        await confirm.mutateAsync({ body: { channel, code } })
        toasts.show({ type: 'success', message: t('account.verify.done', { address }) })
        onClose()
      } catch (failure) {
        if (knownCode(failure) === 'verification_invalid')
          setFieldError('code', 'problems.verification_invalid')
        else {
          setFormError(message(failure, t('account.error.verify')))
          focus('code')
        }
      }
    },
  })
  return (
    <FormDialog
      title={t(`account.verify.title.${channel}`)}
      submitLabel={t('account.verify.submit')}
      isBusy={form.isBusy}
      error={form.error}
      onSubmit={form.onSubmit}
      onClose={onClose}
      extraAction={
        <Button onClick={onResend} loading={isResending} sx={{ mr: 'auto' }}>
          {t('account.verify.resend')}
        </Button>
      }
    >
      <Typography sx={{ color: token('textSoft'), overflowWrap: 'anywhere' }}>
        {t('account.verify.text', { address })}
      </Typography>
      <AccountField
        label={t('identity.field.verificationCode')}
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={6}
        autoFocus
        field={form.field('code')}
      />
    </FormDialog>
  )
}
