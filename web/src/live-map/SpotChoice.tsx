import Box from '@mui/material/Box'
import { useState } from 'react'
import { ChoiceMenu, type ChoiceMenuItem } from '../ui/fields/ChoiceMenu.tsx'
import { token } from '../ui/theme/tokens.ts'

/** A depot holds hundreds on one spot; a menu of them all helps nobody. */
const mostShown = 15

interface SpotChoiceProps {
  items: readonly ChoiceMenuItem[]
  label: string
  /** Words for those the menu has no room for. */
  moreLabel: (count: number) => string
  /** In pixels of the map. */
  at: { x: number; y: number }
  onClose: () => void
}

/** Several things stand on one spot: a menu there asks which of them. */
export function SpotChoice({ items, label, moreLabel, at, onClose }: SpotChoiceProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const more = items.length - mostShown
  return (
    <>
      <Box ref={setAnchor} aria-hidden sx={{ position: 'absolute', left: at.x, top: at.y }} />
      <ChoiceMenu
        anchor={anchor}
        onClose={onClose}
        label={label}
        head={more > 0 && <Box sx={{ typography: 'body2', color: token('textSoft') }}>{moreLabel(more)}</Box>}
        items={items.slice(0, mostShown)}
      />
    </>
  )
}
