import { isBusyStatus, type Vehicle } from '@rumbo/contract/vehicles.contract'
import { v7 as uuid } from 'uuid'
import { findFleet, lockFleets } from '../organisation/index.ts'
import { type Actor, reachesVehicle, requireCan } from '../platform/access/access.ts'
import { differences } from '../platform/audit.ts'
import type { Transaction } from '../platform/database/transaction.ts'
import { fieldProblem, Problem, problem } from '../platform/problem.ts'
import { markChanged } from './changes/vehicles.changes.repository.ts'
import { forgetContacts } from './contacts/vehicles.contacts.repository.ts'
import { changeCauses, endMaintenanceOfWorkshops } from './status/vehicles.status.actions.ts'
import { findCauses } from './status/vehicles.status.repository.ts'
import type { VehicleBody, VehicleChange } from './vehicles.body.ts'
import { forgetDriversOf } from './vehicles.drivers.repository.ts'
import {
  archiveVehicle,
  findVehicle,
  findVehicles,
  insertVehicle,
  lastChangeOf,
  lockVehicle,
  restartSilence,
  rewriteVehicle,
  type VehicleFilter,
} from './vehicles.repository.ts'
import {
  asSeenBy,
  dismissedCauses,
  isFound,
  manualCausesAfter,
  manualChanges,
  type StatusCause,
} from './vehicles.rules.ts'
import { requireZones, zoneChanges } from './vehicles.zones.actions.ts'

export async function listVehiclesOf(tx: Transaction, actor: Actor, filter: VehicleFilter) {
  const { items, total } = await findVehicles(tx, filter)
  const seen = items.map((vehicle) => asSeenBy(actor, vehicle))
  return { items: seen, total, page: filter.page, size: filter.size }
}

/** A guest's one vehicle. The search reads only what a guest may see, so that it does not reveal the IMEI digit by digit. */
export async function listForGuest(tx: Transaction, actor: Actor, filter: VehicleFilter) {
  const { page, size } = filter
  const { items } = await findVehicles(tx, { ...filter, search: '', page: 1 })
  const seen = items.map((vehicle) => asSeenBy(actor, vehicle)).filter((one) => isFound(filter.search, one))
  return { items: page === 1 ? seen : [], total: seen.length, page, size }
}

/** The vehicle as the actor may see it. @throws Problem `vehicle_not_found` */
export async function showVehicle(tx: Transaction, actor: Actor, id: string): Promise<Vehicle> {
  const vehicle = await readVehicleOf(tx, id)
  if (!reachesVehicle(actor, { fleetId: vehicle.fleetId, vehicleId: id })) throw problem('vehicle_not_found')
  return asSeenBy(actor, vehicle)
}

/** The vehicle, if within the caller's scopes. @throws Problem `vehicle_not_found` */
export async function readVehicleOf(tx: Transaction, id: string): Promise<Vehicle> {
  const vehicle = await findVehicle(tx, id)
  if (!vehicle) throw problem('vehicle_not_found')
  return vehicle
}

function requirePastYear(year: number, now: Date): void {
  if (year > now.getUTCFullYear()) throw fieldProblem({ path: 'body.year', code: 'year_future' })
}

/** A vehicle with a running service must stay where its dispatchers can release it. */
export function requireIdle(causes: readonly StatusCause[]): void {
  if (causes.some(isBusyStatus)) throw problem('vehicle_at_work')
}

/** Whether `requireCan` would let the actor edit the vehicles of a fleet. */
export function mayEdit(actor: Actor, fleet: { companyId: string; fleetId: string }): boolean {
  try {
    requireCan(actor, 'vehicles.edit', fleet)
    return true
  } catch (error) {
    if (error instanceof Problem) return false
    throw error
  }
}

/**
 * The company of a fleet in which the actor may edit vehicles; locks the fleet until the transaction ends.
 * @throws Problem `fleet_denied`, `forbidden`
 */
export async function requireFleet(tx: Transaction, actor: Actor, fleetId: string): Promise<string> {
  const fleet = await findFleet(tx, fleetId)
  if (!fleet?.is_active) throw problem('fleet_denied')
  requireCan(actor, 'vehicles.edit', { companyId: fleet.company_id, fleetId })
  if (!(await lockFleets(tx, [fleetId])).has(fleetId)) throw problem('fleet_denied')
  return fleet.company_id
}

/** Locks a vehicle's future fleet before the vehicle itself; `requireFleet` checks it afterwards. */
async function lockNextFleet(tx: Transaction, actor: Actor, id: string, fleetId: string): Promise<void> {
  if ((await readVehicleOf(tx, id)).fleetId === fleetId) return
  const fleet = await findFleet(tx, fleetId)
  if (fleet && mayEdit(actor, { companyId: fleet.company_id, fleetId })) await lockFleets(tx, [fleetId])
}

/** Locks a vehicle the actor may change. @throws Problem `vehicle_not_found`, `forbidden` if it may only be read */
export async function requireVehicleForChange(
  tx: Transaction,
  actor: Actor,
  id: string,
  capability: 'vehicles.edit' | 'vehicles.note',
): Promise<Vehicle> {
  const locked = await lockVehicle(tx, id)
  const vehicle = await readVehicleOf(tx, id)
  requireCan(actor, capability, vehicle)
  if (!locked) throw problem('vehicle_not_found')
  return vehicle
}

/** @throws Problem `stale_version` with the current record as the actor may see it, and its last change */
export async function requireVersion(
  tx: Transaction,
  actor: Actor,
  present: Vehicle,
  version: number,
): Promise<void> {
  if (present.version === version) return
  throw problem('stale_version', {
    current: asSeenBy(actor, present),
    changedBy: await lastChangeOf(tx, present.id),
    changedAt: new Date(present.updatedAt),
  })
}

