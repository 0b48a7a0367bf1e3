import { token } from '../ui/theme/tokens.ts'

/** Style of a card of the panel that is a link. */
export const tile = {
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'flex-start',
  gap: '4px',
  p: '12px 14px',
  textAlign: 'left',
  color: token('text'),
  textDecoration: 'none',
} as const
