import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { token } from './theme/tokens.ts'

interface FigureWithUnitProps {
  value: ReactNode
  unit?: string
  /** `body` in rows, `title` in popups, `figure` on cards. */
  size?: 'body' | 'title' | 'figure'
}

const variantOf = { body: 'h3', title: 'h2', figure: 'figure' } as const

/** A figure followed by its unit in small type: `31 km/h`. */
export function FigureWithUnit({ value, unit, size = 'body' }: FigureWithUnitProps) {
  return (
    <Box component="span" sx={{ typography: variantOf[size], whiteSpace: 'nowrap' }}>
      {value}
      {unit !== undefined && (
        <Box component="span" sx={{ typography: 'caption', color: token('textSoft'), ml: '3px' }}>
          {unit}
        </Box>
      )}
    </Box>
  )
}
