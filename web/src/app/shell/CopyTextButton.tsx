import ContentCopyRounded from '@mui/icons-material/ContentCopyRounded'
import Button from '@mui/material/Button'
import { useText } from '../../ui/i18n.tsx'
import { useToasts } from '../../ui/toasts/toasts.tsx'

interface CopyTextButtonProps {
  text: string
  label: string
  /** The toast after success. */
  copied: string
}

/** Copies a text for a message to somebody outside the application. */
export function CopyTextButton({ text, label, copied }: CopyTextButtonProps) {
  const { t } = useText()
  const toasts = useToasts()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      toasts.show({ type: 'success', message: copied })
    } catch {
      toasts.show({ type: 'error', message: t('shell.noCompany.copyFailed') })
    }
  }
  return (
    <Button variant="outlined" startIcon={<ContentCopyRounded />} onClick={() => void copy()}>
      {label}
    </Button>
  )
}
