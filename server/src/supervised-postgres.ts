import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { databaseFolder, type EmbeddedPostgres, startEmbedded } from './platform/database/embedded.ts'
import { levelOfSpace } from './platform/machine/storage-levels.ts'
import { releaseReserve, spaceOf } from './platform/machine/storage-reserve.ts'

const longestPauseMs = 5_000
/** Failed attempts between two log lines, once the reason is known. */
const unloggedAttempts = 12

export interface SupervisedPostgres {
  /** The first start; connection URLs stay the same after restarts. */
  first: EmbeddedPostgres
  stop(): Promise<void>
}

/**
 * Starts the embedded PostgreSQL and restarts it whenever it exits unexpectedly. On a full disk the reserve is deleted,
 * so that there is room to recover and to read.
 * @throws StartupFailure when the first start is refused for any reason but a full disk
 */
export async function supervisePostgres(options: {
  dataDir: string
  log(sentence: string): void
  isStopping(): boolean
}): Promise<SupervisedPostgres> {
  const { dataDir, log, isStopping } = options
  const first = await startFirst()
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

  function start(): Promise<EmbeddedPostgres> {
    if (releaseReserve(databaseFolder(dataDir)))
      log('The disk is full: the reserve file in the data dir was deleted, so that PostgreSQL can start.')
    return startEmbedded({ dataDir, log })
  }

  async function startFirst(): Promise<EmbeddedPostgres> {
    const isMade = existsSync(join(databaseFolder(dataDir), 'superuser-password'))
    for (let attempt = 1; ; attempt++) {
      try {
        return await start()
      } catch (failure) {
        if (!isMade || isStopping() || !isDiskFull()) throw failure
        if (attempt % unloggedAttempts === 1)
          log(`${(failure as Error).message} The disk is full; retrying until there is room.`)
        await pause(longestPauseMs)
      }
    }
  }

  function isDiskFull(): boolean {
    const space = spaceOf(databaseFolder(dataDir))
    return space !== null && levelOfSpace(space, 'ample') === 'full'
  }

  function watch(): void {
    void current.ended.then(() => {
      if (isStopping()) return
      log('PostgreSQL exited unexpectedly; restarting it.')
      starting = startAgain()
    })
  }

  async function startAgain(): Promise<void> {
    let lastReason = ''
    for (let attempt = 1; !isStopping(); attempt++) {
      try {
        current = await start()
        log('PostgreSQL was restarted and accepts connections.')
        return watch()
      } catch (failure) {
        const reason = failure instanceof Error ? failure.message : String(failure)
        if (reason !== lastReason || attempt % unloggedAttempts === 0) log(`${reason} Retrying.`)
        lastReason = reason
        await pause(Math.min(attempt * 500, longestPauseMs))
      }
    }
  }
}
