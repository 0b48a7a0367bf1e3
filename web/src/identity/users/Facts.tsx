import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { token } from '../../ui/theme/tokens.ts'

export type Fact = readonly [label: string, value: ReactNode]

/** Names and values side by side; a dash where there is no value. */
export function Facts({ rows }: { rows: readonly Fact[] }) {
  return (
    <Box
      component="dl"
      sx={{ display: 'grid', gridTemplateColumns: 'minmax(110px, 34%) 1fr', gap: '9px 14px', m: 0 }}
    >
      {rows.map(([label, value]) => (
        <Box key={label} sx={{ display: 'contents' }}>
          <Box component="dt" sx={{ color: token('textSoft') }}>
            {label}
          </Box>
          <Box component="dd" sx={{ m: 0, minWidth: 0, overflowWrap: 'anywhere' }}>
            {value ?? '—'}
          </Box>
        </Box>
      ))}
    </Box>
  )
}
