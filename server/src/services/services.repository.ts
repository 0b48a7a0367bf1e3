import {
  finalStatuses,
  priorities,
  type Service,
  type ServiceStatus,
} from '@rumbo/contract/services.contract'
import { query } from '@rumbo/database'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Transaction } from '../platform/database/transaction.ts'
import { ensurePin } from './proofs/services.proofs.repository.ts'
import { minorOf, type ServiceBody, type ServiceParts, serviceOf } from './services.rows.ts'
import { insertPlannedStops, replacePlannedStops } from './stops/services.stops.repository.ts'

/** Services that are not archived. */
const live = query.selectFrom('services.services').where('archived_at', 'is', null)
/** Stops and history of each service, which one statement reads with it. */
const parts = [
  sql<ServiceParts['planned']>`(
    select coalesce(json_agg(part order by part.sequence), '[]')
    from services.planned_stops part where part.service_id = services.services.id
  )`.as('planned'),
  sql<ServiceParts['executed']>`(
    select coalesce(json_agg(part), '[]')
    from services.executed_stops part where part.service_id = services.services.id
  )`.as('executed'),
  sql<ServiceParts['history']>`(
    select coalesce(json_agg(part order by part.at, part.id), '[]')
    from services.status_history part where part.service_id = services.services.id
  )`.as('history'),
]
const whole = live.selectAll().select(parts)

/** One service, locked if `lock` is set; null if unknown or outside the caller's scopes. */
export async function findService(
  tx: Transaction,
  id: string,
  { lock = false } = {},
): Promise<Service | null> {
  if (!lock) {
    const row = await tx.first(whole.where('id', '=', id))
    return row ? serviceOf(row, row) : null
  }
  const row = await tx.first(live.selectAll().where('id', '=', id).forUpdate())
  // The statement that waited for the lock would read the parts as they were before it.
  const its = row && (await tx.first(live.select(parts).where('id', '=', id)))
  return row && its ? serviceOf(row, its) : null
}

/** The services in the order of the ids, without those outside the caller's scopes. */
export async function findInOrder(tx: Transaction, ids: readonly string[]): Promise<Service[]> {
  if (ids.length === 0) return []
  const rows = await tx.rows(whole.where(sql<boolean>`id = any(${ids}::uuid[])`))
  const found = new Map(rows.map((row) => [row.id, serviceOf(row, row)]))
  return ids.flatMap((id) => found.get(id) ?? [])
}

/** The person who changed the service last; null without one. */
export async function lastChangeOf(tx: Transaction, id: string): Promise<string | null> {
  const row = await tx.first(live.select('updated_by_name').where('id', '=', id))
  return row?.updated_by_name ?? null
}

const changedNow = (tx: Transaction) => ({
  updated_at: tx.now,
  updated_by: tx.actor?.userId ?? null,
  updated_by_name: tx.actor?.displayName ?? null,
})

async function nextNumber(tx: Transaction, companyId: string): Promise<number> {
  const row = await tx.one(
    query
      .insertInto('services.numbers')
      .values({ company_id: companyId, last_number: 20001 })
      .onConflict((conflict) =>
        conflict
          .column('company_id')
          .doUpdateSet({ last_number: sql<number>`services.numbers.last_number + 1` }),
      )
      .returning('last_number'),
  )
  return row.last_number
}

/** The state of a service whose stops are all pending. @throws Error without stops, which validation excludes */
function firstStop({ plannedStops: [first] }: ServiceBody) {
  if (first === undefined) throw new Error('A service without stops')
  return {
    next_latitude: first.latitude,
    next_longitude: first.longitude,
    next_window_end: first.timeWindowEnd,
  }
}

