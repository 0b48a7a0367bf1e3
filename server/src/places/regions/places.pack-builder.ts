import { limitsWithin } from '@rumbo/geo/osm/osm-collector'
import { buildPackFiles } from './places.pack.ts'
import type { BuilderMessage, BuilderTask } from './places.pack-process.ts'
import { regionFailureOf } from './places.region-failure.ts'

/** Main function of the builder process: receives one task by message, reports progress and the result, and exits. */
export function buildRegionForParent(): void {
  const aborting = new AbortController()
  const send = (message: BuilderMessage) =>
    new Promise<void>((done) => {
      if (process.connected) process.send?.(message, () => done())
      else done()
    })
  let isEnding = false
  const end = (code: number) => {
    if (isEnding) return
    isEnding = true
    process.exitCode = code
    if (process.connected) process.disconnect()
    // Work that ignores the signal must not keep the process alive.
    setTimeout(() => process.exit(code), 2_000).unref()
  }
  process.once('SIGTERM', () => {
    aborting.abort()
    end(1)
  })
  process.once('disconnect', () => {
    aborting.abort()
    end(1)
  })
  process.once('message', async ({ memoryBytes, ...task }: BuilderTask) => {
    let sentAt = 0
    try {
      const manifest = await buildPackFiles({
        ...task,
        signal: aborting.signal,
        limits: limitsWithin(memoryBytes),
        progress: (progress) => {
          const now = performance.now()
          if (now - sentAt < 100) return
          sentAt = now
          void send({ progress })
        },
      })
      await send({ manifest })
      end(0)
    } catch (error) {
      const { code, message } = regionFailureOf(error)
      await send({ failure: { code, sentence: message } })
      end(1)
    }
  })
}
