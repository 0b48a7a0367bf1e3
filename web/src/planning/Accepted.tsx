import CheckCircleOutlineRounded from '@mui/icons-material/CheckCircleOutlineRounded'
import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { token } from '../ui/theme/tokens.ts'

/** What breaks a setting by an exception that was accepted: in words, with its sign. */
export function Accepted({ children }: { children: ReactNode }) {
  return (
    <Box
      component="span"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: '5px',
        typography: 'body2',
        color: token('alarmed'),
      }}
    >
      <CheckCircleOutlineRounded aria-hidden sx={{ fontSize: 15 }} />
      {children}
    </Box>
  )
}