const bodyColumns = (body: ServiceBody) => ({
  fleet_id: body.fleetId,
  service_type: body.serviceType,
  priority_level: priorities.indexOf(body.priorityLevel),
  customer_name: body.customerName,
  customer_phone: body.customerPhone,
  customer_email: body.customerEmail,
  requester_contact_id: body.requesterContactId,
  dispatch_time: body.dispatchTime,
  notes: body.notes,
  estimated_cost_minor: minorOf(body.estimatedCost, body.currency),
  currency: body.currency,
  payment_method: body.paymentMethod,
  payment_status: body.paymentStatus,
  extras: JSON.stringify(body.extras ?? []),
  required_vehicle_type: body.requiredVehicleType ?? null,
  required_seats: body.requiredSeats ?? null,
  required_load_kg: body.requiredLoadKg ?? null,
  required_load_m3: body.requiredLoadM3 ?? null,
  required_skills: body.requiredSkills ?? [],
  required_proofs: body.requiredProofs ?? [],
  planned_distance_metres: body.plan?.distanceMetres ?? null,
  planned_duration_seconds: body.plan?.durationSeconds ?? null,
  is_route_estimated: body.plan?.isEstimate ?? false,
  is_estimate_computed: body.isEstimateComputed ?? false,
  ...firstStop(body),
})

/** @param seriesId the series of recurring services that it belongs to */
export async function insertService(
  tx: Transaction,
  companyId: string,
  body: ServiceBody,
  seriesId: string | null = null,
): Promise<string> {
  const id = uuid()
  await tx.run(
    query.insertInto('services.services').values({
      id,
      company_id: companyId,
      service_number: await nextNumber(tx, companyId),
      ...bodyColumns(body),
      series_id: seriesId,
      status: 'created',
      status_since: tx.now,
      created_at: tx.now,
      created_by: tx.actor?.userId ?? null,
      ...changedNow(tx),
    }),
  )
  await insertPlannedStops(tx, id, body)
  await ensurePin(tx, { id, companyId, ...body })
  await insertStatus(tx, { id, fleetId: body.fleetId }, 'created', null)
  return id
}

export async function rewriteService(
  tx: Transaction,
  { id, companyId }: Pick<Service, 'id' | 'companyId'>,
  body: ServiceBody,
): Promise<void> {
  await tx.run(
    query
      .updateTable('services.services')
      .set(({ eb }) => ({
        ...bodyColumns(body),
        ...changedNow(tx),
        version: eb('version', '+', 1),
      }))
      .where('id', '=', id),
  )
  for (const table of [
    'services.status_history',
    'services.tracking_links',
    'services.charges',
    'services.pins',
  ] as const)
    await tx.run(query.updateTable(table).set({ fleet_id: body.fleetId }).where('service_id', '=', id))
  await replacePlannedStops(tx, id, body)
  await ensurePin(tx, { id, companyId, ...body })
}

async function insertStatus(
  tx: Transaction,
  service: { id: string; fleetId: string },
  status: ServiceStatus,
  note: string | null,
): Promise<void> {
  await tx.run(
    query.insertInto('services.status_history').values({
      id: uuid(),
      service_id: service.id,
      fleet_id: service.fleetId,
      status,
      at: tx.now,
      actor_name: tx.actor?.displayName ?? null,
      note,
    }),
  )
}

/** The driver of a service as the shift in force names them. */
export interface ServiceDriver {
  id: string
  name: string
  phone: string | null
}
const driverColumns = (driver: ServiceDriver | null | undefined) => ({
  assigned_driver_id: driver === null ? null : driver?.id,
  driver_name: driver === null ? null : driver?.name,
  driver_phone: driver === null ? null : driver?.phone,
})

/** Notes that the caller changed something that belongs to a locked service. */
export async function touchService(tx: Transaction, id: string): Promise<void> {
  await tx.run(
    query
      .updateTable('services.services')
      .set(({ eb }) => ({ ...changedNow(tx), version: eb('version', '+', 1) }))
      .where('id', '=', id),
  )
}

/** Replaces the driver of a locked service. */
export async function writeDriver(tx: Transaction, id: string, driver: ServiceDriver | null): Promise<void> {
  await tx.run(
    query
      .updateTable('services.services')
      .set(({ eb }) => ({ ...driverColumns(driver), ...changedNow(tx), version: eb('version', '+', 1) }))
      .where('id', '=', id),
  )
}

