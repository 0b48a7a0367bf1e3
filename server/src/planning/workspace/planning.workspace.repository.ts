import type { Plan } from '@rumbo/contract/planning.contract'
import type { OrderStop } from '@rumbo/contract/planning.workspace.contract'
import type { ServiceStatus, serviceTypes } from '@rumbo/contract/services.contract'
import type { ShiftBreak } from '@rumbo/contract/shifts.contract'
import type { Transaction } from '../../platform/database/transaction.ts'

export interface StopRow
  extends Omit<OrderStop, 'place' | 'windowStart' | 'windowEnd' | 'arrived' | 'departed'> {
  serviceId: string
  latitude: number
  longitude: number
  windowStart: Date | null
  windowEnd: Date | null
  arrived: Date | null
  departed: Date | null
}
export interface ServiceRow {
  serviceId: string
  serviceNumber: number
  serviceType: (typeof serviceTypes)[number]
  /** Index of its priority. */
  priority: number
  status: ServiceStatus
  customerName: string
  customerPhone: string
  notes: string | null
  dispatchTime: Date
  requiredVehicleType: string | null
  requiredSeats: number | null
  requiredSkills: string[]
  requiredLoadKg: number | null
  requiredLoadM3: number | null
  seriesId: string | null
  assignedVehicleId: string | null
  assignedVehicleNumber: string | null
  /** Of a reservation that a person made, or another plan. */
  reservedVehicleId: string | null
  otherPlanId: string | null
  /** Another plan has it, and this one may try it out. */
  isLent: boolean
  /** Its dispatch time or a window lies in the hours of the plan. */
  isOfHours: boolean
}

/** The services whose stops are published with this plan. */
export async function findPublished(tx: Transaction, planId: string): Promise<Set<string>> {
  const rows = await tx.sql<{ id: string }>(
    'select distinct service_id as id from planning.published_stops where plan_id = $1',
    [planId],
  )
  return new Set(rows.map(({ id }) => id))
}

/** Of a plan what decides which services and vehicles it may use. */
interface PlanHours extends Pick<Plan, 'id' | 'fleetId' | 'date' | 'from' | 'until'> {
  /** It tries out what a published plan of the same hours has: that one takes nothing away from it. */
  isTrial: boolean
}

/** The published plans that leave their services and vehicles to this plan, as parameters say. */
const lentBy = ([isTrial, fleetId, from, until]: readonly string[]) =>
  `select id from planning.plans where ${isTrial}::boolean and fleet_id = ${fleetId} and from_at = ${from}
     and until_at = ${until}`

/**
 * The open services of the fleet in the hours of a plan, and of those given all that are in the fleet; these first, then by
 * their dispatch time.
 */
export const findServices = (
  tx: Transaction,
  { id, fleetId, from, until, isTrial }: PlanHours,
  planned: readonly string[],
  limit: number,
): Promise<ServiceRow[]> =>
  tx.sql(
    `with wanted as (
       select s.id, s.dispatch_time >= $2 and s.dispatch_time < $3 or exists (
           select from services.planned_stops t where t.service_id = s.id
             and coalesce(t.time_window_start, t.time_window_end) < $3
             and coalesce(t.time_window_end, t.time_window_start) >= $2) as is_of_hours
       from services.services s
       where s.fleet_id = $1 and s.archived_at is null
         and (s.status in ('created', 'on_dispatch', 'vehicle_assigned', 'in_progress') or s.id = any($4::uuid[])))
     select s.id as "serviceId", s.service_number::int as "serviceNumber", s.service_type as "serviceType",
       s.priority_level as priority, s.status, s.customer_name as "customerName", s.customer_phone as "customerPhone",
       s.notes, s.dispatch_time as "dispatchTime", s.required_vehicle_type as "requiredVehicleType",
       s.required_seats as "requiredSeats", s.required_skills as "requiredSkills", s.required_load_kg as "requiredLoadKg",
       s.required_load_m3 as "requiredLoadM3", s.series_id as "seriesId", s.assigned_vehicle_id as "assignedVehicleId",
       s.assigned_vehicle_number as "assignedVehicleNumber", r.vehicle_id as "reservedVehicleId",
       case when not o.is_lent then o.plan_id end as "otherPlanId", coalesce(o.is_lent, false) as "isLent",
       w.is_of_hours as "isOfHours"
     from wanted w join services.services s on s.id = w.id
     left join dispatch.reservations r on r.service_id = s.id and r.reserved_by is not null
       and r.plan_id is distinct from $5::uuid
       and (r.plan_id is null or r.plan_id not in (${lentBy(['$7', '$1', '$2', '$3'])}))
     left join lateral (select p.plan_id, p.plan_id in (${lentBy(['$7', '$1', '$2', '$3'])}) as is_lent
       from planning.published_stops p
       join planning.plans other on other.id = p.plan_id and other.published_at is not null
       where p.service_id = s.id and p.plan_id <> $5 order by is_lent limit 1) o on true
     where w.is_of_hours or s.id = any($4::uuid[])
     order by s.id = any($4::uuid[]) desc, s.dispatch_time, s.id limit $6`,
    [fleetId, from, until, planned, id, limit, isTrial],
  )

