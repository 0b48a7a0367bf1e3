import Box from '@mui/material/Box'
import { useState } from 'react'
import { ChoiceMenu, type ChoiceMenuItem } from '../ui/fields/ChoiceMenu.tsx'
import { token } from '../ui/theme/tokens.ts'

/** A depot holds hundreds of vehicles on one spot; a menu of all of them would be useless. */
const maxShown = 15

interface SpotChoiceProps {
  items: readonly ChoiceMenuItem[]
  label: string
  /** Text for the number of those not listed. */
  moreLabel: (count: number) => string
  /** In pixels of the map. */
  at: { x: number; y: number }
  onClose: () => void
}

/** A menu to choose among several things on one spot. */
export function SpotChoice({ items, label, moreLabel, at, onClose }: SpotChoiceProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const more = items.length - maxShown
  return (
    <>
      <Box ref={setAnchor} aria-hidden sx={{ position: 'absolute', left: at.x, top: at.y }} />
      <ChoiceMenu
        anchor={anchor}
        onClose={onClose}
        label={label}
        head={more > 0 && <Box sx={{ typography: 'body2', color: token('textSoft') }}>{moreLabel(more)}</Box>}
        items={items.slice(0, maxShown)}
      />
    </>
  )
}
