import Button from '@mui/material/Button'
import type { ReactNode } from 'react'

interface BulkButtonProps {
  label: string
  icon: ReactNode
  isBusy: boolean
  isDangerous?: boolean
  /** @param at the button, for a menu */
  onPress: (at: HTMLElement) => void
}

/** One action of a `SelectionBar`. */
export function BulkButton({ label, icon, isBusy, isDangerous = false, onPress }: BulkButtonProps) {
  return (
    <Button
      size="small"
      variant="outlined"
      color={isDangerous ? 'error' : undefined}
      startIcon={icon}
      disabled={isBusy}
      onClick={(event) => onPress(event.currentTarget)}
    >
      {label}
    </Button>
  )
}
