import type { VehicleState } from '../intake/telemetry.state.ts'
import type { StatedReading } from './telemetry.reading-judgement.rules.ts'
import { type KeptReadings, reservePlace } from './telemetry.reading-state.ts'

/**
 * What the history gets of a late report: all readings that the vehicle has room for. The latest stay; a name that was new
 * counts from then on among those of the vehicle, also where the report is about a former vehicle of the device.
 * @param ownReadings the vehicle's readings, to be changed within this batch
 * @param rows emptied first
 */
export function collectLate(
  vehicle: VehicleState,
  ownReadings: (vehicle: VehicleState) => KeptReadings,
  stated: readonly StatedReading[],
  rows: StatedReading[],
): void {
  rows.length = 0
  for (const reading of stated) {
    const { name } = reading
    if (!name.hasHistory) continue
    const { readings } = vehicle
    const isKnown = readings !== null && 'places' in readings && readings.places.has(name.name)
    if (isKnown || reservePlace(ownReadings(vehicle), name)) rows.push(reading)
  }
}
