import type { ServiceStatus } from '@rumbo/contract/services.contract'
import type { VehicleRequirements } from '@rumbo/contract/services.requirements.rules'
import type { Transaction } from '../platform/database/transaction.ts'

/** The fields that determine whether an open service needs attention. */
export interface OpenService {
  id: string
  status: Exclude<ServiceStatus, 'completed' | `cancelled_by_${string}`>
  statusSince: Date
  /** Start of its wait for a vehicle, not before its dispatch time. */
  waitingSince: Date
  vehicleId: string | null
  /** End of the next stop's window. */
  windowEnd: Date | null
}

/** Services of fleets that wait for a vehicle or have started. */
export const findOpenServices = (tx: Transaction, fleetIds: readonly string[]): Promise<OpenService[]> =>
  tx.sql(
    `select id, status, status_since as "statusSince", greatest(waiting_since, dispatch_time) as "waitingSince",
       assigned_vehicle_id as "vehicleId", next_window_end as "windowEnd"
     from services.services
     where fleet_id = any($1::uuid[]) and status in ('on_dispatch', 'vehicle_assigned', 'in_progress') and archived_at is null`,
    [fleetIds],
  )

/** Ids of the fleet's services that wait for a vehicle or are under way. */
export async function findOpenIds(tx: Transaction, fleetId: string, limit: number): Promise<string[]> {
  const rows = await tx.sql<{ id: string }>(
    `select id from services.services
     where fleet_id = $1 and status in ('on_dispatch', 'vehicle_assigned', 'in_progress') and archived_at is null
     limit $2`,
    [fleetId, limit],
  )
  return rows.map(({ id }) => id)
}

/** Where a service belongs. */
export interface ServicePlace {
  id: string
  companyId: string
  fleetId: string
}

/** Where the services within the caller's scopes belong, in no order. */
export const findServicePlaces = (tx: Transaction, ids: readonly string[]): Promise<ServicePlace[]> =>
  tx.sql(
    `select id, company_id as "companyId", fleet_id as "fleetId" from services.services
     where id = any($1::uuid[]) and archived_at is null`,
    [ids],
  )

export interface QueueCounts {
  waiting: number
  running: number
  oldestSince: Date | null
}

/** Numbers of the fleets' waiting and started services, and the start of the longest wait among those already due. */
export async function countQueue(tx: Transaction, fleetIds: readonly string[]): Promise<QueueCounts> {
  const [counts] = await tx.sql<QueueCounts>(
    `select count(*) filter (where status = 'on_dispatch')::integer as waiting,
       count(*) filter (where status <> 'on_dispatch')::integer as running,
       min(greatest(waiting_since, dispatch_time)) filter (where status = 'on_dispatch' and dispatch_time <= $2)
         as "oldestSince"
     from services.services
     where fleet_id = any($1::uuid[]) and status in ('on_dispatch', 'vehicle_assigned', 'in_progress') and archived_at is null`,
    [fleetIds, tx.now],
  )
  return counts ?? { waiting: 0, running: 0, oldestSince: null }
}

/** The fleets' waiting service that was sent to dispatch last. */
export async function findNewestWaiting(tx: Transaction, fleetIds: readonly string[]) {
  const [newest] = await tx.sql<{
    serviceId: string
    serviceNumber: number
    priorityLevel: number
    at: Date
  }>(
    `select id as "serviceId", service_number as "serviceNumber", priority_level as "priorityLevel",
       waiting_since as at
     from services.services
     where fleet_id = any($1::uuid[]) and status = 'on_dispatch' and archived_at is null
     order by waiting_since desc, id desc limit 1`,
    [fleetIds],
  )
  return newest ?? null
}

/** What the dispatch engine knows of a service that waits for a vehicle. */
export interface WaitingService extends VehicleRequirements {
  id: string
  version: number
  latitude: number
  longitude: number
  waitingSince: Date
  /** Index of its priority; 0 is critical. */
  priority: number
  /** Of the planned route, in seconds. */
  duration: number
  firstStopId: string
  /** The last stop. */
  lastLatitude: number
  lastLongitude: number
  windowStart: Date | null
  windowEnd: Date | null
}

