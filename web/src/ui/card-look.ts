import { token } from './theme/tokens.ts'

// Border and shadow of every card follow the setting "bordered cards", by variables of the page.
const border = '1px solid var(--rumbo-card-border)'

/** A card within a card or a dialog, on its background. */
export const boxLook = { borderRadius: '12px', border, boxShadow: 'var(--rumbo-card-shadow)' } as const

/** Surface of a card. */
export const cardLook = { ...boxLook, backgroundColor: token('surface') } as const

/** A card above a map, with a shadow of its own. */
export const floatingLook = {
  borderRadius: '12px',
  border,
  backgroundColor: token('raised'),
  boxShadow: `0 2px 8px ${token('shadow')}`,
} as const
