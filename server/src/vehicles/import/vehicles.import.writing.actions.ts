import type { VehicleStatus } from '@rumbo/contract/vehicles.contract'
import { v7 as uuid } from 'uuid'
import { lockFleets } from '../../organisation/index.ts'
import { differences } from '../../platform/audit.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { Problem } from '../../platform/problem.ts'
import {
  causesByVehicle,
  deleteCauses,
  findCauses,
  insertCauses,
} from '../status/vehicles.status.repository.ts'
import { conflictProblems, findVehiclesById, withConflictProblems } from '../vehicles.repository.ts'
import { manualCausesAfter, type StatusCause, severityOf, statusOf } from '../vehicles.rules.ts'
import { changeOf, type VehicleImportChange } from './vehicles.import.changes.rules.ts'
import type { ImportPlan } from './vehicles.import.plan.rules.ts'
import { insertVehicles, lockForImport, writeColumns } from './vehicles.import.repository.ts'

/** Vehicles or fleets changed after the plan was made, so the import has to be planned again. */
export class ChangedMeanwhile extends Error {
  override readonly name = 'ChangedMeanwhile'
}

const batchSize = 1_000
/** Few enough for the statement timeout on a busy machine. */
const writtenAtOnce = 5_000

type Progress = (done: number) => Promise<void>
/** The part of a change that is written after its audit entry. */
export type ChangeToWrite = Pick<VehicleImportChange, 'id' | 'version' | 'isMoved' | 'columns' | 'causes'> & {
  fleetId: string
  fleetIdBefore: string
}

/**
 * Computes the planned changes without locking; leaves out vehicles that would not change.
 * @param record writes the audit entries of a batch; null for a dry run
 */
export async function findChanges(
  tx: Transaction,
  planned: ImportPlan['updated'],
  progress: Progress,
  record: ((tx: Transaction, changes: readonly VehicleImportChange[]) => Promise<void>) | null,
): Promise<ChangeToWrite[]> {
  const found: ChangeToWrite[] = []
  for (let at = 0; at < planned.length; at += batchSize) {
    await progress(at)
    const batch = planned.slice(at, at + batchSize)
    const ids = batch.map(({ id }) => id)
    const before = await findVehiclesById(tx, ids)
    const causes = causesByVehicle(await findCauses(tx, ids))
    const changes = batch.flatMap((one) => {
      const vehicle = before.get(one.id)
      if (!vehicle) throw new ChangedMeanwhile()
      return changeOf(one, vehicle, causes.get(one.id) ?? []) ?? []
    })
    if (record) await record(tx, changes)
    for (const { id, version, isMoved, columns, causes: changed, before: former, after } of changes) {
      const { fleetId } = after
      found.push({ id, version, isMoved, columns, causes: changed, fleetId, fleetIdBefore: former.fleetId })
    }
  }
  return found
}

/** Writes an audit entry for each change. */
export async function recordChanges(tx: Transaction, changes: readonly VehicleImportChange[]): Promise<void> {
  for (const { id, before, after } of changes) {
    tx.audit({
      action: 'vehicle.updated',
      entity: 'vehicle',
      entityId: id,
      entityName: after.vehicleNumber,
      companyId: after.companyId,
      fleetId: after.fleetId,
      changes: differences({ ...before }, { ...after }),
    })
    // Gateways keep the speed limit and the hours of a vehicle too.
    tx.forgetDevices([before.imei, after.imei].filter((imei) => imei !== null))
  }
  await tx.writeEffects()
}

/** Adds vehicles, with a fact and an audit entry for each. */
export async function addPlanned(
  tx: Transaction,
  companyId: string,
  added: ImportPlan['added'],
  progress: Progress,
): Promise<void> {
  for (let at = 0; at < added.length; at += batchSize) {
    await progress(at)
    await add(tx, companyId, added.slice(at, at + batchSize))
  }
}

