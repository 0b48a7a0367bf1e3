import ContentCopyRounded from '@mui/icons-material/ContentCopyRounded'
import IconButton from '@mui/material/IconButton'
import { useText } from '../../ui/i18n.tsx'
import { useToasts } from '../../ui/toasts/toasts.tsx'

/** Copies a text to the clipboard. `what` describes the text, for the button's name. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const { t } = useText()
  const toasts = useToasts()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      toasts.show({ type: 'success', message: t('devices.copied', { what }) })
    } catch {
      toasts.show({ type: 'error', message: t('devices.copyFailed') })
    }
  }
  return (
    <IconButton
      size="small"
      aria-label={t('devices.copy', { what })}
      title={t('devices.copy', { what })}
      onClick={() => void copy()}
      // Inside a line of text, whose height it must not increase.
      sx={{ my: '-6px' }}
    >
      <ContentCopyRounded fontSize="small" />
    </IconButton>
  )
}
