import { importContacts } from '@rumbo/contract/directory.files.contract'
import type { ParsedOf } from '@rumbo/contract/endpoint'
import type { Actor } from '../platform/access/access.ts'
import type { Transaction } from '../platform/database/transaction.ts'
import type { WorkKind } from '../platform/jobs/work.ts'
import {
  checkRows,
  importCounts,
  importResult,
  inspectWith,
  readMapped,
  startImportWork,
  type UploadedFiles,
  waitForTurn,
} from '../platform/tables/import-work.ts'
import { requireCompany, requireEdit } from './directory.actions.ts'
import { proposeMapping } from './directory.columns.rules.ts'
import { findByPhones, writeContacts } from './directory.import.repository.ts'
import { checkMapping, checkRow, planImport } from './directory.import.rules.ts'
import { phoneDigits } from './directory.rules.ts'

type ImportBody = ParsedOf<typeof importContacts>['body']

const importKind = 'directory.import'
const batchSize = 1_000

export const inspectFile = inspectWith(proposeMapping)

/** Queues an import. @throws Problem `company_denied`, `forbidden`, `file_not_found`, `validation_failed` */
export async function startImport(tx: Transaction, files: UploadedFiles, actor: Actor, body: ImportBody) {
  await requireCompany(tx, actor, body.companyId)
  const refused = checkMapping(body.mapping)
  return startImportWork(tx, files, actor, { kind: importKind, body, refused })
}

/** The work `directory.import`: checks every row, then writes all of them in one transaction, or none. */
export const importWork: WorkKind = async (payload, actor, database, io) => {
  const body = importContacts.body?.parse(payload) as ImportBody
  requireEdit(actor, body.companyId)
  const file = await readMapped(io, body)
  const { good, bad } = await checkRows(file, body, io, (row) => checkRow(row, body.mapping))
  const digits = [...new Set(good.map(({ contact }) => phoneDigits(contact.primaryPhone)))]
  const planIn = async (tx: Transaction) =>
    planImport(good, body.duplicates, await findExisting(tx, body.companyId, digits))
  if (body.isDryRun)
    return importResult(await database.transaction(actor, planIn, { readOnly: true }), bad, true)
  if (bad.length > 0 && !body.skipBad) return importResult(null, bad, false)
  return database.transaction(actor, async (tx) => {
    await waitForTurn(tx, importKind, body.companyId, io)
    const plan = await planIn(tx)
    const contacts = [...plan.added, ...plan.updated]
    for (let at = 0; at < contacts.length; at += batchSize) {
      await io.progress(Math.min(at, file.rows.length), file.rows.length)
      await writeContacts(tx, body.companyId, contacts.slice(at, at + batchSize))
    }
    await io.progress(file.rows.length, file.rows.length)
    const result = importResult(plan, bad, false)
    tx.audit({
      action: 'directory.imported',
      entity: 'directory',
      companyId: body.companyId,
      changes: importCounts(result),
    })
    tx.stale({ domain: 'directory', companyId: body.companyId })
    await io.settle(tx, result)
    return result
  })
}

async function findExisting(tx: Transaction, companyId: string, digits: readonly string[]) {
  const existing = new Map<string, string>()
  for (let at = 0; at < digits.length; at += batchSize) {
    const found = await findByPhones(tx, companyId, digits.slice(at, at + batchSize))
    for (const [phone, id] of found) existing.set(phone, id)
  }
  return existing
}
