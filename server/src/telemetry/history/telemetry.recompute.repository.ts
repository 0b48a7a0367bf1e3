import type { Transaction } from '../../platform/database/transaction.ts'
import { type StateRow, stateSelection } from '../intake/telemetry.state-columns.ts'
import { positionFlag } from '../telemetry.rules.ts'
import { secondText } from './telemetry.positions.rules.ts'
import type { WrongMark } from './telemetry.recompute.rules.ts'

/** Vehicles with days to recompute, with their marks. */
export interface DirtyVehicle {
  vehicle_no: number
  vehicle_id: string
  time_zone: string
  days: { day: string; mark: string }[]
}

/** Each vehicle with its marked days within at most a month, oldest first. */
export const findDirty = (tx: Transaction, limit: number): Promise<DirtyVehicle[]> =>
  tx.sql(
    `with waiting as (select vehicle_no, min(day) as first from telemetry.dirty_days group by 1 order by 1 limit $1)
     select v.vehicle_no, v.id as vehicle_id, coalesce(v.time_zone, 'UTC') as time_zone,
       json_agg(json_build_object('day', d.day, 'mark', d.mark::text) order by d.day) as days
     from waiting join telemetry.dirty_days d using (vehicle_no) join vehicles.numbered v using (vehicle_no)
     where d.day < first + 31 group by 1, 2, 3`,
    [limit],
  )

/** Locks the vehicle's state against batches until the transaction ends. */
export async function lockState(tx: Transaction, vehicleNo: number): Promise<StateRow | undefined> {
  await tx.sql('select 1 from telemetry.vehicle_state where vehicle_no = $1 for update', [vehicleNo])
  const [row] = await tx.sql<StateRow>(
    `select s.vehicle_no, s.vehicle_id, s.company_id, s.fleet_id, false as is_silent, null as held_from, null as former,
       ${stateSelection} from telemetry.vehicle_state s where s.vehicle_no = $1`,
    [vehicleNo],
  )
  return row
}

export interface SegmentStart {
  kind: 'trip' | 'stay'
  startedAt: number
}

/** The last trip or stay that started before a moment; if both started at the same time, the trip. */
export async function findSeed(
  tx: Transaction,
  vehicleNo: number,
  before: number,
): Promise<SegmentStart | null> {
  const [row] = await tx.sql<{ kind: 'trip' | 'stay'; started: number }>(
    `select kind, (extract(epoch from started_at) * 1000)::float8 as started from (
       (select 'trip' as kind, started_at from telemetry.trips where vehicle_no = $1 and started_at < $2 order by started_at desc limit 1)
       union all
       (select 'stay', started_at from telemetry.stays where vehicle_no = $1 and started_at < $2 order by started_at desc limit 1)
     ) as found order by started_at desc, kind desc limit 1`,
    [vehicleNo, new Date(before)],
  )
  return row ? { kind: row.kind, startedAt: row.started } : null
}

/** The starts of trips and stays from a moment on, as `trip 1772463600000`. */
export async function findStarts(tx: Transaction, vehicleNo: number, from: number): Promise<Set<string>> {
  const rows = await tx.sql<{ key: string }>(
    `select 'trip ' || (extract(epoch from started_at) * 1000)::int8 as key from telemetry.trips where vehicle_no = $1 and started_at >= $2
     union all
     select 'stay ' || (extract(epoch from started_at) * 1000)::int8 from telemetry.stays where vehicle_no = $1 and started_at >= $2`,
    [vehicleNo, new Date(from)],
  )
  return new Set(rows.map(({ key }) => key))
}

/** Deletes trips and stays that started in a range, both ends inclusive, to rewrite them. */
export async function deleteSegments(
  tx: Transaction,
  vehicleNo: number,
  from: number,
  to: number,
): Promise<void> {
  for (const table of ['trips', 'stays'])
    await tx.sql(
      `delete from telemetry.${table} where vehicle_no = $1 and started_at >= $2 and started_at <= $3`,
      [vehicleNo, new Date(from), to < 8e15 ? new Date(to) : 'infinity'],
    )
}

/** Removes the marks unless they changed since they were read. */
export const removeMarks = (
  tx: Transaction,
  vehicleNo: number,
  days: DirtyVehicle['days'],
): Promise<unknown> =>
  tx.sql(
    `delete from telemetry.dirty_days d using unnest($2::date[], $3::int8[]) as read(day, mark)
     where d.vehicle_no = $1 and d.day = read.day and d.mark = read.mark`,
    [vehicleNo, days.map(({ day }) => day), days.map(({ mark }) => mark)],
  )

/** The identifier of the vehicle's device, if it has one. */
export async function findDevice(tx: Transaction, vehicleNo: number): Promise<string[]> {
  const rows = await tx.sql<{ imei: string }>(
    'select imei from vehicles.listened where vehicle_no = $1 and imei is not null',
    [vehicleNo],
  )
  return rows.map(({ imei }) => imei)
}

/** Sets or removes the mark of suspect fixes. Packed positions of closed hours keep theirs. */
export async function correctMarks(
  tx: Transaction,
  vehicleNo: number,
  marks: readonly WrongMark[],
): Promise<void> {
  if (marks.length === 0) return
  const values = [
    vehicleNo,
    marks.map(({ fixTime }) => new Date(fixTime)),
    marks.map(({ reportHash }) => reportHash),
    marks.map(({ isSuspect }) => (isSuspect ? positionFlag.suspect : 0)),
    ~positionFlag.suspect,
  ]
  for (const [table, key] of [
    ['positions', `${secondText('p.fix_time')} = ${secondText('m.fix_time')} and`],
    ['positions_late', ''],
  ])
    await tx.sql(
      `update telemetry.${table} p set flags = (p.flags & $5::int2) | m.mark
       from unnest($2::timestamptz(3)[], $3::int8[], $4::int2[]) as m(fix_time, report_hash, mark)
       where p.vehicle_no = $1 and ${key} p.fix_time = m.fix_time and p.report_hash = m.report_hash`,
      values,
    )
}
