import type { Transaction } from '../../platform/database/transaction.ts'
import { hiddenFlags, storedToDegrees } from '../telemetry.rules.ts'
import { readPositions } from './telemetry.positions.repository.ts'
import { secondText } from './telemetry.positions.rules.ts'

/** A usable position; `at` in epoch ms. Receivers that know no speed report 0. */
export interface NewPosition {
  vehicleNo: number
  at: number
  latitude: number
  longitude: number
  speedKmh: number
}

const pageSize = 20_000

/** All usable positions of a vehicle in a range of epoch ms, in order of time. Call under the system role. */
export async function readUsablePositions(
  tx: Pick<Transaction, 'sql'>,
  vehicleNo: number,
  { fromMs, toMs }: { fromMs: number; toMs: number },
): Promise<NewPosition[]> {
  const found: NewPosition[] = []
  let after: { fixTime: number; reportHash: bigint } | undefined
  for (;;) {
    const { positions, hasMore } = await readPositions(tx, vehicleNo, {
      fromMs,
      toMs,
      limit: pageSize,
      after,
    })
    for (const [index, at] of positions.fixTime.entries()) {
      if ((positions.flags[index] ?? 0) & hiddenFlags) continue
      found.push({
        vehicleNo,
        at,
        latitude: storedToDegrees(positions.latitude[index] ?? 0),
        longitude: storedToDegrees(positions.longitude[index] ?? 0),
        speedKmh: (positions.speedTenths[index] ?? 0) / 10,
      })
    }
    const last = positions.fixTime.length - 1
    if (!hasMore || last < 0) return found
    after = { fixTime: positions.fixTime[last] ?? 0, reportHash: positions.reportHash[last] ?? 0n }
  }
}

/** A moment as seconds, the key of open days; a second earlier, since it is rounded. */
const from = `${secondText('to_timestamp(given.after_ms / 1000)')} - 1`
const second = secondText('p.fix_time')

/** Usable positions of vehicles since a moment each (epoch ms), of open days, in order of time for each vehicle. */
export async function readNewPositions(
  tx: Pick<Transaction, 'sql'>,
  since: readonly { vehicleNo: number; afterMs: number }[],
): Promise<NewPosition[]> {
  if (since.length === 0) return []
  const rows = await tx.sql<{
    vehicle_no: number
    at: number
    latitude: number
    longitude: number
    speed_tenths: number
  }>(
    `select p.vehicle_no, (extract(epoch from p.fix_time) * 1000)::float8 as at, p.latitude, p.longitude, p.speed_tenths
     from unnest($1::int4[], $2::float8[]) as given (vehicle_no, after_ms)
     cross join lateral (
       select p.* from telemetry.positions p
       where p.vehicle_no = given.vehicle_no and ${second} >= ${from}
         and p.fix_time > to_timestamp(given.after_ms / 1000) and p.flags & $3::int4 = 0
       limit ${pageSize}) p
     order by p.vehicle_no, p.fix_time, p.report_hash`,
    [since.map(({ vehicleNo }) => vehicleNo), since.map(({ afterMs }) => afterMs), hiddenFlags],
  )
  return rows.map((row) => ({
    vehicleNo: row.vehicle_no,
    at: row.at,
    latitude: storedToDegrees(row.latitude),
    longitude: storedToDegrees(row.longitude),
    speedKmh: row.speed_tenths / 10,
  }))
}

/** The numbers of usable positions in ranges of open days (epoch ms, both ends inclusive), in the order given. */
export async function countPositions(
  tx: Pick<Transaction, 'sql'>,
  ranges: readonly { vehicleNo: number; fromMs: number; toMs: number }[],
): Promise<number[]> {
  if (ranges.length === 0) return []
  const rows = await tx.sql<{ count: number }>(
    `select (
       select count(*)::int4 from telemetry.positions p
       where p.vehicle_no = given.vehicle_no and ${second} >= ${from}
         and p.fix_time >= to_timestamp(given.after_ms / 1000)
         and p.fix_time <= to_timestamp(given.to_ms / 1000) and p.flags & $4::int4 = 0) as count
     from unnest($1::int4[], $2::float8[], $3::float8[]) with ordinality as given (vehicle_no, after_ms, to_ms, place)
     order by given.place`,
    [
      ranges.map(({ vehicleNo }) => vehicleNo),
      ranges.map(({ fromMs }) => fromMs),
      ranges.map(({ toMs }) => toMs),
      hiddenFlags,
    ],
  )
  return rows.map(({ count }) => count)
}
