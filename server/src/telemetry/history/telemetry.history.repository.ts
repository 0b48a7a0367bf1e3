import type { DaySummary, Stay, Trip } from '@rumbo/contract/telemetry.contract'
import { hourMs } from '@rumbo/contract/time-units'
import type { Transaction } from '../../platform/database/transaction.ts'
import type { MomentRange } from './telemetry.history.rules.ts'

/** Time zone of a vehicle's days, and retention of its positions. */
export interface VehicleClock {
  timeZone: string
  historyDays: number | null
}

/** Call under the system role after checking access, like all functions below except `findTotals`. */
export async function findVehicleClock(tx: Transaction, vehicleNo: number): Promise<VehicleClock> {
  const [row] = await tx.sql<{ time_zone: string | null; history_days: number | null }>(
    'select time_zone, history_days from vehicles.numbered where vehicle_no = $1',
    [vehicleNo],
  )
  return { timeZone: row?.time_zone ?? 'UTC', historyDays: row?.history_days ?? null }
}

interface DayRow {
  day: string
  records: number
  distance_metres: number
  moving_seconds: number
  idle_seconds: number
  engine_seconds: number
  max_speed_tenths: number
  first_at: Date | null
  last_at: Date | null
}

const dayOf = (row: DayRow): DaySummary => ({
  date: row.day,
  records: row.records,
  distanceMetres: row.distance_metres,
  movingSeconds: row.moving_seconds,
  idleSeconds: row.idle_seconds,
  engineSeconds: row.engine_seconds,
  maxSpeedKmh: row.max_speed_tenths / 10,
  firstAt: row.first_at?.toISOString() ?? null,
  lastAt: row.last_at?.toISOString() ?? null,
})

/** Days of a vehicle with positions, in order; both ends inclusive. */
export async function findDays(
  tx: Transaction,
  vehicleNo: number,
  { from, to }: { from?: string | undefined; to?: string | undefined },
): Promise<DaySummary[]> {
  const rows = await tx.sql<DayRow>(
    // The current day may also have a row that was written when it seemed to be over.
    `select distinct on (day) day, records, distance_metres, moving_seconds, idle_seconds, engine_seconds,
        max_speed_tenths, first_at, last_at
      from telemetry.days
      where vehicle_no = $1 and records > 0 and day >= coalesce($2::date, '-infinity') and day <= coalesce($3::date, 'infinity')
      order by day, records desc`,
    [vehicleNo, from ?? null, to ?? null],
  )
  return rows.map(dayOf)
}

interface TripRow {
  id: string
  started_at: Date
  ended_at: Date | null
  known_until: Date
  start_latitude: number
  start_longitude: number
  end_latitude: number | null
  end_longitude: number | null
  distance_metres: number
  max_speed_kmh: number
}

/** Trips that overlap a range, in order; a running one with its current sums. */
export async function findTrips(tx: Transaction, vehicleNo: number, range: MomentRange): Promise<Trip[]> {
  const rows = await tx.sql<TripRow>(
    `select t.id, t.started_at, t.ended_at, coalesce(t.ended_at, s.as_of, t.started_at) as known_until,
        t.start_latitude / 1e7::float8 as start_latitude, t.start_longitude / 1e7::float8 as start_longitude,
        t.end_latitude / 1e7::float8 as end_latitude, t.end_longitude / 1e7::float8 as end_longitude,
        coalesce(s.trip_distance_metres, t.distance_metres)::float8 as distance_metres,
        coalesce(s.trip_max_speed_tenths, t.max_speed_tenths) / 10::float8 as max_speed_kmh
      from telemetry.trips t left join telemetry.vehicle_state s
        on s.vehicle_no = t.vehicle_no and t.ended_at is null and s.trip_started_at = t.started_at
      where t.vehicle_no = $1 and t.started_at < $3 and coalesce(t.ended_at, 'infinity') > $2
      order by t.started_at, t.id`,
    [vehicleNo, new Date(range.fromMs), new Date(range.toMs)],
  )
  return rows.map((row) => {
    const hours = (row.known_until.getTime() - row.started_at.getTime()) / hourMs
    return {
      id: row.id,
      startedAt: row.started_at.toISOString(),
      endedAt: row.ended_at?.toISOString() ?? null,
      startLatitude: row.start_latitude,
      startLongitude: row.start_longitude,
      endLatitude: row.end_latitude,
      endLongitude: row.end_longitude,
      distanceMetres: Math.round(row.distance_metres),
      maxSpeedKmh: row.max_speed_kmh,
      averageSpeedKmh: hours > 0 ? Math.round(row.distance_metres / hours / 100) / 10 : 0,
    }
  })
}

