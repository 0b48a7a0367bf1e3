import type { Transaction } from '../../platform/database/transaction.ts'
import type { ThreadRow } from '../threads/communication.threads.repository.ts'

export type DriverThreadRow = Pick<
  ThreadRow,
  'id' | 'companyId' | 'fleetId' | 'kind' | 'title' | 'serviceId' | 'lastAt'
> & {
  unread: number
  urgent: string[]
  readSequence: number
  lastSequence: number
  /** Up to which message somebody of the fleet has read. */
  staffSequence: number
}

/**
 * The conversations of a driver in these fleets: those with the driver, groups of theirs, and those in which something
 * reached them. Numbers count only what the driver sees.
 */
export const findThreadsOfDriver = (
  tx: Transaction,
  {
    userId,
    contactIds,
    fleetIds,
  }: { userId: string; contactIds: readonly string[]; fleetIds: readonly string[] },
): Promise<DriverThreadRow[]> =>
  tx.sql<DriverThreadRow>(
    `select t.id, t.company_id as "companyId", t.fleet_id as "fleetId", t.kind, t.title, t.service_id as "serviceId",
       seen.last_at as "lastAt", coalesce(seen.last, 0)::int as "lastSequence",
       coalesce(mine.read_sequence, 0)::int as "readSequence", coalesce(got.unread, 0) as unread,
       coalesce(got.urgent, '{}') as urgent,
       coalesce((select max(read_sequence) from communication.members
         where thread_id = t.id and user_id <> $1), 0)::int as "staffSequence"
     from communication.threads t
     left join communication.members mine on mine.thread_id = t.id and mine.user_id = $1
     left join lateral (
       select count(distinct m.id)::int as unread, array_agg(distinct m.id) filter (where m.priority = 'urgent') as urgent
       from communication.recipients r join communication.messages m on m.id = r.message_id
       where r.thread_id = t.id and r.recipient_id = any($2::uuid[]) and r.method = 'in_app' and r.held_since is null
         and r.read_at is null) got on true
     cross join lateral (
       select max(m.sequence) as last, coalesce(max(m.created_at), t.created_at) as last_at from communication.messages m
       where m.thread_id = t.id and m.kind <> 'note' and (m.author_id = $1 or exists (
         select from communication.recipients r where r.message_id = m.id and r.recipient_id = any($2::uuid[])
           and r.method = 'in_app' and r.held_since is null))) seen
     where t.fleet_id = any($3::uuid[]) and t.kind in ('driver', 'service', 'group', 'emergency')
       and (t.driver_id = any($2::uuid[]) or t.party_ids && $2::uuid[] or seen.last is not null)
       and (t.kind in ('driver', 'group') or seen.last is not null)
       and (t.driver_id = any($2::uuid[]) or t.party_ids && $2::uuid[] or exists (
         select from communication.recipients r where r.thread_id = t.id and r.recipient_id = any($2::uuid[])))
     order by seen.last_at desc, t.id limit 50`,
    [userId, contactIds, fleetIds],
  )

/** What became of an action of a phone: a problem's code, null where it was done; undefined for one that is new. */
export async function findDriverAction(
  tx: Transaction,
  id: string,
  userId: string,
): Promise<string | null | undefined> {
  const [row] = await tx.sql<{ user_id: string; problem: string | null }>(
    'select user_id, problem from communication.driver_actions where id = $1',
    [id],
  )
  if (!row) return undefined
  return row.user_id === userId ? row.problem : 'not_found'
}

/** @returns false where another request recorded it meanwhile */
export async function insertDriverAction(
  tx: Transaction,
  action: { id: string; userId: string; kind: string; problem: string | null },
): Promise<boolean> {
  const rows = await tx.sql(
    `insert into communication.driver_actions (id, user_id, kind, received_at, problem) values ($1, $2, $3, $4, $5)
     on conflict do nothing returning id`,
    [action.id, action.userId, action.kind, tx.now, action.problem],
  )
  return rows.length > 0
}

/** The driver's contact, and the fleet of the running shift, else of the last one; null for somebody without any. */
export async function findOwnPlace(
  tx: Transaction,
  contactIds: readonly string[],
): Promise<{
  driverId: string
  companyId: string
  fleetId: string
  vehicleId: string
  vehicleNumber: string
} | null> {
  const [row] = await tx.sql<{
    driverId: string
    companyId: string
    fleetId: string
    vehicleId: string
    vehicleNumber: string
  }>(
    `select driver_id as "driverId", company_id as "companyId", fleet_id as "fleetId", vehicle_id as "vehicleId",
       vehicle_number as "vehicleNumber"
     from shifts.shifts where driver_id = any($1::uuid[]) and status <> 'cancelled'
     order by status = 'running' desc, starts_at desc limit 1`,
    [contactIds],
  )
  return row ?? null
}