async function add(tx: Transaction, companyId: string, planned: ImportPlan['added']): Promise<void> {
  const vehicles = planned.map(({ vehicle: body }) => {
    const causes: StatusCause[] = ['silent', ...manualCausesAfter(body.status, [])]
    return { id: uuid(), body, causes }
  })
  await withChangedMeanwhile(insertVehicles(tx, companyId, vehicles))
  await insertCauses(
    tx,
    vehicles.flatMap(({ id, causes }) => causes.map((cause) => ({ vehicleId: id, cause, sourceId: null }))),
  )
  for (const { id, body } of vehicles) {
    const { fleetId } = body
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
  await tx.writeEffects()
}

/** Maps a conflict to `ChangedMeanwhile`: another transaction used the number, plate, VIN or device first. */
async function withChangedMeanwhile(work: Promise<void>): Promise<void> {
  try {
    await withConflictProblems(work)
  } catch (error) {
    throw error instanceof Problem && conflictProblems.includes(error.code) ? new ChangedMeanwhile() : error
  }
}

/**
 * The last step of an import: locks the vehicles, checks that they still are as planned, and writes the changes. The locks
 * delay dispatching and gateways that receive a position after a silence, so nothing is computed or recorded here that
 * could be done before.
 * @throws ChangedMeanwhile
 */
export async function writeChanges(
  tx: Transaction,
  changes: readonly ChangeToWrite[],
  fleetIds: readonly string[],
): Promise<void> {
  const held = await lockFleets(tx, fleetIds)
  if (!fleetIds.every((id) => held.has(id))) throw new ChangedMeanwhile()
  // All transactions lock vehicles in the order of their ids.
  const ordered = [...changes].sort((a, b) => (a.id < b.id ? -1 : 1))
  const statusesBefore = new Map<string, VehicleStatus>()
  for (const batch of batchesOf(ordered)) {
    const locked = new Map((await lockForImport(tx, idsOf(batch))).map((row) => [row.id, row]))
    for (const { id, version, isMoved } of batch) {
      const vehicle = locked.get(id)
      if (vehicle?.version !== version || (isMoved && vehicle.isAtWork)) throw new ChangedMeanwhile()
      statusesBefore.set(id, vehicle.status)
    }
  }
  for (const batch of batchesOf(ordered)) await writeBatch(tx, batch, statusesBefore)
}

function batchesOf(changes: readonly ChangeToWrite[]): (readonly ChangeToWrite[])[] {
  const batches = []
  for (let at = 0; at < changes.length; at += writtenAtOnce)
    batches.push(changes.slice(at, at + writtenAtOnce))
  return batches
}
const idsOf = (changes: readonly ChangeToWrite[]) => changes.map(({ id }) => id)

/** Writes locked vehicles with their statuses, which are known only now. */
async function writeBatch(
  tx: Transaction,
  changes: readonly ChangeToWrite[],
  statusesBefore: ReadonlyMap<string, VehicleStatus>,
): Promise<void> {
  const statuses = await changeManualCauses(tx, changes)
  const rows = changes.map(({ id, columns }) => {
    const status = statuses.get(id)
    const before = statusesBefore.get(id)
    if (status === undefined || before === undefined || status === before) return { id, columns }
    return {
      id,
      columns: { ...columns, status, status_order: severityOf(status), status_since: tx.now },
    }
  })
  await withChangedMeanwhile(writeColumns(tx, rows))
  await tx.writeEffects()
}

/** Sets and clears manual causes. @returns the resulting statuses by vehicle, which the caller has to write */
async function changeManualCauses(
  tx: Transaction,
  changes: readonly ChangeToWrite[],
): Promise<Map<string, VehicleStatus>> {
  const causes = changes.flatMap((change) => change.causes)
  if (causes.length === 0) return new Map()
  await deleteCauses(
    tx,
    causes.filter(({ holds }) => !holds),
  )
  await insertCauses(
    tx,
    causes.filter(({ holds }) => holds),
  )
  const present = new Map(causes.map(({ vehicleId }) => [vehicleId, [] as StatusCause[]]))
  for (const row of await findCauses(tx, [...present.keys()])) present.get(row.vehicle_id)?.push(row.cause)
  return new Map([...present].map(([id, held]) => [id, statusOf(held)]))
}
