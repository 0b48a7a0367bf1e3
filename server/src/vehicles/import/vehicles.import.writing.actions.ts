import type { VehicleStatus } from '@rumbo/contract/vehicles.contract'
import { v7 as uuid } from 'uuid'
import { lockFleets } from '../../organisation/index.ts'
import { differences } from '../../platform/audit.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { Problem } from '../../platform/problem.ts'
import { deleteCauses, findCauses, insertCauses } from '../status/vehicles.status.repository.ts'
import { vehicleChanged } from '../vehicles.facts.ts'
import { conflictProblems, findVehiclesById, withConflictProblems } from '../vehicles.repository.ts'
import { manualCausesAfter, type StatusCause, severityOf, statusOf } from '../vehicles.rules.ts'
import { changeOf, type VehicleImportChange } from './vehicles.import.changes.rules.ts'
import type { ImportPlan } from './vehicles.import.plan.rules.ts'
import { insertVehicles, lockForImport, writeColumns } from './vehicles.import.repository.ts'

/** Vehicles or fleets became others since they were planned for: the import is planned anew. */
export class ChangedMeanwhile extends Error {
  override readonly name = 'ChangedMeanwhile'
}

const batchSize = 1_000
/** Within the time a statement may take, also on a busy machine. */
const writtenAtOnce = 5_000

type Progress = (done: number) => Promise<void>
/** What is left to write of a change once its news are told. */
export type ChangeToWrite = Pick<VehicleImportChange, 'id' | 'version' | 'isMoved' | 'columns' | 'causes'> & {
  companyId: string
  fleetId: string
  fleetIdBefore: string
}

/**
 * What the planned changes come to, nobody being locked; vehicles that are so already are left out.
 * @param tell takes the news of each
 */
export async function findChanges(
  tx: Transaction,
  planned: ImportPlan['updated'],
  progress: Progress,
  tell: ((tx: Transaction, changes: readonly VehicleImportChange[]) => Promise<void>) | null,
): Promise<ChangeToWrite[]> {
  const found: ChangeToWrite[] = []
  for (let at = 0; at < planned.length; at += batchSize) {
    await progress(at)
    const batch = planned.slice(at, at + batchSize)
    const ids = batch.map(({ id }) => id)
    const before = await findVehiclesById(tx, ids)
    const causes = new Map<string, StatusCause[]>(ids.map((id) => [id, []]))
    for (const row of await findCauses(tx, ids)) causes.get(row.vehicle_id)?.push(row.cause)
    const changes = batch.flatMap((one) => {
      const vehicle = before.get(one.id)
      if (!vehicle) throw new ChangedMeanwhile()
      return changeOf(one, vehicle, causes.get(one.id) ?? []) ?? []
    })
    if (tell) await tell(tx, changes)
    for (const { id, version, isMoved, columns, causes: changed, before: former, after } of changes) {
      const { companyId, fleetId } = after
      const place = { companyId, fleetId, fleetIdBefore: former.fleetId }
      found.push({ id, version, isMoved, columns, causes: changed, ...place })
    }
  }
  return found
}

/** A fact and an audit entry for each, written at once. */
export async function recordChanges(tx: Transaction, changes: readonly VehicleImportChange[]): Promise<void> {
  for (const { id, before, after } of changes) {
    tx.fact(vehicleChanged(after, 'updated', before.status))
    tx.audit({
      action: 'vehicle.updated',
      entity: 'vehicle',
      entityId: id,
      entityName: after.vehicleNumber,
      companyId: after.companyId,
      fleetId: after.fleetId,
      changes: differences({ ...before }, { ...after }),
    })
    if (before.imei !== after.imei)
      tx.forgetDevices([before.imei, after.imei].filter((imei) => imei !== null))
  }
  await tx.writeEffects()
}

/** Adds vehicles, with an audit entry and a fact for each. */
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
  for (const { id, body, causes } of vehicles) {
    const { fleetId } = body
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
  await tx.writeEffects()
}

/** Somebody took the number, plate, VIN or device since it was looked for. */
async function withChangedMeanwhile(work: Promise<void>): Promise<void> {
  try {
    await withConflictProblems(work)
  } catch (error) {
    throw error instanceof Problem && conflictProblems.includes(error.code) ? new ChangedMeanwhile() : error
  }
}

/**
 * The end of an import: locks what it changes, looks whether that is still what was planned for, and writes it. From
 * here to the commit nobody else can dispatch these vehicles, and a gateway waits that hears of one after a silence:
 * nothing is computed or told here.
 * @throws ChangedMeanwhile
 */
export async function writeChanges(
  tx: Transaction,
  changes: readonly ChangeToWrite[],
  fleetIds: readonly string[],
): Promise<void> {
  const held = await lockFleets(tx, fleetIds)
  if (!fleetIds.every((id) => held.has(id))) throw new ChangedMeanwhile()
  // In the order of their ids, as everybody locks vehicles.
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

/** Writes locked vehicles, and the facts of their statuses, which only now are known. */
async function writeBatch(
  tx: Transaction,
  changes: readonly ChangeToWrite[],
  statusesBefore: ReadonlyMap<string, VehicleStatus>,
): Promise<void> {
  const statuses = await changeManualCauses(tx, changes)
  const rows = changes.map(({ id, companyId, fleetId, columns }) => {
    const status = statuses.get(id)
    const before = statusesBefore.get(id)
    if (status === undefined || before === undefined || status === before) return { id, columns }
    tx.fact(vehicleChanged({ id, companyId, fleetId, status }, 'status', before))
    return {
      id,
      columns: { ...columns, status, status_order: severityOf(status), status_since: tx.now },
    }
  })
  await withChangedMeanwhile(writeColumns(tx, rows))
  await tx.writeEffects()
}

/** Sets and clears what people chose; @returns the statuses that follow, by vehicle, which are yet to be written */
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
