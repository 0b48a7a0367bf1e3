import type { Transaction } from '../../platform/database/transaction.ts'
import type { MomentRange } from './telemetry.history.rules.ts'
import { secondsAround, secondText } from './telemetry.positions.rules.ts'
import type { TrackHours } from './telemetry.track-join.rules.ts'

/** In the format of `takeOpenRows`: several numbers per value, since the cost per value exceeds that of its size. */
const openTexts = {
  times: 'timestamptz_send(fix_time)',
  places: 'int8send((latitude::int8 << 32) | (longitude::int8 & 4294967295))',
  readings: 'int8send((odometer_metres::int8 << 32) | (levels::int8 & 4294967295))',
  motions: `int8send((speed_tenths::int8 << 48) | ((heading::int8 & 65535) << 32)
    | ((altitude::int8 & 65535) << 16) | (flags::int8 & 65535))`,
  // Hashes are needed only to merge late positions.
  hashes: 'case when (select has_any from late) then int8send(report_hash) end',
} as const
const openNames = Object.keys(openTexts) as (keyof typeof openTexts)[]
const noColumns = openNames.map((name) => `null::bytea as "${name}"`).join(', ')

const second = secondText('fix_time')
const within = `vehicle_no = $1 and fix_time >= to_timestamp($2::float8 / 1000) and fix_time < to_timestamp($3::float8 / 1000)`

/** Matches the order of an index, to avoid a sort. */
const rowsOf = (order: string) =>
  openNames
    .map((name) => `string_agg(${openTexts[name]}, ''::bytea order by ${order}) as "${name}"`)
    .join(', ')

// One statement sees one snapshot of the database: each position is in it once, even while its day is being closed.
const trackText = `with boundary as materialized (
    select (read_from::timestamp at time zone 'UTC') as read_from from telemetry.history_boundary),
  late as materialized (select exists (select from telemetry.positions_late where ${within}) as has_any)
  (select 0 as part, records as count, points, ${noColumns}
     from telemetry.position_hours where vehicle_no = $1
       and hour >= date_trunc('hour', to_timestamp($2::float8 / 1000), 'UTC') and hour < to_timestamp($3::float8 / 1000)
       and hour < (select read_from from boundary) order by hour)
  union all (select 1, hour.* from generate_series($4::int4 / 3600, $5::int4 / 3600) as number cross join lateral (
     select count(*)::int4, null::bytea, ${rowsOf(`${second}, report_hash`)}
     from telemetry.positions where ${within} and fix_time >= (select read_from from boundary)
       and ${second} between greatest($4::int4, number * 3600) and least($5::int4, number * 3600 + 3599)) as hour)
  union all (select 2, count(*)::int4, null, ${rowsOf('fix_time, report_hash')}
     from telemetry.positions_late where ${within})`

type Row = { part: number; count: number; points: Buffer | null } & Record<
  keyof typeof openTexts,
  Buffer | null
>

/** A vehicle's stored positions of a range. Call under the system role. */
export async function readTrackHours(
  tx: Pick<Transaction, 'sql'>,
  vehicleNo: number,
  range: MomentRange,
): Promise<TrackHours> {
  const rows = await tx.sql<Row>(trackText, [vehicleNo, range.fromMs, range.toMs, ...secondsAround(range)])
  const found: TrackHours = { closed: [], open: [], late: null }
  for (const { part, points, times, places, readings, motions, ...rest } of rows) {
    if (points) found.closed.push(points)
    if (!times || !places || !readings || !motions) continue
    const open = { ...rest, times, places, readings, motions }
    if (part === 1) found.open.push(open)
    else found.late = open
  }
  return found
}
