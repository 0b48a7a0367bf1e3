import type { PlannedStopInput, Service } from '@rumbo/contract/services.contract'
import { query } from '@rumbo/database'
import { v7 as uuid } from 'uuid'
import type { Transaction } from '../../platform/database/transaction.ts'
import { minorOf, type ServiceBody } from '../services.rows.ts'
import type { StopVisit } from './services.stops.rules.ts'

/** @param ids of the stops that are kept from an earlier plan, by index */
export async function insertPlannedStops(
  tx: Transaction,
  serviceId: string,
  body: ServiceBody,
  ids: readonly (string | undefined)[] = [],
): Promise<void> {
  await tx.run(
    query.insertInto('services.planned_stops').values(
      body.plannedStops.map((stop, sequence) => ({
        id: ids[sequence] ?? uuid(),
        service_id: serviceId,
        fleet_id: body.fleetId,
        sequence,
        stop_type: stop.stopType,
        address: stop.address,
        latitude: stop.latitude,
        longitude: stop.longitude,
        time_window_start: stop.timeWindowStart,
        time_window_end: stop.timeWindowEnd,
        reference: stop.reference,
        contact_name: stop.contactName,
        contact_phone: stop.contactPhone,
        extra_cost_minor: minorOf(stop.extraCost, body.currency),
        // A series saved before stops had it says nothing.
        service_minutes: stop.serviceMinutes ?? null,
      })),
    ),
  )
}

type Placed = Pick<PlannedStopInput, 'stopType' | 'latitude' | 'longitude'>
const placeOf = ({ stopType, latitude, longitude }: Placed) => `${stopType} ${latitude} ${longitude}`

/** Replaces the plan. Stops of the same type and place remain the same stops, with what was recorded of them. */
export async function replacePlannedStops(
  tx: Transaction,
  serviceId: string,
  body: ServiceBody,
): Promise<void> {
  const present = await tx.sql<Placed & { id: string }>(
    `delete from services.planned_stops where service_id = $1
     returning id, stop_type as "stopType", latitude, longitude`,
    [serviceId],
  )
  const kept = body.plannedStops.map((stop) => {
    const at = present.findIndex((one) => placeOf(one) === placeOf(stop))
    return at === -1 ? undefined : present.splice(at, 1)[0]?.id
  })
  await insertPlannedStops(tx, serviceId, body, kept)
  await tx.sql(
    `delete from services.executed_stops e where e.service_id = $1
       and not exists (select from services.planned_stops p where p.id = e.planned_stop_id)`,
    [serviceId],
  )
  await tx.sql('update services.executed_stops set fleet_id = $2 where service_id = $1', [
    serviceId,
    body.fleetId,
  ])
  await pointToNext(tx, serviceId)
}

/** Writes where a service goes next: the first stop that was neither left nor cancelled, or the last one. */
export async function pointToNext(tx: Transaction, serviceId: string): Promise<void> {
  await tx.sql(
    `update services.services set (next_latitude, next_longitude, next_window_end) = (
       select planned.latitude, planned.longitude, case when executed.id is null then planned.time_window_end end
       from services.planned_stops planned
       left join services.executed_stops executed
         on executed.service_id = planned.service_id and executed.planned_stop_id = planned.id
         and (executed.departed is not null or executed.status <> 'executed')
       where planned.service_id = $1
       order by executed.id is not null,
         case when executed.id is null then 1 else -1 end * planned.sequence
       limit 1
     ) where id = $1`,
    [serviceId],
  )
}

/** Records stops as executed or cancelled, and the next stop; stops recorded before stay unchanged. */
export async function insertExecutedStops(
  tx: Transaction,
  service: Service,
  stops: readonly {
    plannedStopId: string
    status: 'executed' | 'cancelled_by_client' | 'cancelled_by_driver' | 'cancelled_by_central'
    operator: 'client' | 'driver' | 'central'
    notes?: string | null
  }[],
): Promise<void> {
  if (stops.length === 0) return
  await tx.run(
    query
      .insertInto('services.executed_stops')
      .values(
        stops.map((stop) => ({
          id: uuid(),
          service_id: service.id,
          planned_stop_id: stop.plannedStopId,
          fleet_id: service.fleetId,
          arrived: stop.status === 'executed' ? tx.now : null,
          departed: stop.status === 'executed' ? tx.now : null,
          status: stop.status,
          operator: stop.operator,
          notes: stop.notes,
          recorded_at: tx.now,
        })),
      )
      .onConflict((conflict) => conflict.columns(['service_id', 'planned_stop_id']).doNothing()),
  )
  await pointToNext(tx, service.id)
}

