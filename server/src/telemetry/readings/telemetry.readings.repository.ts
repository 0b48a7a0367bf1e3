import type { Transaction } from '../../platform/database/transaction.ts'
import { secondsAround, secondText } from '../history/telemetry.positions.rules.ts'
import type { StoredLatest } from './telemetry.reading-state.ts'

/** The readings of one report, packed. */
export interface ReadingRow {
  /** Epoch ms. */
  time: number
  reportHash: number
  packed: Buffer
}

export interface ReadingRange {
  /** Epoch ms; the end is exclusive. */
  fromMs: number
  toMs: number
  /** Only rows after this one. */
  after?: ReadingRow | undefined
  limit: number
}

const second = secondText('stated_at')

/** Rows of a vehicle in the order of time. */
export async function findReadings(
  tx: Transaction,
  vehicleNo: number,
  { fromMs, toMs, after, limit }: ReadingRange,
): Promise<ReadingRow[]> {
  return tx.sql<ReadingRow>(
    `select (extract(epoch from stated_at) * 1000)::float8 as time, report_hash as "reportHash", readings as packed
     from telemetry.readings where vehicle_no = $1
       and stated_at >= to_timestamp($2::float8 / 1000) and stated_at < to_timestamp($3::float8 / 1000)
       and ${second} between $4::int4 and $5::int4
       and (stated_at, report_hash) > (to_timestamp($6::float8 / 1000), $7::int4)
     order by ${second}, stated_at, report_hash limit $8`,
    [
      vehicleNo,
      fromMs,
      toMs,
      ...secondsAround({ fromMs: after?.time ?? fromMs, toMs }),
      after?.time ?? fromMs - 1,
      after?.reportHash ?? 0,
      limit,
    ],
  )
}

/** The row of a vehicle's latest readings. */
export async function findLatest(tx: Transaction, vehicleNo: number): Promise<StoredLatest | null> {
  const [row] = await tx.sql<{ packed: Buffer; asOf: number }>(
    `select readings as packed, (extract(epoch from as_of) * 1000)::float8 as "asOf"
     from telemetry.latest_readings where vehicle_no = $1`,
    [vehicleNo],
  )
  return row ?? null
}
