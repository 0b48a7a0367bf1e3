import { minuteMs } from '@rumbo/contract/time-units'

/** What the reader of a vehicle stated last. Times are epoch ms. */
export interface CardState {
  /** Normalised; null: the reader stated that there is none. */
  card: string | null
  /** Where there is none: the card that was removed. */
  removed: string | null
  /** Since when it is this card. */
  since: number
  /** When a report stated it last. */
  statedAt: number
  /** Positions without a card came since: the reader states a card only when it is held against it. */
  isMissing: boolean
  /** The ignition was off since. */
  hasRested: boolean
  /** Since when the ignition is off; null while it is on or unknown. */
  offSince: number | null
}

/** What one report states. */
export interface CardStatement {
  at: number
  /** Undefined: nothing about a card. Null: that there is none. */
  card: string | null | undefined
  /** Of the vehicle, after this report. */
  ignition: boolean | null
  isPosition: boolean
}

/** The same card held against a reader after this long is presented anew; sooner it is the same time. */
const againMs = 2 * minuteMs

/**
 * Decides whether a report presents a card. Readers that hold the card state it in every report: it is presented when
 * it changes, and again when the ignition is turned on. Others state it once: each time counts.
 */
export function noteCard(
  before: CardState | null,
  { at, card, ignition, isPosition }: CardStatement,
): { state: CardState | null; isPresented: boolean } {
  if (before === null && (card === undefined || card === null)) return { state: null, isPresented: false }
  const isOff = ignition === false
  const offSince = isOff ? (before?.offSince ?? at) : null
  const hasRested = (before?.hasRested ?? false) || (!isOff && before?.offSince != null)
  if (card === undefined) {
    const isMissing = before !== null && (before.isMissing || isPosition)
    return { state: before && { ...before, isMissing, hasRested, offSince }, isPresented: false }
  }
  const isOther = before === null || before.card !== card
  const isAgain =
    before !== null &&
    card !== null &&
    ((hasRested && !isOff) || (before.isMissing && at - before.statedAt >= againMs))
  const isPresented = isOther || isAgain
  const since = isOther ? at : before.since
  return {
    state: {
      card,
      removed: card === null ? (before?.card ?? before?.removed ?? null) : null,
      since,
      statedAt: at,
      isMissing: false,
      hasRested: hasRested && isOff,
      offSince,
    },
    isPresented,
  }
}

/**
 * Whether a card presented at `at` (epoch ms) still counts: it is what the reader states, or it was removed and the engine
 * was not turned off since. Readers against which a card is only held state its removal at once.
 */
export function isStillPresented(state: CardState | null, card: string | null, at: number): boolean {
  if (state === null) return false
  if (state.card === card) return true
  const wasTurnedOff = state.offSince !== null && state.offSince > at
  return state.card === null && state.removed === card && !wasTurnedOff
}

/** As stored. */
export const cardText = (state: CardState | null): string | null => (state ? JSON.stringify(state) : null)
/** From what is stored; null where nothing is, or where an older version wrote something else. */
export function cardStateOf(text: string | null): CardState | null {
  if (text === null) return null
  try {
    const {
      card,
      removed = null,
      since,
      statedAt,
      isMissing,
      hasRested,
      offSince,
    } = JSON.parse(text) as Partial<Pick<CardState, 'removed'>> & Omit<CardState, 'removed'>
    return { card, removed, since, statedAt, isMissing, hasRested, offSince }
  } catch {
    return null
  }
}
