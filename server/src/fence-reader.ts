import { writeFileSync } from 'node:fs'
import type { FenceMessage, FenceTask } from './geofences/files/geofences.files.process.ts'
import { readFences } from './geofences/files/geofences.files.rules.ts'

/** Per message, which the receiver handles in a few milliseconds. */
const fencesAtOnce = 50
const refusedAtOnce = 1_000

// Makes the kernel end this process, not the database or the server, when memory runs out.
try {
  writeFileSync('/proc/self/oom_score_adj', '900')
} catch {
  // Not Linux, or not permitted: the heap limit still applies.
}

const send = (message: FenceMessage) =>
  new Promise<void>((done) => {
    if (process.connected) process.send?.(message, () => done())
    else done()
  })

async function answer({ bytes, options }: FenceTask): Promise<void> {
  const { fences, refused } = await readFences(bytes, options)
  for (let at = 0; at < fences.length; at += fencesAtOnce)
    await send({ fences: fences.slice(at, at + fencesAtOnce) })
  for (let at = 0; at < refused.length; at += refusedAtOnce)
    await send({ refused: refused.slice(at, at + refusedAtOnce) })
  await send({ isDone: true })
  process.disconnect()
}

// Signals to the process group are ignored; the parent ends this process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)
process.once('disconnect', () => process.exit())
process.once('message', (task: FenceTask) => void answer(task))
