import ContentCopyRounded from '@mui/icons-material/ContentCopyRounded'
import DownloadRounded from '@mui/icons-material/DownloadRounded'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/theme/tokens.ts'
import { useToasts } from '../ui/toasts/toasts.tsx'

interface RecoveryCodesProps {
  codes: readonly string[]
  /** The user tried to leave without confirming that the codes are saved. */
  isHeld: boolean
}

/** Recovery codes, shown only once, to copy or download. */
export function RecoveryCodes({ codes, isHeld }: RecoveryCodesProps) {
  const { t } = useText()
  const toasts = useToasts()
  const text = codes.join('\n')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      toasts.show({ type: 'success', message: t('account.codes.copied') })
    } catch {
      toasts.show({ type: 'error', message: t('account.error.copy') })
    }
  }
  const download = () => {
    const url = URL.createObjectURL(new Blob([`${text}\n`], { type: 'text/plain' }))
    const link = document.createElement('a')
    link.href = url
    link.download = 'rumbo-codigos.txt'
    link.click()
    URL.revokeObjectURL(url)
  }
  return (
    <Box sx={{ display: 'grid', gap: '14px' }}>
      <Typography sx={{ color: token('textSoft') }}>{t('account.codes.text')}</Typography>
      <Box
        component="ul"
        aria-label={t('account.codes.title')}
        sx={{
          display: 'grid',
          gridTemplateColumns: 'repeat(auto-fill, minmax(130px, 1fr))',
          gap: '8px',
          m: 0,
          p: '14px',
          listStyle: 'none',
          borderRadius: '8px',
          backgroundColor: token('sunken'),
          fontVariantNumeric: 'tabular-nums',
          fontWeight: 620,
          letterSpacing: '0.04em',
        }}
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </Box>
      <Box sx={{ display: 'flex', gap: '8px', flexWrap: 'wrap' }}>
        <Button variant="outlined" startIcon={<ContentCopyRounded />} onClick={() => void copy()}>
          {t('account.codes.copy')}
        </Button>
        <Button variant="outlined" startIcon={<DownloadRounded />} onClick={download}>
          {t('account.codes.download')}
        </Button>
      </Box>
      <Box role="alert" sx={{ '&:empty': { display: 'none' } }}>
        {isHeld && (
          <Alert severity="warning" role="presentation">
            {t('account.codes.held')}
          </Alert>
        )}
      </Box>
    </Box>
  )
}
