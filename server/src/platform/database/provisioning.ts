import { type MigrationResult, migrate, pendingMigrations } from './migrations.ts'
import { assertTrustworthy, prepareRoles } from './roles.ts'
import { withSingleConnection } from './single-connection.ts'

export interface Provisioning {
  /** Connects as superuser, or as a user who may create roles. */
  url: string
  appPassword?: string
  directory?: string
  /** Accepts a server with fsync off, for tests. */
  allowUnsafeServer?: boolean
  /** Called before the first migration of a database that is not empty. */
  beforeUpgrade?(version: number, pending: readonly string[]): Promise<void>
  onStep?(name: string): void
}

/**
 * Prepares a database: checks the server, creates the roles, then runs the migrations.
 * @throws StartupFailure with a sentence for the operator
 */
export async function provision(options: Provisioning): Promise<MigrationResult> {
  await provisionRoles(options)
  const { version, pending } = await pendingMigrations(options)
  if (version > 0 && pending.length > 0) await options.beforeUpgrade?.(version, pending)
  return migrate(options)
}

/** The first half of provisioning: refuses an unsafe server, then creates the roles. */
export async function provisionRoles(
  options: Pick<Provisioning, 'url' | 'appPassword' | 'allowUnsafeServer'>,
): Promise<void> {
  await withSingleConnection(options.url, 'provisioning', async (client) => {
    if (!options.allowUnsafeServer) await assertTrustworthy(client)
    await prepareRoles(client, { appPassword: options.appPassword })
  })
}
