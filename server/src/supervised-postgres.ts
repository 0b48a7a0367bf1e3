import { setTimeout as pause } from 'node:timers/promises'
import { type EmbeddedPostgres, startEmbedded } from './platform/database/embedded.ts'

const longestPauseMs = 5_000
/** Failed attempts between two log lines, once the reason is known. */
const quietAttempts = 12

export interface SupervisedPostgres {
  /** The first start; addresses stay the same for every later one. */
  first: EmbeddedPostgres
  stop(): Promise<void>
}

/**
 * Starts the embedded PostgreSQL and keeps it running: one that ends unasked is started again, as often as it takes,
 * and recovers by itself.
 * @throws StartupFailure when the first start is refused
 */
export async function supervisePostgres(options: {
  dataDir: string
  log(sentence: string): void
  isStopping(): boolean
}): Promise<SupervisedPostgres> {
  const { dataDir, log, isStopping } = options
  const first = await startEmbedded({ dataDir, log })
  let current: EmbeddedPostgres = first
  let starting: Promise<void> = Promise.resolve()
  watch()
  return {
    first,
    async stop() {
      await starting
      await current.stop()
    },
  }

  function watch(): void {
    void current.ended.then(() => {
      if (isStopping()) return
      log('PostgreSQL ended unasked; it is started again.')
      starting = startAgain()
    })
  }

  async function startAgain(): Promise<void> {
    let lastReason = ''
    for (let attempt = 1; !isStopping(); attempt++) {
      try {
        current = await startEmbedded({ dataDir, log })
        log('PostgreSQL runs again; the database is back.')
        return watch()
      } catch (failure) {
        const reason = failure instanceof Error ? failure.message : String(failure)
        if (reason !== lastReason || attempt % quietAttempts === 0) log(`${reason} It is tried again.`)
        lastReason = reason
        await pause(Math.min(attempt * 500, longestPauseMs))
      }
    }
  }
}
