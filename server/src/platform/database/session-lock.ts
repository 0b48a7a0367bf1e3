import pg from 'pg'
import type { Logger } from 'pino'

/** A lock held by at most one process of the installation, on its own connection; released when that ends. */
export interface SessionLock {
  isHeld(): boolean
  /** Tries to acquire the lock immediately and then every few seconds. */
  start(): void
  stop(): Promise<void>
}

/** @param options.name identifies the lock in the database */
export function createSessionLock(options: {
  url: string
  name: string
  log: Pick<Logger, 'warn'>
  /** Interval of the attempts. Default: 5 s. */
  everyMs?: number
  /** Milliseconds until a database that does not answer counts as lost. Default: 5,000. */
  patienceMs?: number
}): SessionLock {
  const { url, name, log, everyMs = 5_000, patienceMs = 5_000 } = options
  let client: pg.Client | null = null
  let isHeld = false
  let trying: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  let isFailing = false

  async function connect(): Promise<pg.Client> {
    const made = new pg.Client({
      connectionString: url,
      application_name: `rumbo ${name}`,
      keepAlive: true,
      connectionTimeoutMillis: patienceMs,
      query_timeout: patienceMs,
    })
    const lose = () => {
      if (client !== made) return
      client = null
      isHeld = false
    }
    made.on('error', lose)
    made.on('end', lose)
    await made.connect()
    return made
  }

  async function attempt(): Promise<void> {
    try {
      client ??= await connect()
      // Also runs while the lock is held, to detect a lost connection.
      const { rows } = await client.query<{ held: boolean }>(
        'select $2 or pg_try_advisory_lock(hashtextextended($1, 0)) as held',
        [name, isHeld],
      )
      isHeld = client !== null && rows[0]?.held === true
      isFailing = false
    } catch (error) {
      if (!isFailing) log.warn({ err: error, lock: name }, 'could not check the session lock; retrying')
      isFailing = true
      const broken = client
      client = null
      isHeld = false
      await broken?.end().catch(() => undefined)
    }
  }

  const tick = () => {
    trying = trying.then(attempt)
  }
  return {
    isHeld: () => isHeld,
    start() {
      tick()
      timer = setInterval(tick, everyMs)
      timer.unref()
    },
    async stop() {
      clearInterval(timer)
      await trying
      isHeld = false
      const ending = client
      client = null
      await ending?.end().catch(() => undefined)
    },
  }
}
