import { stalePredictionMinutes } from '@rumbo/contract/dispatch.lateness.contract'
import type { OutputOf } from '@rumbo/contract/endpoint'
import { priorities, waitLimitSeconds } from '@rumbo/contract/services.contract'
import type { listServiceGroups, ServiceGroup } from '@rumbo/contract/services.groups.contract'
import { query } from '@rumbo/database'
import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../platform/database/transaction.ts'

export const run = <Row>(tx: Transaction, statement: RawBuilder<Row>) =>
  tx.rows<Row>({ compile: () => statement.compile(query) })

// Statements name the services `s`.
export const waitingSince = sql`greatest(s.waiting_since, s.dispatch_time)`
export const isWaiting = sql`s.status in ('created', 'on_dispatch')`

/** Past the time limit of its wait or the window of its next stop, or predicted to be late. */
export const isLateAt = (now: Date) => sql<boolean>`(
  ${isWaiting} and ${waitingSince} + make_interval(secs => ${waitLimitSeconds}) <= ${now}::timestamptz
  or coalesce(s.next_window_end < ${now}::timestamptz, false)
  or exists (select from dispatch.predictions p where p.service_id = s.id and p.late_since is not null
    and p.vehicle_id is not distinct from s.assigned_vehicle_id
    and p.predicted_at > ${now}::timestamptz - make_interval(mins => ${stalePredictionMinutes})))`

/**
 * The engine finds the vehicle of a waiting service, or found that of a running one, also where a driver accepted its
 * offer.
 */
export const isAutomatic = sql<boolean>`(case when s.status in ('vehicle_assigned', 'in_progress') then
    coalesce((select h.actor_name is null from services.status_history h
      where h.service_id = s.id and h.status = 'vehicle_assigned' order by h.at desc, h.id desc limit 1), false)
    or exists (select from dispatch.offers o where o.service_id = s.id and o.status = 'accepted'
      and o.vehicle_id = s.assigned_vehicle_id)
  else exists (select from dispatch.fleet_settings e where e.fleet_id = s.fleet_id and e.mode <> 'manual')
    and not exists (select from dispatch.holds h where h.service_id = s.id) end)`

/** Created, or changed last, by this person. */
export const isOf = (userId: string | null) =>
  sql<boolean>`coalesce(${userId}::uuid in (s.created_by, s.updated_by), false)`

const nextStop = sql`point(s.next_longitude, s.next_latitude)`
/** Whether the next stop lies in the zone. Its area is read once a statement. */
export const isInZone = (zoneId: string) =>
  sql`(s.fleet_id = (select z.fleet_id from places.zones z where z.id = ${zoneId})
    and ${nextStop} <@ (select places.area_of(z.corners) from places.zones z where z.id = ${zoneId}))`

type GroupRow = Omit<ServiceGroup, 'priorityLevel' | 'handling'> & {
  priority: number
  isAutomatic: boolean
}

/** The waiting and running services of fleets, counted by all that the filters ask, and the zones of the fleets. */
export async function findGroups(
  tx: Transaction,
  fleetIds: readonly string[],
): Promise<OutputOf<typeof listServiceGroups>> {
  const rows = await run<GroupRow>(
    tx,
    sql`with areas as materialized (
        select z.id, z.fleet_id, places.area_of(z.corners) as area from places.zones z where z.fleet_id = any(${fleetIds}::uuid[])
      )
      select s.status = 'on_dispatch' as "isWaiting", s.service_type as "serviceType", s.priority_level as priority,
        ${isLateAt(tx.now)} as "isLate", ${isAutomatic} as "isAutomatic", ${isOf(tx.actor?.userId ?? null)} as "isMine",
        coalesce((select array_agg(a.id order by a.id) from areas a where a.fleet_id = s.fleet_id and ${nextStop} <@ a.area), '{}')
          as "zoneIds",
        count(*)::integer as count
      from services.services s
      where s.fleet_id = any(${fleetIds}::uuid[]) and s.status in ('on_dispatch', 'vehicle_assigned', 'in_progress')
        and s.archived_at is null
      group by 1, 2, 3, 4, 5, 6, 7`,
  )
  return {
    groups: rows.map(({ priority, isAutomatic: byEngine, ...group }) => ({
      ...group,
      priorityLevel: priorities[priority] ?? 'medium',
      handling: byEngine ? 'automatic' : 'manual',
    })),
    zones: await tx.sql<{ id: string; name: string }>(
      'select id, name from places.zones where fleet_id = any($1::uuid[]) order by name collate "es-x-icu", id',
      [fleetIds],
    ),
  }
}
