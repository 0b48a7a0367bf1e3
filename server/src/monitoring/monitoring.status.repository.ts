import type { Transaction } from '../platform/database/transaction.ts'
import type { ProcessState, SampleFigures } from '../platform/metrics/sampler.ts'

export interface ProcessRow {
  roles: string[]
  host: string
  pid: number
  startedAt: Date
  seenAt: Date
  figures: ProcessState
  activeUsers: string[]
}
export const findProcesses = (tx: Transaction): Promise<ProcessRow[]> =>
  tx.sql(
    `select roles, host, pid, started_at as "startedAt", seen_at as "seenAt", figures, active_users as "activeUsers"
     from platform.processes order by roles, started_at`,
  )

export interface SampleRow {
  slot: Date
  host: string
  figures: SampleFigures
}
/** Samples of the last hour, oldest first. */
export const findSamples = (tx: Transaction): Promise<SampleRow[]> =>
  tx.sql(
    `select slot, host, figures from platform.process_samples
     where slot > $1::timestamptz - interval '1 hour' and slot <= $1 order by slot, process_id`,
    [tx.now],
  )

interface DeliveryBacklog {
  /** Whose last attempt was within the last hour. */
  failed: number
  waiting: number
  late: number
  /** Whether the server of the channel fails, so that nothing but a trial is sent to it. */
  isBroken: boolean
}
export interface Backlog {
  databaseBytes: number
  databaseSince: Date
  maxConnections: number
  connections: number
  jobsWaiting: number
  jobsRunning: number
  jobsFailed: number
  oldestJobSeconds: number
  deliveries: Record<'email' | 'sms', DeliveryBacklog>
  /** The mailbox of replies cannot be read. */
  isMailboxFailing: boolean
}
/** Numbers of waiting jobs and deliveries, and the size of the database. */
export async function readBacklog(tx: Transaction): Promise<Backlog> {
  const [server] = await tx.sql<Omit<Backlog, 'deliveries'>>(
    `select pg_database_size(current_database()) as "databaseBytes", pg_postmaster_start_time() as "databaseSince",
       current_setting('max_connections')::int as "maxConnections",
       (select count(*) from pg_stat_activity where datid is not null and usesysid is not null) as connections,
       exists (select from platform.mailbox_states where error is not null) as "isMailboxFailing",
       count(*) filter (where locked_at is null and attempts < max_attempts) as "jobsWaiting",
       count(*) filter (where locked_at is not null) as "jobsRunning",
       count(*) filter (where locked_at is null and attempts >= max_attempts) as "jobsFailed",
       coalesce(extract(epoch from clock_timestamp() - min(run_at) filter (where locked_at is null and attempts < max_attempts)), 0)::float8 as "oldestJobSeconds"
     from graphile_worker._private_jobs where run_at <= clock_timestamp()`,
  )
  const waiting = await tx.sql<{ channel: string; waiting: number; late: number }>(
    `select channel, count(*) as waiting,
       count(*) filter (where created_at < $1::timestamptz - interval '5 minutes') as late
     from platform.deliveries where status = 'pending' group by channel`,
    [tx.now],
  )
  const failed = await tx.sql<{ channel: string; failed: number }>(
    `select channel, count(*) as failed
       from platform.delivery_attempts as attempt join platform.deliveries as delivery on delivery.id = attempt.delivery_id
      where attempt.ended_at > $1::timestamptz - interval '1 hour'
        and delivery.status = 'failed' and attempt.number = delivery.attempts
      group by channel`,
    [tx.now],
  )
  if (!server) throw new Error('PostgreSQL returned no row for its own status.')
  const broken = await tx.sql<{ channel: string }>(
    'select channel from platform.delivery_receivers where open_until is not null',
  )
  const of = (channel: 'email' | 'sms') => {
    const isOf = (row: { channel: string }) => row.channel === channel
    return {
      failed: failed.find(isOf)?.failed ?? 0,
      waiting: waiting.find(isOf)?.waiting ?? 0,
      late: waiting.find(isOf)?.late ?? 0,
      isBroken: broken.some(isOf),
    }
  }
  return { ...server, deliveries: { email: of('email'), sms: of('sms') } }
}
