import type {
  AlarmKind,
  DeviceAnswer,
  DeviceProtocol,
  DeviceReport,
  DeviceTelemetry,
} from '@rumbo/contract/telemetry.device-report.contract'
import type { rejectionReasons } from '@rumbo/contract/telemetry.devices.contract'
import type { ReadingValue } from '@rumbo/contract/telemetry.readings.contract'
import type { ReadingName } from '@rumbo/contract/telemetry.readings.rules'
import type { HoursWindow } from '@rumbo/contract/vehicles.contract'
import type { Crossing } from '@rumbo/geo/fences/crossing-state'
import type { CardState } from '../cards/telemetry.cards.rules.ts'
import type { Conditions, FoundCondition } from '../conditions/telemetry.conditions.ts'
import type { FenceOccurrence, FenceState } from '../fences/telemetry.fences.ts'
import type { KeptReadings, StoredLatest } from '../readings/telemetry.reading-state.ts'
import type { Timing } from '../telemetry.rules.ts'
import type { Movement, MovementEvent } from './telemetry.movement.ts'

/** A vehicle a position can belong to. */
export interface PositionOwner {
  readonly vehicleNo: number
  readonly vehicleId: string
  readonly companyId: string
}
/** A former vehicle of the device; epoch ms. */
export interface FormerOwner extends PositionOwner {
  readonly fromMs: number
  readonly toMs: number
}

/** Live state of a vehicle. Times are epoch milliseconds, -Infinity before the first report. */
export interface VehicleState {
  readonly vehicleNo: number
  readonly vehicleId: string
  readonly companyId: string
  readonly fleetId: string
  /** Version of the row when last read or written; a write with another version is refused. */
  stateVersion: number
  /** Of the last usable fix. */
  asOf: number
  lastReportAt: number
  lastReportHash: bigint
  latitude: number | null
  longitude: number | null
  speedKmh: number | null
  /** The last one reported; 0 reported while standing counts as unknown. */
  heading: number | null
  altitude: number | null
  satellites: number | null
  ignition: boolean | null
  isCharging: boolean | null
  isEngineBlocked: boolean | null
  batteryPercent: number | null
  fuelPercent: number | null
  signalPercent: number | null
  powerVolts: number | null
  odometerMetres: number
  isSilent: boolean
  /** What the reader of drivers' cards stated last; null without one. */
  driverCard: CardState | null
  /** The trouble codes stated last, separated by commas; empty: none. Null: never stated. */
  troubleCodes: string | null
  /** What the rules over readings remember; null while there is nothing. Replaced, never changed. */
  conditions: Conditions | null
  /** Of fences it is in, or about to enter or leave; replaced, never changed. */
  fences: readonly FenceState[]
  /** The last fix that was accurate enough for fences; null where it is the last of the vehicle. */
  lastFenceFix: Crossing | null
  protocol: DeviceProtocol | null
  /** Required over HTTP; a report by a protocol without secrets is refused. */
  readonly hasSecret: boolean
  /** Of the tracker, as a person wrote it. */
  readonly deviceModel: string | null
  /** Of the vehicle's record; null: none. */
  readonly speedLimitKmh: number | null
  /** Empty: always. */
  readonly allowedHours: readonly HoursWindow[]
  /** Fixes of the device before this moment belong to a former vehicle; -Infinity for its first. */
  readonly ownedFromMs: number
  readonly former: readonly FormerOwner[]
  /** Trips, stays and the day's sums; copied for each batch, like the state itself. */
  movement: Movement
  /** Readings beside the above; as stored until the first report, then as kept. */
  readings: KeptReadings | StoredLatest | null
  /** Whether `readings` is a copy of this draft. */
  ownsReadings: boolean
}

/** One report in the pipeline. The object is reused, so steps must not hold references to it. */
export interface ReportContext {
  report: DeviceReport
  /** A draft that steps may change; null for a device without a vehicle. */
  vehicle: VehicleState | null
  /** The vehicle the fix belongs to: the present or a former one of the device. */
  owner: PositionOwner | null
  timing: Timing
  /** Whether the fix determines the vehicle's position. */
  isUsable: boolean
  /** The vehicle cannot have moved there: the position is stored with a flag and changes no state. */
  isSuspect: boolean
  /** Whether an earlier batch with this report was refused for a stale state; it may be stored already. */
  isRepeated: boolean
  /** Set by `keepReadings`: the report's telemetry without what cannot be true. */
  telemetry: DeviceTelemetry
  /**
   * Set by `keepReadings`: readings that differ from the vehicle's last ones; none of late reports. For event rules: computed
   * when called, within the steps of the report.
   */
  changedReadings: () => readonly ChangedReading[]
}

export interface ChangedReading {
  name: ReadingName
  value: ReadingValue
  isImplausible: boolean
  /** The last plausible value; null before the first. */
  previous: ReadingValue | null
  /** Epoch ms of the fix, or of the arrival without one. */
  time: number
}

