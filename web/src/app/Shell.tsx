import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

export function Shell({ children }: { children: ReactNode }) {
  return (
    <Box component="main" id="main" tabIndex={-1} sx={{ p: '20px' }}>
      {children}
    </Box>
  )
}
