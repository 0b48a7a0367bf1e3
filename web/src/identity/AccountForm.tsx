import VisibilityOffOutlined from '@mui/icons-material/VisibilityOffOutlined'
import VisibilityOutlined from '@mui/icons-material/VisibilityOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import type { TextKey } from '@rumbo/i18n/keys'
import { type FormEventHandler, type ReactNode, useState } from 'react'
import type { FieldError, UseFormRegisterReturn } from 'react-hook-form'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/tokens.ts'

interface FieldProps {
  label: string
  field: UseFormRegisterReturn
  /** Its message is a text key, or already words of the server. */
  error?: FieldError
  hint?: string
  type?: string
  autoComplete?: string
  autoFocus?: boolean
  inputMode?: 'numeric' | 'email' | 'tel'
  maxLength?: number
  isOptional?: boolean
  end?: ReactNode
}

/** One field of an account form, with its message below. */
export function AccountField({
  label,
  field,
  error,
  hint,
  end,
  isOptional,
  inputMode,
  maxLength,
  ...rest
}: FieldProps) {
  const { t } = useText()
  const { ref, ...handlers } = field
  const message = error?.message
    ? t(error.message as Extract<TextKey, `identity.valid.${string}`>)
    : undefined
  return (
    <TextField
      {...rest}
      {...handlers}
      inputRef={ref}
      fullWidth
      label={isOptional ? `${label} (${t('ui.optional')})` : label}
      error={error !== undefined}
      helperText={message ?? hint}
      slotProps={{
        htmlInput: { inputMode, maxLength, 'aria-required': !isOptional },
        input: end === undefined ? undefined : { endAdornment: end },
      }}
    />
  )
}

/** A password, hidden until its eye is pressed. */
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

interface AccountFormProps {
  title: string
  lead?: ReactNode
  submit: string
  isBusy: boolean
  /** What went wrong with the whole form. */
  error?: string | null
  /** Something to know before filling it in. */
  notice?: ReactNode
  onSubmit: FormEventHandler<HTMLFormElement>
  children: ReactNode
  /** Links below. */
  foot?: ReactNode
}

/** The frame all forms outside the application share: heading, notices, fields, one button. */
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
