import type { FenceTrigger } from '@rumbo/contract/geofences.triggers.contract'
import type { FenceInForce } from './telemetry.fences.ts'

/** The lowest speed limit of a fence, in km/h. */
interface FenceLimit {
  readonly fenceId: string
  readonly limitKmh: number
}

/** The limits of the fences that a vehicle is in, of triggers that count now. */
export const speedLimitsOf = (
  inside: readonly FenceInForce[],
  counts: (trigger: FenceTrigger) => boolean,
): FenceLimit[] =>
  inside.flatMap(({ id: fenceId, triggers }) =>
    triggers.flatMap((trigger) =>
      trigger.kind === 'speeding' && counts(trigger) ? [{ fenceId, limitKmh: trigger.limitKmh }] : [],
    ),
  )

/**
 * Where fences overlap, the lowest limit applies: a higher one of another fence finds nothing meanwhile. Several limits of one
 * fence all apply, since they are steps of one warning.
 */
export const isOverruled = (trigger: FenceTrigger, fenceId: string, limits: readonly FenceLimit[]): boolean =>
  trigger.kind === 'speeding' &&
  limits.some((limit) => limit.fenceId !== fenceId && limit.limitKmh < trigger.limitKmh)
