import type { RouteAhead, StopAhead } from '@rumbo/contract/planning.ahead.contract'
import type { Order } from '@rumbo/contract/planning.workspace.contract'
import type { Transaction } from '../../platform/database/transaction.ts'

/** A stop of a published route, with what is known of it. */
export interface PublishedStop {
  stopId: string
  serviceId: string
  planId: string
  companyId: string
  fleetId: string
  /** By the plan. */
  vehicleId: string
  sequence: number
  arrivesAt: Date
  beginsAt: Date
  departsAt: Date
  latitude: number
  longitude: number
  windowStart: Date | null
  windowEnd: Date | null
  serviceMinutes: number
  /** Of its service, where it is the first stop. */
  dispatchTime: Date | null
  serviceType: Order['serviceType']
  /** Of its plan. */
  pickupToleranceMinutes: number | null
  /** The vehicle that has the service. */
  assignedVehicleId: string | null
  arrived: Date | null
  departed: Date | null
  isCancelled: boolean
  /** Its service is over. */
  isOver: boolean
  predictedAt: Date | null
  predictedArrival: Date | null
  isEstimate: boolean
}

const stopColumns = `ps.stop_id as "stopId", ps.service_id as "serviceId", ps.plan_id as "planId",
    ps.company_id as "companyId", ps.fleet_id as "fleetId", ps.vehicle_id as "vehicleId", ps.sequence,
    ps.arrives_at as "arrivesAt", ps.begins_at as "beginsAt", ps.departs_at as "departsAt", p.latitude, p.longitude,
    p.time_window_start as "windowStart", p.time_window_end as "windowEnd",
    coalesce(p.service_minutes, (pl.settings -> 'serviceMinutes' ->> p.stop_type)::integer, 0) as "serviceMinutes",
    case when p.sequence = 0 then s.dispatch_time end as "dispatchTime",
    s.service_type as "serviceType",
    (pl.settings ->> 'pickupToleranceMinutes')::integer as "pickupToleranceMinutes",
    case when s.status in ('vehicle_assigned', 'in_progress') then s.assigned_vehicle_id end as "assignedVehicleId",
    e.arrived, e.departed,
    coalesce(e.status <> 'executed', false) or s.status like 'cancelled%' or s.archived_at is not null as "isCancelled",
    s.status = 'completed' or s.status like 'cancelled%' or s.archived_at is not null as "isOver",
    ps.predicted_at as "predictedAt", ps.predicted_arrival as "predictedArrival", ps.is_estimate as "isEstimate"`

const stopSources = `
  from planning.published_stops ps
  join planning.plans pl on pl.id = ps.plan_id
  join services.services s on s.id = ps.service_id
  join services.planned_stops p on p.id = ps.stop_id
  left join services.executed_stops e on e.service_id = ps.service_id and e.planned_stop_id = ps.stop_id`

const publishedStops = `select ${stopColumns} ${stopSources}`

/** The stops of a published plan, by vehicle in their order. */
export const findStopsOfPlan = (tx: Transaction, planId: string): Promise<PublishedStop[]> =>
  tx.sql(`${publishedStops} where ps.plan_id = $1 order by ps.vehicle_id, ps.sequence`, [planId])

/** A plan that ended so long ago says nothing about what is to come, in hours; nor does one that begins later than this. */
const countsAfterHours = 6
const countsBeforeHours = 24

const isCurrent = `pl.until_at > $1::timestamptz - make_interval(hours => ${countsAfterHours})
  and pl.from_at < $1::timestamptz + make_interval(hours => ${countsBeforeHours})`

/** The stops of a fleet's published plans of now, by vehicle in their order. */
export const findStopsOfFleet = (tx: Transaction, fleetId: string): Promise<PublishedStop[]> =>
  tx.sql(
    `${publishedStops} where ${isCurrent} and ps.fleet_id = $2
     order by ps.vehicle_id, ps.arrives_at, ps.plan_id, ps.sequence`,
    [tx.now, fleetId],
  )

/** Fleets with published plans of now. */
export const findPlannedFleets = (tx: Transaction): Promise<{ fleetId: string; companyId: string }[]> =>
  tx.sql(
    `select distinct pl.fleet_id as "fleetId", pl.company_id as "companyId" from planning.plans pl
     where pl.published_at is not null and ${isCurrent}`,
    [tx.now],
  )

export interface StopArrival {
  stopId: string
  /** Null: nobody knows. */
  arrivesAt: Date | null
  isEstimate: boolean
}

/** Replaces the predictions of these stops. */
export const writeArrivals = (tx: Transaction, arrivals: readonly StopArrival[]): Promise<unknown> =>
  tx.sql(
    `update planning.published_stops ps
     set predicted_at = $4, predicted_arrival = g.arrives_at, is_estimate = g.is_estimate
     from unnest($1::uuid[], $2::timestamptz[], $3::boolean[]) as g(stop_id, arrives_at, is_estimate)
     where ps.stop_id = g.stop_id`,
    [
      arrivals.map(({ stopId }) => stopId),
      arrivals.map(({ arrivesAt }) => arrivesAt),
      arrivals.map(({ isEstimate }) => isEstimate),
      tx.now,
    ],
  )

