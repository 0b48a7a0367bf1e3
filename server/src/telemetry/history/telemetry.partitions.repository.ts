import { dayMs } from '@rumbo/contract/time-units'
import { asSystem } from '../../platform/access/access.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { openDaysAfter, openDaysBefore } from '../telemetry.rules.ts'

const dayText = (time: number) => new Date(time).toISOString().slice(0, 10)

/**
 * Creates missing partitions: of positions from the first writable day until a week ahead, and of hours for the time
 * before. The first start determines where open days start.
 */
export async function openDays(database: Database, now: Date): Promise<{ made: number }> {
  const today = now.getTime()
  return database.transaction(asSystem('partitions'), async (tx) => {
    await tx.sql(
      `insert into telemetry.history_boundary (write_from, read_from)
       select first, first from (select least(telemetry.oldest_day(), $1::date) as first) as days on conflict do nothing`,
      [dayText(today - openDaysBefore * dayMs)],
    )
    const [row] = await tx.sql<{ made: number }>(
      `select telemetry.ensure_partitions(greatest(write_from, $1::date - 300), $2::date)
         + telemetry.ensure_hour_partitions(write_from - 31, $2::date)
         + telemetry.ensure_reading_partitions(write_from - 31, $2::date) as made
       from telemetry.history_boundary`,
      [dayText(today), dayText(today + openDaysAfter * dayMs)],
    )
    if (!row) throw new Error('No partition was found or created.')
    return row
  })
}

/** Creates the months of old readings that have none yet. */
export async function openReadingMonths(tx: Transaction, rows: readonly { time: number }[]): Promise<void> {
  const months = new Set(rows.map(({ time }) => `${dayText(time).slice(0, 7)}-01`))
  for (const month of months)
    await tx.sql('select telemetry.ensure_reading_partitions($1::date, $1::date)', [month])
}

const rejectedKeptDays = 30
const maxRejected = 100_000

/**
 * Deletes rejected reports after 30 days, and the oldest of more than 100,000, because a broken device never stops
 * sending them. Stored frames are limited per device and kept for 30 days.
 */
export async function forgetRejected(database: Database, now: Date): Promise<void> {
  await database.transaction(asSystem('refused reports'), (tx) =>
    tx.sql(
      `delete from telemetry.rejected_reports where received_at < $1 or (frame is null and received_at < (
         select received_at from telemetry.rejected_reports where frame is null order by received_at desc offset $2 limit 1))`,
      [new Date(now.getTime() - rejectedKeptDays * dayMs), maxRejected],
    ),
  )
}
