import pg from 'pg'
import { StartupFailure } from '../process/startup-failure.ts'

/** Milliseconds until a database that does not answer is reported to the operator. */
const connectTimeoutMs = 2_500

/** A database that does not answer, in a sentence without its password. */
export function unreachable(cause: unknown): StartupFailure {
  const reason =
    cause instanceof Error ? cause.message || (cause as NodeJS.ErrnoException).code : String(cause)
  return new StartupFailure(
    'database_unreachable',
    `The database does not answer (${reason}); check DATABASE_URL and that PostgreSQL runs.`,
    cause,
  )
}

/**
 * Runs `work` on a connection of its own and closes it.
 * @param task shown by PostgreSQL as part of the connection's application name
 * @throws StartupFailure `database_unreachable`, or what `work` throws
 */
export async function withSingleConnection<T>(
  url: string,
  task: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    application_name: `rumbo ${task}`,
    connectionTimeoutMillis: connectTimeoutMs,
  })
  // A lost connection fails the query that needs it.
  client.on('error', () => {})
  try {
    await client.connect()
  } catch (cause) {
    throw unreachable(cause)
  }
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
