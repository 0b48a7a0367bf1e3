import AddRounded from '@mui/icons-material/AddRounded'
import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import type { ReactNode } from 'react'
import { boxLook } from '../ui/card-look.ts'
import { token } from '../ui/theme/tokens.ts'

interface EntryListProps<E extends { id: number }> {
  title: string
  /** Shown without entries. */
  noneText: string
  addLabel: string
  entries: readonly E[]
  /** False once the list is full. */
  hasRoom: boolean
  removeLabel: (at: number) => string
  onAdd: () => void
  onRemove: (at: number) => void
  children: (entry: E, at: number) => ReactNode
}

/** Fields that repeat: each entry in a box with a button to remove it, and one button to add another. */
export function EntryList<E extends { id: number }>(props: EntryListProps<E>) {
  const { title, noneText, addLabel, entries, hasRoom, removeLabel, onAdd, onRemove, children } = props
  return (
    <Box component="fieldset" sx={{ border: 0, m: 0, p: 0, minWidth: 0, display: 'grid', gap: '10px' }}>
      <Box component="legend" sx={{ typography: 'h3', p: 0, mb: '8px' }}>
        {title}
      </Box>
      {entries.length === 0 && <Box sx={{ typography: 'body2', color: token('textSoft') }}>{noneText}</Box>}
      {entries.map((entry, at) => (
        <Box
          key={entry.id}
          sx={{ ...boxLook, p: '12px', display: 'flex', gap: '8px', alignItems: 'flex-start' }}
        >
          <Box sx={{ flex: 1, minWidth: 0, display: 'grid', gap: '12px' }}>{children(entry, at)}</Box>
          <IconButton aria-label={removeLabel(at)} onClick={() => onRemove(at)}>
            <DeleteOutlineRounded />
          </IconButton>
        </Box>
      ))}
      {hasRoom && (
        <Box>
          <Button size="small" startIcon={<AddRounded />} onClick={onAdd}>
            {addLabel}
          </Button>
        </Box>
      )}
    </Box>
  )
}
