import type { Transaction } from '../database/transaction.ts'

/** A fact as delivered to a listener. */
export interface DeliveredFact {
  id: string
  sequence: number
  kind: string
  payload: unknown
  companyId: string | null
  fleetId: string | null
  /** The user who caused it; null for devices, jobs and the system. */
  actorId: string | null
  occurredAt: Date
}

interface FactRow {
  id: string
  sequence: number
  kind: string
  payload: unknown
  company_id: string | null
  fleet_id: string | null
  actor_id: string | null
  occurred_at: Date
}

/** Facts are kept this long, whether delivered or not. */
const retentionDays = 7

/**
 * The oldest facts a listener has not handled, by sequence: those written within the window, and those that failed and
 * whose next attempt is due. Missing deliveries decide, not a cursor: of two concurrent transactions the one with the
 * lower sequence may commit later.
 * @param windowSeconds how far back to look; `all` for everything kept
 */
export async function readPending(
  tx: Transaction,
  listener: { name: string; kinds: readonly string[] | 'all' },
  windowSeconds: number | 'all',
  limit: number,
): Promise<DeliveredFact[]> {
  const rows = await tx.sql<FactRow>(
    `with mine as (select since from platform.fact_listeners where listener = $1)
     select id, sequence, kind, payload, company_id, fleet_id, actor_id, occurred_at
       from platform.outbox o
      where o.created_at >= (select greatest(since, clock_timestamp() - make_interval(secs => $3)) from mine)
        and ($2::text[] is null or o.kind = any($2))
        and not exists (select from platform.fact_deliveries d where d.listener = $1 and d.fact_id = o.id)
        and not exists (select from platform.fact_failures f where f.listener = $1 and f.fact_id = o.id)
     union all
     select o.id, o.sequence, o.kind, o.payload, o.company_id, o.fleet_id, o.actor_id, o.occurred_at
       from platform.fact_failures f join platform.outbox o on o.id = f.fact_id
      where f.listener = $1 and f.next_attempt_at <= $4
      order by sequence limit $5`,
    [
      listener.name,
      listener.kinds === 'all' ? null : listener.kinds,
      windowSeconds === 'all' ? (retentionDays + 1) * 86_400 : windowSeconds,
      tx.now,
      limit,
    ],
  )
  return rows.map((row) => ({
    id: row.id,
    sequence: row.sequence,
    kind: row.kind,
    payload: row.payload,
    companyId: row.company_id,
    fleetId: row.fleet_id,
    actorId: row.actor_id,
    occurredAt: row.occurred_at,
  }))
}

/**
 * Registers the listener. The first registration decides whether it receives only later facts or also those still
 * stored.
 */
export async function registerListener(
  tx: Transaction,
  name: string,
  fromTheBeginning: boolean,
): Promise<void> {
  await tx.sql(
    `insert into platform.fact_listeners (listener, since)
     values ($1, case when $2 then '-infinity' else clock_timestamp() end) on conflict do nothing`,
    [name, fromTheBeginning],
  )
}

/** @returns which of these facts were not handled yet; `busy`: another process is handling facts of this listener */
export async function claimDeliveries(
  tx: Transaction,
  listener: string,
  factIds: readonly string[],
): Promise<ReadonlySet<string> | 'busy'> {
  const [lock] = await tx.sql<{ held: boolean }>(
    "select pg_try_advisory_xact_lock(hashtextextended('rumbo.facts.' || $1, 0)) as held",
    [listener],
  )
  if (!lock?.held) return 'busy'
  const recorded = await tx.sql<{ id: string }>(
    `with recorded as (
       insert into platform.fact_deliveries (listener, fact_id) select $1, unnest($2::uuid[]) on conflict do nothing
       returning fact_id
     ), forgotten as (
       delete from platform.fact_failures where listener = $1 and fact_id = any($2::uuid[])
     )
     select fact_id as id from recorded`,
    [listener, factIds],
  )
  return new Set(recorded.map(({ id }) => id))
}

/** @returns the number of failures and the time of the next attempt: after 1, 2, 4 … seconds, at most an hour */
export async function recordFailure(
  tx: Transaction,
  listener: string,
  factId: string,
  reason: string,
): Promise<{ attempts: number; nextAttemptAt: Date }> {
  const [row] = await tx.sql<{ attempts: number; next_attempt_at: Date }>(
    `insert into platform.fact_failures as f (listener, fact_id, next_attempt_at, last_error)
     values ($1, $2, $3::timestamptz + interval '1 second', left($4, 2000))
     on conflict (listener, fact_id) do update
       set attempts = f.attempts + 1, last_error = excluded.last_error,
           next_attempt_at = $3::timestamptz + make_interval(secs => least(3600, 2 ^ least(f.attempts, 20)))
     returning attempts, next_attempt_at`,
    [listener, factId, tx.now, reason],
  )
  return { attempts: row?.attempts ?? 1, nextAttemptAt: row?.next_attempt_at ?? tx.now }
}

/** Number of outstanding deliveries of the last hour, and of failed ones that wait for another attempt. */
export async function countPending(
  tx: Transaction,
  listeners: readonly { name: string; kinds: readonly string[] | 'all' }[],
): Promise<{ pending: number; failing: number }> {
  const [row] = await tx.sql<{ pending: number; failing: number }>(
    `select (select count(*) from platform.fact_listeners l
               join unnest($1::text[], $2::text[]) as m (listener, kinds) using (listener)
               join platform.outbox o on o.created_at >= greatest(l.since, clock_timestamp() - interval '1 hour')
                and (m.kinds = '*' or o.kind = any(string_to_array(m.kinds, ',')))
              where not exists (select from platform.fact_deliveries d where d.listener = l.listener and d.fact_id = o.id)
            )::int as pending,
            (select count(*) from platform.fact_failures where listener = any($1))::int as failing`,
    [
      listeners.map(({ name }) => name),
      listeners.map(({ kinds }) => (kinds === 'all' ? '*' : kinds.join(','))),
    ],
  )
  return row ?? { pending: 0, failing: 0 }
}

/** Deletes facts older than a week and their delivery records. @returns the number of deleted facts */
export async function purgeFacts(tx: Transaction): Promise<number> {
  const [row] = await tx.sql<{ purged: number }>(
    `with gone as (
       delete from platform.outbox where created_at < $1::timestamptz - make_interval(days => $2) returning id
     ), failures as (
       delete from platform.fact_failures f using gone where f.fact_id = gone.id
     ), deliveries as (
       delete from platform.fact_deliveries d using gone where d.fact_id = gone.id
     )
     select count(*)::int as purged from gone`,
    [tx.now, retentionDays],
  )
  return row?.purged ?? 0
}
