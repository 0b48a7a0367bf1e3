import Box from '@mui/material/Box'
import { type FilterChip, FilterChips } from '../../ui/table/FilterChips.tsx'
import { token } from '../../ui/theme/tokens.ts'

interface LabelledChipsProps<Value extends string> {
  label: string
  chips: readonly FilterChip<Value>[]
  selected: readonly Value[]
  onChange: (selected: Value[]) => void
}

/** Chips with their name above them, for forms. */
export function LabelledChips<Value extends string>(props: LabelledChipsProps<Value>) {
  return (
    <Box sx={{ display: 'grid', gap: '6px' }}>
      <Box component="span" aria-hidden sx={{ typography: 'body2', color: token('textSoft') }}>
        {props.label}
      </Box>
      <FilterChips {...props} />
    </Box>
  )
}
