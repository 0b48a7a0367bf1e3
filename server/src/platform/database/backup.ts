import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { readFingerprint } from '../secrets.ts'
import { type BackupManifest, type BackupTable, writeBackupFile } from './backup-file.ts'
import { unreachable } from './single-connection.ts'

export interface BackupResult {
  file: string
  tables: number
  rows: number
  /** Fingerprint of the secret that decrypts its sealed values; null where none was recorded. */
  secretFingerprint: string | null
}

/**
 * Writes a consistent snapshot of the product's schemas into one compressed file while the system is in use. The file
 * gets its name only when it is complete.
 * @param options `url`: as superuser, or as a member of `rumbo_owner`
 * @throws StartupFailure when the database does not answer; Error when row-level security could hide rows
 */
export async function backUp(options: { url: string; file: string }): Promise<BackupResult> {
  const unfinished = `${options.file}.unfinished`
  mkdirSync(dirname(options.file), { recursive: true })
  rmSync(unfinished, { force: true })
  const client = new pg.Client({ connectionString: options.url, application_name: 'rumbo backup' })
  // A lost connection fails the query that needs it.
  client.on('error', () => {})
  try {
    await client.connect()
  } catch (cause) {
    throw unreachable(cause)
  }
  const target = writeBackupFile(unfinished)
  try {
    await client.query(
      "begin isolation level repeatable read read only; set local datestyle = 'ISO'; set local statement_timeout = 0",
    )
    await refuseEmpty(client)
    await seeEveryRow(client)
    const manifest = await describe(client)
    await target.manifest(manifest)
    const rows: Record<string, number> = {}
    for (const table of manifest.tables) {
      const stream = client.query(copyTo(`copy ${columnsOf(table)} to stdout`))
      await target.table(stream)
      rows[table.name] = stream.rowCount
    }
    await target.seal(rows)
    await client.query('commit')
    renameSync(unfinished, options.file)
    const total = Object.values(rows).reduce((sum, count) => sum + count, 0)
    return {
      file: options.file,
      tables: manifest.tables.length,
      rows: total,
      secretFingerprint: manifest.secretFingerprint ?? null,
    }
  } catch (error) {
    await target.abandon()
    rmSync(unfinished, { force: true })
    throw error
  } finally {
    await client.end()
  }
}

/** `schema.table (column, ...)`, as COPY takes it. */
export const columnsOf = (table: BackupTable): string => `${table.name} (${table.columns.join(', ')})`

async function refuseEmpty(client: pg.Client): Promise<void> {
  const { rows } = await client.query("select to_regclass('platform.migrations') is not null as exists")
  if (!rows[0]?.exists)
    throw new Error('The database contains no Rumbo data, so there is nothing to back up.')
}

/** Row-level security would silently omit rows, so the user must bypass it or be allowed by the owner's policies. */
async function seeEveryRow(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ above: boolean }>(
    'select rolsuper as above from pg_roles where rolname = current_user',
  )
  if (rows[0]?.above) {
    await client.query('set local row_security = off')
    return
  }
  await client.query('set local role rumbo_owner')
  const hidden = await client.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c
      where c.relnamespace in (${productSchemas}) and c.relkind = 'r' and c.relforcerowsecurity
        and not exists (select from pg_policy p where p.polrelid = c.oid and p.polcmd = '*' and p.polpermissive
              and 'rumbo_owner'::regrole::oid = any(p.polroles) and pg_get_expr(p.polqual, p.polrelid) = 'true')`,
  )
  if (hidden.rows.length > 0)
    throw new Error(
      `The table ${hidden.rows[0]?.name} hides rows from its owner; a backup would not be whole.`,
    )
}

export const productSchemas = "select oid from pg_namespace where nspowner = 'rumbo_owner'::regrole"

async function describe(client: pg.Client): Promise<BackupManifest> {
  const migrations = await client.query<BackupManifest['migrations'][number]>(
    'select number, name, hash from platform.migrations order by number',
  )
  const tables = await client.query<BackupTable>(
    `select c.oid::regclass::text as name,
            array(select quote_ident(a.attname) from pg_attribute a
                   where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
                   order by a.attnum) as columns
       from pg_class c where c.relnamespace in (${productSchemas}) and c.relkind = 'r' order by 1`,
  )
  const partitions = await client.query<BackupManifest['partitions'][number]>(
    `select c.oid::regclass::text as name, i.inhparent::regclass::text as parent,
            pg_get_expr(c.relpartbound, c.oid) as bounds,
            array_remove(array[
              case when c.relrowsecurity then format('alter table %s enable row level security', c.oid::regclass) end,
              case when c.relforcerowsecurity then format('alter table %s force row level security', c.oid::regclass) end
            ] || array(
              select format('grant %s on %s to %s', g.privilege_type, c.oid::regclass, g.grantee::regrole)
                from aclexplode(c.relacl) g where g.grantee <> 0 and g.grantee <> c.relowner
            ) || array(
              -- Those the parent has come with it.
              select pg_get_indexdef(x.indexrelid) from pg_index x where x.indrelid = c.oid
                and not exists (select from pg_inherits k where k.inhrelid = x.indexrelid)
                and not exists (select from pg_constraint k where k.conindid = x.indexrelid)
            ), null) as afterwards
       from pg_class c join pg_inherits i on i.inhrelid = c.oid
      where c.relnamespace in (${productSchemas}) and c.relispartition and c.relkind = 'r' order by 1`,
  )
  const names = await client.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c
      where c.relnamespace in (${productSchemas}) and c.relkind = 'S' order by 1`,
  )
  const sequences: BackupManifest['sequences'] = []
  for (const { name } of names.rows) {
    const { rows } = await client.query<{ value: string; called: boolean }>(
      `select last_value::text as value, is_called as called from ${name}`,
    )
    sequences.push({ name, value: rows[0]?.value ?? '1', isCalled: rows[0]?.called ?? false })
  }
  const version = await client.query<{ version: number }>(
    "select current_setting('server_version_num')::int as version",
  )
  const secretFingerprint = await readFingerprint(client)
  return {
    takenAt: new Date().toISOString(),
    secretFingerprint: secretFingerprint ?? undefined,
    postgres: version.rows[0]?.version ?? 0,
    migrations: migrations.rows,
    tables: tables.rows,
    partitions: partitions.rows,
    sequences,
  }
}
