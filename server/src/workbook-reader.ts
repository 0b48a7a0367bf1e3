import { writeFileSync } from 'node:fs'
import { Problem, problem } from './platform/problem.ts'
import { importRowLimit, sheetOf } from './platform/tables/import-table.ts'
import { readWorkbook } from './platform/tables/workbook.ts'
import type { WorkbookMessage, WorkbookTask } from './platform/tables/workbook-process.ts'

/** Rows per message, which the receiver handles in a few milliseconds. */
const rowsAtOnce = 500

// Makes the kernel end this process, not the database or the server, when memory runs out.
try {
  writeFileSync('/proc/self/oom_score_adj', '900')
} catch {
  // Not Linux, or not permitted: the heap limit still applies.
}

const send = (message: WorkbookMessage) =>
  new Promise<void>((done) => {
    if (process.connected) process.send?.(message, () => done())
    else done()
  })

async function answer({ bytes, first }: WorkbookTask): Promise<void> {
  try {
    const sheet = await readWorkbook(Buffer.from(bytes))
    if (sheet.length > importRowLimit * 2) throw problem('import_too_large')
    const { rows, total } = sheetOf(sheet, first)
    await send({ total })
    for (let at = 0; at < rows.length; at += rowsAtOnce) await send({ rows: rows.slice(at, at + rowsAtOnce) })
    await send({ isDone: true })
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    await send({ refusal: error.code })
  }
  process.disconnect()
}

// Signals to the process group are ignored; the parent ends this process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)
process.once('disconnect', () => process.exit())
process.once('message', (task: WorkbookTask) => void answer(task))
