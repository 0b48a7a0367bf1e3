import pg from 'pg'
import { type MigrationResult, migrate, pendingMigrations, unreachable } from './migrations.ts'
import { assertTrustworthy, prepareRoles } from './roles.ts'

export interface Provisioning {
  /** As superuser, or as a user who may create roles. */
  url: string
  appPassword?: string
  directory?: string
  /** Called before the first migration on a database that already holds something. */
  beforeUpgrade?(version: number, pending: readonly string[]): Promise<void>
  onStep?(name: string): void
}

/**
 * Makes a database ready to serve: roles, checks of the server, then migrations.
 * @throws StartupFailure with a sentence for the operator
 */
export async function provision(options: Provisioning): Promise<MigrationResult> {
  const client = new pg.Client({ connectionString: options.url, application_name: 'rumbo provisioning' })
  try {
    await client.connect()
  } catch (cause) {
    throw unreachable(cause)
  }
  try {
    await assertTrustworthy(client)
    await prepareRoles(client, { appPassword: options.appPassword })
  } finally {
    await client.end()
  }
  const { version, pending } = await pendingMigrations(options)
  if (version > 0 && pending.length > 0) await options.beforeUpgrade?.(version, pending)
  return migrate(options)
}
