import { token } from './theme/tokens.ts'

/** Surface of a card. Border and shadow follow the setting "bordered cards", by variables of the page. */
export const cardLook = {
  borderRadius: '12px',
  backgroundColor: token('surface'),
  border: '1px solid var(--rumbo-card-border)',
  boxShadow: 'var(--rumbo-card-shadow)',
} as const
