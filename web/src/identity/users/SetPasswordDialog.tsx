import Checkbox from '@mui/material/Checkbox'
import DialogContentText from '@mui/material/DialogContentText'
import FormControlLabel from '@mui/material/FormControlLabel'
import { changeUserPassword } from '@rumbo/contract/identity.contract'
import type { User } from '@rumbo/contract/identity.users.contract'
import { type FormEvent, useState } from 'react'
import { useErrorMessage } from '../../app/client-context.tsx'
import { useChange } from '../../app/data/use-data.ts'
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { validateConfirmation, validateNewPassword } from '../identity.rules.ts'
import { PasswordFields } from './PasswordFields.tsx'

/** Sets another user's password, optionally with a forced change at the next login. Mount it to open it. */
export function SetPasswordDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { t } = useText()
  const toasts = useToasts()
  const message = useErrorMessage()
  const [draft, setDraft] = useState({ password: '', confirmation: '' })
  const [isForced, setForced] = useState(true)
  const [wasSent, setSent] = useState(false)
  const change = useChange(changeUserPassword, {
    evicts: ['users'],
    onSuccess: () => {
      toasts.show({ type: 'success', message: t('users.done.passwordSet', { name: user.displayName }) })
      onClose()
    },
  })
  const found = {
    password: validateNewPassword(draft.password) ?? undefined,
    confirmation: validateConfirmation(draft.confirmation, draft.password) ?? undefined,
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSent(true)
    if (found.password !== undefined || found.confirmation !== undefined || change.isPending) return
    change.mutate({
      params: { id: user.id },
      body: { new_password: draft.password, force_password_change: isForced },
    })
  }
  return (
    <FormDialog
      title={t('users.setPassword.title', { name: user.displayName })}
      submitLabel={t('users.setPassword.submit')}
      isBusy={change.isPending}
      error={change.isError ? message(change.error, t('identity.error.changeUserPassword')) : null}
      onSubmit={submit}
      onClose={onClose}
    >
      <DialogContentText sx={{ color: token('textSoft') }}>{t('users.setPassword.text')}</DialogContentText>
      <PasswordFields
        {...draft}
        errors={wasSent ? found : {}}
        onChange={(some) => setDraft((before) => ({ ...before, ...some }))}
      />
      <FormControlLabel
        control={<Checkbox checked={isForced} onChange={(_, isOn) => setForced(isOn)} />}
        label={t('users.form.force')}
      />
    </FormDialog>
  )
}
