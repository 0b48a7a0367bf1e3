import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { fingerprintOf, shownFingerprint } from '../secrets.ts'
import { type BackupResult, columnsOf, productSchemas } from './backup.ts'
import { type BackupManifest, readBackupFile } from './backup-file.ts'
import { migrate, pendingMigrations, readMigrations } from './migrations.ts'
import { provisionRoles } from './provisioning.ts'

export interface RestoreOptions {
  /** Connects to an empty database as superuser, or as a user who may create roles. */
  url: string
  file: string
  /** Secrets of the installation (current and previous), one of which the backup must match. Default: not checked. */
  secrets?: readonly string[]
  directory?: string
  /** Accepts a server with fsync off, for tests. */
  allowUnsafeServer?: boolean
}

/**
 * Restores a backup with its sequences into an empty database, in one transaction, after verifying the whole file.
 * Newer migrations run at the next start.
 * @throws Error with a sentence for the operator: damaged file, database not empty, backup of a newer version
 */
export async function restore(options: RestoreOptions): Promise<BackupResult> {
  const manifest = await checkWhole(options.file)
  refuseNewer(manifest, options)
  refuseOtherSecret(manifest, options)
  await refuseFilled(options)
  await migrate({ ...options, upTo: manifest.migrations.at(-1)?.number ?? 0 })
  const client = new pg.Client({ connectionString: options.url, application_name: 'rumbo restore' })
  // A lost connection fails the query that needs it.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('begin; set local role rumbo_owner; set local statement_timeout = 0')
    const rows = await fill(client, options.file)
    await client.query('commit')
    return {
      file: options.file,
      tables: manifest.tables.length,
      rows,
      secretFingerprint: manifest.secretFingerprint ?? null,
    }
  } finally {
    await client.end()
  }
}

async function checkWhole(file: string): Promise<BackupManifest> {
  const reader = await readBackupFile(file)
  try {
    for (const _table of reader.manifest.tables) for await (const _piece of reader.nextTable());
    await reader.seal()
    return reader.manifest
  } finally {
    reader.close()
  }
}

function refuseNewer(manifest: BackupManifest, options: RestoreOptions): void {
  const files = readMigrations(options.directory)
  for (const [index, { name, hash }] of manifest.migrations.entries())
    if (files[index]?.name !== name || files[index]?.hash !== hash)
      throw new Error(
        `The backup was made by another version of Rumbo (its migration ${name} differs from the one in this version); restore it with that version.`,
      )
}

function refuseOtherSecret({ secretFingerprint }: BackupManifest, { secrets }: RestoreOptions): void {
  if (!secrets || secretFingerprint === undefined) return
  if (secrets.some((secret) => fingerprintOf(secret) === secretFingerprint)) return
  throw new Error(
    `The backup belongs to the secret with the fingerprint ${shownFingerprint(secretFingerprint)}, and ${
      secrets.length === 0 ? 'no secret is set here' : 'another one is set here'
    }: set RUMBO_SECRET to it, or copy the file secret of its data folder into this one. To change the secret, set RUMBO_SECRET_PREVIOUS to it, here and for the first start.`,
  )
}

async function refuseFilled(options: RestoreOptions): Promise<void> {
  await provisionRoles(options)
  const { version } = await pendingMigrations(options)
  if (version > 0)
    throw new Error(
      'The database is not empty, and a backup is restored into an empty one only; set RUMBO_DATA_DIR to an empty folder, or DATABASE_URL to an empty database.',
    )
}

async function fill(client: pg.Client, file: string): Promise<number> {
  const reader = await readBackupFile(file)
  try {
    const { manifest } = reader
    for (const { name, parent, bounds, afterwards } of manifest.partitions) {
      const found = await client.query('select to_regclass($1) is not null as exists', [name])
      if (found.rows[0]?.exists) continue
      await client.query(`create table ${name} partition of ${parent} ${bounds}`)
      for (const statement of afterwards) await client.query(statement)
    }
    const foreignKeys = await liftRules(client)
    let total = 0
    const counts: Record<string, number> = {}
    for (const table of manifest.tables) {
      const stream = client.query(copyFrom(`copy ${columnsOf(table)} from stdin`))
      await pipeline(Readable.from(reader.nextTable()), stream)
      counts[table.name] = stream.rowCount
      total += stream.rowCount
    }
    const seal = await reader.seal()
    for (const [name, count] of Object.entries(seal.rows))
      if (counts[name] !== count)
        throw new Error(
          `The table ${name} has ${counts[name]} rows after restoring; the backup has ${count}.`,
        )
    await restoreRules(client, foreignKeys)
    for (const { name, value, isCalled } of manifest.sequences)
      await client.query('select setval($1::regclass, $2::bigint, $3)', [name, value, isCalled])
    return total
  } finally {
    reader.close()
  }
}

interface LiftedRules {
  foreignKeys: { table: string; name: string; definition: string }[]
  forced: string[]
  tables: string[]
}

/** Rows are inserted unchanged and in any order, so foreign keys, triggers and policies are disabled meanwhile. */
async function liftRules(client: pg.Client): Promise<LiftedRules> {
  const keys = await client.query<LiftedRules['foreignKeys'][number]>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
       from pg_constraint where contype = 'f' and conparentid = 0 and connamespace in (${productSchemas})`,
  )
  const tables = await client.query<{ name: string; leaf: boolean; forced: boolean }>(
    `select oid::regclass::text as name, relkind = 'r' as leaf, relforcerowsecurity as forced
       from pg_class where relnamespace in (${productSchemas}) and relkind in ('r', 'p')`,
  )
  for (const { table, name } of keys.rows) await client.query(`alter table ${table} drop constraint ${name}`)
  const leaves = tables.rows.filter((table) => table.leaf).map((table) => table.name)
  await client.query(`truncate ${leaves.join(', ')}`)
  for (const name of leaves) await client.query(`alter table ${name} disable trigger user`)
  const forced = tables.rows.filter((table) => table.forced).map((table) => table.name)
  for (const name of forced) await client.query(`alter table ${name} no force row level security`)
  return { foreignKeys: keys.rows, forced, tables: leaves }
}

async function restoreRules(client: pg.Client, { foreignKeys, forced, tables }: LiftedRules): Promise<void> {
  for (const name of tables) await client.query(`alter table ${name} enable trigger user`)
  for (const { table, name, definition } of foreignKeys)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`)
  for (const name of forced) await client.query(`alter table ${name} force row level security`)
}
