import type { DeviceReport } from '@rumbo/contract/telemetry.device-report.contract'
import type { Effects, PositionOwner, RejectionReason, VehicleState } from './telemetry.state.ts'

/** The vehicle a fix belongs to: fixes stored before the device was moved belong to its former vehicle. */
export function ownerAt(vehicle: VehicleState, fixMs: number): PositionOwner | null {
  if (fixMs >= vehicle.ownedFromMs) return vehicle
  return vehicle.former.find(({ fromMs, toMs }) => fixMs >= fromMs && fixMs < toMs) ?? null
}

/**
 * A report to be listed as rejected, of the vehicle at the time of its fix: those who have the device now must not see
 * where its former vehicle was.
 */
export function rejectedOf(
  report: DeviceReport,
  vehicle: VehicleState | null,
  reason: RejectionReason,
  detail: string | null = null,
): Effects['rejected'][number] {
  const owner = vehicle && report.fix ? ownerAt(vehicle, report.fix.time.getTime()) : vehicle
  return { report, vehicleNo: owner?.vehicleNo ?? null, reason, detail }
}
