import type { VehicleState } from '../intake/telemetry.state.ts'
import type { StatedReading } from './telemetry.reading-judgement.rules.ts'
import { hasRoomForName } from './telemetry.reading-state.ts'

/**
 * What the history gets of a late report: all readings that the vehicle has room for. The latest stay.
 * @param rows emptied first
 */
export function collectLate(
  { readings }: VehicleState,
  stated: readonly StatedReading[],
  rows: StatedReading[],
): void {
  const known = readings && 'places' in readings ? readings : null
  rows.length = 0
  for (const reading of stated)
    if (reading.name.hasHistory && (!known || hasRoomForName(known, reading.name))) rows.push(reading)
}
