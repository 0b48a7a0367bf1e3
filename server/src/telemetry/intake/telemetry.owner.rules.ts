import type { DeviceReport } from '@rumbo/contract/telemetry.device-report.contract'
import { dayMs } from '@rumbo/contract/time-units'
import type { Effects, PositionOwner, RejectionReason, VehicleState } from './telemetry.state.ts'

/**
 * The vehicle a fix belongs to: fixes stored before the device was moved belong to its former vehicle.
 * @returns null for a time in which the device had no vehicle
 */
export function ownerAt(vehicle: VehicleState, fixMs: number): PositionOwner | null {
  if (fixMs >= vehicle.ownedFromMs) return vehicle
  return vehicle.former.find(({ fromMs, toMs }) => fixMs >= fromMs && fixMs < toMs) ?? null
}

/** A clock that is a year behind lost its date, as after the battery was empty. */
const lostDateMs = 365 * dayMs
const hasLostDate = ({ fix, receivedAt }: DeviceReport): boolean =>
  fix !== null && !(receivedAt.getTime() - fix.time.getTime() <= lostDateMs)

/**
 * A report to be listed as rejected, of the vehicle at the time of its fix: those who have the device now must not see
 * where its former vehicle was. A date that was lost says nothing about whose it is: such a report is of the present
 * vehicle, whose people are to repair the device, and without its fix. Of a time in which the device had no vehicle
 * (`vehicleNo` null), only super admins see it.
 */
export function rejectedOf(
  report: DeviceReport,
  vehicle: VehicleState | null,
  reason: RejectionReason,
  detail: string | null = null,
): Effects['rejected'][number] {
  const owner = vehicle && report.fix ? ownerAt(vehicle, report.fix.time.getTime()) : vehicle
  if (vehicle && owner !== vehicle && hasLostDate(report))
    return { report: { ...report, fix: null }, vehicleNo: vehicle.vehicleNo, reason, detail }
  return { report, vehicleNo: owner?.vehicleNo ?? null, reason, detail }
}
