import { assignMovement } from './telemetry.movement.ts'
import type { VehicleState } from './telemetry.state.ts'

/** A copy that steps may change. */
export const draftOf = (vehicle: VehicleState): VehicleState => ({
  ...vehicle,
  ownsReadings: false,
  movement: { ...vehicle.movement, sums: { ...vehicle.movement.sums } },
})

/**
 * Makes a state what its draft became. Field by field and in place: this happens for each report, and objects that replace
 * old ones would have to be collected.
 */
export function takeOver(state: VehicleState, draft: VehicleState): void {
  state.stateVersion = draft.stateVersion
  state.asOf = draft.asOf
  state.lastReportAt = draft.lastReportAt
  state.lastReportHash = draft.lastReportHash
  state.latitude = draft.latitude
  state.longitude = draft.longitude
  state.speedKmh = draft.speedKmh
  state.heading = draft.heading
  state.altitude = draft.altitude
  state.satellites = draft.satellites
  state.ignition = draft.ignition
  state.isCharging = draft.isCharging
  state.isEngineBlocked = draft.isEngineBlocked
  state.batteryPercent = draft.batteryPercent
  state.fuelPercent = draft.fuelPercent
  state.signalPercent = draft.signalPercent
  state.powerVolts = draft.powerVolts
  state.odometerMetres = draft.odometerMetres
  state.isSilent = draft.isSilent
  state.driverCard = draft.driverCard
  state.troubleCodes = draft.troubleCodes
  state.conditions = draft.conditions
  state.fences = draft.fences
  state.lastFenceFix = draft.lastFenceFix
  state.protocol = draft.protocol
  state.readings = draft.readings
  assignMovement(state.movement, draft.movement)
}
