import Box from '@mui/material/Box'
import { token } from '../../ui/theme/tokens.ts'

/** The logo: an arrow on the accent colour. Decorative beside the name. */
export function BrandMark({ size = 30 }: { size?: number }) {
  return (
    <Box
      component="svg"
      aria-hidden
      viewBox="0 0 32 32"
      sx={{ width: size, height: size, flexShrink: 0, display: 'block' }}
    >
      <Box component="rect" width="32" height="32" rx="8" sx={{ fill: token('primary') }} />
      <Box component="path" d="M16 7.2 23 24l-7-3.6L9 24z" sx={{ fill: token('onPrimary') }} />
    </Box>
  )
}

export function Brand({ isMini = false }: { isMini?: boolean }) {
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: '10px' }}>
      <BrandMark />
      {!isMini && (
        <Box component="span" sx={{ fontSize: '1.125rem', fontWeight: 700, letterSpacing: '-0.01em' }}>
          Rumbo
        </Box>
      )}
    </Box>
  )
}
