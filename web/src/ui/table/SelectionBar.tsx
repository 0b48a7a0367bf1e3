import CloseRounded from '@mui/icons-material/CloseRounded'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import type { ReactNode } from 'react'
import { token } from '../theme/tokens.ts'
import { visuallyHidden } from '../visually-hidden.ts'

interface SelectionBarProps {
  /** The number of selected rows in words; null if there are none. */
  words: string | null
  clearLabel: string
  onClear: () => void
  /** Actions on the selected rows. */
  children: ReactNode
}

/** Shown above a list with selected rows: their number, their actions, and a button to clear the selection. */
export function SelectionBar({ words, clearLabel, onClear, children }: SelectionBarProps) {
  return (
    <>
      <span role="status" style={visuallyHidden}>
        {words}
      </span>
      {words !== null && (
        <Box
          sx={{
            display: 'flex',
            alignItems: 'flex-start',
            gap: '4px',
            p: '8px 6px 8px 14px',
            backgroundColor: token('primarySoft'),
            borderBottom: `1px solid ${token('line')}`,
          }}
        >
          <Box
            sx={{
              flex: 1,
              minWidth: 0,
              display: 'flex',
              flexWrap: 'wrap',
              alignItems: 'center',
              gap: '4px 10px',
            }}
          >
            <Box aria-hidden sx={{ typography: 'subtitle2', lineHeight: '32px' }}>
              {words}
            </Box>
            {children}
          </Box>
          <IconButton size="small" aria-label={clearLabel} onClick={onClear}>
            <CloseRounded fontSize="small" />
          </IconButton>
        </Box>
      )}
    </>
  )
}