interface StayRow {
  id: string
  started_at: Date
  ended_at: Date | null
  latitude: number
  longitude: number
  idle_seconds: number
}

/** Stays that overlap a range, in order; a running one with its current idling. */
export async function findStays(
  tx: Transaction,
  vehicleNo: number,
  range: MomentRange,
): Promise<Omit<Stay, 'zone'>[]> {
  const rows = await tx.sql<StayRow>(
    `select y.id, y.started_at, y.ended_at, y.latitude / 1e7::float8 as latitude, y.longitude / 1e7::float8 as longitude,
        coalesce(s.stand_idle_seconds, y.idle_seconds) as idle_seconds
      from telemetry.stays y left join telemetry.vehicle_state s
        on s.vehicle_no = y.vehicle_no and y.ended_at is null and s.stand_since = y.started_at
      where y.vehicle_no = $1 and y.started_at < $3 and coalesce(y.ended_at, 'infinity') > $2
      order by y.started_at, y.id`,
    [vehicleNo, new Date(range.fromMs), new Date(range.toMs)],
  )
  return rows.map((row) => ({
    id: row.id,
    startedAt: row.started_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    latitude: row.latitude,
    longitude: row.longitude,
    idleSeconds: row.idle_seconds,
  }))
}

export interface HistoryTotals {
  firstDate: string | null
  lastDate: string | null
  records: number
  /** Number of these packed into hours. */
  packed: number
}

/**
 * Call under the caller's role: totals of all visible vehicles, or of one.
 * @param packedBefore the day (UTC) before which positions are packed; null where none are
 */
export async function findTotals(
  tx: Transaction,
  vehicleId: string | null,
  packedBefore: string | null,
): Promise<HistoryTotals> {
  const [row] = await tx.sql<{ first: string | null; last: string | null; records: number; packed: number }>(
    `select min(day) as first, max(day) as last, coalesce(sum(records), 0)::int8 as records,
        coalesce(sum(records) filter (where day < $1::date), 0)::int8 as packed
      from telemetry.days where records > 0 ${vehicleId === null ? '' : 'and vehicle_id = $2'}`,
    vehicleId === null ? [packedBefore] : [packedBefore, vehicleId],
  )
  return {
    firstDate: row?.first ?? null,
    lastDate: row?.last ?? null,
    records: Number(row?.records ?? 0),
    packed: Number(row?.packed ?? 0),
  }
}

/** The retention of these companies (null: all), if it is the same. */
export async function findCommonRetention(
  tx: Transaction,
  companyIds: readonly string[] | null,
): Promise<number | null> {
  const [row] = await tx.sql<{ least: number | null; most: number | null }>(
    `select min(history_days) as least, max(history_days) as most from organisation.clocks
      where $1::uuid[] is null or company_id = any($1::uuid[])`,
    [companyIds],
  )
  return row && row.least === row.most ? row.least : null
}

export async function measureDatabase(tx: Transaction): Promise<number> {
  const [row] = await tx.sql<{ bytes: number }>('select pg_database_size(current_database()) as bytes')
  return Number(row?.bytes ?? 0)
}
