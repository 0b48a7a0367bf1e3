import type { Transaction } from '../../platform/database/transaction.ts'
import { boundaryLock } from '../intake/telemetry.batch.repository.ts'

/** UTC days: fixes before `writeFrom` go to positions_late, positions before `readFrom` are in position_hours. */
export interface Boundary {
  writeFrom: string
  readFrom: string
}

export async function readBoundary(tx: Transaction): Promise<Boundary | undefined> {
  const [row] = await tx.sql<Boundary>(
    `select write_from::text as "writeFrom", read_from::text as "readFrom" from telemetry.history_boundary`,
  )
  return row
}

/** Waits for batches that write old positions; after the commit none is written to the day. */
export async function stopWriting(tx: Transaction, day: string): Promise<void> {
  await tx.sql(`select pg_advisory_xact_lock(${boundaryLock})`)
  await tx.sql(
    'update telemetry.history_boundary set write_from = $1::date + 1 where write_from <= $1::date',
    [day],
  )
}

/** After the commit the day is read from its hours. */
export const readFromHours = (tx: Transaction, day: string): Promise<unknown> =>
  tx.sql(
    'update telemetry.history_boundary set read_from = $1::date + 1 where read_from = $1::date and write_from > $1::date',
    [day],
  )

/** Numbers of vehicles with open positions on a UTC day, in order, following a number; at most `most` are searched. */
export async function vehiclesOfDay(
  tx: Transaction,
  day: string,
  after: number,
  limit: number,
): Promise<{ numbers: number[]; lastLookedAt: number | null }> {
  const rows = await tx.sql<{ vehicle_no: number; has_positions: boolean }>(
    `select v.vehicle_no, exists (select from telemetry.positions p where p.vehicle_no = v.vehicle_no
        and p.fix_time >= $1::date::timestamp at time zone 'UTC' and p.fix_time < ($1::date + 1)::timestamp at time zone 'UTC') as has_positions
     from vehicles.numbered v where v.vehicle_no > $2 order by v.vehicle_no limit $3`,
    [day, after, limit],
  )
  return {
    numbers: rows.filter((row) => row.has_positions).map((row) => row.vehicle_no),
    lastLookedAt: rows.at(-1)?.vehicle_no ?? null,
  }
}

export interface PackedHour {
  vehicleNo: number
  hourMs: number
  records: number
  points: Buffer
}

/** Writes hours; an existing one is replaced. */
export async function writeHours(tx: Transaction, hours: readonly PackedHour[]): Promise<void> {
  if (hours.length === 0) return
  await tx.sql(
    `insert into telemetry.position_hours (vehicle_no, hour, records, points)
     select a, to_timestamp(b / 1000), c, d from unnest($1::int4[], $2::float8[], $3::int4[], $4::bytea[]) as rows(a, b, c, d)
     on conflict (vehicle_no, hour) do update set records = excluded.records, points = excluded.points`,
    [
      hours.map(({ vehicleNo }) => vehicleNo),
      hours.map(({ hourMs }) => hourMs),
      hours.map(({ records }) => records),
      hours.map(({ points }) => points),
    ],
  )
}

/** Creates the monthly partitions for the days of a range. */
export const openHours = (tx: Transaction, from: string, to: string): Promise<unknown> =>
  tx.sql('select telemetry.ensure_hour_partitions($1::date, $2::date)', [from, to])

/** Hours of closed days that have late points, the oldest first. */
export const findLateHours = (
  tx: Transaction,
  limit: number,
): Promise<{ vehicle_no: number; hour_ms: number; day: string }[]> =>
  tx.sql(
    `select vehicle_no, (extract(epoch from hour) * 1000)::float8 as hour_ms, (hour at time zone 'UTC')::date::text as day from (
       select distinct vehicle_no, date_trunc('hour', fix_time, 'UTC') as hour from telemetry.positions_late
       where fix_time < (select read_from::timestamp at time zone 'UTC' from telemetry.history_boundary)) as late
     order by hour, vehicle_no limit $1`,
    [limit],
  )

/** Locks the hours of a vehicle until the transaction ends. */
export const lockHours = (tx: Transaction, vehicleNo: number): Promise<unknown> =>
  tx.sql("select pg_advisory_xact_lock(hashtext('telemetry.position_hours'), $1)", [vehicleNo])

/** Deletes the given late points of an hour; points that arrive meanwhile stay. */
export const deleteLate = (
  tx: Transaction,
  vehicleNo: number,
  hourMs: number,
  keys: { fixTime: readonly number[]; reportHash: readonly bigint[] },
): Promise<unknown> =>
  tx.sql(
    `delete from telemetry.positions_late l using unnest($2::float8[], $3::int8[]) as kept(time, hash)
     where l.vehicle_no = $1 and l.fix_time = to_timestamp(kept.time / 1000) and l.report_hash = kept.hash
       and l.fix_time >= to_timestamp($4::float8 / 1000) and l.fix_time < to_timestamp($4::float8 / 1000) + interval '1 hour'`,
    [vehicleNo, keys.fixTime, keys.reportHash.map(String), hourMs],
  )
