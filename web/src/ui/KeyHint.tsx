import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { token } from './theme/tokens.ts'

/** A keyboard key as a small cap. Decorative: the control itself carries `aria-keyshortcuts`. */
export function KeyHint({ children }: { children: ReactNode }) {
  return (
    <Box
      component="kbd"
      aria-hidden
      sx={{
        display: 'inline-grid',
        placeItems: 'center',
        minWidth: 20,
        height: 20,
        ml: '6px',
        px: '5px',
        border: `1px solid ${token('line')}`,
        borderRadius: '5px',
        backgroundColor: token('surface'),
        color: token('textSoft'),
        fontFamily: 'inherit',
        fontSize: '0.71875rem',
        fontWeight: 620,
        lineHeight: 1,
      }}
    >
      {children}
    </Box>
  )
}
