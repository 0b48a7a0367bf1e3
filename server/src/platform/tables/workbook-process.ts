import { fork } from 'node:child_process'
import type { ProblemCode } from '@rumbo/contract/problems.contract'
import { problem } from '../problem.ts'
import { childProgram } from '../process/child-program.ts'
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
/** Signals that stop the server; not caused by the file. */
const fromOutside = new Set<NodeJS.Signals>(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'])
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

function read(
  { program, options }: Reader,
  task: WorkbookTask,
  signal: AbortSignal | undefined,
): Promise<ImportSheet> {
  return new Promise((resolve, reject) => {
    const sheet: ImportSheet = { rows: [], total: 0 }
    let outcome: { isDone: true } | { refusal: ProblemCode } | null = null
    let output = ''
    const child = fork(program, [], {
      execArgv: [...options, '--enable-source-maps', `--max-old-space-size=${heapMegabytes}`],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      serialization: 'advanced',
    })
    const kill = () => child.kill('SIGKILL')
    const tooLong = setTimeout(kill, patienceMs)
    signal?.addEventListener('abort', kill, { once: true })
    child.stderr?.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-4_000)
    })
    child.on('message', (message: WorkbookMessage) => {
      if ('total' in message) sheet.total = message.total
      else if ('rows' in message) sheet.rows.push(...message.rows)
      else outcome = message
    })
    child.on('error', reject)
    child.on('close', (code, ended) => {
      clearTimeout(tooLong)
      signal?.removeEventListener('abort', kill)
      if (signal?.aborted) return reject(signal.reason)
      if (outcome && 'refusal' in outcome) return reject(problem(outcome.refusal))
      if (outcome) return resolve(sheet)
      if (ended !== null && fromOutside.has(ended)) return reject(problem('unavailable'))
      // Out of memory, which V8 reports by several signals, or out of time: the file is too large for an import.
      if (ended !== null || /heap out of memory|allocation failed/i.test(output))
        return reject(problem('import_too_large'))
      reject(new Error(`The workbook reader exited with ${code}: ${output.trim().split('\n').at(-1) ?? ''}`))
    })
    child.send(task, (error) => {
      if (error) output += error.message
    })
  })
}
