import type { OwnPlannedStop } from '@rumbo/contract/planning.publish.contract'
import type { Transaction } from '../../platform/database/transaction.ts'

type Times = 'plannedArrival' | 'plannedDeparture' | 'windowStart' | 'windowEnd' | 'arrived' | 'departed'
type OwnStopRow = Omit<OwnPlannedStop, Times> & {
  [Time in Times]: Date | (null extends OwnPlannedStop[Time] ? null : never)
}

/**
 * The published stops of the vehicles in which these drivers have a shift, within the shift, of today and tomorrow by the
 * clock of the company. Services that went elsewhere are left out.
 */
export async function findOwnStops(
  tx: Transaction,
  driverIds: readonly string[],
  fleetIds: readonly string[],
): Promise<OwnPlannedStop[]> {
  const rows = await tx.sql<OwnStopRow>(
    `select distinct on (ps.arrives_at, ps.plan_id, ps.vehicle_id, ps.sequence) ps.plan_id as "planId",
       ps.vehicle_id as "vehicleId", ps.service_id as "serviceId", s.service_number as "serviceNumber",
       ps.stop_id as "stopId", ps.sequence, p.stop_type as "stopType", p.address, p.latitude, p.longitude, p.reference,
       coalesce(p.contact_name, s.customer_name) as "contactName",
       coalesce(p.contact_phone, s.customer_phone) as "contactPhone",
       ps.arrives_at as "plannedArrival", ps.departs_at as "plannedDeparture", p.time_window_start as "windowStart",
       p.time_window_end as "windowEnd", e.arrived, e.departed,
       coalesce(e.status <> 'executed', false) or s.status like 'cancelled%' or s.archived_at is not null as "isCancelled"
     from shifts.shifts shift
     join organisation.companies c on c.id = shift.company_id
     join planning.published_stops ps on ps.vehicle_id = shift.vehicle_id and ps.arrives_at >= shift.busy_from
       and ps.arrives_at < shift.busy_to
     join services.services s on s.id = ps.service_id
     join services.planned_stops p on p.id = ps.stop_id
     left join services.executed_stops e on e.service_id = ps.service_id and e.planned_stop_id = ps.stop_id
     where shift.driver_id = any($1::uuid[]) and shift.status in ('planned', 'running')
       and ps.fleet_id = any($2::uuid[])
       and ps.arrives_at >= ($3::timestamptz at time zone c.time_zone)::date::timestamp at time zone c.time_zone
       and ps.arrives_at < (($3::timestamptz at time zone c.time_zone)::date + 2)::timestamp at time zone c.time_zone
       and (s.assigned_vehicle_id = ps.vehicle_id or s.status like 'cancelled%'
         or s.status in ('created', 'on_dispatch') and exists (select from dispatch.reservations r
           where r.service_id = s.id and r.plan_id = ps.plan_id and r.vehicle_id = ps.vehicle_id))
     order by ps.arrives_at, ps.plan_id, ps.vehicle_id, ps.sequence`,
    [driverIds, fleetIds, tx.now],
  )
  const text = (time: Date | null) => time?.toISOString() ?? null
  return rows.map((row) => ({
    ...row,
    plannedArrival: row.plannedArrival.toISOString(),
    plannedDeparture: row.plannedDeparture.toISOString(),
    windowStart: text(row.windowStart),
    windowEnd: text(row.windowEnd),
    arrived: text(row.arrived),
    departed: text(row.departed),
  }))
}

/** Of services under way in published routes, which place their next stop has among those of their vehicle. */
export async function findPlacesInRoute(
  tx: Transaction,
  serviceIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await tx.sql<{ id: string; place: number }>(
    `select ps.service_id as id, row_number() over (order by min(ps.arrives_at), min(ps.sequence))::integer as place
     from planning.published_stops ps
     join services.services s on s.id = ps.service_id and s.assigned_vehicle_id = ps.vehicle_id
     where ps.service_id = any($1::uuid[]) and not exists (select from services.executed_stops e
       where e.service_id = ps.service_id and e.planned_stop_id = ps.stop_id
         and (e.departed is not null or e.status <> 'executed'))
     group by ps.service_id`,
    [serviceIds],
  )
  return new Map(rows.map(({ id, place }) => [id, place]))
}
