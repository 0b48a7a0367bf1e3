import { writePdf } from './platform/pdf/pdf.ts'
import type { PdfMessage, PdfTask } from './platform/pdf/pdf-process.ts'

const send = (message: PdfMessage) =>
  new Promise<void>((done) => {
    if (process.connected) process.send?.(message, () => done())
    else done()
  })

async function answer({ document }: PdfTask): Promise<void> {
  await send({ bytes: await writePdf(document) })
  process.disconnect()
}

// Signals to the process group are ignored; the parent ends this process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)
process.once('disconnect', () => process.exit())
process.once('message', (task: PdfTask) => void answer(task))
