import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { type ReactNode, useId } from 'react'
import { cardLook } from './card-look.ts'
import { token } from './theme/tokens.ts'

interface CardProps {
  title?: ReactNode
  /** Accessible name of the region when no title is shown. */
  label?: string
  /** Secondary text beside the title, such as a count. */
  detail?: ReactNode
  actions?: ReactNode
  children?: ReactNode
  /** Without padding, for lists and tables that extend to the edge. */
  isFlush?: boolean
}

/** A surface with a border, or a soft shadow when bordered cards are off. With a title it is a named region. */
export function Card({ title, label, detail, actions, children, isFlush = false }: CardProps) {
  const titleId = useId()
  const hasHead = title !== undefined || actions !== undefined
  return (
    <Box
      component="section"
      aria-labelledby={title === undefined ? undefined : titleId}
      aria-label={title === undefined ? label : undefined}
      sx={{
        minWidth: 0,
        ...cardLook,
        p: isFlush ? 0 : '18px',
        overflow: isFlush ? 'hidden' : undefined,
      }}
    >
      {hasHead && (
        <Box
          sx={{ display: 'flex', alignItems: 'center', gap: '8px', p: isFlush ? '14px 16px' : '0 0 12px' }}
        >
          {title !== undefined && (
            <Typography variant="h2" id={titleId}>
              {title}
            </Typography>
          )}
          {detail !== undefined && (
            <Typography variant="body2" sx={{ color: token('textSoft') }}>
              {detail}
            </Typography>
          )}
          {actions !== undefined && <Box sx={{ ml: 'auto', display: 'flex', gap: '8px' }}>{actions}</Box>}
        </Box>
      )}
      {children}
    </Box>
  )
}
