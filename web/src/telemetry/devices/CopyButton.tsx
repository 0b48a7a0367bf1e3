import ContentCopyRounded from '@mui/icons-material/ContentCopyRounded'
import IconButton from '@mui/material/IconButton'
import { useText } from '../../ui/i18n.tsx'
import { useToasts } from '../../ui/toasts/toasts.tsx'

/** Puts a text on the clipboard. `what` is the text in a word or two: it names the button. */
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
      // Within a line of text, which it must not make higher.
      sx={{ my: '-6px' }}
    >
      <ContentCopyRounded fontSize="small" />
    </IconButton>
  )
}
