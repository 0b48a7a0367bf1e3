import type { ClientBase } from 'pg'
import pg from 'pg'
import { StartupFailure } from '../process/startup-failure.ts'

/** Group roles; none may log in. */
const groupRoles = [
  'rumbo_owner',
  'rumbo_system',
  'rumbo_all',
  'rumbo_scoped',
  'rumbo_driver',
  'rumbo_guest',
] as const
/** Inherits from `rumbo_scoped`; additional policies allow what a driver may read. */
const driverRole = 'rumbo_driver'
/** Roles the application may switch to; never the owner. */
const applicationRoles = groupRoles.filter((role) => role !== 'rumbo_owner')

export const applicationRole = 'rumbo_app'
/** Detaches and drops old partitions, which requires their owner; may switch to `rumbo_owner` only. */
export const keeperRole = 'rumbo_keeper'

/** The connection URL for another of Rumbo's login roles; they share one password. */
export function asRole(url: string, role: string): string {
  const address = new URL(url)
  address.username = role
  return address.href
}

/** The connection URL of an external database for the application's role. */
export function asApplication(url: string, password: string): string {
  const address = new URL(asRole(url, applicationRole))
  address.password = password
  return address.href
}

/**
 * Creates missing roles, grants the owner its rights in this database, and checks that the application's role cannot
 * bypass row-level security. Idempotent.
 * @param client connected as superuser, or as one that may create roles
 * @param appPassword password of `rumbo_app` and `rumbo_keeper`. Default: unchanged
 * @throws StartupFailure when rights are missing or the role could bypass row-level security
 */
export async function prepareRoles(
  client: ClientBase,
  options: { appPassword?: string } = {},
): Promise<void> {
  try {
    await client.query('begin')
    // Two simultaneous starts would both find a role missing.
    await client.query("select pg_advisory_xact_lock(hashtextextended('rumbo.roles', 0))")
    const existing = new Set(
      (
        await client.query<{ rolname: string }>("select rolname from pg_roles where rolname like 'rumbo\\_%'")
      ).rows.map((row) => row.rolname),
    )
    for (const role of groupRoles)
      if (!existing.has(role))
        await client.query(
          `create role ${role} nologin ${role === driverRole ? 'inherit' : 'noinherit'} nosuperuser nobypassrls nocreatedb nocreaterole`,
        )
    for (const role of [applicationRole, keeperRole])
      if (!existing.has(role))
        await client.query(
          `create role ${role} login noinherit nosuperuser nobypassrls nocreatedb nocreaterole`,
        )
    if (!(await mayBecome(client, keeperRole, 'rumbo_owner')))
      await client.query(`grant rumbo_owner to ${keeperRole}`)
    if (!(await mayBecome(client, driverRole, 'rumbo_scoped')))
      await client.query(`grant rumbo_scoped to ${driverRole}`)
    for (const role of applicationRoles)
      if (!(await mayBecome(client, applicationRole, role)))
        await client.query(`grant ${role} to ${applicationRole}`)
    if (options.appPassword !== undefined)
      for (const role of [applicationRole, keeperRole])
        await client.query(`alter role ${role} password ${pg.escapeLiteral(options.appPassword)}`)
    const { rows } = await client.query<{ me: string; database: string }>(
      'select current_user as me, current_database() as database',
    )
    const { me, database } = rows[0] as { me: string; database: string }
    // Since PostgreSQL 16 the creator of a role may administer it, but must grant it to itself before SET ROLE.
    if (!(await mayBecome(client, me, 'rumbo_owner')))
      await client.query(`grant rumbo_owner to ${pg.escapeIdentifier(me)}`)
    await client.query(
      `grant create, connect, temporary on database ${pg.escapeIdentifier(database)} to rumbo_owner`,
    )
    for (const role of [applicationRole, keeperRole])
      await client.query(`grant connect on database ${pg.escapeIdentifier(database)} to ${role}`)
    // PostgreSQL only warns when nothing was granted.
    const granted = await client.query<{ may: boolean }>(
      "select has_database_privilege('rumbo_owner', current_database(), 'create') as may",
    )
    if (!granted.rows[0]?.may) throw new Error(`${me} does not own the database ${database}`)
    await client.query('commit')
  } catch (cause) {
    await client.query('rollback')
    throw new StartupFailure(
      'database_rights',
      `The roles of Rumbo could not be created (${cause instanceof Error ? cause.message : String(cause)}); let the user of DATABASE_URL create roles and own the database, or create them beforehand as docs/operations.md describes.`,
      cause,
    )
  }
  await assertConfined(client)
}

/** Whether SET ROLE would succeed; since PostgreSQL 16 a membership alone does not allow it. */
async function mayBecome(client: ClientBase, member: string, role: string): Promise<boolean> {
  const { rows } = await client.query<{ may: boolean }>(
    `select pg_has_role($1::name, $2::name,
       case when current_setting('server_version_num')::int >= 160000 then 'SET' else 'MEMBER' end) as may`,
    [member, role],
  )
  return rows[0]?.may ?? false
}

/** An application role that inherits rights or bypasses row-level security would read every company's rows. */
async function assertConfined(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ reason: string }>(
    `select 'it is a superuser or bypasses row-level security' as reason
       from pg_roles where rolname = $1 and (rolsuper or rolbypassrls)
     union all
     select 'it inherits the rights of ' || r
       from unnest($2::text[]) r where pg_has_role($1, r, 'USAGE')
     union all
     select 'it can become rumbo_owner' where pg_has_role($1, 'rumbo_owner', 'MEMBER')`,
    [applicationRole, [...groupRoles]],
  )
  if (rows.length === 0) return
  throw new StartupFailure(
    'database_unsafe',
    `The database role ${applicationRole} must not bypass row-level security, but ${rows[0]?.reason}; drop the role and start again.`,
  )
}

/**
 * Refuses a server that could lose committed data or is too old.
 * @throws StartupFailure
 */
export async function assertTrustworthy(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ version: number; fsync: string; commit: string }>(
    `select current_setting('server_version_num')::int as version, current_setting('fsync') as fsync,
            current_setting('synchronous_commit') as commit`,
  )
  const found = rows[0] as { version: number; fsync: string; commit: string }
  if (found.version < 150_000)
    throw new StartupFailure(
      'database_too_old',
      `The database is PostgreSQL ${Math.floor(found.version / 10_000)}; Rumbo needs PostgreSQL 15 or later.`,
    )
  if (found.fsync !== 'on')
    throw new StartupFailure(
      'database_unsafe',
      'The database runs with fsync off and would lose acknowledged positions; set fsync = on.',
    )
  if (found.commit === 'off' || found.commit === 'local')
    throw new StartupFailure(
      'database_unsafe',
      `The database runs with synchronous_commit ${found.commit} and could lose acknowledged positions; set synchronous_commit = on.`,
    )
}
