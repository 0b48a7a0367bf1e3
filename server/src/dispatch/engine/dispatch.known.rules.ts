import type { Decision } from '@rumbo/contract/dispatch.engine.contract'

/** A decision that assigned nothing, as it was last stored. */
export interface KnownDecision {
  outcome: Decision['outcome']
  vehicleId: string | null
  excluded: string
  atMs: number
  /** It is stored again after this long, if it differs. */
  restoredMs: number
  /** When a decision for the service was last stored with the numbers of the other vehicles. */
  namedAtMs: number
}
type Outcome = Pick<Decision, 'outcome' | 'vehicleId' | 'excluded'>

/**
 * A decision that differs only in why other vehicles were excluded is stored again after this long, then after twice as
 * long, and so on: in a large fleet it differs with every round.
 */
const restoredMs = 120_000

/** Whether it is of a vehicle that may still change with every round. */
const isTentative = (outcome: Decision['outcome']) => outcome === 'suggested' || outcome === 'reserved'

const isSame = (known: KnownDecision | undefined, { outcome, vehicleId }: Outcome): known is KnownDecision =>
  known?.outcome === outcome && known.vehicleId === vehicleId

/** Whether the decision need not be stored again. */
export const isStored = (known: KnownDecision | undefined, decision: Outcome, now: Date): boolean =>
  isSame(known, decision) &&
  (known.excluded === JSON.stringify(decision.excluded) || now.getTime() - known.atMs < known.restoredMs)

/**
 * Whether the decision is stored with the numbers of the other vehicles: all but a proposal or reservation that replaces
 * one of the last two minutes, which has them.
 */
export const isNamed = (known: KnownDecision | undefined, outcome: Decision['outcome'], now: Date): boolean =>
  !known ||
  !isTentative(outcome) ||
  !isTentative(known.outcome) ||
  now.getTime() - known.namedAtMs >= restoredMs

/** What is remembered of a decision that is stored now. */
export const knownOf = (known: KnownDecision | undefined, decision: Outcome, now: Date): KnownDecision => ({
  outcome: decision.outcome,
  vehicleId: decision.vehicleId,
  excluded: JSON.stringify(decision.excluded),
  atMs: now.getTime(),
  restoredMs: isSame(known, decision) ? 2 * known.restoredMs : restoredMs,
  namedAtMs: known && !isNamed(known, decision.outcome, now) ? known.namedAtMs : now.getTime(),
})
