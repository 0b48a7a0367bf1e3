import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { token } from '../ui/theme/tokens.ts'

/** Names and values side by side; on a narrow screen one above the other. */
export function Facts({ facts }: { facts: readonly { name: string; value: ReactNode }[] }) {
  return (
    <Box
      component="dl"
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(120px, auto) minmax(0, 1fr)' },
        gap: { xs: '0', sm: '4px 16px' },
        alignItems: 'center',
        m: 0,
        typography: 'body2',
      }}
    >
      {facts.map(({ name, value }) => (
        <Box key={name} sx={{ display: 'contents' }}>
          <Box component="dt" sx={{ color: token('textSoft') }}>
            {name}
          </Box>
          <Box component="dd" sx={{ m: 0, mb: { xs: '6px', sm: 0 }, overflowWrap: 'anywhere' }}>
            {value}
          </Box>
        </Box>
      ))}
    </Box>
  )
}
