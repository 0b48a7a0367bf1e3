import { setImmediate, setTimeout } from 'node:timers/promises'
import { headingRowLimit } from '@rumbo/contract/table-files'
import type { BadRow } from '@rumbo/contract/work.contract'
import type { Actor } from '../access/access.ts'
import type { Transaction } from '../database/transaction.ts'
import { startWork, type WorkIo, type WorkResult } from '../jobs/work.ts'
import { type FieldProblem, fieldProblem } from '../problem.ts'
import { readImportFile } from './import-file.ts'
import { findHeadingRow, type ImportTable, tableOf } from './import-table.ts'

/** Uploaded files of a person. @throws Problem `file_not_found` */
export interface UploadedFiles {
  find(actor: Actor, fileId: string): Promise<unknown>
  read(actor: Actor, fileId: string): Promise<Buffer>
}

/** Rows checked in a few milliseconds, before yielding to other work. */
const checkedAtOnce = 200
const turnPollMs = 200
const sampleRows = 5

const shownTexts = 4

/**
 * Inspects an uploaded file and proposes a field for each column with `proposeMapping`. Detects the heading row where
 * `asked` has none.
 * @throws Problem `file_unreadable`, `import_too_large`
 */
export const inspectWith =
  <Field extends string>(proposeMapping: (columns: readonly string[]) => (Field | null)[]) =>
  async (
    files: UploadedFiles,
    actor: Actor,
    asked: { fileId: string; headingRow?: number | undefined },
    signal: AbortSignal,
  ) => {
    const bytes = await files.read(actor, asked.fileId)
    const first = headingRowLimit + sampleRows
    const { encoding, delimiter, ...sheet } = await readImportFile(bytes, {
      first,
      signal,
      companyId: actor.companies.read[0] ?? actor.userId,
    })
    const headingRow =
      asked.headingRow ??
      findHeadingRow(sheet, (columns) => proposeMapping(columns).filter((field) => field !== null).length)
    const { columns, rows, total } = tableOf(sheet, headingRow)
    return {
      columns,
      headingRow,
      headingRows: sheet.rows
        .filter(({ number }) => number <= headingRowLimit)
        .map(({ number, cells }) => ({
          row: number,
          text: cells.filter(Boolean).slice(0, shownTexts).join(' · ').slice(0, 80),
        })),
      sample: rows.slice(0, sampleRows).map(({ cells }) => cells),
      rows: total,
      encoding,
      delimiter,
      mapping: proposeMapping(columns),
    }
  }

interface ImportRequest {
  fileId: string
  companyId: string
}

/**
 * Queues an import of a file of the actor.
 * @param refused what its mapping lacks
 * @throws Problem `file_not_found`, `validation_failed`, `company_denied`
 */
export async function startImportWork(
  tx: Transaction,
  files: UploadedFiles,
  actor: Actor,
  { kind, body, refused }: { kind: string; body: ImportRequest; refused: readonly FieldProblem[] },
): Promise<{ workId: string }> {
  if (refused.length > 0) throw fieldProblem(...refused)
  await files.find(actor, body.fileId)
  return startWork(tx, kind, body, body.companyId)
}

/** Reads the file of an import; its mapping must have an entry per column. @throws Problem `validation_failed` */
export async function readMapped(
  io: WorkIo,
  body: { fileId: string; companyId: string; headingRow: number; mapping: readonly unknown[] },
): Promise<ImportTable> {
  const { fileId, companyId, headingRow, mapping } = body
  const sheet = await readImportFile(await io.readFile(fileId), { signal: io.signal, companyId })
  const table = tableOf(sheet, headingRow)
  if (mapping.length > table.columns.length)
    throw fieldProblem({ path: `body.mapping.${table.columns.length}`, code: 'unknown_column' })
  return table
}

/** Checks every row by the rules of its domain: the parsed row, or the reasons against it. */
export async function checkRows<Row extends object>(
  { rows }: ImportTable,
  { isDryRun }: { isDryRun: boolean },
  io: WorkIo,
  check: (row: ImportTable['rows'][number]) => Row | BadRow[],
): Promise<{ good: Row[]; bad: BadRow[] }> {
  const good: Row[] = []
  const bad: BadRow[] = []
  for (const [index, row] of rows.entries()) {
    if (index % checkedAtOnce === 0) {
      await io.progress(isDryRun ? index : 0, rows.length)
      await setImmediate()
    }
    const checked = check(row)
    if (Array.isArray(checked)) bad.push(...checked)
    else good.push(checked)
  }
  return { good, bad }
}

/**
 * Serialises imports of one kind into one company, so that each sees the changes of the former. Polling keeps the
 * connection free to react to a cancellation.
 */
export async function waitForTurn(
  tx: Transaction,
  kind: string,
  companyId: string,
  io: WorkIo,
): Promise<void> {
  for (;;) {
    const [row] = await tx.sql<{ held: boolean }>(
      "select pg_try_advisory_xact_lock(hashtextextended($1 || ' ' || $2, 0)) as held",
      [kind, companyId],
    )
    if (row?.held) return
    await setTimeout(turnPollMs, undefined, { signal: io.signal })
  }
}

interface Planned {
  added: readonly unknown[]
  updated: readonly unknown[]
  skipped: number
}

/** Above this number of reasons only one per row is kept: tens of megabytes would block the browser. */
const maxReasons = 20_000

/** The result of an import; without a plan nothing was written. @param bad ordered by row */
export const importResult = (plan: Planned | null, bad: BadRow[], isDryRun: boolean): WorkResult => ({
  fileId: null,
  fileName: null,
  added: plan?.added.length ?? 0,
  updated: plan?.updated.length ?? 0,
  skipped: plan?.skipped ?? 0,
  bad: bad.length <= maxReasons ? bad : bad.filter(({ row }, index) => bad[index - 1]?.row !== row),
  isDryRun,
})

/** The counts of an import for its audit entry. */
export const importCounts = (result: WorkResult) => ({
  added: [null, result.added] as const,
  updated: [null, result.updated] as const,
  skipped: [null, result.skipped] as const,
  bad: [null, result.bad.length] as const,
})
