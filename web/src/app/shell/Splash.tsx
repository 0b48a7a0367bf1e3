import Box from '@mui/material/Box'
import CircularProgress from '@mui/material/CircularProgress'
import Typography from '@mui/material/Typography'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { BrandMark } from './Brand.tsx'

/** Shown while the session is restored and companies and fleets load. */
export function Splash() {
  const { t } = useText()
  return (
    <Box
      role="status"
      sx={{
        minHeight: '100dvh',
        display: 'grid',
        placeContent: 'center',
        justifyItems: 'center',
        gap: '16px',
        backgroundColor: token('background'),
      }}
    >
      <Box sx={{ position: 'relative', display: 'grid', placeItems: 'center', width: 72, height: 72 }}>
        <CircularProgress
          size={72}
          thickness={2}
          aria-hidden
          sx={{ position: 'absolute', color: token('primaryText') }}
        />
        <BrandMark size={36} />
      </Box>
      <Typography sx={{ color: token('textSoft') }}>{t('identity.authenticating')}</Typography>
    </Box>
  )
}
