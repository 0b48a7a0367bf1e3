import type { FenceFileOptions } from '@rumbo/geo/fence-files/fence-file'
import { problem } from '../../platform/problem.ts'
import { childProgram } from '../../platform/process/child-program.ts'
import { runChild } from '../../platform/process/run-child.ts'
import { createSemaphore } from '../../platform/semaphore.ts'
import type { FileFence, ReadFences, RefusedShape } from './geofences.files.rules.ts'

/** The only message sent to the reader of files. */
export interface FenceTask {
  bytes: Uint8Array
  options: FenceFileOptions
}
export type FenceMessage = { fences: FileFence[] } | { refused: RefusedShape[] } | { isDone: true }

interface ReadOptions {
  signal?: AbortSignal | undefined
  /** Whose file it is: readers are shared between fleets. */
  fleetId: string
  /** The program that reads. Default: the server's own. */
  reader?: ReturnType<typeof childProgram>
}

const heapMegabytes = 768
const patienceMs = 60_000
/** Each reader may use a core. Waiting files of one fleet do not delay those of another. */
const limit = createSemaphore(2, { maxRunning: 1, maxWaiting: 4 })

/**
 * Reads a file of geofences in a child process with limited heap and time, so that a large or malicious one cannot
 * block or crash the calling process. One that needs more is refused as a whole, `file_too_detailed`.
 * @throws Problem `unavailable` where too many wait or the server stops; the signal's reason
 */
export const readFencesInProcess = (
  bytes: Uint8Array,
  options: FenceFileOptions,
  { signal, fleetId, reader = childProgram('fence-reader') }: ReadOptions,
): Promise<ReadFences> =>
  limit(
    async () => {
      const read: ReadFences = { fences: [], refused: [] }
      let isDone = false
      const end = await runChild<FenceMessage>(reader, { bytes, options } satisfies FenceTask, {
        signal,
        heapMegabytes,
        patienceMs,
        onMessage(message) {
          if ('fences' in message) read.fences.push(...message.fences)
          else if ('refused' in message) read.refused.push(...message.refused)
          else isDone = true
        },
      })
      if (isDone) return read
      if (end.by === 'stop') throw problem('unavailable')
      if (end.by === 'limit')
        return { fences: [], refused: [{ index: 0, line: null, what: '', reason: 'file_too_detailed' }] }
      throw new Error(`The reader of geofences exited with ${end.code}: ${end.output}`)
    },
    { signal, key: fleetId },
  )
