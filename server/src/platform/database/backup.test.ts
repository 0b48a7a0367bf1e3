import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestDatabase, testDatabase } from '@rumbo/tools/testing'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { backUp } from './backup.ts'
import { migrate } from './migrations.ts'
import { restore } from './restore.ts'

let source: TestDatabase
let target: TestDatabase
let folder: string
let directory: string
const file = () => join(folder, 'kept.rumbo')

const schema = `
  create schema fleet;
  create table fleet.companies (id int primary key, name text not null, chief int, price numeric(12, 2), note bytea,
    loud text generated always as (upper(name)) stored);
  create table fleet.people (id int generated always as identity primary key, company_id int not null references fleet.companies);
  alter table fleet.companies add constraint chief foreign key (chief) references fleet.people (id);
  create table fleet.positions (vehicle int not null, at timestamptz(3) not null, payload jsonb, "Odd Name" text,
    primary key (vehicle, at)) partition by range (at);
  create table fleet.positions_default partition of fleet.positions default;
  alter table fleet.companies enable row level security;
  alter table fleet.companies force row level security;
  create policy owner on fleet.companies to rumbo_owner using (true) with check (true);
  create function fleet.refuse() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$;
  insert into fleet.companies (id, name) values (1, 'seeded by the migration')`

const content = `
  set role rumbo_owner;
  update fleet.companies set name = E'Línea\\tnueva\\n\\\\', price = 10.50, note = '\\x00ff' where id = 1;
  insert into fleet.companies (id, name) select n, 'company ' || n from generate_series(2, 3000) n;
  insert into fleet.people (company_id) select n from generate_series(1, 3000) n;
  update fleet.companies set chief = id where id % 2 = 0;
  create table fleet.positions_2026_11 partition of fleet.positions for values from ('2026-11-01') to ('2026-12-01');
  grant select on fleet.positions_2026_11 to rumbo_system;
  create unique index own_key on fleet.positions_2026_11 (vehicle, (date_part('epoch', at - timestamptz '2000-01-01 00:00:00+00')::integer));
  insert into fleet.positions select n, '2026-11-10'::timestamptz + n * interval '1 s', '{"ñ": null}', null from generate_series(1, 5000) n;
  insert into fleet.positions values (1, '2030-01-01', null, 'far');
  create trigger refuse before insert on fleet.people execute function fleet.refuse()`

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rumbo-backup-'))
  directory = mkdtempSync(join(tmpdir(), 'rumbo-migrations-'))
  writeFileSync(join(directory, '0001-fleet.sql'), schema)
  source = await testDatabase({ empty: true })
  target = await testDatabase({ empty: true })
  await provisionRolesOf(source)
  await provisionRolesOf(target)
  await migrate({ url: source.superuserUrl, directory })
  await sql(source, content)
})
afterEach(async () => {
  rmSync(folder, { recursive: true })
  rmSync(directory, { recursive: true })
  await source.close()
  await target.close()
})

async function sql(database: TestDatabase, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: database.superuserUrl })
  await client.connect()
  const result = await client.query(text).finally(() => client.end())
  return result.rows
}

// The test server does not wait for its disk, so only the roles are prepared, without the check for that.
const provisionRolesOf = (database: TestDatabase) =>
  sql(database, `grant create on database ${database.name} to rumbo_owner`)

/** Every table's rows, order and partitions included, as one checksum each. */
async function checksums(database: TestDatabase): Promise<Record<string, unknown>> {
  const tables = await sql(
    database,
    `select oid::regclass::text as name from pg_class where relkind = 'r' and relnamespace in
       (select oid from pg_namespace where nspowner = 'rumbo_owner'::regrole) order by 1`,
  )
  const sums: Record<string, unknown> = {}
  for (const { name } of tables)
    sums[String(name)] = (
      await sql(
        database,
        `select count(*)::int as rows, md5(string_agg(t::text, '' order by t::text)) from ${name} t`,
      )
    )[0]
  return sums
}

const back = () => backUp({ url: source.superuserUrl, file: file() })
const restoreIt = () =>
  restore({ url: target.superuserUrl, file: file(), directory, allowUnsafeServer: true })

describe('a backup', () => {
  it('restores every row, partition, sequence, rule and grant', async () => {
    const { rows } = await back()
    expect(await restoreIt()).toMatchObject({ rows })
    expect(await checksums(target)).toEqual(await checksums(source))
    const rules = `
      select c.oid::regclass::text as name, c.relrowsecurity, c.relforcerowsecurity, c.relacl::text,
             (select count(*)::int from pg_constraint k where k.conrelid = c.oid) as constraints
        from pg_class c where c.relnamespace = 'fleet'::regnamespace and c.relkind in ('r', 'p') order by 1`
    expect(await sql(target, rules)).toEqual(await sql(source, rules))
    const indexes =
      "select tablename, indexname, indexdef from pg_indexes where schemaname = 'fleet' order by 1, 2"
    expect(await sql(target, indexes)).toEqual(await sql(source, indexes))
    const next = "select nextval(pg_get_serial_sequence('fleet.people', 'id'))"
    expect(await sql(target, next)).toEqual(await sql(source, next))
  })

  it('is a consistent snapshot: concurrent writes are included completely or not at all', async () => {
    const writer = new pg.Client({ connectionString: source.superuserUrl })
    await writer.connect()
    const running = back()
    for (let n = 4000; n < 4050; n++)
      await writer.query(
        `with c as (insert into fleet.companies (id, name) values (${n}, 'late') returning id)
         insert into fleet.positions select id, '2026-11-20', null, null from c`,
      )
    await running.finally(() => writer.end())
    await restoreIt()
    expect(
      await sql(
        target,
        `select count(*)::int as halves from (select id from fleet.companies where name = 'late'
           except select vehicle from fleet.positions where at = '2026-11-20') t`,
      ),
    ).toEqual([{ halves: 0 }])
  })

  it('is refused by a database that is not empty, without changing it', async () => {
    await back()
    await migrate({ url: target.superuserUrl, directory })
    const before = await checksums(target)
    await expect(restoreIt()).rejects.toThrow('not empty')
    expect(await checksums(target)).toEqual(before)
  })

  it('is refused before anything is written if a byte changed', async () => {
    await back()
    const bytes = readFileSync(file())
    const middle = bytes.length >> 1
    bytes[middle] = (bytes[middle] ?? 0) ^ 1
    writeFileSync(file(), bytes)
    await expect(restoreIt()).rejects.toThrow('damaged')
    expect(await sql(target, "select from pg_namespace where nspname = 'fleet'")).toEqual([])
  })

  it('is refused when truncated', async () => {
    await back()
    const bytes = readFileSync(file())
    writeFileSync(file(), bytes.subarray(0, bytes.length - 30))
    await expect(restoreIt()).rejects.toThrow('damaged')
  })

  it('is refused by another version of the product', async () => {
    await back()
    writeFileSync(join(directory, '0001-fleet.sql'), `${schema};`)
    await expect(restoreIt()).rejects.toThrow('0001-fleet')
  })

  it('leaves no partial file when it fails', async () => {
    await sql(source, 'drop table platform.migrations')
    await expect(back()).rejects.toThrow('no Rumbo data')
    expect(readdirSync(folder)).toEqual([])
  })
})
