import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Logger, runMigrations } from 'graphile-worker'
import pg from 'pg'
import { projectRoot } from '../process/project-root.ts'
import { StartupFailure } from '../process/startup-failure.ts'
import { listedHash } from './migration-list.ts'
import { withSingleConnection } from './single-connection.ts'

export interface MigrationFile {
  number: number
  /** `0005-vehicles`: the file's name without its ending. */
  name: string
  sql: string
  /** SHA-256 of the text, hexadecimal. */
  hash: string
}

export interface MigrationOptions {
  /** Connects as superuser or another member of `rumbo_owner`. */
  url: string
  /** Folder of the numbered files. Default: the project's own. */
  directory?: string
  /** Number of the last migration to apply, for restoring an older backup. */
  upTo?: number
  /** Called with each migration before it runs. */
  onStep?(name: string): void
}

export interface MigrationResult {
  applied: string[]
  /** The number of the last migration in the database; 0 when there is none. */
  version: number
}

interface AppliedMigration {
  number: number
  name: string
  hash: string
}

export const migrationsDirectory = () => join(projectRoot(), 'database', 'migrations')

/**
 * Reads the numbered migrations in order.
 * @throws StartupFailure when a name is not of the form `0001-name.sql`, or a number is used twice
 */
export function readMigrations(directory = migrationsDirectory()): MigrationFile[] {
  const files = readdirSync(directory)
    .filter((file) => file.endsWith('.sql'))
    .sort()
  let before = 0
  return files.map((file) => {
    const number = Number(/^(\d{4})-[a-z0-9-]+\.sql$/.exec(file)?.[1])
    if (!(number > before))
      throw new StartupFailure(
        'migration_changed',
        `The migration file ${file} has an invalid name: name it like 0001-name.sql, with a number that no other file has.`,
      )
    before = number
    const sql = readFileSync(join(directory, file), 'utf8')
    return { number, name: file.slice(0, -4), sql, hash: createHash('sha256').update(sql).digest('hex') }
  })
}

/**
 * Migrates the database to the newest version as `rumbo_owner`, under a lock, with one transaction per migration. A
 * failed migration is rolled back; those before it stay applied.
 * @throws StartupFailure `migration_changed`, `database_newer` or `migration_failed`, naming the migration
 */
export async function migrate(options: MigrationOptions): Promise<MigrationResult> {
  const files = readMigrations(options.directory)
  return asOwner(options.url, async (client) => {
    await client.query("select pg_advisory_lock(hashtextextended('rumbo.migrations', 0))")
    const done = await readApplied(client)
    refuseUnknownMigrations(files, done)
    await migrateJobs(options.url)
    const applied: string[] = []
    for (const file of files.slice(done.length)) {
      if (options.upTo !== undefined && file.number > options.upTo) break
      options.onStep?.(file.name)
      await applyOne(client, file, done.length + applied.length)
      applied.push(file.name)
    }
    return { applied, version: Number.parseInt(applied.at(-1) ?? done.at(-1)?.name ?? '0', 10) }
  })
}

/**
 * Determines what `migrate` would do.
 * @returns the version in the database (0: an empty database) and the names still to be applied
 * @throws StartupFailure when the database is newer, or an applied migration was changed
 */
export async function pendingMigrations(
  options: Pick<MigrationOptions, 'url' | 'directory'>,
): Promise<{ version: number; pending: string[] }> {
  const files = readMigrations(options.directory)
  return asOwner(options.url, async (client) => {
    const done = await readApplied(client)
    refuseUnknownMigrations(files, done)
    return { version: done.at(-1)?.number ?? 0, pending: files.slice(done.length).map((file) => file.name) }
  })
}

// Created before the first migration, so that its file may start with its own schema.
const bookkeeping = `
  create schema if not exists platform;
  create table if not exists platform.migrations (
    number integer primary key,
    name text not null,
    hash text not null,
    applied_at timestamptz(3) not null default now(),
    duration_milliseconds integer not null
  );
  grant select on platform.migrations to rumbo_system`

async function readApplied(client: pg.Client): Promise<AppliedMigration[]> {
  const found = await client.query("select to_regclass('platform.migrations') is not null as exists")
  if (!found.rows[0]?.exists) return []
  const { rows } = await client.query<AppliedMigration>(
    'select number, name, hash from platform.migrations order by number',
  )
  return rows
}

function refuseUnknownMigrations(files: MigrationFile[], done: AppliedMigration[]): void {
  for (const [index, { name, hash }] of done.entries()) {
    const file = files[index]
    if (file?.name === name && file.hash === hash) continue
    const own = files.find((other) => other.name === name)
    if (!own)
      throw new StartupFailure(
        'database_newer',
        `The database was migrated by a newer version of Rumbo (this version does not have migration ${name}); start the newer version, or restore a backup made before the upgrade.`,
      )
    if (own.hash !== hash) throw changed(own, hash)
    throw new StartupFailure(
      'migration_changed',
      `The migration ${file?.name} comes before ${name}, which the database already has; give it a number after the last one (git mv), or start with an empty database: RUMBO_DATA_DIR=<empty folder> npm start.`,
    )
  }
}

/** Either the file was changed locally, or the database was migrated by a version with a different file. */
function changed(file: MigrationFile, recorded: string): StartupFailure {
  const path = `database/migrations/${file.name}.sql`
  const facts = `the database has the checksum ${recorded.slice(0, 12)}, the file ${file.hash.slice(0, 12)}`
  const advice =
    listedHash(`${file.name}.sql`) === file.hash
      ? 'The file is the published one, so an unpublished version migrated the database: start that version, or start with an empty database: RUMBO_DATA_DIR=<empty folder> npm start.'
      : `Put the file back with "git checkout -- ${path}", and make the change in a new migration.`
  return new StartupFailure(
    'migration_changed',
    `The migration ${path} was changed after it had been applied (${facts}). ${advice}`,
  )
}

async function applyOne(client: pg.Client, file: MigrationFile, done: number): Promise<void> {
  const startedAt = performance.now()
  try {
    await client.query('begin')
    await client.query(file.sql)
    // A migration may have changed the role for its own purposes.
    await client.query('set local role rumbo_owner')
    if (done === 0) await client.query(bookkeeping)
    await client.query(
      'insert into platform.migrations (number, name, hash, duration_milliseconds) values ($1, $2, $3, $4)',
      [file.number, file.name, file.hash, Math.round(performance.now() - startedAt)],
    )
    await client.query('commit')
  } catch (cause) {
    await client.query('rollback')
    throw new StartupFailure(
      'migration_failed',
      `The migration ${file.name} failed and was rolled back (${describe(cause, file.sql)}); none of its changes were applied.`,
      cause,
    )
  }
}

function describe(cause: unknown, sql: string): string {
  if (!(cause instanceof pg.DatabaseError)) return cause instanceof Error ? cause.message : String(cause)
  const line = cause.position ? sql.slice(0, Number(cause.position)).split('\n').length : null
  return line ? `${cause.message}, line ${line}` : cause.message
}

/** The job library migrates its own tables in its own schema. */
async function migrateJobs(url: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, options: '-c role=rumbo_owner', max: 2 })
  // A lost connection fails its query; the listener keeps the error from ending the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  try {
    await runMigrations({ pgPool: pool, schema: 'graphile_worker', logger: silentLogger })
  } finally {
    await pool.end()
  }
}

const asOwner = <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> =>
  withSingleConnection(url, 'migrations', async (client) => {
    await client.query('set role rumbo_owner')
    return work(client)
  })

const silentLogger = new Logger(() => () => {})