/** The stops of services, in their order. */
export const findStops = (tx: Transaction, serviceIds: readonly string[]): Promise<StopRow[]> =>
  tx.sql(
    `select t.service_id as "serviceId", t.id as "stopId", t.stop_type as "stopType", t.address, t.latitude, t.longitude,
       t.time_window_start as "windowStart", t.time_window_end as "windowEnd", t.service_minutes as "serviceMinutes",
       t.contact_name as "contactName", t.contact_phone as "contactPhone", t.reference, e.arrived, e.departed, coalesce(e.status <> 'executed', false) as "isCancelled"
     from services.planned_stops t
     left join services.executed_stops e on e.service_id = t.service_id and e.planned_stop_id = t.id
     where t.service_id = any($1::uuid[]) order by t.service_id, t.sequence`,
    [serviceIds],
  )

export interface ShiftRow {
  id: string
  vehicleId: string
  driverId: string
  driverName: string
  startsAt: Date
  /** The time in which driver and vehicle are taken. */
  busyFrom: Date
  busyTo: Date
  breaks: ShiftBreak[]
}

/** Shifts of the fleet's vehicles that overlap the time, by their beginning. */
export const findShifts = (
  tx: Transaction,
  { fleetId, from, until }: Pick<Plan, 'fleetId' | 'from' | 'until'>,
): Promise<ShiftRow[]> =>
  tx.sql(
    `select s.id, s.vehicle_id as "vehicleId", s.driver_id as "driverId", s.driver_name as "driverName",
       s.starts_at as "startsAt", s.busy_from as "busyFrom", s.busy_to as "busyTo", s.breaks
     from shifts.shifts s
     where s.fleet_id = $1 and s.busy_from < $3 and s.busy_to > $2 and s.status <> 'cancelled'
     order by s.busy_from, s.id`,
    [fleetId, from, until],
  )

export interface VehicleFacts {
  loadKg: number | null
  loadM3: number | null
  /** Somebody took it out of service. */
  isOut: boolean
  /** Insurance or permit has expired on the day of the plan. */
  isExpired: boolean
  zoneIds: string[]
  /** It has a service under way. */
  isUnderWay: boolean
  /** Another published plan has it in hours that overlap. */
  isInOtherPlan: boolean
}

/** What plans ask of the live vehicles of a fleet beside their state, by vehicle. */
export async function findVehicleFacts(
  tx: Transaction,
  { id, fleetId, date, from, until, isTrial }: PlanHours,
): Promise<Map<string, VehicleFacts>> {
  const rows = await tx.sql<VehicleFacts & { id: string }>(
    `select v.id, v.load_kg as "loadKg", v.load_m3 as "loadM3", v.working_zone_ids as "zoneIds",
       coalesce(v.expires_on < $2::date, false) as "isExpired",
       exists (select from vehicles.status_causes c
         where c.vehicle_id = v.id and c.cause in ('maintenance', 'out_of_service')) as "isOut",
       exists (select from services.services s where s.assigned_vehicle_id = v.id
         and s.status in ('vehicle_assigned', 'in_progress') and s.archived_at is null) as "isUnderWay",
       v.id in (select p.vehicle_id from planning.published_stops p join planning.plans other on other.id = p.plan_id
         where other.fleet_id = $1 and other.id <> $3 and other.published_at is not null and other.from_at < $5 and other.until_at > $4
           and other.id not in (${lentBy(['$6', '$1', '$4', '$5'])})) as "isInOtherPlan"
     from vehicles.vehicles v where v.fleet_id = $1 and v.archived_at is null`,
    [fleetId, date, id, from, until, isTrial],
  )
  return new Map(rows.map(({ id: vehicleId, ...facts }) => [vehicleId, facts]))
}
