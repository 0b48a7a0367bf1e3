import type { ParsedOf } from '@rumbo/contract/endpoint'
import { defaultCurrency } from '@rumbo/contract/money'
import {
  importServices,
  type ReviewedStop,
  timeImportFields,
} from '@rumbo/contract/services.imports.contract'
import { cellText } from '@rumbo/contract/table-files'
import type { Coordinates } from '@rumbo/geo'
import { v7 as uuid } from 'uuid'
import { findCompany } from '../../organisation/index.ts'
import { type Actor, requireCan } from '../../platform/access/access.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import type { WorkIo, WorkKind, WorkResult } from '../../platform/jobs/work.ts'
import { Problem, problem } from '../../platform/problem.ts'
import type { ImportTable } from '../../platform/tables/import-table.ts'
import {
  inspectWith,
  readMapped,
  startImportWork,
  type UploadedFiles,
} from '../../platform/tables/import-work.ts'
import { type PlanDeps, planRoute } from '../charges/services.charges.plan.ts'
import { findUsualPlace } from '../doubts/services.doubts.repository.ts'
import { type AddressDeps, createLocator, type Locate } from './services.import.addresses.ts'
import { checkBatch } from './services.import.checking.ts'
import { proposeMapping } from './services.import.columns.rules.ts'
import type { ComparedOrder } from './services.import.repeated.rules.ts'
import { compareRows, type LocatedRow } from './services.import.repeated.ts'
import { findFleetsOf } from './services.import.repository.ts'
import { type CheckedRow, checkMapping, type ImportScope } from './services.import.rules.ts'
import { createTally, type Tally } from './services.import.tally.ts'
import { dateOrderOf } from './services.import.time.rules.ts'
import { doubtsIn, isSure, type PlacedRow, writeBatch } from './services.import.writing.ts'

type ImportBody = ParsedOf<typeof importServices>['body']
type ImportDeps = PlanDeps & AddressDeps
const importKind = 'services.import'
/** Checked in one transaction that only reads. */
const checkedAtOnce = 200
/** Written in one transaction, which keeps others of the company from creating services. */
const writtenAtOnce = 20

export const inspectFile = inspectWith(proposeMapping)

interface Scope extends ImportScope {
  /** By fleet, where it usually drives. */
  middles: ReadonlyMap<string, Coordinates | null>
}

/** Whether the actor may create services there, and the fleet has the feature. */
function mayCreate(actor: Actor, companyId: string, fleetId: string): boolean {
  try {
    requireCan(actor, 'services.dispatch', { companyId, fleetId })
    return true
  } catch (error) {
    if (error instanceof Problem) return false
    throw error
  }
}

/** @throws Problem `company_denied`, `forbidden`, `fleet_denied` */
async function scopeOf(
  tx: Transaction,
  actor: Actor,
  { companyId, fleetId, day }: ImportBody,
): Promise<Omit<Scope, 'dateOrder'>> {
  const company = await findCompany(tx, companyId)
  if (!company) throw problem('company_denied')
  const fleets = (await findFleetsOf(tx, companyId)).filter(({ id }) => mayCreate(actor, companyId, id))
  if (fleetId !== null && !fleets.some(({ id }) => id === fleetId)) throw problem('fleet_denied')
  if (fleets.length === 0) throw problem('forbidden')
  const middles = new Map<string, Coordinates | null>()
  for (const { id } of fleets) middles.set(id, await findUsualPlace(tx, id))
  const { timeZone, currency = defaultCurrency } = company
  return { fleets, fleetId, day, timeZone, currency, now: tx.now, middles }
}

/** Queues an import. @throws Problem `company_denied`, `fleet_denied`, `forbidden`, `file_not_found`, `validation_failed` */
export async function startServicesImport(
  tx: Transaction,
  files: UploadedFiles,
  actor: Actor,
  body: ImportBody,
) {
  await scopeOf(tx, actor, body)
  const refused = checkMapping(body.mapping, body)
  // A stopped import knows by this id which rows it had written before it continues.
  const request = { ...body, importId: uuid() }
  return startImportWork(tx, files, actor, { kind: importKind, body: request, refused })
}

interface Run {
  deps: ImportDeps
  actor: Actor
  database: Database
  io: WorkIo
  body: ImportBody
  importId: string
  scope: Scope
  locate: Locate
}

/**
 * The work `services.import`: checks every row; then creates the services in small transactions, and keeps rows with
 * doubtful addresses for a person. A repeated run goes on where the former was stopped.
 */
