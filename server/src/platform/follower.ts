import type { Logger } from 'pino'
import type { Bus } from './bus.ts'

/** Keeps what a process has in memory equal to the database, by the notifications of its changes. */
export interface Follower {
  /** Reads everything, however often the database fails, and follows the changes from then on. */
  start(): Promise<void>
  /** Resolves when everything that was notified until now is known. */
  settled(): Promise<void>
  end(): void
}

const longestPauseMs = 1_000
const pause = (milliseconds: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, milliseconds).unref()
  })

/**
 * Creates a follower. After a reconnect, and after a notification that cannot be read, everything is read again.
 * @param options.what names it in the log
 * @param options.changedBy what a notification says has changed: its key, with a value that `read` needs; null where it
 *   cannot be read
 * @param options.read reads what has changed; null: everything. Never called while it still runs, so that an older answer
 *   does not replace a newer one; called again with the same after it failed
 */
export function createFollower<Value>(options: {
  bus: Pick<Bus, 'listen' | 'onReconnect'>
  log: Pick<Logger, 'warn'>
  channel: string
  what: string
  changedBy: (payload: string) => [key: string, value: Value] | null
  read: (changed: ReadonlyMap<string, Value> | null) => Promise<void>
}): Follower {
  const { bus, log, channel, what, changedBy, read } = options
  let wanted = new Map<string, Value>()
  let mustReadAll = false
  let reading: Promise<void> | null = null
  let hasEnded = false
  const unsubscribes: (() => void)[] = []

  async function readWanted(): Promise<void> {
    for (let attempt = 1; !hasEnded && (mustReadAll || wanted.size > 0); ) {
      const asked = mustReadAll ? null : wanted
      mustReadAll = false
      wanted = new Map()
      try {
        await read(asked)
        attempt = 1
      } catch (error) {
        if (asked === null) mustReadAll = true
        wanted = new Map([...(asked ?? []), ...wanted])
        log.warn({ err: error, attempt }, `could not read ${what}; retrying`)
        await pause(Math.min(longestPauseMs, 25 * 2 ** attempt))
        attempt = Math.min(attempt + 1, 6)
      }
    }
  }

  function refresh(): Promise<void> {
    reading ??= readWanted().finally(() => {
      reading = null
    })
    return reading
  }
  function readAll(): Promise<void> {
    mustReadAll = true
    return refresh()
  }
  function noteChange(payload: string): void {
    const change = changedBy(payload)
    if (change) wanted.set(...change)
    else mustReadAll = true
    void refresh()
  }

  return {
    async start() {
      unsubscribes.push(
        bus.listen(channel, noteChange),
        bus.onReconnect(() => void readAll()),
      )
      await readAll()
    },
    settled: () => reading ?? Promise.resolve(),
    end() {
      hasEnded = true
      for (const unsubscribe of unsubscribes.splice(0)) unsubscribe()
    },
  }
}
