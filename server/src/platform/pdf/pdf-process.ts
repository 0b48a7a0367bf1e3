import { fork } from 'node:child_process'
import { childProgram } from '../process/child-program.ts'
import { createSemaphore } from '../semaphore.ts'
import type { PdfDocument } from './pdf.ts'

/** The only message sent to the writer. */
export interface PdfTask {
  document: PdfDocument
}
export interface PdfMessage {
  bytes: Uint8Array
}

const heapMegabytes = 512
const patienceMs = 90_000
const limit = createSemaphore(2, { maxRunning: 2, maxWaiting: 20 })

/**
 * Writes a document in a child process with limited heap and time, so that a long table does not block its caller.
 * @throws Error where the writer fails or takes too long; the signal's reason
 */
export const writePdfInProcess = (document: PdfDocument, signal?: AbortSignal): Promise<Buffer> =>
  limit(() => write(document, signal), { signal, key: '' })

function write(document: PdfDocument, signal: AbortSignal | undefined): Promise<Buffer> {
  const { program, options } = childProgram('pdf-writer')
  return new Promise((resolve, reject) => {
    let written: Buffer | null = null
    let output = ''
    const child = fork(program, [], {
      execArgv: [...options, `--max-old-space-size=${heapMegabytes}`],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      serialization: 'advanced',
    })
    const kill = () => child.kill('SIGKILL')
    const tooLong = setTimeout(kill, patienceMs)
    signal?.addEventListener('abort', kill, { once: true })
    child.stderr?.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-4_000)
    })
    child.on('message', ({ bytes }: PdfMessage) => {
      written = Buffer.from(bytes)
    })
    child.on('error', reject)
    child.on('close', (code, ended) => {
      clearTimeout(tooLong)
      signal?.removeEventListener('abort', kill)
      if (signal?.aborted) return reject(signal.reason)
      if (written) return resolve(written)
      reject(
        new Error(`The PDF writer ended with ${ended ?? code}: ${output.trim().split('\n').at(-1) ?? ''}`),
      )
    })
    const task: PdfTask = { document }
    child.send(task, (error) => {
      if (error) output += error.message
    })
  })
}
