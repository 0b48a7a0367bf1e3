import type { CustomRule } from '@rumbo/contract/events.custom.contract'
import type { CustomRuleState } from '../custom/telemetry.custom.ts'
import type { CrashWatch } from './telemetry.crash.rules.ts'
import type { Harsh } from './telemetry.harsh.rules.ts'
import type { LowLevel } from './telemetry.levels.rules.ts'
import type { RoadSpeeding } from './telemetry.road-speeding.rules.ts'
import type { Speeding } from './telemetry.speeding.rules.ts'
import type { OutOfHours } from './telemetry.use.rules.ts'

/** What the rules over readings remember of a vehicle, each null while there is nothing to remember. */
export interface Conditions {
  readonly speeding: Speeding | null
  /** Above the limits of roads. */
  readonly road: RoadSpeeding | null
  readonly harsh: Harsh | null
  readonly fuel: LowLevel | null
  readonly battery: LowLevel | null
  readonly crash: CrashWatch | null
  readonly outOfHours: OutOfHours | null
  /** Of custom rules. */
  readonly custom: readonly CustomRuleState[] | null
}

export const noConditions: Conditions = {
  speeding: null,
  road: null,
  harsh: null,
  fuel: null,
  battery: null,
  crash: null,
  outOfHours: null,
  custom: null,
}

/** Something that was computed from the readings and movements of a vehicle; like an alarm of its device. */
export interface FoundCondition {
  vehicleId: string
  companyId: string
  fleetId: string
  kind:
    | 'overspeed'
    | 'harsh_braking'
    | 'harsh_acceleration'
    | 'low_fuel'
    | 'low_battery'
    | 'crash'
    | 'out_of_hours'
    | null
  /** The custom rule that found it, where `kind` is null. */
  rule?: Pick<CustomRule, 'id' | 'name' | 'severity'> | undefined
  /** ISO 8601; null for a report without a usable fix. */
  fixTime: string | null
  receivedAt: string
  latitude: number | null
  longitude: number | null
  speedKmh: number | null
  heading: number | null
  /** Only for a report without a usable fix. */
  lastKnown: { latitude: number; longitude: number; at: number } | null
  /** Figures behind it, by name. */
  detail: Record<string, number | string>
  /** Of use outside the hours: ISO 8601, since when; it is found again while it goes on. */
  since: string | null
}

/** As stored; null where there is nothing to remember. */
export const conditionsText = (conditions: Conditions | null): string | null =>
  conditions ? JSON.stringify(conditions) : null

/** From what is stored; null where nothing is, or where another version wrote something else. */
export function conditionsOf(text: string | null): Conditions | null {
  if (text === null) return null
  try {
    const stored = JSON.parse(text) as Partial<Conditions>
    return { ...noConditions, ...stored }
  } catch {
    return null
  }
}
