import type { FenceTrigger } from '@rumbo/contract/geofences.triggers.contract'
import type { Crossing, FenceEvent, Held } from '@rumbo/geo/fences/crossing-state'
import type { PreparedFence } from '@rumbo/geo/fences/prepared-fence'
import type { SensitivityNumbers } from '@rumbo/geo/fences/sensitivity'
import type { FenceVariant } from './telemetry.fences.variants.ts'

/** A fence as positions are evaluated in it. */
export interface FenceInForce {
  readonly id: string
  readonly name: string
  readonly shapeVersion: number
  readonly fence: PreparedFence
  readonly numbers: SensitivityNumbers
  readonly triggers: readonly FenceTrigger[]
  /** Whether free vehicles that enter are in maintenance. */
  readonly isWorkshop: boolean
  readonly variants: readonly FenceVariant[]
  /** Whether the vehicle is in the fence's scope. */
  concerns(vehicleId: string): boolean
}

/** The active fences of all fleets, as last read. */
export interface FencesInForce {
  /** Those near a place, or near the way from `before` to it; more may be among them. */
  near(fleetId: string, place: Crossing['place'], before?: Crossing['place']): readonly FenceInForce[]
  get(fleetId: string, fenceId: string): FenceInForce | undefined
}

/**
 * What is kept of a vehicle in a fence: only while it is inside, changes its side, or may still leave the route. It has
 * the vehicle's last fix in common with all others. Times are epoch ms. An element of `telemetry.fence_states.states`.
 */
export interface FenceState {
  readonly fenceId: string
  readonly shapeVersion: number
  readonly inside: boolean
  /** Of the confirmed entry or exit; null where it is unknown. */
  readonly since: number | null
  readonly changing: { readonly since: number; readonly points: number; readonly crossing: Crossing } | null
  /** Conditions that hold, by the trigger that waits for them. */
  readonly held: Readonly<Record<string, Held>>
  /** The next checkpoint, by trigger. */
  readonly checkpoints: Readonly<Record<string, number>>
}

/** What happened to a vehicle in a fence. */
export interface FenceOccurrence {
  readonly vehicleId: string
  readonly companyId: string
  readonly fleetId: string
  readonly fenceId: string
  readonly fenceName: string
  readonly shapeVersion: number
  readonly isWorkshop: boolean
  readonly event: FenceEvent
  /** Those that want an event of it, at its time; cool-downs are not considered yet. */
  readonly triggers: readonly FenceTrigger[]
  readonly speedKmh: number
  readonly heading: number | null
}
