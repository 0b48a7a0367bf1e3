import { hourMs } from '@rumbo/contract/time-units'
import type { Transaction } from '../../platform/database/transaction.ts'
import { positionStatement, withVehicle } from '../intake/telemetry.batch.repository.ts'
import { newStoredPositions, type StoredPositions } from '../intake/telemetry.state.ts'
import { degreesToStored, positionFlag } from '../telemetry.rules.ts'
import { copyPosition, packHour } from './telemetry.hours.rules.ts'

/** A position for tests: epoch ms, degrees, km/h. */
export interface SaidPosition {
  at: number
  latitude: number
  longitude: number
  speedKmh?: number
  isValid?: boolean
  ignition?: boolean
}

/** Converts the positions in the given order, each with its own hash. */
export function storedPositions(said: readonly SaidPosition[]): StoredPositions {
  const positions = newStoredPositions()
  for (const [
    index,
    { at, latitude, longitude, speedKmh = 36, isValid = true, ignition },
  ] of said.entries()) {
    positions.fixTime.push(at)
    positions.reportHash.push(BigInt(index + 1))
    positions.receivedAt.push(at + 500)
    positions.latitude.push(degreesToStored(latitude))
    positions.longitude.push(degreesToStored(longitude))
    positions.odometerMetres.push(index * 10)
    positions.speedTenths.push(Math.round(speedKmh * 10))
    positions.heading.push(90)
    positions.altitude.push(2_240)
    const known =
      ignition === undefined ? 0 : positionFlag.ignitionKnown | (ignition ? positionFlag.ignitionOn : 0)
    positions.flags.push((isValid ? 0 : positionFlag.invalid) | known)
    positions.satellites.push(9)
    positions.batteryPercent.push(null)
    positions.fuelPercent.push(80)
    positions.signalPercent.push(60)
  }
  return positions
}

/** Stores positions in the format of open days, or as late positions of a closed day. */
export async function storeOpen(
  tx: Transaction,
  vehicleNo: number,
  positions: StoredPositions,
  table: 'positions' | 'positions_late' = 'positions',
): Promise<void> {
  const { text, values } = positionStatement(table, withVehicle(vehicleNo, positions))
  await tx.sql(text, values)
}

/** Stores positions in the format of closed days; their hours must be before the open days. */
export async function storeClosed(
  tx: Transaction,
  vehicleNo: number,
  positions: StoredPositions,
): Promise<void> {
  const [first = 0, last = 0] = [positions.fixTime[0], positions.fixTime.at(-1)]
  await tx.sql('select telemetry.ensure_hour_partitions($1::date, $2::date)', [
    new Date(first),
    new Date(last),
  ])
  const byHour = new Map<number, StoredPositions>()
  for (const [at, time] of positions.fixTime.entries()) {
    const hour = Math.floor(time / hourMs) * hourMs
    const packed = byHour.get(hour) ?? newStoredPositions()
    byHour.set(hour, packed)
    copyPosition(positions, at, packed)
  }
  for (const [hour, packed] of byHour)
    await tx.sql(
      'insert into telemetry.position_hours (hour, vehicle_no, records, points) values ($1, $2, $3, $4)',
      [new Date(hour), vehicleNo, packed.fixTime.length, packHour(packed)],
    )
}
