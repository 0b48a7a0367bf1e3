import type { Transaction } from '../../platform/database/transaction.ts'
import type { Movement } from './telemetry.movement.ts'

/** Writes recomputed movement, and increments the state's version, so that gateways read it again before they write. */
export async function writeMovementOf(tx: Transaction, vehicleNo: number, movement: Movement): Promise<void> {
  const moment = (time: number | null) => (time === null ? null : new Date(time))
  const { sums } = movement
  await tx.sql(
    `update telemetry.vehicle_state set state_version = state_version + 1, last_fix_ignition = $2, stand_since = $3,
       stand_latitude = $4, stand_longitude = $5, stand_idle_seconds = $6, trip_started_at = $7, trip_distance_metres = $8,
       trip_stand_metres = $9, trip_max_speed_tenths = $10, trip_moving_seconds = $11, engine_seconds = $12, day = $13,
       day_records = $14, day_distance_metres = $15, day_moving_seconds = $16, day_idle_seconds = $17,
       day_engine_seconds = $18, day_max_speed_tenths = $19, day_first_at = $20,
       as_of = to_timestamp($21::float8 / 1000), latitude = $22, longitude = $23,
       suspect_fixes = $24, suspect_at = $25, suspect_latitude = $26, suspect_longitude = $27
     where vehicle_no = $1`,
    [
      vehicleNo,
      movement.ignition,
      moment(movement.standSince),
      movement.standLatitude,
      movement.standLongitude,
      movement.standIdleSeconds,
      moment(movement.tripStartedAt),
      movement.tripDistanceMetres,
      movement.tripStandMetres,
      movement.tripMaxSpeedTenths,
      movement.tripMovingSeconds,
      movement.engineSeconds,
      movement.day,
      sums.records,
      sums.distanceMetres,
      sums.movingSeconds,
      sums.idleSeconds,
      sums.engineSeconds,
      sums.maxSpeedTenths,
      moment(sums.firstAt),
      movement.at,
      movement.latitude,
      movement.longitude,
      movement.suspectFixes,
      moment(movement.suspectAt),
      movement.suspectLatitude,
      movement.suspectLongitude,
    ],
  )
}
