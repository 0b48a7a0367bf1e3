import { randomBytes } from 'node:crypto'
import { testDatabase } from '@rumbo/tools/testing'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { provision } from './provisioning.ts'
import { assertTrustworthy, prepareRoles } from './roles.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
let superuser: pg.Client
let application: pg.Client

beforeAll(async () => {
  database = await testDatabase()
  superuser = new pg.Client({ connectionString: database.superuserUrl })
  application = new pg.Client({ connectionString: database.url })
  await superuser.connect()
  await application.connect()
})
afterAll(async () => {
  await superuser.end()
  await application.end()
  await database.close()
})

describe('the application role', () => {
  it('reads nothing before SET ROLE, and may set each role except the owner', async () => {
    await expect(application.query('select from platform.outbox')).rejects.toThrow('permission denied')
    for (const role of ['rumbo_system', 'rumbo_all', 'rumbo_scoped', 'rumbo_driver', 'rumbo_guest'])
      await application.query(`begin; set local role ${role}; rollback`)
    await expect(application.query('set role rumbo_owner')).rejects.toThrow('permission denied')
  })

  it('is unchanged when the roles are prepared again', async () => {
    const roles =
      "select rolname, rolsuper, rolinherit, rolbypassrls, rolcanlogin from pg_roles where rolname like 'rumbo%' order by 1"
    const before = (await superuser.query(roles)).rows
    await prepareRoles(superuser)
    expect((await superuser.query(roles)).rows).toEqual(before)
  })
})

describe('a user of an external database without superuser rights', () => {
  const user = `test_user_${randomBytes(4).toString('hex')}`
  afterAll(async () => {
    await superuser.query(`drop owned by ${user} cascade; drop role ${user}`)
  })

  it('provisions with the rights that docs/operations.md names, and reports missing rights', async () => {
    const own = await testDatabase({ empty: true })
    await superuser.query(`create role ${user} login createrole password 'external'`)
    const url = own.superuserUrl.replace(/\/\/[^@]+@/, `//${user}:external@`)
    const options = { url, appPassword: 'test-only', allowUnsafeServer: true }
    await expect(provision(options)).rejects.toThrow('docs/operations.md')
    await superuser.query(
      `grant rumbo_owner to ${user}; grant rumbo_app, rumbo_keeper to ${user} with admin option`,
    )
    await superuser.query(`alter database ${own.name} owner to ${user}`)
    expect((await provision(options)).applied.length).toBeGreaterThan(0)
    expect((await provision(options)).applied).toEqual([])
    await own.close()
  })
})

describe('a database configured without durability', () => {
  it('is refused with fsync off', async () => {
    await expect(assertTrustworthy(superuser)).rejects.toThrow('fsync')
  })
})

describe('row-level security', () => {
  it('is enabled and forced on every table of the product, with a policy for the owner', async () => {
    const { rows } = await superuser.query(`
      select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind in ('r', 'p') and not c.relispartition and c.relowner = 'rumbo_owner'::regrole
         and n.nspname <> 'graphile_worker' and c.oid <> 'platform.migrations'::regclass
         and not (c.relrowsecurity and c.relforcerowsecurity and exists (
           select from pg_policy p where p.polrelid = c.oid and 'rumbo_owner'::regrole::oid = any(p.polroles)))`)
    expect(rows).toEqual([])
  })
})
