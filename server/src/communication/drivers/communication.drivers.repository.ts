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
 * reached them; of services only those that are theirs now. Numbers count only what the driver sees. Begins with the
 * driver's own rows, so that its cost does not grow with what others write.
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
    `with own as materialized (
       select id from communication.threads where driver_id = any($2::uuid[])
       union select id from communication.threads where party_ids && $2::uuid[]
       union select thread_id from communication.recipients where recipient_id = any($2::uuid[]))
     select t.id, t.company_id as "companyId", t.fleet_id as "fleetId", t.kind, t.title, t.service_id as "serviceId",
       coalesce(seen.created_at, t.created_at) as "lastAt", coalesce(seen.sequence, 0)::int as "lastSequence",
       coalesce(mine.read_sequence, 0)::int as "readSequence", coalesce(got.unread, 0) as unread,
       coalesce(got.urgent, '{}') as urgent,
       coalesce((select max(read_sequence) from communication.members
         where thread_id = t.id and user_id <> $1), 0)::int as "staffSequence"
     from own join communication.threads t on t.id = own.id
     left join communication.members mine on mine.thread_id = t.id and mine.user_id = $1
     left join lateral (
       select count(distinct m.id)::int as unread, array_agg(distinct m.id) filter (where m.priority = 'urgent') as urgent
       from communication.recipients r join communication.messages m on m.id = r.message_id
       where r.thread_id = t.id and r.recipient_id = any($2::uuid[]) and r.method = 'in_app' and r.held_since is null
         and r.read_at is null) got on true
     left join lateral (
       select m.sequence, m.created_at from communication.messages m
       where m.thread_id = t.id and m.kind <> 'note' and (m.author_id = $1 or exists (
         select from communication.recipients r where r.message_id = m.id and r.recipient_id = any($2::uuid[])
           and r.method = 'in_app' and r.held_since is null))
       order by m.sequence desc limit 1) seen on true
     where t.fleet_id = any($3::uuid[])
       and (t.kind in ('driver', 'group') or (t.kind in ('service', 'emergency') and seen.sequence is not null))
       and (t.kind <> 'service' or exists (
         select from services.services s where s.id = t.service_id and s.fleet_id = t.fleet_id
           and s.assigned_driver_id = any($2::uuid[])))
     order by coalesce(seen.created_at, t.created_at) desc, t.id limit 50`,
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
