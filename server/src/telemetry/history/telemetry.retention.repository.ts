import type { Transaction } from '../../platform/database/transaction.ts'
import { secondText } from './telemetry.positions.rules.ts'

/** The next vehicle numbers after one, in order. */
export async function nextNumbers(tx: Transaction, after: number, limit: number): Promise<number[]> {
  const rows = await tx.sql<{ vehicle_no: number }>(
    'select vehicle_no from vehicles.numbered where vehicle_no > $1 order by vehicle_no limit $2',
    [after, limit],
  )
  return rows.map((row) => row.vehicle_no)
}

// Old rows are found by vehicle through the index; retention depends on the vehicle's company.
const of = (table: string, time: string, isOld = `t.${time} < keep.from`) =>
  `delete from telemetry.${table} t using (
     select vehicle_no, $3::timestamptz - make_interval(days => coalesce(history_days, 180)) as from
     from vehicles.numbered where vehicle_no between $1 and $2) as keep
   where t.vehicle_no = keep.vehicle_no and ${isOld}`

const statements = [
  of('position_hours', 'hour'),
  of('positions_late', 'fix_time'),
  // The key has the second only.
  of(
    'readings',
    'stated_at',
    `t.stated_at < keep.from and ${secondText('t.stated_at')} <= ${secondText('keep.from')}`,
  ),
  of('latest_readings', 'as_of'),
  of('trips', 'started_at'),
  of('stays', 'started_at', 't.ended_at < keep.from'),
  of('vehicle_days', 'day', 't.day < keep.from::date'),
]

/** Deletes expired history of the vehicles with numbers in a range, both ends inclusive. */
export async function deleteOld(tx: Transaction, first: number, last: number, now: Date): Promise<void> {
  for (const statement of statements) await tx.sql(statement, [first, last, now])
}
