import type {
  AlarmKind,
  DeviceAnswer,
  DeviceProtocol,
  DeviceReport,
} from '@rumbo/contract/telemetry.device-report.contract'
import type { rejectionReasons } from '@rumbo/contract/telemetry.devices.contract'
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

/** What is known of a vehicle now. Times are epoch milliseconds, -Infinity before the first. */
export interface VehicleState {
  readonly vehicleNo: number
  readonly vehicleId: string
  readonly companyId: string
  readonly fleetId: string
  /** The row's version this was read at or written as; a write from any other version is refused. */
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
  protocol: DeviceProtocol | null
  /** Required over HTTP; a report by a protocol without secrets is refused. */
  readonly hasSecret: boolean
  /** Fixes of the device before this moment belong to a former vehicle; -Infinity for its first. */
  readonly ownedFromMs: number
  readonly former: readonly FormerOwner[]
  /** Trips, stays and the sums of the day; a copy for each batch, as the state itself. */
  movement: Movement
}

/** One report on its way through the pipeline; used again for the next, so no step may keep it. */
export interface ReportContext {
  report: DeviceReport
  /** A draft the steps may change; null while the device is no vehicle's. */
  vehicle: VehicleState | null
  /** The vehicle the fix belongs to: the present or a former one of the device. */
  owner: PositionOwner | null
  timing: Timing
  /** Whether the fix says where the vehicle is. */
  isUsable: boolean
  /** The vehicle cannot have moved there: the position is stored with a flag and changes no state. */
  isSuspect: boolean
  /** It ran before on a state that was refused; it may be stored already. */
  isRepeated: boolean
}

export interface RaisedAlarm {
  id: string
  vehicleId: string
  kind: AlarmKind
  report: DeviceReport
  isLate: boolean
  lastKnown: LastKnownPlace | null
}

/** Where a vehicle was by its last usable fix, when an alarm came without one. `at` in epoch milliseconds. */
export interface LastKnownPlace {
  latitude: number
  longitude: number
  at: number
}

/** A device's answer to a command, recorded by the commands domain within the batch's transaction. */
export interface ReceivedAnswer {
  vehicleId: string
  deviceIdentifier: string
  answer: DeviceAnswer
  receivedAt: Date
  /** A valid fix came on the connection before the answer. */
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

/** What a company decides for the history of its vehicles. */
export interface CompanyClock {
  timeZone: string
  historyDays: number
}

/** What a batch will write, all in one transaction; steps of the pipeline only add to it. */
export interface Effects {
  positions: PositionColumns
  extras: { vehicleNo: number; fixTime: number; reportHash: bigint; extras: Record<string, unknown> }[]
  /** Drafts of the vehicles the batch touches, by number. */
  states: Map<number, VehicleState>
  /** What began and ended by it; written only where the state is. */
  movements: { vehicle: VehicleState; event: MovementEvent }[]
  /** Days to recompute: `vehicleNo day`. */
  dirty: Map<string, DirtyDay>
  alarms: RaisedAlarm[]
  /** Ids of vehicles that were, or may have been, silent. */
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

/** A step decides on one report, in arrival order per vehicle; it does no I/O. */
export type PipelineStep = (
  context: ReportContext,
  effects: Effects,
  companyOf: (companyId: string) => CompanyClock,
) => void

export const newEffects = (): Effects => ({
  positions: { vehicleNo: [], ...newStoredPositions() },
  extras: [],
  states: new Map(),
  movements: [],
  dirty: new Map(),
  alarms: [],
  awake: new Set(),
  unknown: new Map(),
  rejected: [],
  answers: [],
})

/** A copy that steps may change. */
export const draftOf = (vehicle: VehicleState): VehicleState => ({
  ...vehicle,
  movement: { ...vehicle.movement, sums: { ...vehicle.movement.sums } },
})
