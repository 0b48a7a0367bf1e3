import type { ParsedOf } from '@rumbo/contract/endpoint'
import { importVehicles } from '@rumbo/contract/vehicles-files.contract'
import { findCompany } from '../organisation/index.ts'
import { type Actor, asSystem } from '../platform/access.ts'
import type { Database } from '../platform/database/database.ts'
import type { Transaction } from '../platform/database/transaction.ts'
import {
  checkRows,
  importCounts,
  importResult,
  inspectUpload,
  readMapped,
  type UploadedFiles,
  waitForTurn,
} from '../platform/import-work.ts'
import { fieldProblem, problem } from '../platform/problem.ts'
import { startWork, type WorkIo, type WorkKind } from '../platform/work.ts'
import { mayEdit, requireFleet } from './vehicles.actions.ts'
import { proposeMapping } from './vehicles.columns.rules.ts'
import {
  type Holder,
  type ImportPlan,
  type ImportScope,
  keysOf,
  planImport,
} from './vehicles.import.plan.rules.ts'
import { findFleetsOf, findHolders } from './vehicles.import.repository.ts'
import { type CheckedRow, checkMapping, checkRow } from './vehicles.import.rules.ts'
import { writePlan } from './vehicles.import.writing.actions.ts'
import { lockForStatus } from './vehicles.status.repository.ts'

type ImportBody = ParsedOf<typeof importVehicles>['body']
const importKind = 'vehicles.import'
const lookedUpAtOnce = 5_000

export const inspectFile = (files: UploadedFiles, actor: Actor, fileId: string, signal: AbortSignal) =>
  inspectUpload(files, actor, fileId, proposeMapping, signal)

/** The fleets of the company in which the person may edit vehicles. @throws Problem `company_denied`, `forbidden`, `fleet_denied` */
async function fleetsFor(tx: Transaction, actor: Actor, body: ImportBody): Promise<ImportScope['fleets']> {
  const { companyId } = body
  if (!(await findCompany(tx, companyId))) throw problem('company_denied')
  const fleets = (await findFleetsOf(tx, companyId)).filter(({ id: fleetId }) =>
    mayEdit(actor, { companyId, fleetId }),
  )
  if (fleets.length === 0) throw problem('forbidden')
  if (body.fleetId !== null && (await requireFleet(tx, actor, body.fleetId)) !== companyId)
    throw problem('fleet_denied')
  return fleets
}

/** Queues an import. @throws Problem `company_denied`, `fleet_denied`, `forbidden`, `file_not_found`, `validation_failed` */
export async function startImport(tx: Transaction, files: UploadedFiles, actor: Actor, body: ImportBody) {
  await fleetsFor(tx, actor, body)
  const refused = checkMapping(body.mapping, body.duplicates)
  if (refused.length > 0) throw fieldProblem(...refused)
  await files.find(actor, body.fileId)
  return startWork(tx, importKind, body, body.companyId)
}

/** The work `vehicles.import`: checks every row, then writes all of them in one transaction, or nothing. */
export const importWork: WorkKind = async (payload, actor, database, io) => {
  const body = importVehicles.body?.parse(payload) as ImportBody
  const file = await readMapped(io, body)
  return database.transaction(actor, async (tx) => {
    const fleets = await fleetsFor(tx, actor, body)
    const { good, bad } = await checkRows(file, body, io, (row) => checkRow(row, body.mapping, tx.now))
    if (!body.isDryRun) await waitForTurn(tx, importKind, body.companyId, io)
    const planFor = async () =>
      planImport(good, { ...body, fleets }, await holdersOf(database, actor, body.companyId, good, io))
    const plan = await (body.isDryRun ? planFor() : planHeld(tx, planFor))
    const refused = [...bad, ...plan.bad].sort((a, b) => a.row - b.row)
    if (body.isDryRun) return importResult(plan, refused, true)
    if (refused.length > 0 && !body.skipBad) return importResult(null, refused, false)
    await writePlan(tx, body.companyId, plan, (done, all) => io.progress(done, all))
    const result = importResult(plan, refused, false)
    tx.audit({
      action: 'vehicle.imported',
      entity: 'vehicle',
      companyId: body.companyId,
      fleetId: body.fleetId,
      changes: importCounts(result),
    })
    await io.settle(tx, result)
    return result
  })
}

/**
 * A plan whose vehicles to change are held, and were so when it was made: nobody moves, archives or dispatches one
 * meanwhile.
 * @throws Problem `unavailable` where others keep changing them
 */
async function planHeld(tx: Transaction, planFor: () => Promise<ImportPlan>): Promise<ImportPlan> {
  const held = new Set<string>()
  for (let attempt = 0; attempt < 4; attempt += 1) {
    const plan = await planFor()
    const ids = plan.updated.map(({ id }) => id)
    if (ids.every((id) => held.has(id))) return plan
    for (const { id } of await lockForStatus(tx, ids)) held.add(id)
  }
  throw problem('unavailable')
}

/** Under the system's role: a number is taken also by a vehicle of a fleet that the person does not see. */
async function holdersOf(
  database: Database,
  actor: Actor,
  companyId: string,
  rows: readonly CheckedRow[],
  io: WorkIo,
): Promise<Holder[]> {
  const keys = rows.map(({ vehicle }) => keysOf(vehicle))
  return database.transaction(asSystem('find what an import would take twice', actor), async (tx) => {
    const found = new Map<string, Holder>()
    for (let at = 0; at < keys.length; at += lookedUpAtOnce) {
      io.signal.throwIfAborted()
      for (const holder of await findHolders(tx, companyId, keys.slice(at, at + lookedUpAtOnce)))
        found.set(holder.id, holder)
    }
    return [...found.values()]
  })
}
