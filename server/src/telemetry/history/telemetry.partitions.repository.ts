import { dayMs } from '@rumbo/contract/time-units'
import { asSystem } from '../../platform/access/access.ts'
import type { Database } from '../../platform/database/database.ts'
import { openDaysAfter, openDaysBefore } from '../telemetry.rules.ts'

const dayText = (time: number) => new Date(time).toISOString().slice(0, 10)

/**
 * Opens the partitions that are missing: of positions from the first day that is written to until a week ahead, and of
 * hours for the time before. The first start decides where open days begin.
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
         + telemetry.ensure_hour_partitions(write_from - 31, $2::date) as made
       from telemetry.history_boundary`,
      [dayText(today), dayText(today + openDaysAfter * dayMs)],
    )
    if (!row) throw new Error('No partition was found or made.')
    return row
  })
}

const rejectedKeptDays = 30
const mostRejected = 100_000

/**
 * Forgets refused reports after 30 days, and the oldest of more than 100,000: a broken device sends them for ever.
 * Kept frames have a limit of their own for each device, and stay for the 30 days.
 */
export async function forgetRejected(database: Database, now: Date): Promise<void> {
  await database.transaction(asSystem('refused reports'), (tx) =>
    tx.sql(
      `delete from telemetry.rejected_reports where received_at < $1 or (frame is null and received_at < (
         select received_at from telemetry.rejected_reports where frame is null order by received_at desc offset $2 limit 1))`,
      [new Date(now.getTime() - rejectedKeptDays * dayMs), mostRejected],
    ),
  )
}
