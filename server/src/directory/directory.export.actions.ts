import type { Contact } from '@rumbo/contract/directory.contract'
import { exportContacts, type ImportField, importFields } from '@rumbo/contract/directory.files.contract'
import type { ParsedOf } from '@rumbo/contract/endpoint'
import type { Actor } from '../platform/access/access.ts'
import type { Transaction } from '../platform/database/transaction.ts'
import { startWork, type WorkKind } from '../platform/jobs/work.ts'
import { requireRoom } from '../platform/tables/export-table.ts'
import { type ExportTally, exportTable } from '../platform/tables/export-work.ts'
import { requireDirectory } from './directory.actions.ts'
import { headingOf, wordOf } from './directory.columns.rules.ts'
import { streamContacts } from './directory.repository.ts'
import { mayEditDirectory } from './directory.rules.ts'

type ExportBody = ParsedOf<typeof exportContacts>['body']

/** Queues an export. @throws Problem `forbidden` */
export async function startExport(tx: Transaction, actor: Actor, body: ExportBody) {
  requireDirectory(actor)
  return startWork(tx, 'directory.export', body, body.companyId)
}

/** The work `directory.export`: writes the filtered contacts to a file that can be imported again. */
export const exportWork: WorkKind = async (payload, actor, database, io) => {
  const body = exportContacts.body?.parse(payload) as ExportBody
  requireDirectory(actor)
  const { format, language } = body
  return exportTable(database, actor, io, {
    format,
    name: language === 'es' ? 'directorio' : 'directory',
    headings: importFields.map((field) => headingOf(language, field)),
    rows: (tx, tally) => rowsOf(tx, actor, body, io, tally),
    action: 'directory.exported',
    entity: 'directory',
    asked: { ...body, view: body.view === 'all' ? null : body.view },
  })
}

const batchSize = 1_000

async function* rowsOf(
  tx: Transaction,
  actor: Actor,
  { format, language, ...filter }: ExportBody,
  io: Parameters<WorkKind>[3],
  tally: ExportTally,
): AsyncGenerator<string[]> {
  let done = 0
  for await (const { contacts, total } of streamContacts(tx, filter, batchSize)) {
    requireRoom(format, total)
    for (const contact of contacts) {
      tally.add(contact.companyId)
      yield* linesOf(contact, language, mayEditDirectory(actor, contact.companyId))
    }
    done += contacts.length
    await io.progress(done, total)
  }
}

/** One line per address, with the contact repeated. Medical information only for callers who may edit. */
function linesOf(contact: Contact, language: ExportBody['language'], isEditor: boolean): string[][] {
  const addresses = contact.addresses.length > 0 ? contact.addresses : [null]
  return addresses.map((address) => {
    const { type: _, ...place } = address ?? { type: null }
    const cells: Partial<Record<ImportField, unknown>> = {
      ...contact,
      ...place,
      role: wordOf(language, 'role', contact.role),
      status: wordOf(language, 'status', contact.status),
      addressType: address && wordOf(language, 'addressType', address.type),
      medicalInfo: isEditor ? contact.medicalInfo : null,
    }
    return importFields.map((field) => String(cells[field] ?? ''))
  })
}
