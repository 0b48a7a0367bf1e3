import { mostShifts, type Recurrence, type Shift, type ShiftBreak } from '@rumbo/contract/shifts.contract'
import { v7 as uuid } from 'uuid'
import { constraintOf } from '../platform/database/constraint-of.ts'
import type { Transaction } from '../platform/database/transaction.ts'
import { problem } from '../platform/problem.ts'
import { type ShiftRow, shiftOf } from './shifts.rows.ts'

/** Names as they are now, where the caller may read driver and vehicle; else as they were when the shift was saved. */
const shiftRows = `
  select s.id, s.company_id, s.fleet_id, s.series_id, s.driver_id, s.vehicle_id, s.starts_at, s.ends_at, s.breaks,
    s.status, s.started_at, s.ended_at, s.note, s.updated_at, s.version,
    coalesce(concat_ws(' ', c.first_name, c.last_name), s.driver_name) as driver_name,
    coalesce(v.vehicle_number, s.vehicle_number) as vehicle_number
  from shifts.shifts s
  left join directory.contacts c on c.id = s.driver_id
  left join vehicles.vehicles v on v.id = s.vehicle_id`

export interface ShiftFilter {
  fleetIds: readonly string[]
  from: string
  to: string
  driverId: string | undefined
  vehicleId: string | undefined
}

/** Shifts whose planned or actual time touches the range; a running one lasts until now at least. */
export async function findShifts(tx: Transaction, filter: ShiftFilter) {
  // Planned shifts last a day at most, so that the index on the start bounds the rows that are read.
  const rows = await tx.sql<ShiftRow>(
    `${shiftRows}
     where s.fleet_id = any($1::uuid[]) and s.busy_from < $3
       and (s.busy_from > $2::timestamptz - interval '2 days' and s.busy_to > $2
         or s.status = 'running' and $2::timestamptz <= $6)
       and ($4::uuid is null or s.driver_id = $4) and ($5::uuid is null or s.vehicle_id = $5)
     order by s.busy_from, s.id limit $7`,
    [
      filter.fleetIds,
      filter.from,
      filter.to,
      filter.driverId ?? null,
      filter.vehicleId ?? null,
      tx.now,
      mostShifts + 1,
    ],
  )
  return { items: rows.slice(0, mostShifts).map(shiftOf), isCut: rows.length > mostShifts }
}

export async function findShift(tx: Transaction, id: string): Promise<Shift | null> {
  const [row] = await tx.sql<ShiftRow>(`${shiftRows} where s.id = $1`, [id])
  return row ? shiftOf(row) : null
}

/** A shift with the user who changed it last, locked until the transaction ends; null if the caller may not change it. */
export async function lockShift(tx: Transaction, id: string) {
  const [locked] = await tx.sql<{ by: string | null }>(
    'select updated_by_name as by from shifts.shifts where id = $1 for update',
    [id],
  )
  const shift = locked ? await findShift(tx, id) : null
  return shift && { shift, changedBy: locked?.by ?? null }
}

/** The planned shifts of a series from this one's start on, without it, locked. */
export async function lockFollowing(tx: Transaction, { id, seriesId, startsAt }: Shift): Promise<Shift[]> {
  if (seriesId === null) return []
  const locked = await tx.sql<{ id: string }>(
    `select id from shifts.shifts
     where series_id = $1 and starts_at > $2 and id <> $3 and status = 'planned' order by starts_at, id for update`,
    [seriesId, startsAt, id],
  )
  return findShiftsById(
    tx,
    locked.map((row) => row.id),
  )
}

/** The shifts of these ids by their start. */
export async function findShiftsById(tx: Transaction, ids: readonly string[]): Promise<Shift[]> {
  const rows = await tx.sql<ShiftRow>(
    `${shiftRows} where s.id = any($1::uuid[]) order by s.starts_at, s.id`,
    [ids],
  )
  return rows.map(shiftOf)
}

export interface Span {
  startsAt: Date
  endsAt: Date
}

/**
 * The occurrences of a recurrence from the first shift's day on, at the same local times in the company's time zone,
 * also after the clocks change.
 */
export const findOccurrences = (
  tx: Transaction,
  first: { startsAt: string; endsAt: string },
  { weekdays, until }: Recurrence,
  timeZone: string,
): Promise<Span[]> =>
  tx.sql(
    `select (day + start_time) at time zone $5 as "startsAt", (day + (end_local - start_local) + start_time) at time zone $5 as "endsAt"
     from (select $1::timestamptz at time zone $5 as start_local, $2::timestamptz at time zone $5 as end_local) as given,
       lateral (select start_local::time as start_time, start_local::date as first_day) as parts,
       lateral generate_series(first_day::timestamp, $4::date::timestamp, interval '1 day') as day
     where extract(isodow from day) = any($3::int[]) order by 1`,
    [first.startsAt, first.endsAt, weekdays, until, timeZone],
  )

