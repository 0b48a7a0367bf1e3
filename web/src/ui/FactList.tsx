import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { token } from './theme/tokens.ts'

export interface Fact {
  name: string
  value: ReactNode
}

/** Labels and values side by side, stacked on a narrow screen; a dash for a missing value. */
export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <Box
      component="dl"
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(120px, 36%) minmax(0, 1fr)' },
        gap: { xs: '0', sm: '9px 14px' },
        m: 0,
      }}
    >
      {facts.map(({ name, value }) => (
        <Box key={name} sx={{ display: 'contents' }}>
          <Box component="dt" sx={{ color: token('textSoft') }}>
            {name}
          </Box>
          <Box component="dd" sx={{ m: 0, mb: { xs: '6px', sm: 0 }, minWidth: 0, overflowWrap: 'anywhere' }}>
            {value ?? '—'}
          </Box>
        </Box>
      ))}
    </Box>
  )
}
