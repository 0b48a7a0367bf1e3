import Button, { type ButtonProps } from '@mui/material/Button'
import { visuallyHidden } from '../ui/visually-hidden.ts'

/** Where the bar would take a third line; on a phone it scrolls. */
const tight = '@media (min-width: 600px) and (max-width: 1199.95px)'

interface ToolButtonProps extends Omit<ButtonProps, 'children' | 'title' | 'sx'> {
  label: string
}

/** A button of the plan's bar, whose label only screen readers have where there is no room for it. */
export const ToolButton = ({ label, ...button }: ToolButtonProps) => (
  <Button
    {...button}
    title={label}
    sx={{ [tight]: { minWidth: 40, '& .MuiButton-startIcon': { m: 0 }, '& > .label': visuallyHidden } }}
  >
    <span className="label">{label}</span>
  </Button>
)
