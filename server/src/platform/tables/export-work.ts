import type { Actor } from '../access/access.ts'
import type { AuditEntry } from '../audit.ts'
import type { Database } from '../database/database.ts'
import type { Transaction } from '../database/transaction.ts'
import { plainResult, type WorkIo, type WorkResult } from '../jobs/work.ts'
import { contentTypeOf, type TableCell, type TableFormat, writeTable } from './export-table.ts'

/** Number of exported records by company; null for records without a company. */
export class ExportTally {
  readonly #counts = new Map<string | null, number>()

  add(companyId: string | null, count = 1): void {
    this.#counts.set(companyId, (this.#counts.get(companyId) ?? 0) + count)
  }

  /** @param asked the requested company, used where no records were found */
  rowsOf(asked: string | null): [companyId: string | null, rows: number][] {
    return this.#counts.size > 0 ? [...this.#counts] : [[asked, 0]]
  }
}

interface Exported extends Pick<AuditEntry, 'action' | 'entity' | 'entityId' | 'entityName' | 'fleetId'> {
  tally: ExportTally
  /** The requested filters; empty ones are omitted. */
  asked: Readonly<Record<string, unknown>> & { format: string }
}

const isEmptyFilter = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** One audit entry for each company with records in the file, for that company's admins. */
function exportEntries(actor: Actor, { tally, asked, fleetId, ...record }: Exported): AuditEntry[] {
  const { format, language: _, companyId, fleetId: askedFleetId, ...filter } = asked
  const filters = Object.entries(filter).filter(([, value]) => !isEmptyFilter(value))
  const asText = (value: unknown) => (typeof value === 'string' ? value : null)
  // Prevents entries in the audit of a company that the actor may not read.
  const isReader = actor.level === 'super_admin' || actor.companies.read.some((id) => id === companyId)
  const filterChange: AuditEntry['changes'] =
    filters.length > 0 ? { filter: [null, Object.fromEntries(filters)] } : {}
  return tally.rowsOf(isReader ? asText(companyId) : null).map(([ownerId, rows]) => ({
    ...record,
    companyId: ownerId,
    fleetId: fleetId ?? (ownerId === null ? null : asText(askedFleetId)),
    changes: {
      rows: [null, rows],
      format: [null, format],
      ...filterChange,
    },
  }))
}

/** Ends an export: writes file and audit entry in one transaction, so that every file has its entry. */
export async function endExport(
  database: Database,
  actor: Actor,
  io: WorkIo,
  file: { id: string; name: string },
  exported: Exported,
): Promise<WorkResult> {
  const result = plainResult(file)
  await database.transaction(actor, async (tx) => {
    for (const entry of exportEntries(actor, exported)) tx.audit(entry)
    await io.settle(tx, result)
  })
  return result
}

interface TableExport extends Pick<Exported, 'action' | 'entity' | 'asked'> {
  format: TableFormat
  /** Without its ending. */
  name: string
  headings: readonly string[]
  /** Reads the rows within one transaction, and counts the records of each company. */
  rows: (tx: Transaction, tally: ExportTally) => AsyncIterable<readonly TableCell[]>
}

/** Writes what one transaction reads to a file of the actor, with its audit entries. */
export async function exportTable(
  database: Database,
  actor: Actor,
  io: WorkIo,
  { format, name, headings, rows, ...entry }: TableExport,
): Promise<WorkResult> {
  const fileName = `${name}.${format}`
  const tally = new ExportTally()
  const id = await database.transaction(
    actor,
    async (tx) => io.saveFile(fileName, contentTypeOf(format), writeTable(format, headings, rows(tx, tally))),
    { readOnly: true },
  )
  return endExport(database, actor, io, { id, name: fileName }, { ...entry, tally })
}
