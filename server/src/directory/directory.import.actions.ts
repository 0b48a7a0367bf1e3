import { setImmediate, setTimeout } from 'node:timers/promises'
import { importContacts, type inspectImport } from '@rumbo/contract/directory.contract'
import type { OutputOf, ParsedOf } from '@rumbo/contract/endpoint'
import type { BadRow } from '@rumbo/contract/work.contract'
import type { Actor } from '../platform/access.ts'
import type { Transaction } from '../platform/database/transaction.ts'
import { fieldProblem } from '../platform/problem.ts'
import { startWork, type WorkIo, type WorkKind, type WorkResult } from '../platform/work.ts'
import { requireCompany, requireEdit } from './directory.actions.ts'
import { proposeMapping } from './directory.columns.rules.ts'
import { findByPhones, holdImports, writeContacts } from './directory.import.repository.ts'
import {
  type CheckedRow,
  checkMapping,
  checkRow,
  type ImportPlan,
  planImport,
} from './directory.import.rules.ts'
import { type ImportFile, readImportFile } from './directory.import-file.ts'
import { phoneDigits } from './directory.rules.ts'

/** Uploaded files of a person. @throws Problem `file_not_found` */
export interface UploadedFiles {
  find(actor: Actor, fileId: string): Promise<unknown>
  read(actor: Actor, fileId: string): Promise<Buffer>
}
type ImportBody = ParsedOf<typeof importContacts>['body']

const batchSize = 1_000
/** Some milliseconds of work, between which the process does its other. */
const checkedAtOnce = 200
const lockPollMs = 200

/** What an uploaded file holds, and which column may be which field. */
export async function inspectFile(
  files: UploadedFiles,
  actor: Actor,
  fileId: string,
): Promise<OutputOf<typeof inspectImport>> {
  const file = await readImportFile(await files.read(actor, fileId))
  return {
    columns: file.columns,
    sample: file.rows.slice(0, 5).map(({ cells }) => cells.slice(0, file.columns.length)),
    rows: file.rows.length,
    encoding: file.encoding,
    delimiter: file.delimiter,
    mapping: proposeMapping(file.columns),
  }
}

/** Queues an import. @throws Problem `company_denied`, `forbidden`, `file_not_found`, `validation_failed` */
export async function startImport(tx: Transaction, files: UploadedFiles, actor: Actor, body: ImportBody) {
  await requireCompany(tx, actor, body.companyId)
  const refused = checkMapping(body.mapping)
  if (refused.length > 0) throw fieldProblem(...refused)
  await files.find(actor, body.fileId)
  return startWork(tx, 'directory.import', body, body.companyId)
}

/** The work `directory.import`: checks every row, then writes all of them in one transaction, or nothing. */
export const importWork: WorkKind = async (payload, actor, database, io) => {
  const body = importContacts.body?.parse(payload) as ImportBody
  requireEdit(actor, body.companyId)
  const file = await readImportFile(await io.readFile(body.fileId), io.signal)
  if (body.mapping.length > file.columns.length)
    throw fieldProblem({ path: `body.mapping.${file.columns.length}`, code: 'unknown_column' })
  const { good, bad } = await checkRows(file, body, io)
  const digits = [...new Set(good.map(({ contact }) => phoneDigits(contact.primaryPhone)))]
  const planIn = async (tx: Transaction) =>
    planImport(good, body.duplicates, await findExisting(tx, body.companyId, digits))
  if (body.isDryRun || (bad.length > 0 && !body.skipBad)) {
    const plan = await database.transaction(actor, planIn, { readOnly: true })
    return body.isDryRun
      ? resultOf(plan, bad, true)
      : resultOf({ added: [], updated: [], skipped: 0 }, bad, false)
  }
  return database.transaction(actor, async (tx) => {
    await waitForTurn(tx, body.companyId, io)
    const plan = await planIn(tx)
    const contacts = [...plan.added, ...plan.updated]
    for (let at = 0; at < contacts.length; at += batchSize) {
      await io.progress(Math.min(at, file.rows.length), file.rows.length)
      await writeContacts(tx, body.companyId, contacts.slice(at, at + batchSize))
    }
    await io.progress(file.rows.length, file.rows.length)
    const result = resultOf(plan, bad, false)
    tx.audit({
      action: 'directory.imported',
      entity: 'directory',
      companyId: body.companyId,
      changes: {
        added: [null, result.added],
        updated: [null, result.updated],
        skipped: [null, result.skipped],
        bad: [null, bad.length],
      },
    })
    tx.stale({ domain: 'directory', companyId: body.companyId })
    await io.settle(tx, result)
    return result
  })
}

/** Every row by the rules. */
async function checkRows(file: ImportFile, body: ImportBody, io: WorkIo) {
  const good: CheckedRow[] = []
  const bad: BadRow[] = []
  for (const [index, row] of file.rows.entries()) {
    if (index % checkedAtOnce === 0) {
      await io.progress(body.isDryRun ? index : 0, file.rows.length)
      await setImmediate()
    }
    const checked = checkRow(row, body.mapping)
    if (Array.isArray(checked)) bad.push(...checked)
    else good.push(checked)
  }
  return { good, bad }
}

async function findExisting(tx: Transaction, companyId: string, digits: readonly string[]) {
  const existing = new Map<string, string>()
  for (let at = 0; at < digits.length; at += batchSize) {
    const found = await findByPhones(tx, companyId, digits.slice(at, at + batchSize))
    for (const [phone, id] of found) existing.set(phone, id)
  }
  return existing
}

/** Two imports into one company come one after the other: each sees the contacts of the former. */
async function waitForTurn(tx: Transaction, companyId: string, io: WorkIo): Promise<void> {
  while (!(await holdImports(tx, companyId))) {
    await setTimeout(lockPollMs, undefined, { signal: io.signal })
  }
}

const resultOf = (plan: ImportPlan, bad: BadRow[], isDryRun: boolean): WorkResult => ({
  fileId: null,
  fileName: null,
  added: plan.added.length,
  updated: plan.updated.length,
  skipped: plan.skipped,
  bad,
  isDryRun,
})
