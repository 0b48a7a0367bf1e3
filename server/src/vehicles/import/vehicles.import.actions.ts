import type { ParsedOf } from '@rumbo/contract/endpoint'
import { importVehicles } from '@rumbo/contract/vehicles.files.contract'
import type { BadRow } from '@rumbo/contract/work.contract'
import { findCompany } from '../../organisation/index.ts'
import { type Actor, asSystem } from '../../platform/access/access.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import type { WorkIo, WorkKind, WorkResult } from '../../platform/jobs/work.ts'
import { problem } from '../../platform/problem.ts'
import {
  checkRows,
  importCounts,
  importResult,
  inspectWith,
  readMapped,
  startImportWork,
  type UploadedFiles,
  waitForTurn,
} from '../../platform/tables/import-work.ts'
import { mayEdit } from '../vehicles.actions.ts'
import { proposeMapping } from '../vehicles.columns.rules.ts'
import { type ExistingVehicle, type ImportScope, keysOf, planImport } from './vehicles.import.plan.rules.ts'
import { findExistingVehicles, findFleetsOf } from './vehicles.import.repository.ts'
import { type CheckedRow, checkMapping, checkRow } from './vehicles.import.rules.ts'
import {
  addPlanned,
  ChangedMeanwhile,
  findChanges,
  recordChanges,
  writeChanges,
} from './vehicles.import.writing.actions.ts'

type ImportBody = ParsedOf<typeof importVehicles>['body']
const importKind = 'vehicles.import'
const lookedUpAtOnce = 5_000

export const inspectFile = inspectWith(proposeMapping)

/** The fleets of the company in which the actor may edit vehicles. @throws Problem `company_denied`, `forbidden`, `fleet_denied` */
async function fleetsFor(tx: Transaction, actor: Actor, body: ImportBody): Promise<ImportScope['fleets']> {
  const { companyId } = body
  if (!(await findCompany(tx, companyId))) throw problem('company_denied')
  const fleets = (await findFleetsOf(tx, companyId)).filter(({ id: fleetId }) =>
    mayEdit(actor, { companyId, fleetId }),
  )
  if (fleets.length === 0) throw problem('forbidden')
  if (body.fleetId !== null && !fleets.some(({ id }) => id === body.fleetId)) throw problem('fleet_denied')
  return fleets
}

/** Queues an import. @throws Problem `company_denied`, `fleet_denied`, `forbidden`, `file_not_found`, `validation_failed` */
export async function startImport(tx: Transaction, files: UploadedFiles, actor: Actor, body: ImportBody) {
  await fleetsFor(tx, actor, body)
  const refused = checkMapping(body.mapping, body.duplicates)
  return startImportWork(tx, files, actor, { kind: importKind, body, refused })
}

/** How often an import is planned when others change the same vehicles meanwhile. */
const maxAttempts = 4

/**
 * The work `vehicles.import`: checks every row, then writes all of them in one transaction, or none.
 * @throws Problem `unavailable` if others keep changing the same vehicles
 */
export const importWork: WorkKind = async (payload, actor, database, io) => {
  const body = importVehicles.body?.parse(payload) as ImportBody
  const file = await readMapped(io, body)
  const now = await database.transaction(actor, async (tx) => (await fleetsFor(tx, actor, body)) && tx.now, {
    readOnly: true,
  })
  const checked = await checkRows(file, body, io, (row) => checkRow(row, body.mapping, now))
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    try {
      return await database.transaction(actor, (tx) => importRows(tx, database, actor, body, checked, io))
    } catch (error) {
      if (!(error instanceof ChangedMeanwhile)) throw error
    }
  }
  throw problem('unavailable')
}

async function importRows(
  tx: Transaction,
  database: Database,
  actor: Actor,
  body: ImportBody,
  { good, bad }: { good: CheckedRow[]; bad: BadRow[] },
  io: WorkIo,
): Promise<WorkResult> {
  const { companyId, isDryRun } = body
  if (!isDryRun) await waitForTurn(tx, importKind, companyId, io)
  const fleets = await fleetsFor(tx, actor, body)
  const holders = await existingVehiclesFor(database, actor, companyId, good, io)
  const plan = planImport(good, { ...body, fleets }, holders)
  const refused = [...bad, ...plan.bad].sort((a, b) => a.row - b.row)
  if (!isDryRun && refused.length > 0 && !body.skipBad) return importResult(null, refused, false)
  const total = plan.added.length + plan.updated.length + plan.skipped
  const progress = (done: number) => io.progress(done, total)
  const updated = await findChanges(
    tx,
    plan.updated,
    async (done) => (isDryRun ? io.signal.throwIfAborted() : progress(done)),
    isDryRun ? null : recordChanges,
  )
  const skipped = plan.skipped + plan.updated.length - updated.length
  const result = importResult({ added: plan.added, updated, skipped }, refused, isDryRun)
  if (isDryRun) return result

  await addPlanned(tx, companyId, plan.added, (done) => progress(plan.updated.length + done))
  const changedFleets = new Set(updated.flatMap(({ fleetId, fleetIdBefore }) => [fleetId, fleetIdBefore]))
  const filledFleets = new Set(plan.added.map(({ fleetId }) => fleetId))
  for (const { fleetId } of plan.updated) if (fleetId !== null) filledFleets.add(fleetId)
  for (const fleetId of new Set([...changedFleets, ...filledFleets]))
    tx.stale({ domain: 'vehicles', fleetId, companyId })
  tx.audit({
    action: 'vehicle.imported',
    entity: 'vehicle',
    companyId,
    fleetId: body.fleetId,
    changes: importCounts(result),
  })
  await tx.writeEffects()
  await progress(total)
  await writeChanges(tx, updated, [...filledFleets])
  await io.settle(tx, result)
  return result
}

/** Under the system role, because vehicles in fleets that the actor cannot see conflict too. */
async function existingVehiclesFor(
  database: Database,
  actor: Actor,
  companyId: string,
  rows: readonly CheckedRow[],
  io: WorkIo,
): Promise<ExistingVehicle[]> {
  const keys = rows.map(({ vehicle }) => keysOf(vehicle))
  return database.transaction(asSystem('find what an import would take twice', actor), async (tx) => {
    const found = new Map<string, ExistingVehicle>()
    for (let at = 0; at < keys.length; at += lookedUpAtOnce) {
      io.signal.throwIfAborted()
      for (const holder of await findExistingVehicles(tx, companyId, keys.slice(at, at + lookedUpAtOnce)))
        found.set(holder.id, holder)
    }
    return [...found.values()]
  })
}