/** Values of the audit entry that the record alone does not give. */
interface AuditWords {
  action: string
  changes: Readonly<Record<string, readonly [unknown, unknown]>>
}

/** Writes the hints and the audit entry of a changed vehicle. @returns the current record */
export async function recordVehicleChange(
  tx: Transaction,
  id: string,
  before: Vehicle | null,
  change: 'created' | 'updated',
  words: AuditWords = { action: `vehicle.${change}`, changes: {} },
): Promise<Vehicle> {
  const vehicle = await readVehicleOf(tx, id)
  const { companyId, fleetId } = vehicle
  const moved = before !== null && before.fleetId !== fleetId
  tx.stale({ domain: 'vehicles', id, fleetId, companyId })
  if (moved) {
    tx.stale({ domain: 'vehicles', id, fleetId: before.fleetId, companyId: before.companyId })
    await forgetDriversOf(tx, { vehicleIds: [id] })
  }
  tx.audit({
    action: words.action,
    entity: 'vehicle',
    entityId: id,
    entityName: vehicle.vehicleNumber,
    companyId,
    fleetId,
    changes: before
      ? {
          ...differences({ ...before }, { ...vehicle }, ['version', 'updatedAt', 'workingZoneIds']),
          ...(await zoneChanges(tx, before, vehicle)),
          ...words.changes,
        }
      : {},
  })
  tx.forgetDevices([before?.imei, vehicle.imei].filter((imei) => imei !== null && imei !== undefined))
  return vehicle
}

/** Adds a vehicle, which is silent, hence inactive, until its device first reports. */
export async function addVehicle(tx: Transaction, actor: Actor, body: VehicleBody): Promise<Vehicle> {
  requirePastYear(body.year, tx.now)
  const companyId = await requireFleet(tx, actor, body.fleetId)
  await requireZones(tx, body)
  const id = uuid()
  await insertVehicle(tx, id, companyId, body)
  const causes: StatusCause[] = ['silent', ...manualCausesAfter(body.status, [])]
  await changeCauses(
    tx,
    causes.map((cause) => ({ vehicleId: id, cause, sourceId: null, holds: true })),
  )
  return recordVehicleChange(tx, id, null, 'created')
}

/** Replaces a vehicle's record. @throws Problem `stale_version` if it was changed meanwhile */
export async function changeVehicle(
  tx: Transaction,
  actor: Actor,
  id: string,
  body: VehicleChange,
): Promise<Vehicle> {
  await lockNextFleet(tx, actor, id, body.fleetId)
  const before = await requireVehicleForChange(tx, actor, id, 'vehicles.edit')
  await requireVersion(tx, actor, before, body.version)
  requirePastYear(body.year, tx.now)
  const companyId =
    body.fleetId === before.fleetId ? before.companyId : await requireFleet(tx, actor, body.fleetId)
  const present = (await findCauses(tx, [id])).map((row) => row.cause)
  if (body.fleetId !== before.fleetId) requireIdle(present)
  const left = companyId === before.companyId ? [] : await forgetContacts(tx, id)
  await requireZones(tx, body)
  if (body.fleetId !== before.fleetId) await endMaintenanceOfWorkshops(tx, [id])
  await rewriteVehicle(tx, id, companyId, body)
  await changeCauses(tx, manualChanges(id, body.status, present))
  return recordVehicleChange(tx, id, before, 'updated', {
    action: 'vehicle.updated',
    changes: left.length > 0 ? { contacts: [left, []] } : {},
  })
}

/** Archives a vehicle; its history stays, and its number, plate and device may be used again. */
export async function retireVehicle(tx: Transaction, actor: Actor, id: string): Promise<{ done: true }> {
  const vehicle = await requireVehicleForChange(tx, actor, id, 'vehicles.edit')
  const { companyId, fleetId } = vehicle
  requireIdle((await findCauses(tx, [id])).map((row) => row.cause))
  await archiveVehicle(tx, id)
  tx.stale({ domain: 'vehicles', id, fleetId, companyId })
  tx.audit({
    action: 'vehicle.archived',
    entity: 'vehicle',
    entityId: id,
    entityName: vehicle.vehicleNumber,
    companyId,
    fleetId,
  })
  if (vehicle.imei !== null) tx.forgetDevices([vehicle.imei])
  return { done: true }
}

/**
 * Closes all open alarms of a vehicle, which becomes active; its silence is counted from now. `eventIds`: its alarm events
 * that are open or acknowledged.
 * @throws Problem `no_open_alarm`
 */
export async function dismissAlarmOf(
  tx: Transaction,
  actor: Actor,
  id: string,
  eventIds: readonly string[],
): Promise<Vehicle> {
  const before = await requireVehicleForChange(tx, actor, id, 'vehicles.note')
  const present = await findCauses(tx, [id])
  const alarms = present.filter(({ cause }) => cause === 'alarmed' || cause === 'critical')
  const open = new Set([...alarms.map((row) => row.source_id), ...eventIds])
  if (open.size === 0) throw problem('no_open_alarm')
  await restartSilence(tx, id)
  await changeCauses(
    tx,
    dismissedCauses.map((cause) => ({ vehicleId: id, cause, sourceId: null, holds: false })),
  )
  if (present.some(({ cause }) => cause === 'inactive_by_hand')) await markChanged(tx, [id])
  const vehicle = await readVehicleOf(tx, id)
  tx.audit({
    action: 'vehicle.alarm_dismissed',
    entity: 'vehicle',
    entityId: id,
    entityName: vehicle.vehicleNumber,
    companyId: vehicle.companyId,
    fleetId: vehicle.fleetId,
    changes: { status: [before.status, vehicle.status], alarms: [[...open], []] },
  })
  return vehicle
}