/** When the vehicles of published plans are expected at the next stops of these services, by service. */
export async function findNextArrivals(
  tx: Transaction,
  serviceIds: readonly string[],
  since: Date,
): Promise<Map<string, { vehicleId: string; arrivesAt: Date; isEstimate: boolean }>> {
  const rows = await tx.sql<{ serviceId: string; vehicleId: string; arrivesAt: Date; isEstimate: boolean }>(
    `select distinct on (ps.service_id) ps.service_id as "serviceId", ps.vehicle_id as "vehicleId",
       ps.predicted_arrival as "arrivesAt", ps.is_estimate as "isEstimate"
     from planning.published_stops ps
     where ps.service_id = any($1::uuid[]) and ps.predicted_at > $2 and ps.predicted_arrival is not null
     order by ps.service_id, ps.sequence`,
    [serviceIds, since],
  )
  return new Map(rows.map(({ serviceId, ...row }) => [serviceId, row]))
}

/**
 * Of a published stop: it is left, its vehicle has the service or is reserved for it by the plan, and it belongs to the hours
 * of a plan of now or to what is left of the day by the clock of the company.
 */
const isAhead = `s.archived_at is null and s.fleet_id = ps.fleet_id and e.departed is null
  and coalesce(e.status, 'executed') = 'executed'
  and (s.status in ('vehicle_assigned', 'in_progress') and s.assigned_vehicle_id = ps.vehicle_id
    or s.status in ('created', 'on_dispatch') and exists (select from dispatch.reservations r
      where r.service_id = s.id and r.plan_id = ps.plan_id and r.vehicle_id = ps.vehicle_id))
  and pl.until_at > $1::timestamptz - make_interval(hours => ${countsAfterHours})
  and (pl.from_at <= $1 or ps.arrives_at < (select (($1::timestamptz at time zone c.time_zone)::date + 1)::timestamp
    at time zone c.time_zone from organisation.companies c where c.id = ps.company_id))`

/** What published plans still give the vehicles of these fleets. */
export const findRoutesAhead = (tx: Transaction, fleetIds: readonly string[]): Promise<RouteAhead[]> =>
  tx.sql(
    `select ps.vehicle_id as "vehicleId", count(distinct s.id)::integer as services,
       (count(distinct s.id) filter (where s.status in ('vehicle_assigned', 'in_progress')))::integer as "underWay",
       (array_agg(s.id order by ps.arrives_at, ps.plan_id, ps.sequence)
         filter (where s.status in ('vehicle_assigned', 'in_progress')))[1] as "currentServiceId"
     ${stopSources} where ps.fleet_id = any($2::uuid[]) and ${isAhead}
     group by ps.vehicle_id`,
    [tx.now, fleetIds],
  )

/** A stop that is left of a vehicle's published route, with what people call it. */
export interface NamedStop
  extends PublishedStop,
    Pick<StopAhead, 'serviceNumber' | 'serviceStatus' | 'customerName' | 'stopType' | 'address'> {
  planName: string
  planDate: string
}

/** The stops that are left of a vehicle of a fleet, in their order. */
export const findStopsAhead = (
  tx: Transaction,
  { id, fleetId }: { id: string; fleetId: string },
): Promise<NamedStop[]> =>
  tx.sql(
    `select ${stopColumns}, s.service_number as "serviceNumber", s.status as "serviceStatus",
       s.customer_name as "customerName", p.stop_type as "stopType", p.address, pl.name as "planName",
       pl.date::text as "planDate"
     ${stopSources} where ps.vehicle_id = $2 and ps.fleet_id = $3 and ${isAhead}
     order by ps.arrives_at, ps.plan_id, ps.sequence`,
    [tx.now, id, fleetId],
  )

/** A plan that is or is not published, with its fleet. */
export async function findPublication(
  tx: Transaction,
  planId: string,
): Promise<{ companyId: string; fleetId: string; publishedAt: Date | null } | null> {
  const [row] = await tx.sql<{ companyId: string; fleetId: string; publishedAt: Date | null }>(
    `select company_id as "companyId", fleet_id as "fleetId", published_at as "publishedAt"
     from planning.plans where id = $1`,
    [planId],
  )
  return row ?? null
}

/** Of a fleet's vehicles those that a person took off the road. */
export async function findOutOfService(tx: Transaction, fleetId: string): Promise<Set<string>> {
  const rows = await tx.sql<{ id: string }>(
    `select distinct c.vehicle_id as id from vehicles.status_causes c
     where c.fleet_id = $1 and c.cause in ('maintenance', 'out_of_service')`,
    [fleetId],
  )
  return new Set(rows.map(({ id }) => id))
}
