import pg from 'pg'
import type { Logger } from 'pino'

/** Held by at most one process of the installation, on a connection of its own; free again when that ends. */
export interface SessionLock {
  isHeld(): boolean
  /** Tries at once and then every few seconds, for as long as the process runs. */
  start(): void
  stop(): Promise<void>
}

/** @param options.name one lock is known under it in the database */
export function createSessionLock(options: {
  url: string
  name: string
  log: Pick<Logger, 'warn'>
  /** 5 s by default. */
  everyMs?: number
  /** Milliseconds until a database that does not answer counts as lost; 5,000 by default. */
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
      // A lock that is held already answers too: the same query finds a connection that has gone silent.
      const { rows } = await client.query<{ held: boolean }>(
        'select $2 or pg_try_advisory_lock(hashtextextended($1, 0)) as held',
        [name, isHeld],
      )
      isHeld = client !== null && rows[0]?.held === true
      isFailing = false
    } catch (error) {
      if (!isFailing) log.warn({ err: error, lock: name }, 'a lock could not be asked for')
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
