import { asSystem } from '../platform/access.ts'
import type { Database } from '../platform/database/database.ts'
import { openDaysAfter, openDaysBefore } from './telemetry.rules.ts'

const dayMs = 86_400_000
const dayText = (time: number) => new Date(time).toISOString().slice(0, 10)

/** Opens the partitions of the days around now that are missing; returns where the oldest open one begins. */
export async function openDays(database: Database, now: Date): Promise<{ oldestMs: number; made: number }> {
  const today = now.getTime()
  return database.transaction(asSystem('partitions'), async (tx) => {
    const [row] = await tx.sql<{ made: number; oldest: string }>(
      'select telemetry.ensure_partitions($1::date, $2::date) as made, telemetry.oldest_day()::text as oldest',
      [dayText(today - openDaysBefore * dayMs), dayText(today + openDaysAfter * dayMs)],
    )
    if (!row) throw new Error('No partition was found or made.')
    return { oldestMs: Date.parse(`${row.oldest}T00:00:00Z`), made: row.made }
  })
}

const rejectedKeptDays = 30
const mostRejected = 100_000

/** Forgets refused reports after 30 days, and the oldest of more than 100,000: a broken device sends them for ever. */
export async function forgetRejected(database: Database, now: Date): Promise<void> {
  await database.transaction(asSystem('refused reports'), (tx) =>
    tx.sql(
      `delete from telemetry.rejected_reports where received_at < greatest($1, (select received_at
         from telemetry.rejected_reports order by received_at desc offset $2 limit 1))`,
      [new Date(now.getTime() - rejectedKeptDays * dayMs), mostRejected],
    ),
  )
}