/** Changes the priority of a locked service. */
export async function writePriority(
  tx: Transaction,
  id: string,
  priority: Service['priorityLevel'],
): Promise<void> {
  await tx.run(
    query
      .updateTable('services.services')
      .set(({ eb }) => ({
        priority_level: priorities.indexOf(priority),
        ...changedNow(tx),
        version: eb('version', '+', 1),
      }))
      .where('id', '=', id),
  )
}

/** The ids of services that wait for one of these vehicles. */
export async function findAwaiting(tx: Transaction, vehicleIds: readonly string[]): Promise<string[]> {
  const rows = await tx.rows(
    live
      .select('id')
      .where('status', '=', 'vehicle_assigned')
      .where(sql<boolean>`assigned_vehicle_id = any(${vehicleIds}::uuid[])`)
      .orderBy('id'),
  )
  return rows.map(({ id }) => id)
}

/** The services that a vehicle is assigned to or carries out. */
export async function findRunningOfVehicle(tx: Transaction, vehicleId: string): Promise<string[]> {
  const rows = await tx.rows(
    live
      .select('id')
      .where('assigned_vehicle_id', '=', vehicleId)
      .where('status', 'in', ['vehicle_assigned', 'in_progress'])
      .orderBy('id'),
  )
  return rows.map(({ id }) => id)
}

/** Notes of services under way that their vehicle serves them in the route of a published plan. */
export async function joinRoute(tx: Transaction, ids: readonly string[], planId: string): Promise<void> {
  await tx.sql('update services.services set route_plan_id = $2 where id = any($1::uuid[])', [ids, planId])
}

export interface StatusUpdate {
  status: ServiceStatus
  note?: string | null
  vehicle?: { id: string; vehicleNumber: string } | null
  driver?: ServiceDriver | null
  /** The published plan in whose route the vehicle serves it; null: alone. */
  routePlanId?: string | null
  startedAt?: Date
  /** Of the vehicle at the start; null where its device is silent. */
  startOdometer?: number | null
  endedAt?: Date
  finalCost?: { amount: string | null; currency: string }
}

/** Changes the status of a locked service and writes its history. */
export async function updateStatus(tx: Transaction, service: Service, update: StatusUpdate): Promise<void> {
  await tx.run(
    query
      .updateTable('services.services')
      .set(({ eb }) => ({
        status: update.status,
        status_since: tx.now,
        ...changedNow(tx),
        version: eb('version', '+', 1),
        // Kysely does not write columns that are undefined.
        assigned_vehicle_id: update.vehicle === null ? null : update.vehicle?.id,
        assigned_vehicle_number: update.vehicle === null ? null : update.vehicle?.vehicleNumber,
        ...driverColumns(update.driver),
        route_plan_id: update.routePlanId,
        started_at: update.startedAt,
        start_odometer_metres: update.startOdometer,
        ended_at: update.endedAt,
        final_cost_minor: update.finalCost && minorOf(update.finalCost.amount, update.finalCost.currency),
        currency: update.finalCost?.currency,
        current_cost_minor: update.finalCost && null,
      }))
      .where('id', '=', service.id),
  )
  await insertStatus(tx, service, update.status, update.note ?? null)
}

export async function archiveService(tx: Transaction, id: string): Promise<void> {
  await tx.run(
    query
      .updateTable('services.services')
      .set({ archived_at: tx.now, ...changedNow(tx) })
      .where('id', '=', id),
  )
}

/** The number of visible services of a company, fleet or vehicle that are not final. */
export async function countOpenServices(
  tx: Transaction,
  of: { companyId: string; fleetId?: string; vehicleId?: string },
): Promise<number> {
  let open = live.where('company_id', '=', of.companyId).where('status', 'not in', [...finalStatuses])
  if (of.fleetId) open = open.where('fleet_id', '=', of.fleetId)
  if (of.vehicleId) open = open.where('assigned_vehicle_id', '=', of.vehicleId)
  const { total } = await tx.one(open.select(({ fn }) => fn.countAll<number>().as('total')))
  return Number(total)
}

/** Whether any service of the company has a cost, including services the caller cannot see. */
export async function hasCosts(tx: Transaction, companyId: string): Promise<boolean> {
  const [row] = await tx.sql<{ found: boolean }>('select services.has_costs($1) as found', [companyId])
  return row?.found ?? false
}