export const importServicesWork =
  (deps: ImportDeps): WorkKind =>
  async (payload, actor, database, io) => {
    const { importId, ...asked } = payload as { importId: string }
    const body = importServices.body?.parse(asked) as ImportBody
    const file = await readMapped(io, body)
    const place = await database.transaction(actor, (tx) => scopeOf(tx, actor, body), { readOnly: true })
    const timed = timeImportFields.map((field) => body.mapping.indexOf(field)).filter((at) => at !== -1)
    const dateOrder = dateOrderOf(
      file.rows.flatMap(({ cells }) => timed.map((at) => cellText(cells[at] ?? ''))),
    )
    const scope = { ...place, dateOrder }
    const run: Run = { deps, actor, database, io, body, importId, scope, locate: createLocator(deps) }

    if (body.isDryRun || !body.skipBad) {
      const checked = await checkFile(run, file.rows)
      if (body.isDryRun || checked.bad.length > 0) return checked
    }
    const written = createTally(false)
    const above = newAbove()
    await eachBatch(run, file.rows, writtenAtOnce, 1, async (rows) => {
      const placed: PlacedRow[] = []
      for (const { row, stops } of await locateBatch(run, rows, above, written))
        placed.push({ row, stops, plan: isSure(stops) ? await planOf(run, stops) : null })
      await writeBatch(run, placed, written)
    })
    return finish(run, written.result())
  }

async function eachBatch<Row>(
  { io }: Run,
  rows: readonly Row[],
  size: number,
  share: 0 | 1,
  work: (rows: readonly Row[]) => Promise<void>,
): Promise<void> {
  for (let at = 0; at < rows.length; at += size) {
    await io.progress(at * share, rows.length)
    await work(rows.slice(at, at + size))
  }
  await io.progress(rows.length * share, rows.length)
}

/** What an import of the file would do; addresses are looked up in a dry run only. */
async function checkFile(run: Run, rows: ImportTable['rows']): Promise<WorkResult> {
  const { isDryRun } = run.body
  const tally = createTally(isDryRun)
  const above = newAbove()
  await eachBatch(run, rows, isDryRun ? writtenAtOnce : checkedAtOnce, isDryRun ? 1 : 0, async (batch) => {
    if (!isDryRun) await checkBatch(run, batch, above.fingerprints, tally)
    else
      for (const { row, stops } of await locateBatch(run, batch, above, tally))
        tally.count(row, doubtsIn(row, stops))
  })
  return tally.result()
}

/** What the rows above a batch said. */
const newAbove = () => ({ fingerprints: new Set<string>(), orders: [] as ComparedOrder[] })

/** The rows of a batch to create, with their places; bad, former and repeated ones go to the tally. */
async function locateBatch(
  run: Run,
  batch: readonly ImportTable['rows'][number][],
  above: ReturnType<typeof newAbove>,
  tally: Tally,
): Promise<LocatedRow[]> {
  const { good, seen } = await checkBatch(run, batch, above.fingerprints, tally)
  tally.countSeen(seen)
  const located: LocatedRow[] = []
  for (const row of good) located.push({ row, stops: await stopsOf(run, row) })
  const { rows, noted } = await compareRows(run, located, above.orders)
  tally.countRepeated(noted)
  return rows
}

const stopsOf = ({ locate, scope }: Run, { stops, body }: CheckedRow): Promise<ReviewedStop[]> =>
  locate(stops, scope.middles.get(body.fleetId) ?? null)

/** The way through stops whose places are all known. */
const planOf = ({ deps }: Run, stops: readonly ReviewedStop[]) =>
  planRoute(
    deps,
    stops.map(({ latitude, longitude }) => ({ latitude: latitude ?? 0, longitude: longitude ?? 0 })),
  )

async function finish({ database, actor, body, io }: Run, result: WorkResult): Promise<WorkResult> {
  return database.transaction(actor, async (tx) => {
    tx.audit({
      action: 'service.imported',
      entity: 'service',
      companyId: body.companyId,
      fleetId: body.fleetId,
      changes: {
        added: [null, result.added],
        waiting: [null, result.waiting ?? 0],
        skipped: [null, result.skipped],
        bad: [null, result.bad.length],
      },
    })
    tx.stale({ domain: 'services', companyId: body.companyId })
    await io.settle(tx, result)
    return result
  })
}
