import VisibilityOffOutlined from '@mui/icons-material/VisibilityOffOutlined'
import VisibilityOutlined from '@mui/icons-material/VisibilityOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormControl from '@mui/material/FormControl'
import FormHelperText from '@mui/material/FormHelperText'
import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
import InputLabel from '@mui/material/InputLabel'
import OutlinedInput from '@mui/material/OutlinedInput'
import Typography from '@mui/material/Typography'
import type { TextKey } from '@rumbo/i18n/keys'
import { type FormEventHandler, type ReactNode, useId, useState } from 'react'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/theme/tokens.ts'
import { PasswordRules } from './PasswordRules.tsx'
import type { BoundField } from './use-account-form.ts'

interface FieldProps {
  label: string
  field: BoundField
  hint?: string
  type?: string
  autoComplete?: string
  autoFocus?: boolean
  inputMode?: 'numeric' | 'email' | 'tel'
  maxLength?: number
  isOptional?: boolean
  end?: ReactNode
  /** Id of an element that describes the field. */
  describedBy?: string
}

/** A field of an account form with its message below. Avoids MUI's TextField, which would load menus too. */
export function AccountField({
  label,
  field,
  hint,
  isOptional = false,
  end,
  inputMode,
  maxLength,
  describedBy,
  ...rest
}: FieldProps) {
  const { t } = useText()
  const id = useId()
  const { error, ref, onChange, ...bound } = field
  const shownLabel = isOptional ? `${label} (${t('ui.optional')})` : label
  const message = error === null ? hint : t(error as Extract<TextKey, `identity.valid.${string}`>)
  return (
    <FormControl fullWidth error={error !== null}>
      <InputLabel htmlFor={id}>{shownLabel}</InputLabel>
      <OutlinedInput
        {...rest}
        {...bound}
        id={id}
        label={shownLabel}
        inputRef={ref}
        onChange={(event) => onChange(event.target.value)}
        endAdornment={end}
        inputProps={{
          inputMode,
          maxLength,
          'aria-required': !isOptional,
          'aria-describedby':
            [message === undefined ? '' : `${id}-text`, describedBy ?? ''].join(' ').trim() || undefined,
        }}
      />
      {message !== undefined && <FormHelperText id={`${id}-text`}>{message}</FormHelperText>}
    </FormControl>
  )
}

/** A password field with a button to show the password. */
export function PasswordField(props: Omit<FieldProps, 'type' | 'end'>) {
  const { t } = useText()
  const [isShown, setShown] = useState(false)
  const label = t(isShown ? 'identity.field.hidePassword' : 'identity.field.showPassword')
  return (
    <AccountField
      {...props}
      type={isShown ? 'text' : 'password'}
      end={
        <InputAdornment position="end">
          <IconButton
            edge="end"
            size="small"
            aria-label={label}
            aria-pressed={isShown}
            title={label}
            onClick={() => setShown(!isShown)}
          >
            {isShown ? <VisibilityOffOutlined fontSize="small" /> : <VisibilityOutlined fontSize="small" />}
          </IconButton>
        </InputAdornment>
      }
    />
  )
}

/** A new password with its rules. */
export function NewPasswordField({ label, field }: { label: string; field: BoundField }) {
  const rulesId = useId()
  return (
    <Box>
      <PasswordField label={label} autoComplete="new-password" field={field} describedBy={rulesId} />
      <PasswordRules id={rulesId} password={field.value} />
    </Box>
  )
}

interface NewPasswordFieldsProps {
  /** Label of the first field. Default: "New password". */
  label?: string
  password: BoundField
  confirmation: BoundField
}

/** Fields for a new password and its confirmation. */
export function NewPasswordFields({ label, password, confirmation }: NewPasswordFieldsProps) {
  const { t } = useText()
  return (
    <>
      <NewPasswordField label={label ?? t('identity.field.newPassword')} field={password} />
      <PasswordField
        label={t('identity.field.confirmPassword')}
        autoComplete="new-password"
        field={confirmation}
      />
    </>
  )
}

interface AccountFormProps {
  title: string
  lead?: ReactNode
  submit: string
  isBusy: boolean
  /** An error of the form as a whole. */
  error?: string | null
  /** Information shown above the fields. */
  notice?: ReactNode
  onSubmit: FormEventHandler<HTMLFormElement>
  children: ReactNode
  /** Links below the form. */
  foot?: ReactNode
}

/** The frame of all forms outside the application: heading, notices, fields, one button. */
export function AccountForm(props: AccountFormProps) {
  const { title, lead, submit, isBusy, error, notice, onSubmit, children, foot } = props
  return (
    <Box
      component="form"
      noValidate
      onSubmit={onSubmit}
      aria-label={title}
      sx={{ display: 'grid', gap: '18px' }}
    >
      <Box>
        <Typography variant="h1" sx={{ fontSize: '1.5rem', lineHeight: 1.3 }}>
          {title}
        </Typography>
        {lead !== undefined && <Typography sx={{ color: token('textSoft'), mt: '4px' }}>{lead}</Typography>}
      </Box>
      {notice}
      <Box role="alert" sx={{ '&:empty': { display: 'none' } }}>
        {error && (
          <Alert severity="error" role="presentation">
            {error}
          </Alert>
        )}
      </Box>
      {children}
      <Button type="submit" variant="contained" size="large" loading={isBusy} fullWidth>
        {submit}
      </Button>
      {foot !== undefined && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', gap: '8px 16px' }}>
          {foot}
        </Box>
      )}
    </Box>
  )
}
