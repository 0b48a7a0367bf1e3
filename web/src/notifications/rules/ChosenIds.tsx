import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import type { ReactNode } from 'react'

interface ChosenIdsProps {
  label: string
  ids: readonly string[]
  /** What one of them is called. */
  nameOf: (id: string) => ReactNode
  onChange: (ids: string[]) => void
  /** What adds another one. */
  children: ReactNode
}

/** Records a rule names, each with its own way out, and a field that adds another. */
export function ChosenIds({ label, ids, nameOf, onChange, children }: ChosenIdsProps) {
  return (
    <Box sx={{ display: 'grid', gap: '8px' }}>
      {children}
      {ids.length > 0 && (
        <Box role="group" aria-label={label} sx={{ display: 'flex', flexWrap: 'wrap', gap: '8px' }}>
          {ids.map((id) => (
            <Chip key={id} label={nameOf(id)} onDelete={() => onChange(ids.filter((one) => one !== id))} />
          ))}
        </Box>
      )}
    </Box>
  )
}
