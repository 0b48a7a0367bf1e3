import type { ProblemCode } from '@rumbo/contract/problems.contract'
import { problem } from '../problem.ts'
import { childProgram } from '../process/child-program.ts'
import { runChild } from '../process/run-child.ts'
import { createSemaphore } from '../semaphore.ts'
import type { ImportSheet } from './import-table.ts'

/** The only message sent to the reader. */
export interface WorkbookTask {
  bytes: Uint8Array
  first?: number
}
export type WorkbookMessage =
  | { total: number }
  | { rows: ImportSheet['rows'] }
  | { isDone: true }
  | { refusal: ProblemCode }

type Reader = ReturnType<typeof childProgram>
interface ReadOptions {
  signal?: AbortSignal | undefined
  /** Number of rows to read. Default: all. */
  first?: number | undefined
  /** Owner of the file: readers are shared between companies. */
  companyId?: string | undefined
  /** The program that reads. Default: the server's own. */
  reader?: Reader
}

const heapMegabytes = 1_024
const patienceMs = 90_000
/** Each reader may use a core and a gigabyte. Waiting files of one company do not delay those of another. */
const limit = createSemaphore(3, { maxRunning: 2, maxWaiting: 4 })

/**
 * Reads a workbook in a child process with limited heap and time, so that a large or malicious sheet cannot block or
 * crash the calling process.
 * @throws Problem `file_unreadable`, `import_too_large`, `unavailable` where too many wait or something else ends it;
 * the signal's reason
 */
export const readWorkbookInProcess = (
  bytes: Uint8Array,
  { signal, first, companyId = '', reader = childProgram('workbook-reader') }: ReadOptions,
): Promise<ImportSheet> =>
  limit(() => read(reader, { bytes, first }, signal), {
    signal,
    key: companyId,
  })

async function read(
  reader: Reader,
  task: WorkbookTask,
  signal: AbortSignal | undefined,
): Promise<ImportSheet> {
  const sheet: ImportSheet = { rows: [], total: 0 }
  const answered: { outcome: { isDone: true } | { refusal: ProblemCode } | null } = { outcome: null }
  const end = await runChild<WorkbookMessage>(reader, task, {
    signal,
    heapMegabytes,
    patienceMs,
    onMessage(message) {
      if ('total' in message) sheet.total = message.total
      else if ('rows' in message) sheet.rows.push(...message.rows)
      else answered.outcome = message
    },
  })
  const { outcome } = answered
  if (outcome && 'refusal' in outcome) throw problem(outcome.refusal)
  if (outcome) return sheet
  if (end.by === 'stop') throw problem('unavailable')
  if (end.by === 'limit') throw problem('import_too_large')
  throw new Error(`The workbook reader exited with ${end.code}: ${end.output}`)
}