/** The same local change of start and end for each shift, as `from` is moved to `to`. */
export async function findMoved(
  tx: Transaction,
  shifts: readonly Shift[],
  from: Pick<Shift, 'startsAt'>,
  to: Pick<Shift, 'startsAt' | 'endsAt'>,
  timeZone: string,
): Promise<Span[]> {
  return tx.sql(
    `select (local + (new_start - old_start)) at time zone $5 as "startsAt", (local + (new_end - old_start)) at time zone $5 as "endsAt"
     from (select $2::timestamptz at time zone $5 as old_start, $3::timestamptz at time zone $5 as new_start,
         $4::timestamptz at time zone $5 as new_end) as given,
       lateral (select moment at time zone $5 as local, place
         from unnest($1::timestamptz[]) with ordinality as one(moment, place)) as moments
     order by place`,
    [shifts.map(({ startsAt }) => startsAt), from.startsAt, to.startsAt, to.endsAt, timeZone],
  )
}

/** Lets nobody else plan for this driver and this vehicle until the transaction ends. */
export async function lockDuty(
  tx: Transaction,
  of: { driverIds: readonly string[]; vehicleIds: readonly string[] },
): Promise<void> {
  const keys = [
    ...of.driverIds.map((id) => `shift driver ${id}`),
    ...of.vehicleIds.map((id) => `shift vehicle ${id}`),
  ]
  // One order for all, so that nobody waits in a circle.
  for (const key of [...new Set(keys)].sort())
    await tx.sql('select pg_advisory_xact_lock(hashtextextended($1, 0))', [key])
}

/** The first shift of the driver or the vehicle in the way, in whichever fleet of the company. */
export async function findOverlap(
  tx: Transaction,
  of: {
    companyId: string
    driverId: string
    vehicleId: string
    spans: readonly Span[]
    besides: readonly string[]
  },
): Promise<Shift | null> {
  const [row] = await tx.sql<ShiftRow>(
    'select * from shifts.overlapping($1, $2, $3, $4::timestamptz[], $5::timestamptz[], $6::uuid[])',
    [
      of.companyId,
      of.driverId,
      of.vehicleId,
      of.spans.map(({ startsAt }) => startsAt),
      of.spans.map(({ endsAt }) => endsAt),
      of.besides,
    ],
  )
  return row ? shiftOf(row) : null
}

export interface ShiftValues {
  driver: { id: string; name: string }
  vehicle: { id: string; vehicleNumber: string }
  breaks: readonly ShiftBreak[]
  note: string | null
}

/** @returns the ids, in the order of the spans */
export async function insertShifts(
  tx: Transaction,
  place: { companyId: string; fleetId: string; seriesId: string | null },
  { driver, vehicle, breaks, note }: ShiftValues,
  spans: readonly Span[],
): Promise<string[]> {
  const ids = spans.map(() => uuid())
  await tx.sql(
    `insert into shifts.shifts (id, company_id, fleet_id, series_id, driver_id, driver_name, vehicle_id, vehicle_number,
       starts_at, ends_at, breaks, note, created_at, created_by, updated_at, updated_by, updated_by_name)
     select one.id, $4, $5, $6, $7, $8, $9, $10, one.starts, one.ends, $11::jsonb, $12, $13, $14, $13, $14, $15
     from unnest($1::uuid[], $2::timestamptz[], $3::timestamptz[]) as one(id, starts, ends)`,
    [
      ids,
      spans.map(({ startsAt }) => startsAt),
      spans.map(({ endsAt }) => endsAt),
      place.companyId,
      place.fleetId,
      place.seriesId,
      driver.id,
      driver.name,
      vehicle.id,
      vehicle.vehicleNumber,
      JSON.stringify(breaks),
      note,
      tx.now,
      tx.actor?.userId ?? null,
      tx.actor?.displayName ?? null,
    ],
  )
  return ids
}

