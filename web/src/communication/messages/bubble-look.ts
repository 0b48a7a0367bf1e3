import { token } from '../../ui/theme/tokens.ts'

export type BubbleKind = 'own' | 'other' | 'note' | 'urgent'

const looks = {
  own: { backgroundColor: token('primarySoft'), borderColor: token('line') },
  other: { backgroundColor: token('surface'), borderColor: token('line') },
  note: { backgroundColor: token('alarmedTint'), borderColor: token('alarmed'), borderStyle: 'dashed' },
  urgent: { backgroundColor: token('criticalTint'), borderColor: token('critical') },
} as const

/** A message: the person's own at the right, those of others at the left. An internal note has a dashed border. */
export const bubbleLook = (kind: BubbleKind, isRight = kind === 'own' || kind === 'note') =>
  ({
    width: 'fit-content',
    maxWidth: 'min(560px, 92%)',
    ml: isRight ? 'auto' : 0,
    p: '8px 12px',
    borderRadius: '12px',
    border: '1px solid',
    ...looks[kind],
  }) as const
