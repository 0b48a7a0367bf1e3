import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { token } from '../../ui/theme/tokens.ts'

/** A scrolling frame right of the map for what has none of its own. */
export function SidePanel({ children }: { children: ReactNode }) {
  return (
    <Box sx={{ height: '100%', overflowY: 'auto', p: '14px', backgroundColor: token('surface') }}>
      {children}
    </Box>
  )
}
