import pg from 'pg'

export interface DatabaseWatch {
  isAnswering(): boolean
  end(): void
}

const everyMs = 5_000
const patienceMs = 5_000

/**
 * Checks every five seconds whether the database answers, and logs when it stops and resumes answering.
 * @param url connects as the application; the server processes reconnect by themselves
 */
export function watchDatabase(options: {
  url: string
  log(sentence: string): void
  /** Default: 5,000. */
  everyMs?: number
}): DatabaseWatch {
  let awaySince: number | null = null
  let isLooking = false
  let hasEnded = false

  async function look(): Promise<void> {
    const client = new pg.Client({
      connectionString: options.url,
      application_name: 'rumbo watch',
      connectionTimeoutMillis: patienceMs,
      query_timeout: patienceMs,
    })
    client.on('error', () => undefined)
    try {
      await client.connect()
      await client.query('select 1')
      if (awaySince !== null && !hasEnded)
        options.log(
          `The database answers again after ${Math.round((performance.now() - awaySince) / 1000)} s.`,
        )
      awaySince = null
    } catch (error) {
      if (awaySince !== null || hasEnded) return
      awaySince = performance.now()
      const reason = error instanceof Error ? error.message : String(error)
      options.log(`The database does not answer (${reason}); retrying.`)
    } finally {
      await client.end().catch(() => undefined)
    }
  }

  const looking = setInterval(() => {
    if (isLooking) return
    isLooking = true
    void look().finally(() => {
      isLooking = false
    })
  }, options.everyMs ?? everyMs)
  looking.unref()
  return {
    isAnswering: () => awaySince === null,
    end() {
      hasEnded = true
      clearInterval(looking)
    },
  }
}
