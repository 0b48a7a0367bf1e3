import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { SearchField } from '../fields/SearchField.tsx'
import { token } from '../theme/tokens.ts'

interface ListToolbarProps {
  typed: string
  onType: (text: string) => void
  searchLabel: string
  /** Further filters, after the search. */
  children?: ReactNode
}

/** The bar above a list: the search, then further filters. */
export function ListToolbar({ typed, onType, searchLabel, children }: ListToolbarProps) {
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: '10px',
        p: '12px 14px',
        borderBottom: `1px solid ${token('line')}`,
      }}
    >
      <Box sx={{ flex: '1 1 240px', maxWidth: 380 }}>
        <SearchField value={typed} onChange={onType} label={searchLabel} />
      </Box>
      {children}
    </Box>
  )
}
