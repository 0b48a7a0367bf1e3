import type { Coordinates } from '../units.ts'
import type { PreparedFence } from './prepared-fence.ts'

/** A fix of a vehicle; times are milliseconds since 1970 by the device's clock. */
export interface FenceFix {
  readonly time: number
  readonly place: Coordinates
  readonly accuracyMetres: number | null
  readonly speedKmh: number
  readonly headingDegrees: number
}

/** What is raised beside entries and exits; null where it is not wanted. */
export interface FenceRules {
  readonly dwellMinutes: number | null
  readonly speed: { readonly kmh: number; readonly seconds: number } | null
  /** Against the direction of a one-way route for so long. */
  readonly wrongDirection: { readonly seconds: number } | null
  /** Outside a route's corridor by so much for so long, once it was inside. */
  readonly offRoute: { readonly metres: number; readonly seconds: number } | null
  /** Fences to pass through in this order. */
  readonly checkpoints: readonly PreparedFence[] | null
}

export const noRules: FenceRules = {
  dwellMinutes: null,
  speed: null,
  wrongDirection: null,
  offRoute: null,
  checkpoints: null,
}

export interface Crossing {
  /** When and where the border was crossed, interpolated between two fixes. */
  readonly time: number
  readonly place: Coordinates
}

export type FenceEvent =
  /** `between`: the vehicle passed through between two fixes outside. */
  | ({ readonly type: 'entry' | 'exit'; readonly confirmedAt: number; readonly between: boolean } & Crossing)
  /** `since`: when the condition began to hold. */
  | ({
      readonly type: 'dwell' | 'speeding' | 'wrong_direction' | 'off_route'
      readonly since: number
    } & Crossing)
  | ({ readonly type: 'missed_checkpoint'; readonly checkpoint: number } & Crossing)

/** A condition that holds since a time; raised once it held for long enough. */
export interface Held {
  readonly since: number
  readonly raised: boolean
}

/** What is known of one vehicle in one fence: plain values, to be stored as JSON. */
export interface CrossingState {
  readonly inside: boolean
  /** Time of the confirmed entry or exit; null where it is unknown. */
  readonly since: number | null
  readonly last: Crossing
  /** A change of side that is not yet confirmed. */
  readonly changing: { readonly since: number; readonly points: number; readonly crossing: Crossing } | null
  readonly dwell: Held | null
  readonly speeding: Held | null
  readonly wrongDirection: Held | null
  readonly offRoute: Held | null
  /** The next checkpoint; null before the first is passed. */
  readonly nextCheckpoint: number | null
}

/** The state of a vehicle whose first fix is known: a side without an event. */
export const startState = (inside: boolean, last: Crossing): CrossingState => ({
  inside,
  since: null,
  last,
  changing: null,
  dwell: inside ? { since: last.time, raised: false } : null,
  speeding: null,
  wrongDirection: null,
  offRoute: null,
  nextCheckpoint: null,
})
