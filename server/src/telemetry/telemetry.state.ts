import type { AlarmKind, DeviceAnswer, DeviceReport } from '@rumbo/contract/device-report.contract'
import type { Timing } from './telemetry.rules.ts'

/** What is known of a vehicle now. Times are epoch milliseconds, -Infinity before the first. */
export interface VehicleState {
  readonly vehicleNo: number
  readonly vehicleId: string
  readonly companyId: string
  readonly fleetId: string
  /** Of the last usable fix. */
  asOf: number
  lastReportAt: number
  lastReportHash: bigint
  latitude: number | null
  longitude: number | null
  speedKmh: number | null
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
}

/** One report on its way through the pipeline; used again for the next, so no step may keep it. */
export interface Sighting {
  report: DeviceReport
  /** A draft the steps may change; null while the device is no vehicle's. */
  vehicle: VehicleState | null
  timing: Timing
  /** Whether the fix says where the vehicle is. */
  isUsable: boolean
}

export interface RaisedAlarm {
  id: string
  vehicleId: string
  kind: AlarmKind
  report: DeviceReport
  isLate: boolean
}

/** What a vehicle's device answered to a command; the domain of commands takes it within the batch's transaction. */
export interface ReceivedAnswer {
  vehicleId: string
  deviceIdentifier: string
  answer: DeviceAnswer
  receivedAt: Date
  /** A valid fix came on the connection before the answer. */
  isTrusted: boolean
}

export interface RejectedReport {
  report: DeviceReport
  vehicleNo: number | null
  reason: 'future' | 'too_old' | 'data_error' | 'pipeline_error'
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

/** What a batch will write, all in one transaction; steps of the pipeline only add to it. */
export interface Effects {
  positions: PositionColumns
  extras: { vehicleNo: number; fixTime: number; reportHash: bigint; extras: Record<string, unknown> }[]
  /** Drafts of the vehicles the batch touches, by number. */
  states: Map<number, VehicleState>
  alarms: RaisedAlarm[]
  /** Vehicles that were, or may have been, silent. */
  awake: Set<string>
  unknown: Map<string, { report: DeviceReport; count: number }>
  rejected: RejectedReport[]
  answers: ReceivedAnswer[]
}

/** A step decides on one report, in arrival order per vehicle; it does no I/O. */
export type PipelineStep = (sighting: Sighting, effects: Effects, limits: { oldestMs: number }) => void

export const newEffects = (): Effects => ({
  positions: {
    vehicleNo: [],
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
  },
  extras: [],
  states: new Map(),
  alarms: [],
  awake: new Set(),
  unknown: new Map(),
  rejected: [],
  answers: [],
})
