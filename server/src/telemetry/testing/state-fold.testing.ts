import { distanceMetres } from '@rumbo/geo'
import type { Transaction } from '../../platform/database/transaction.ts'
import { readPositions } from '../history/telemetry.positions.repository.ts'
import { createReplay, segmentsOf } from '../history/telemetry.recompute.rules.ts'
import type { StoredPositions } from '../intake/telemetry.state.ts'
import { type StateRow, stateSelection } from '../intake/telemetry.state-columns.ts'
import { drivenMetres, hiddenFlags, positionFlag, storedToDegrees } from '../telemetry.rules.ts'

/** What is derived from positions: rounded metres, times in epoch ms. */
export interface Derived {
  state: Record<string, number | string | boolean | null>
  trips: { startedAt: number; endedAt: number | null; metres: number | null }[]
  stays: { startedAt: number; endedAt: number | null; idleSeconds: number | null }[]
  days: { day: string; records: number; metres: number; movingSeconds: number; engineSeconds: number }[]
  /** Fixes whose mark of a suspect one is not what follows from the positions. */
  wronglyMarked: number[]
}

const vehicleRow = async (tx: Transaction, vehicleNo: number): Promise<StateRow & { time_zone: string }> => {
  const [row] = await tx.sql<StateRow & { time_zone: string }>(
    `select ${stateSelection}, v.time_zone from telemetry.vehicle_state s join vehicles.numbered v using (vehicle_no)
     where vehicle_no = $1`,
    [vehicleNo],
  )
  if (!row) throw new Error(`Vehicle ${vehicleNo} has no state`)
  return row
}

/** The odometer of a vehicle whose device states none: the way between the fixes that moved it as they came. */
function odometerOf(positions: StoredPositions): number {
  let metres = 0
  let before = -1
  for (const [at, flags] of positions.flags.entries()) {
    const time = positions.fixTime[at] ?? 0
    const isLive = (flags & (hiddenFlags | positionFlag.late)) === 0
    if (!isLive || (before >= 0 && time <= (positions.fixTime[before] ?? 0))) continue
    const place = (of: number) => ({
      latitude: storedToDegrees(positions.latitude[of] ?? 0),
      longitude: storedToDegrees(positions.longitude[of] ?? 0),
    })
    if (before >= 0)
      metres += drivenMetres(
        distanceMetres(place(before), place(at)),
        (time - (positions.fixTime[before] ?? 0)) / 1000,
        (positions.speedTenths[at] ?? 0) / 10,
      )
    before = at
  }
  return metres
}

/** What a vehicle's state, trips, stays and days must be by its stored positions alone. */
export async function foldPositions(tx: Transaction, vehicleNo: number): Promise<Derived> {
  const { time_zone: timeZone } = await vehicleRow(tx, vehicleNo)
  const { positions } = await readPositions(tx, vehicleNo, { fromMs: 0, toMs: 8e15, limit: 1_000_000 })
  const replay = createReplay(timeZone, null)
  replay.add(positions)
  const { movement } = replay
  const { trips, stays } = segmentsOf(replay.events)
  return {
    state: {
      asOf: movement.at,
      latitude: movement.latitude,
      longitude: movement.longitude,
      odometerMetres: Math.round(odometerOf(positions)),
      ignition: movement.ignition,
      standSince: movement.standSince,
      tripStartedAt: movement.tripStartedAt,
      // Where no trip lasts, its sums are those of the last one.
      tripMetres: movement.tripStartedAt === null ? 0 : Math.round(movement.tripDistanceMetres),
      day: movement.day,
      suspectFixes: movement.suspectFixes,
      suspectAt: movement.suspectAt,
    },
    trips: [...trips.values()].map(({ began, ended }) => ({
      startedAt: began.startedAt,
      endedAt: ended?.endedAt ?? null,
      metres: ended?.distanceMetres ?? 0,
    })),
    stays: [...stays.values()].map(({ began, ended }) => ({
      startedAt: began.startedAt,
      endedAt: ended?.endedAt ?? null,
      idleSeconds: ended?.idleSeconds ?? 0,
    })),
    days: [...replay.days.values()].map(({ day, sums }) => ({
      day,
      records: sums.records,
      metres: Math.round(sums.distanceMetres),
      movingSeconds: sums.movingSeconds,
      engineSeconds: sums.engineSeconds,
    })),
    wronglyMarked: replay.wrongMarks.map(({ fixTime }) => fixTime),
  }
}

/** The same as it is stored. */
export async function readDerived(tx: Transaction, vehicleNo: number): Promise<Derived> {
  const row = await vehicleRow(tx, vehicleNo)
  const ms = (name: string) => `extract(epoch from ${name})::float8 * 1000`
  return {
    state: {
      asOf: row.as_of,
      latitude: row.latitude,
      longitude: row.longitude,
      odometerMetres: Math.round(row.odometer_metres ?? 0),
      ignition: row.last_fix_ignition,
      standSince: row.stand_since,
      tripStartedAt: row.trip_started_at,
      tripMetres: row.trip_started_at === null ? 0 : Math.round(row.trip_distance_metres ?? 0),
      day: row.day,
      suspectFixes: row.suspect_fixes,
      suspectAt: row.suspect_at,
    },
    trips: await tx.sql(
      `select ${ms('started_at')} as "startedAt", ${ms('ended_at')} as "endedAt", distance_metres as metres
       from telemetry.trips where vehicle_no = $1 order by 1`,
      [vehicleNo],
    ),
    stays: await tx.sql(
      `select ${ms('started_at')} as "startedAt", ${ms('ended_at')} as "endedAt", idle_seconds as "idleSeconds"
       from telemetry.stays where vehicle_no = $1 order by 1`,
      [vehicleNo],
    ),
    days: await tx.sql(
      `select day::text, records, distance_metres as metres, moving_seconds as "movingSeconds", engine_seconds as "engineSeconds"
       from telemetry.days where vehicle_no = $1 order by 1`,
      [vehicleNo],
    ),
    wronglyMarked: [],
  }
}