/** Records that the vehicle is at a stop. @returns whether that is new */
export async function insertArrival(
  tx: Transaction,
  { id, fleetId }: Pick<Service, 'id' | 'fleetId'>,
  plannedStopId: string,
): Promise<boolean> {
  const rows = await tx.sql(
    `insert into services.executed_stops (id, service_id, planned_stop_id, fleet_id, arrived, status, operator, recorded_at)
     values ($1, $2, $3, $4, $5, 'executed', 'driver', $5) on conflict (service_id, planned_stop_id) do nothing returning id`,
    [uuid(), id, plannedStopId, fleetId, tx.now],
  )
  return rows.length > 0
}

/** The vehicle moves on from stops at which it is recorded as present. */
export async function leaveStops(
  tx: Transaction,
  serviceId: string,
  plannedStopIds: readonly string[],
): Promise<void> {
  await tx.sql(
    `update services.executed_stops set departed = greatest(arrived, $3::timestamptz)
     where service_id = $1 and planned_stop_id = any($2::uuid[]) and arrived is not null and departed is null`,
    [serviceId, plannedStopIds, tx.now],
  )
  await pointToNext(tx, serviceId)
}

/** Removes the visits of a vehicle that was taken off the service; cancelled stops stay cancelled. */
export async function forgetVisits(tx: Transaction, serviceId: string): Promise<void> {
  await tx.sql(`delete from services.executed_stops where service_id = $1 and status = 'executed'`, [
    serviceId,
  ])
  await pointToNext(tx, serviceId)
}

/** Writes what positions say about a stop, unless a person corrected or cancelled it. */
export async function writeVisit(
  tx: Transaction,
  service: Pick<Service, 'id' | 'fleetId'>,
  plannedStopId: string,
  visit: StopVisit,
): Promise<void> {
  await tx.sql(
    `insert into services.executed_stops
       (id, service_id, planned_stop_id, fleet_id, arrived, departed, distance_at_stop_metres, status, operator, recorded_at)
     values ($1, $2, $3, $4, $5, $6, $7, 'executed', 'system', $8)
     on conflict (service_id, planned_stop_id) do update set arrived = excluded.arrived,
       departed = coalesce(excluded.departed, executed_stops.departed),
       distance_at_stop_metres = excluded.distance_at_stop_metres
     where executed_stops.corrected_at is null and executed_stops.status = 'executed'`,
    [
      uuid(),
      service.id,
      plannedStopId,
      service.fleetId,
      new Date(visit.arrivedAt),
      visit.departedAt === null ? null : new Date(visit.departedAt),
      Math.round(visit.distanceMetres),
      tx.now,
    ],
  )
}

/** Removes a visit that later positions disproved. */
export async function removeVisit(tx: Transaction, serviceId: string, plannedStopId: string): Promise<void> {
  await tx.sql(
    `delete from services.executed_stops
     where service_id = $1 and planned_stop_id = $2 and operator = 'system' and status = 'executed'`,
    [serviceId, plannedStopId],
  )
}

/** What a person says about an executed stop. */
export interface CorrectedStop {
  arrived: string
  departed: string | null
  distance: number | null
  notes: string | null
  reason: string
}

export async function writeCorrection(
  tx: Transaction,
  service: Pick<Service, 'id' | 'fleetId'>,
  plannedStopId: string,
  { arrived, departed, distance, notes, reason }: CorrectedStop,
): Promise<void> {
  const values = {
    arrived,
    departed,
    distance_at_stop_metres: distance,
    notes,
    status: 'executed',
    operator: 'central',
    recorded_at: tx.now,
    corrected_at: tx.now,
    corrected_by_name: tx.actor?.displayName ?? null,
    correction_reason: reason,
  }
  await tx.run(
    query
      .insertInto('services.executed_stops')
      .values({
        id: uuid(),
        service_id: service.id,
        planned_stop_id: plannedStopId,
        fleet_id: service.fleetId,
        ...values,
      })
      .onConflict((conflict) => conflict.columns(['service_id', 'planned_stop_id']).doUpdateSet(values)),
  )
  await pointToNext(tx, service.id)
}