const waitingServices = `
  select s.id, s.version, s.next_latitude as latitude, s.next_longitude as longitude,
    greatest(coalesce(s.waiting_since, s.status_since), s.dispatch_time) as "waitingSince", s.priority_level as priority,
    coalesce(s.planned_duration_seconds, 0) as duration, p.id as "firstStopId", p.time_window_start as "windowStart",
    p.time_window_end as "windowEnd",
    s.required_vehicle_type as "requiredVehicleType", s.required_seats as "requiredSeats",
    s.required_load_kg as "requiredLoadKg", s.required_load_m3 as "requiredLoadM3",
    s.required_skills as "requiredSkills", l.latitude as "lastLatitude", l.longitude as "lastLongitude"
  from services.services s
  join lateral (select id, time_window_start, time_window_end from services.planned_stops
    where service_id = s.id order by sequence limit 1) p on true
  join lateral (select latitude, longitude from services.planned_stops
    where service_id = s.id order by sequence desc limit 1) l on true
  where s.archived_at is null and s.next_latitude is not null`

/**
 * Services of a fleet whose dispatch time has come, the longest waiting first.
 * @param firstIds those of them that are found beyond the limit too
 */
export const findWaiting = (
  tx: Transaction,
  fleetId: string,
  limit: number,
  firstIds: readonly string[] = [],
): Promise<WaitingService[]> =>
  tx.sql(
    `${waitingServices} and s.fleet_id = $1 and s.status = 'on_dispatch' and s.dispatch_time <= $2
     order by s.id = any($4::uuid[]) desc, s.priority_level, greatest(s.waiting_since, s.dispatch_time), s.id
     limit $3`,
    [fleetId, tx.now, limit + firstIds.length, firstIds],
  )

/** These services whatever their status, in no order; without those that have no stop left. */
export const findWithStopsLeft = (tx: Transaction, ids: readonly string[]): Promise<WaitingService[]> =>
  tx.sql(`${waitingServices} and s.id = any($1::uuid[])`, [ids])

/** Those of the services that have no vehicle yet, in no order. */
export const findWithoutVehicle = (tx: Transaction, ids: readonly string[]): Promise<WaitingService[]> =>
  tx.sql(`${waitingServices} and s.id = any($1::uuid[]) and s.status in ('created', 'on_dispatch')`, [ids])

/** A service with a vehicle, and the stops that are left. */
export interface RunningRoute {
  serviceId: string
  vehicleId: string
  stops: {
    id: string
    latitude: number
    longitude: number
    windowStart: string | null
    windowEnd: string | null
    /** Planned minutes at the stop; null where nobody planned any. */
    serviceMinutes: number | null
  }[]
}

/** The routes that the vehicles of fleets, or only these of them, are driving, by service. */
export const findRunningRoutes = (
  tx: Transaction,
  fleetIds: readonly string[],
  vehicleIds: readonly string[] | null = null,
): Promise<RunningRoute[]> =>
  tx.sql(
    `select s.id as "serviceId", s.assigned_vehicle_id as "vehicleId",
       coalesce(json_agg(json_build_object('id', p.id, 'latitude', p.latitude, 'longitude', p.longitude,
         'windowStart', p.time_window_start, 'windowEnd', p.time_window_end, 'serviceMinutes', p.service_minutes)
         order by p.sequence) filter (where e.id is null), '[]') as stops
     from services.services s
     join services.planned_stops p on p.service_id = s.id
     left join services.executed_stops e on e.service_id = s.id and e.planned_stop_id = p.id
       and (e.departed is not null or e.status <> 'executed')
     where s.fleet_id = any($1::uuid[]) and s.status in ('vehicle_assigned', 'in_progress') and s.archived_at is null
       and s.assigned_vehicle_id is not null and ($2::uuid[] is null or s.assigned_vehicle_id = any($2))
     group by s.id order by s.id`,
    [fleetIds, vehicleIds],
  )

/** Ids of the services under way of these drivers, the longest under way first. */
export async function findOpenOfDrivers(tx: Transaction, driverIds: readonly string[]): Promise<string[]> {
  const rows = await tx.sql<{ id: string }>(
    `select id from services.services
     where assigned_driver_id = any($1::uuid[]) and status in ('vehicle_assigned', 'in_progress') and archived_at is null
     order by status_since, id`,
    [driverIds],
  )
  return rows.map(({ id }) => id)
}
