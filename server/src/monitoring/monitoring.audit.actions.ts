import type { OutputOf, ParsedOf } from '@rumbo/contract/endpoint'
import type {
  AuditEntry,
  auditKinds,
  exportAudit,
  listAudit,
} from '@rumbo/contract/monitoring.audit.contract'
import { formatDate, type Language, translate } from '@rumbo/i18n'
import { changeLines, type Wording, wordsOfAction, wordsOfEntity } from '@rumbo/i18n/audit-words'
import { type Actor, asSystem, requireCapability } from '../platform/access/access.ts'
import type { Database } from '../platform/database/database.ts'
import type { Transaction } from '../platform/database/transaction.ts'
import { startWork, type WorkKind } from '../platform/jobs/work.ts'
import { contentTypeOf, requireRoom, writeTable } from '../platform/tables/export-table.ts'
import { ExportTally, endExport } from '../platform/tables/export-work.ts'
import {
  type AuditFilter,
  type AuditRow,
  countAudit,
  findAuditBefore,
  findAuditPage,
  findAuditValues,
} from './monitoring.audit.repository.ts'
import { zoneOf } from './monitoring.audit.rules.ts'

export interface AuditCompany {
  id: string
  name: string
  timeZone: string
}
/** The companies the actor may read, including archived ones: those of `ids`, or all managed ones. */
export type AuditCompanies = (tx: Transaction, ids: readonly string[]) => Promise<AuditCompany[]>

const batchSize = 2_000

const entryOf = (row: AuditRow, companies: readonly AuditCompany[]): AuditEntry => ({
  ...row,
  at: row.at.toISOString(),
  companyName: companies.find(({ id }) => id === row.companyId)?.name ?? null,
  changes: row.changes as AuditEntry['changes'],
})

const companyIdsOf = (rows: readonly AuditRow[]) => [
  ...new Set(rows.flatMap(({ companyId }) => (companyId ? [companyId] : []))),
]

/**
 * Row-level security already limits rows to managed companies; filtering by a single one lets its index provide the
 * order.
 */
function narrowed<Filter extends AuditFilter>(actor: Actor, filter: Filter): Filter {
  const [only, ...others] = actor.level === 'super_admin' ? [] : actor.companies.manage
  return only === undefined || others.length > 0 || filter.companyId ? filter : { ...filter, companyId: only }
}

async function zoneFor(
  tx: Transaction,
  actor: Actor,
  companies: AuditCompanies,
  companyId?: string,
): Promise<string> {
  const ids = companyId ? [companyId] : actor.level === 'super_admin' ? [] : actor.companies.manage
  return zoneOf(await companies(tx, ids), companyId)
}

/** A page of the entries the person may see: for a super admin all, for an admin those of their companies. */
export async function listAuditOf(
  tx: Transaction,
  actor: Actor,
  companies: AuditCompanies,
  asked: ParsedOf<typeof listAudit>['query'],
): Promise<OutputOf<typeof listAudit>> {
  const filter = narrowed(actor, asked)
  const timeZone = await zoneFor(tx, actor, companies, filter.companyId)
  const total = await countAudit(tx, filter, timeZone)
  const rows = total === 0 ? [] : await findAuditPage(tx, filter, timeZone)
  const named = await companies(tx, companyIdsOf(rows))
  return {
    items: rows.map((row) => entryOf(row, named)),
    total,
    page: filter.page,
    size: filter.size,
  }
}

/** Codes of all companies, since they reveal nothing about anyone. */
export function listAuditKinds(database: Database): Promise<OutputOf<typeof auditKinds>> {
  return database.transaction(
    asSystem('audit kinds'),
    async (tx) => ({
      actions: await findAuditValues(tx, 'action'),
      entities: await findAuditValues(tx, 'entity'),
    }),
    { readOnly: true },
  )
}

export const auditExportKind = 'audit.export'

export function startAuditExport(
  tx: Transaction,
  body: ParsedOf<typeof exportAudit>['body'],
): Promise<{ workId: string }> {
  return startWork(tx, auditExportKind, body, body.companyId)
}

/** Writes the entries that match the filter, newest first, in the person's language. */
export function exportAuditWork(companies: AuditCompanies): WorkKind {
  return async (payload, actor, database, io) => {
    requireCapability(actor, 'audit.read')
    const { format, language, ...asked } = payload as ParsedOf<typeof exportAudit>['body']
    const filter = narrowed(actor, asked)
    const read = <Result>(work: (tx: Transaction) => Promise<Result>) =>
      database.transaction(actor, work, { readOnly: true })
    const timeZone = await read((tx) => zoneFor(tx, actor, companies, filter.companyId))
    const total = await read((tx) => countAudit(tx, filter, timeZone))
    requireRoom(format, total)

    const tally = new ExportTally()
    async function* lines() {
      let done = 0
      let last: AuditRow | null = null
      do {
        io.signal.throwIfAborted()
        const before: AuditRow | null = last
        const rows: AuditRow[] = await read((tx) => findAuditBefore(tx, filter, timeZone, batchSize, before))
        const named = await read((tx) => companies(tx, companyIdsOf(rows)))
        for (const row of rows) {
          tally.add(row.companyId)
          yield lineOf(language, entryOf(row, named), timeZone)
        }
        done += rows.length
        await io.progress(done, Math.max(done, total))
        last = rows.at(-1) ?? null
      } while (last)
    }
    const headings = (
      ['at', 'person', 'address', 'company', 'action', 'entity', 'record', 'changes'] as const
    ).map((column) => translate(language, `audit.column.${column}`))
    const name = `${translate(language, 'audit.file')}.${format}`
    const content = writeTable(format, headings, lines())
    const id = await io.saveFile(name, contentTypeOf(format), content)
    return endExport(
      database,
      actor,
      io,
      { id, name },
      { action: 'audit.exported', entity: 'audit', tally, asked: { ...asked, format } },
    )
  }
}

function lineOf(language: Language, entry: AuditEntry, timeZone: string): string[] {
  const word: Wording = (key, ...params) => translate(language, key, ...params)
  return [
    formatDate(language, entry.at, { timeZone }),
    entry.actorName ?? word('audit.system'),
    entry.address ?? '',
    entry.companyName ?? '',
    wordsOfAction(word, entry.action),
    wordsOfEntity(word, entry.entity),
    entry.entityName ?? entry.entityId ?? '',
    changeLines(language, word, entry.changes, timeZone)
      .map(({ field, before, after }) => `${field}: ${before} → ${after}`)
      .join('\n'),
  ]
}