/** Rewrites locked shifts, each to its span. */
export async function rewriteShifts(
  tx: Transaction,
  ids: readonly string[],
  { driver, vehicle, breaks, note }: ShiftValues,
  spans: readonly Span[],
): Promise<void> {
  await tx.sql(
    `update shifts.shifts s set driver_id = $4, driver_name = $5, vehicle_id = $6, vehicle_number = $7,
       starts_at = one.starts, ends_at = one.ends, breaks = $8::jsonb, note = $9,
       updated_at = $10, updated_by = $11, updated_by_name = $12, version = version + 1
     from unnest($1::uuid[], $2::timestamptz[], $3::timestamptz[]) as one(id, starts, ends) where s.id = one.id`,
    [
      ids,
      spans.map(({ startsAt }) => startsAt),
      spans.map(({ endsAt }) => endsAt),
      driver.id,
      driver.name,
      vehicle.id,
      vehicle.vehicleNumber,
      JSON.stringify(breaks),
      note,
      tx.now,
      tx.actor?.userId ?? null,
      tx.actor?.displayName ?? null,
    ],
  )
}

/**
 * Writes the status of locked shifts; the time of `running` and `ended` is now.
 * @throws Problem `shift_still_running` where driver or vehicle began another shift at the same moment
 */
export async function writeShiftStatus(
  tx: Transaction,
  ids: readonly string[],
  status: Exclude<Shift['status'], 'planned'>,
): Promise<void> {
  try {
    await tx.sql(
      `update shifts.shifts set status = $2, updated_at = $3, updated_by = $4, updated_by_name = $5, version = version + 1,
         started_at = case when $2 = 'running' then $3 else started_at end,
         ended_at = case when $2 = 'ended' then greatest($3, started_at) else ended_at end, break_since = null
       where id = any($1::uuid[])`,
      [ids, status, tx.now, tx.actor?.userId ?? null, tx.actor?.displayName ?? null],
    )
  } catch (error) {
    const constraint = constraintOf(error) ?? ''
    throw constraint.startsWith('shifts_running_') ? problem('shift_still_running') : error
  }
}

/** Another running shift of the driver or the vehicle, in whichever fleet of the company. */
export async function findRunning(tx: Transaction, shift: Shift): Promise<Shift | null> {
  const [row] = await tx.sql<ShiftRow>('select * from shifts.running_beside($1, $2, $3, $4)', [
    shift.companyId,
    shift.driverId,
    shift.vehicleId,
    shift.id,
  ])
  return row ? shiftOf(row) : null
}

/** Shifts of these drivers that run, ended within a day, or begin within a week. */
export async function findShiftsOfDrivers(tx: Transaction, driverIds: readonly string[]): Promise<Shift[]> {
  const rows = await tx.sql<ShiftRow>(
    `${shiftRows}
     where s.driver_id = any($1::uuid[]) and s.status <> 'cancelled'
       and (s.status = 'running' or s.busy_to > $2::timestamptz - interval '12 hours')
       and s.busy_from < $2::timestamptz + interval '7 days'
     order by s.busy_from, s.id limit 50`,
    [driverIds, tx.now],
  )
  return rows.map(shiftOf)
}

/** The running shift of one of these drivers, and since when the driver takes a break. */
export async function findRunningOf(
  tx: Transaction,
  driverIds: readonly string[],
): Promise<{ shift: Shift; breakSince: Date | null } | null> {
  const [row] = await tx.sql<{ id: string; break_since: Date | null }>(
    `select id, break_since from shifts.shifts where driver_id = any($1::uuid[]) and status = 'running' limit 1`,
    [driverIds],
  )
  const shift = row ? await findShift(tx, row.id) : null
  return row && shift ? { shift, breakSince: row.break_since } : null
}

/** When the next planned shift of a driver or a vehicle begins; null without one. */
export async function findNextStart(
  tx: Transaction,
  { driverId, vehicleId }: { driverId: string; vehicleId: string },
): Promise<Date | null> {
  const [row] = await tx.sql<{ start: Date | null }>(
    `select min(starts_at) as start from shifts.shifts
     where status = 'planned' and starts_at > $3 and (driver_id = $1 or vehicle_id = $2)`,
    [driverId, vehicleId, tx.now],
  )
  return row?.start ?? null
}

/** @returns whether it changed */
export async function writeBreak(tx: Transaction, id: string, since: Date | null): Promise<boolean> {
  const rows = await tx.sql(
    `update shifts.shifts set break_since = $2
     where id = $1 and status = 'running' and (break_since is null) <> ($2::timestamptz is null) returning id`,
    [id, since],
  )
  return rows.length > 0
}

/** The names of the contacts of a user, by id. */
export const findOwnContacts = (
  tx: Transaction,
  userId: string,
): Promise<{ id: string; companyId: string; name: string }[]> =>
  tx.sql(
    `select id, company_id as "companyId", concat_ws(' ', first_name, last_name) as name
     from directory.contacts where user_id = $1 and archived_at is null order by id`,
    [userId],
  )