export interface RaisedAlarm {
  id: string
  vehicleId: string
  kind: AlarmKind
  report: DeviceReport
  isLate: boolean
  lastKnown: LastKnownPlace | null
}

/** Place of the last usable fix, for an alarm without one. `at` in epoch milliseconds. */
export interface LastKnownPlace {
  latitude: number
  longitude: number
  at: number
}

/** A card presented to the reader of a vehicle, or removed (`card` is null). `at` in epoch milliseconds. */
export interface PresentedCard {
  vehicleId: string
  companyId: string
  fleetId: string
  card: string | null
  at: number
}

/** What a report that states trouble codes changed. Times in ISO 8601. */
export interface StatedCodes {
  vehicleId: string
  /** Null for a report without a usable fix. */
  fixTime: string | null
  receivedAt: string
  latitude: number | null
  longitude: number | null
  speedKmh: number | null
  heading: number | null
  /** Only for a report without a usable fix. */
  lastKnown: LastKnownPlace | null
  raised: readonly string[]
  cleared: readonly string[]
}

/** A device's answer to a command, recorded by the commands domain within the batch's transaction. */
export interface ReceivedAnswer {
  vehicleId: string
  deviceIdentifier: string
  answer: DeviceAnswer
  receivedAt: Date
  /** Whether a valid fix was received on the connection before the answer. */
  isTrusted: boolean
}

export type RejectionReason = (typeof rejectionReasons)[number]

export interface RejectedReport {
  report: DeviceReport
  vehicleNo: number | null
  reason: RejectionReason
  detail: string | null
}

/** Columns of position rows, ready to be written in one statement. */
export interface PositionColumns {
  vehicleNo: number[]
  fixTime: number[]
  reportHash: bigint[]
  receivedAt: number[]
  latitude: number[]
  longitude: number[]
  odometerMetres: (number | null)[]
  speedTenths: number[]
  heading: (number | null)[]
  altitude: (number | null)[]
  flags: number[]
  satellites: (number | null)[]
  batteryPercent: (number | null)[]
  fuelPercent: (number | null)[]
  signalPercent: (number | null)[]
}

export interface DirtyDay {
  vehicleNo: number
  day: string
}

/** Settings of a company for the history of its vehicles. */
export interface CompanyClock {
  timeZone: string
  historyDays: number
  /** Whether speeding above the limit of the road is found. */
  roadSpeedLimits: boolean
}

/** The writes of a batch, in one transaction; pipeline steps only add to them. */
export interface Effects {
  positions: PositionColumns
  /** Of one report each, packed: what the history lacks. */
  readings: { vehicleNo: number; time: number; reportHash: number; packed: Buffer }[]
  /** Drafts whose latest readings are written, by number. */
  latestReadings: Map<number, VehicleState>
  /** Drafts of the vehicles the batch touches, by number. */
  states: Map<number, VehicleState>
  /** Trips and stays that started or ended; written together with the state. */
  movements: { vehicle: VehicleState; event: MovementEvent }[]
  /** Days to recompute: `vehicleNo day`. */
  dirty: Map<string, DirtyDay>
  alarms: RaisedAlarm[]
  cards: PresentedCard[]
  codes: StatedCodes[]
  conditions: FoundCondition[]
  /** In the order of the reports. */
  fenceOccurrences: FenceOccurrence[]
  /** Drafts whose states in fences are written, by number. */
  fenceStates: Map<number, VehicleState>
  /** Ids of vehicles that were, or may have been, marked silent. */
  awake: Set<string>
  unknown: Map<string, { report: DeviceReport; count: number }>
  rejected: RejectedReport[]
  answers: ReceivedAnswer[]
}

/** Positions of one vehicle as columns of one length, in the units of `telemetry.positions`; times are epoch ms. */
export type StoredPositions = Omit<PositionColumns, 'vehicleNo'>

export const newStoredPositions = (): StoredPositions => ({
  fixTime: [],
  reportHash: [],
  receivedAt: [],
  latitude: [],
  longitude: [],
  odometerMetres: [],
  speedTenths: [],
  heading: [],
  altitude: [],
  flags: [],
  satellites: [],
  batteryPercent: [],
  fuelPercent: [],
  signalPercent: [],
})

/** A step processes one report, in arrival order per vehicle, without I/O. */
export type PipelineStep = (
  context: ReportContext,
  effects: Effects,
  companyOf: (companyId: string) => CompanyClock,
) => void

export const newEffects = (): Effects => ({
  positions: { vehicleNo: [], ...newStoredPositions() },
  readings: [],
  latestReadings: new Map(),
  states: new Map(),
  movements: [],
  dirty: new Map(),
  alarms: [],
  cards: [],
  codes: [],
  conditions: [],
  fenceOccurrences: [],
  fenceStates: new Map(),
  awake: new Set(),
  unknown: new Map(),
  rejected: [],
  answers: [],
})

export const noChanges = (): readonly ChangedReading[] => []
