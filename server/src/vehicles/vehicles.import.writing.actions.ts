import type { Vehicle } from '@rumbo/contract/vehicles.contract'
import { v7 as uuid } from 'uuid'
import { differences } from '../platform/audit.ts'
import type { Transaction } from '../platform/database/transaction.ts'
import { vehicleChanged } from './vehicles.facts.ts'
import type { ImportPlan } from './vehicles.import.plan.rules.ts'
import { insertVehicles, rewriteVehicles } from './vehicles.import.repository.ts'
import { findVehiclesById, unlessTaken } from './vehicles.repository.ts'
import type { VehicleBody } from './vehicles.rows.ts'
import { manualCauses, manualCausesAfter, type StatusCause, statusOf } from './vehicles.rules.ts'
import { changeCauses } from './vehicles.status.actions.ts'
import { findCauses, insertCauses } from './vehicles.status.repository.ts'

const batchSize = 1_000

/** Writes what an import is to add and change, with an audit entry and a fact for each vehicle. */
export async function writePlan(
  tx: Transaction,
  companyId: string,
  plan: ImportPlan,
  progress: (done: number, total: number) => Promise<void>,
): Promise<void> {
  const total = plan.added.length + plan.updated.length + plan.skipped
  const fleets = new Set<string>()
  // Changed first: a plate that one gives up may be another's from now on.
  for (let at = 0; at < plan.updated.length; at += batchSize) {
    await progress(at, total)
    await change(tx, companyId, plan.updated.slice(at, at + batchSize), fleets)
  }
  for (let at = 0; at < plan.added.length; at += batchSize) {
    await progress(plan.updated.length + at, total)
    await add(tx, companyId, plan.added.slice(at, at + batchSize), fleets)
  }
  await progress(total, total)
  for (const fleetId of fleets) tx.stale({ domain: 'vehicles', fleetId, companyId })
}

async function add(
  tx: Transaction,
  companyId: string,
  planned: ImportPlan['added'],
  fleets: Set<string>,
): Promise<void> {
  const vehicles = planned.map(({ vehicle: body }) => {
    const causes: StatusCause[] = ['silent', ...manualCausesAfter(body.status, [])]
    return { id: uuid(), body, causes }
  })
  await unlessTaken(insertVehicles(tx, companyId, vehicles))
  await insertCauses(
    tx,
    vehicles.flatMap(({ id, causes }) => causes.map((cause) => ({ vehicleId: id, cause, sourceId: null }))),
  )
  for (const { id, body, causes } of vehicles) {
    const { fleetId } = body
    fleets.add(fleetId)
    tx.fact(vehicleChanged({ id, companyId, fleetId, status: statusOf(causes) }, 'created', null))
    tx.audit({
      action: 'vehicle.created',
      entity: 'vehicle',
      entityId: id,
      entityName: body.vehicleNumber,
      companyId,
      fleetId,
    })
    if (body.imei !== null) tx.forgetDevices([body.imei])
  }
}

/** The record as a form would send it back. */
function bodyOf({ manualStatus, ...vehicle }: Vehicle): VehicleBody {
  return { ...vehicle, status: manualStatus }
}

async function change(
  tx: Transaction,
  companyId: string,
  planned: ImportPlan['updated'],
  fleets: Set<string>,
): Promise<void> {
  const ids = planned.map(({ id }) => id)
  const before = await findVehiclesById(tx, ids, { isLocking: true })
  const bodies = planned.flatMap(({ id, fleetId, vehicle }) => {
    const present = before.get(id)
    if (!present) return []
    const body = { ...bodyOf(present), ...vehicle }
    return [{ id, body: fleetId === null ? body : { ...body, fleetId } }]
  })
  await unlessTaken(rewriteVehicles(tx, companyId, bodies))
  const causes = new Map<string, StatusCause[]>(ids.map((id) => [id, []]))
  for (const row of await findCauses(tx, ids)) causes.get(row.vehicle_id)?.push(row.cause)
  await changeCauses(
    tx,
    planned.flatMap(({ id, vehicle: { status } }) => {
      const present = causes.get(id) ?? []
      if (status === undefined) return []
      const wanted = manualCausesAfter(status, present)
      return manualCauses
        .filter((cause) => present.includes(cause) !== wanted.includes(cause))
        .map((cause) => ({ vehicleId: id, cause, sourceId: null, holds: wanted.includes(cause) }))
    }),
  )
  const after = await findVehiclesById(tx, ids)
  for (const [id, vehicle] of after) {
    const former = before.get(id)
    if (!former) continue
    fleets.add(vehicle.fleetId).add(former.fleetId)
    tx.fact(vehicleChanged(vehicle, 'updated', former.status))
    tx.audit({
      action: 'vehicle.updated',
      entity: 'vehicle',
      entityId: id,
      entityName: vehicle.vehicleNumber,
      companyId,
      fleetId: vehicle.fleetId,
      changes: differences({ ...former }, { ...vehicle }),
    })
    if (former.imei !== vehicle.imei)
      tx.forgetDevices([former.imei, vehicle.imei].filter((imei) => imei !== null))
  }
}
