import type { ServiceStatus } from '@rumbo/contract/services.contract'
import type { TrackedService } from '@rumbo/contract/services.tracking.contract'
import { query } from '@rumbo/database'
import type { Transaction } from '../../platform/database/transaction.ts'

export interface LinkRow {
  id: string
  language: 'es' | 'en'
  created_at: Date
  created_by_name: string | null
  opened_at: Date | null
  revoked_at: Date | null
}

const linkColumns = ['id', 'language', 'created_at', 'created_by_name', 'opened_at', 'revoked_at'] as const
const links = query.selectFrom('services.tracking_links')

/** The latest links of a service, newest first. */
export const findLinks = (tx: Transaction, serviceId: string): Promise<LinkRow[]> =>
  tx.rows(
    links
      .select(linkColumns)
      .where('service_id', '=', serviceId)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(20),
  ) as Promise<LinkRow[]>

/** The language of the latest link to a customer. */
export async function findLanguage(tx: Transaction, contactId: string): Promise<'es' | 'en' | null> {
  const row = await tx.first(
    links.select('language').where('contact_id', '=', contactId).orderBy('created_at', 'desc').limit(1),
  )
  return (row?.language as 'es' | 'en' | undefined) ?? null
}

export async function insertLink(
  tx: Transaction,
  link: {
    id: string
    company_id: string
    fleet_id: string
    service_id: string
    contact_id: string
    token_hash: string
    language: 'es' | 'en'
  },
): Promise<void> {
  await tx.run(
    query.insertInto('services.tracking_links').values({
      ...link,
      created_at: tx.now,
      created_by: tx.actor?.userId ?? null,
      created_by_name: tx.actor?.displayName ?? null,
    }),
  )
}

/** @returns whether the service has this link, and it was open */
export async function closeLink(tx: Transaction, serviceId: string, id: string): Promise<boolean> {
  const changed = await tx.run(
    query
      .updateTable('services.tracking_links')
      .set({ revoked_at: tx.now })
      .where('service_id', '=', serviceId)
      .where('id', '=', id)
      .where('revoked_at', 'is', null),
  )
  return changed > 0
}

/** Closes all links of a service that are not revoked, except the `kept` newest ones. */
export async function closeOldLinks(tx: Transaction, serviceId: string, kept: number): Promise<void> {
  await tx.sql(
    `update services.tracking_links set revoked_at = $3 where id in (
       select id from services.tracking_links where service_id = $1 and revoked_at is null
       order by created_at desc, id desc offset $2)`,
    [serviceId, kept, tx.now],
  )
}

/** Keeps when a link was first opened. */
export async function noteOpened(tx: Transaction, row: TrackedRow): Promise<void> {
  await tx.sql('update services.tracking_links set opened_at = $2 where id = $1 and opened_at is null', [
    row.link_id,
    tx.now,
  ])
  tx.stale({ domain: 'tracking', id: row.service_id, fleetId: row.fleet_id, companyId: row.company_id })
}

export interface TrackedRow {
  link_id: string
  created_at: Date
  opened_at: Date | null
  language: 'es' | 'en'
  service_id: string
  company_id: string
  fleet_id: string
  company_name: string
  company_phone: string | null
  time_zone: string
  service_number: number
  service_type: TrackedService['serviceType']
  status: ServiceStatus
  status_since: Date
  dispatch_time: Date
  started_at: Date | null
  ended_at: Date | null
  final_cost_minor: number | null
  currency: string
  payment_method: NonNullable<TrackedService['receipt']>['paymentMethod']
  payment_status: NonNullable<TrackedService['receipt']>['paymentStatus']
  assigned_vehicle_id: string | null
  driver_name: string | null
  stars: number | null
  comment: string | null
  rated_at: Date | null
}

/** The service of a link that is not revoked, in a live fleet; the caller checks when the link closes. */
export async function findTracked(tx: Transaction, tokenHash: string): Promise<TrackedRow | undefined> {
  const [row] = await tx.sql<TrackedRow>(
    `select l.id as link_id, l.created_at, l.opened_at, l.language, s.id as service_id, s.company_id, s.fleet_id,
       c.name as company_name, c.phone as company_phone, c.time_zone, s.service_number, s.service_type, s.status,
       s.status_since, s.dispatch_time, s.started_at, s.ended_at, s.final_cost_minor, s.currency, s.payment_method,
       s.payment_status, s.assigned_vehicle_id, s.driver_name, r.stars, r.comment, r.rated_at
     from services.tracking_links l
     join services.services s on s.id = l.service_id and s.archived_at is null
     join organisation.companies c on c.id = s.company_id and c.archived_at is null
     join organisation.fleets f on f.id = s.fleet_id and f.archived_at is null and f.is_active
     left join services.ratings r on r.service_id = s.id
     where l.token_hash = $1 and l.revoked_at is null`,
    [tokenHash],
  )
  return row
}

interface StopRow {
  id: string
  stop_type: TrackedService['stops'][number]['stopType']
  address: string
  latitude: number
  longitude: number
  status: TrackedService['stops'][number]['status']
  at: Date | null
}

export async function findTrackedStops(tx: Transaction, serviceId: string): Promise<StopRow[]> {
  return tx.sql<StopRow>(
    // While the vehicle is at a stop, that is still the one it serves.
    `select p.id, p.stop_type, p.address, p.latitude, p.longitude,
       case when e.status = 'executed' and e.departed is null and s.status in ('vehicle_assigned', 'in_progress')
         then 'pending' else coalesce(e.status, 'pending') end as status,
       coalesce(e.departed, e.arrived) as at
     from services.planned_stops p
     join services.services s on s.id = p.service_id
     left join services.executed_stops e on e.service_id = p.service_id and e.planned_stop_id = p.id
     where p.service_id = $1 order by p.sequence`,
    [serviceId],
  )
}

export async function findRating(tx: Transaction, serviceId: string) {
  return tx.first(
    query
      .selectFrom('services.ratings')
      .select(['stars', 'comment', 'rated_at'])
      .where('service_id', '=', serviceId),
  )
}

export async function saveRating(
  tx: Transaction,
  service: { service_id: string; company_id: string; fleet_id: string },
  { stars, comment }: { stars: number; comment: string | null },
): Promise<void> {
  const { service_id, company_id, fleet_id } = service
  const rating = { stars, comment, rated_at: tx.now }
  await tx.run(
    query
      .insertInto('services.ratings')
      .values({ service_id, company_id, fleet_id, ...rating })
      .onConflict((conflict) => conflict.column('service_id').doUpdateSet(rating)),
  )
}
