import pg from 'pg'
import type { Logger } from 'pino'
import { asRole, keeperRole } from '../../platform/database/roles.ts'

// DETACH ... CONCURRENTLY cannot run in a transaction or a function and needs the table owner: a separate login does
// it.

interface Partition {
  name: string
  /** Name of the parent table; null once detached. */
  parent: string | null
  /** A detach was interrupted. */
  isPending: boolean
  /** UTC day or month in the name: `20260302`, `202603`. */
  period: string
}

const findText = `select c.relname as name, p.relname as parent, coalesce(i.inhdetachpending, false) as "isPending",
    substring(c.relname from '([0-9]+)$') as period
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  left join pg_inherits i on i.inhrelid = c.oid left join pg_class p on p.oid = i.inhparent
  where n.nspname = 'telemetry' and c.relkind = 'r'
    and c.relname ~ '^(positions_[0-9]{8}|(position_hours|readings)_[0-9]{6})$'
  order by 1`

async function drop(client: pg.Client, { name, parent, isPending }: Partition): Promise<void> {
  const table = `telemetry.${pg.escapeIdentifier(name)}`
  if (parent !== null)
    await client.query(
      `alter table telemetry.${pg.escapeIdentifier(parent)} detach partition ${table} ${isPending ? 'finalize' : 'concurrently'}`,
    )
  await client.query(`drop table if exists ${table}`)
}

/**
 * Drops partitions of closed days, and of months of hours and readings that no company retains, without blocking readers and writers
 * of other partitions. Completes interrupted runs.
 * @param url of the database, as any of Rumbo's login roles
 * @returns the names of the dropped partitions
 */
export async function dropOldPartitions(options: { url: string; now: Date; log: Logger }): Promise<string[]> {
  const { url, now, log } = options
  const client = new pg.Client({
    connectionString: asRole(url, keeperRole),
    application_name: 'rumbo keeper',
    options: '-c role=rumbo_owner -c lock_timeout=5s',
  })
  // A lost connection fails the query that needs it.
  client.on('error', () => undefined)
  await client.connect()
  const dropped: string[] = []
  try {
    // One process at a time; the lock ends with the connection.
    const { rows: locks } = await client.query<{ mine: boolean }>(
      "select pg_try_advisory_lock(hashtextextended('telemetry.keeper', 0)) as mine",
    )
    if (!locks[0]?.mine) return []
    const { rows: limits } = await client.query<{ first_day: string | null; first_month: string }>(
      `select (select to_char(read_from, 'YYYYMMDD') from telemetry.history_boundary) as first_day,
         to_char($1::timestamptz at time zone 'UTC' - make_interval(days => (select coalesce(max(history_days), 180) from organisation.companies)), 'YYYYMM') as first_month`,
      [now],
    )
    const { first_day: firstDay, first_month: firstMonth } = limits[0] ?? { first_day: null, first_month: '' }
    const { rows: partitions } = await client.query<Partition>(findText)
    for (const partition of partitions) {
      const isOld =
        partition.period.length === 8
          ? firstDay !== null && partition.period < firstDay
          : partition.period < firstMonth
      if (!isOld) continue
      try {
        await drop(client, partition)
        dropped.push(partition.name)
      } catch (error) {
        log.warn(
          { err: error, partition: partition.name },
          'could not drop an old partition; retrying with the next run',
        )
      }
    }
    return dropped
  } finally {
    await client.end()
  }
}
