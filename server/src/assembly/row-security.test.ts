import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findActor } from '../identity/index.ts'
import { assignments } from '../organisation/index.ts'
import { type Actor, roleOf } from '../platform/access/access.ts'
import { type AccessHarness, createAccessHarness } from './testing/access.harness.ts'
import { arrangeRows, type Relation, readRelations } from './testing/row-security.harness.ts'
import type { Reach, Row } from './testing/row-security.reach.ts'
import { reachesOf } from './testing/row-security.reaches.ts'
import { mayRead, mayWrite, rules } from './testing/row-security.rules.ts'

let harness: AccessHarness
let superuser: pg.Client
let relations: Relation[]
let tables: Relation[]
/** Everything there is, by table, as a superuser sees it. */
const snapshot = new Map<string, Row[]>()
let people: { name: string; actor: Actor; reach: Reach }[]
const all = (name: string): readonly Row[] => snapshot.get(name) ?? []

beforeAll(async () => {
  harness = await createAccessHarness()
  superuser = new pg.Client({ connectionString: harness.superuserUrl })
  await superuser.connect()
  await arrangeRows(superuser, harness.places, harness.people)
  relations = await readRelations(superuser)
  tables = relations.filter(({ kind, isPartition }) => kind !== 'v' && !isPartition)
  for (const { name, kind } of relations) {
    // A view may ask who reads it; no domain knows of superusers.
    await superuser.query(kind === 'v' ? 'set role rumbo_system' : 'reset role')
    const found = await superuser.query<{ row: Row }>(`select to_jsonb(t) as row from ${name} t`)
    snapshot.set(
      name,
      found.rows.map(({ row }) => row),
    )
  }
  const reaches = reachesOf(harness.places, harness.people)
  people = await Promise.all(
    Object.entries(harness.people).map(async ([name, { id }]) => {
      const reach = reaches[name]
      if (!reach) throw new Error(`Say what ${name} reaches.`)
      return { name, actor: await findActor({ database: harness.real, assignments }, id), reach }
    }),
  )
}, 60_000)
afterAll(async () => {
  await superuser?.end()
  await harness?.close()
})

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '')
class Undone extends Error {}

/**
 * One statement under the person's role, undone.
 * @returns the error's code, else every row left and whether this statement wrote it
 */
async function attempt(actor: Actor, table: string, text: string, values: readonly unknown[] = []) {
  let code: string | null = null
  let left: { row: Row; written: boolean }[] = []
  const work = harness.real.transaction(actor, async (tx) => {
    try {
      await tx.sql(text, values)
      await tx.sql('set local role rumbo_system')
      left = await tx.sql(
        `select to_jsonb(t) as row, t.xmin = pg_current_xact_id()::xid as written from ${table} t`,
      )
    } catch (error) {
      code = codeOf(error)
      if (!code) throw error
    }
    throw new Undone()
  })
  await work.catch((error: unknown) => {
    if (!(error instanceof Undone)) throw error
  })
  return { code: code as string | null, left }
}

/** The place a row lies in, or whose it is: one of each is tried. */
const spotOf = (table: string, row: Row) =>
  [row.company_id, row.fleet_id, rules[table]?.person && row[rules[table].person]].join()

const denied = '42501'
const granted = ({ columns }: Relation, right: 'select' | 'insert' | 'update', role: string) =>
  columns.filter((column) => column[right].includes(role) && (right === 'select' || !column.isGenerated))

describe('row-level security', () => {
  it('is enabled and forced for every table of every domain, including partitions', () => {
    const isBare = ({ name, kind, isEnabled, isForced }: Relation) =>
      kind !== 'v' && !(isEnabled && isForced) && !rules[name]?.bare
    expect(relations.length).toBeGreaterThan(30)
    expect(relations.filter(isBare).map(({ name }) => name)).toEqual([])
  })

  it('has an owner rule for the rows of every table and view', () => {
    const isPlaced = ({ columns }: Relation) =>
      columns.some(({ name }) => name === 'company_id' || name === 'fleet_id')
    const unnamed = relations.filter(
      (relation) => !relation.isPartition && !isPlaced(relation) && !rules[relation.name],
    )
    expect(unnamed.map(({ name }) => name)).toEqual([])
    const names = new Set(relations.map(({ name }) => name))
    expect(Object.keys(rules).filter((name) => !names.has(name))).toEqual([])
  })

  it('is tested with rows of both companies and of two users in every table that has them', () => {
    const companies = [harness.places.own.companyId, harness.places.otherCompany.companyId]
    const fleets = [
      harness.places.own.fleetId,
      harness.places.otherFleet.fleetId,
      harness.places.otherCompany.fleetId,
    ]
    const missing: string[] = []
    for (const { name, columns } of tables) {
      const has = (column: string) => columns.some((each) => each.name === column)
      const need = (column: string, wanted: readonly string[]) => {
        for (const [index, id] of wanted.entries())
          if (!all(name).some((row) => row[column] === id)) missing.push(`${name} ${column} ${index}`)
      }
      const { person } = rules[name] ?? {}
      if (person) need(person, [harness.people.admin.id, harness.people.manager.id])
      else if (has('fleet_id')) need('fleet_id', fleets)
      if (!person && has('company_id')) need('company_id', companies)
    }
    expect(missing).toEqual([])
  })

  it('hides system tables from all users', () => {
    const open = relations.filter(({ name, columns, deletes }) => {
      const rule = rules[name]
      if (!rule?.hidden) return false
      const rights = columns.flatMap(({ select, insert, update }) => [
        ...select,
        ...(rule.isInsertable ? [] : insert),
        ...update,
      ])
      return rights.length + deletes.length > 0
    })
    expect(open.map(({ name }) => name)).toEqual([])
  })

  it('returns only rows within the scopes to a query without any WHERE', async () => {
    const leaks: string[] = []
    const blind: string[] = []
    for (const { name, actor, reach } of people)
      for (const relation of relations.filter(({ isPartition }) => !isPartition)) {
        const columns = granted(relation, 'select', roleOf(actor))
        if (columns.length === 0) continue
        const list = columns.map((column) => column.name).join(', ')
        const seen = await harness.real.transaction(
          actor,
          (tx) =>
            tx.sql<{ row: Row }>(`select to_jsonb(t) as row from (select ${list} from ${relation.name}) t`),
          { readOnly: true },
        )
        const foreign = seen.filter(({ row }) => !mayRead(relation.name, row, reach, all))
        if (foreign.length > 0)
          leaks.push(`${name} ${relation.name}: ${foreign.length} of ${seen.length} rows`)
        const own = all(relation.name).filter((row) => mayRead(relation.name, row, reach, all))
        if (seen.length !== own.length)
          blind.push(`${name} ${relation.name}: ${seen.length} of ${own.length}`)
      }
    expect(leaks).toEqual([])
    // Nor fewer: what is read is exactly what the scopes allow.
    expect(blind).toEqual([])
  })

  it('refuses `select *` where a column is a secret', async () => {
    for (const { actor } of people)
      for (const table of ['identity.users', 'identity.sessions', 'platform.outbox']) {
        const { code } = await attempt(actor, table, `select * from ${table}`)
        expect(code).toBe(denied)
      }
  })
})

describe('writing outside the scopes', () => {
  /** Everybody whom scopes hold. */
  const scoped = () => people.filter(({ reach }) => !reach.isSuper)

  it.each([
    ['insert', 'insert'],
    ['update', 'update'],
    ['delete', 'delete'],
  ] as const)('cannot %s assignments and places of guests at all', (_name, right) => {
    const roles = ['rumbo_scoped', 'rumbo_guest']
    for (const relation of tables.filter(({ name }) => /\.(assignments|guest_vehicles)$/.test(name))) {
      const holders =
        right === 'delete' ? relation.deletes : relation.columns.flatMap((column) => column[right])
      expect(holders.filter((role) => roles.includes(role))).toEqual([])
    }
  })

  it('cannot insert rows of another company', async () => {
    const leaks: string[] = []
    let tried = 0
    for (const { name, actor, reach } of scoped())
      for (const relation of tables) {
        const columns = granted(relation, 'insert', roleOf(actor))
        if (columns.length === 0 || rules[relation.name]?.isInsertable) continue
        const list = columns.map((column) => column.name).join(', ')
        const foreign = new Map(
          all(relation.name)
            .filter((row) => !mayWrite(relation.name, row, reach))
            .map((row) => [spotOf(relation.name, row), row]),
        )
        for (const row of foreign.values()) {
          tried += 1
          // A row that stands already: whatever is not refused outright was let through by the policies.
          const { code } = await attempt(
            actor,
            relation.name,
            `insert into ${relation.name} (${list}) select ${list} from jsonb_populate_record(null::${relation.name}, $1)`,
            [JSON.stringify(row)],
          )
          if (code !== denied) leaks.push(`${name} ${relation.name}: ${code ?? 'inserted'}`)
        }
      }
    expect(leaks).toEqual([])
    expect(tried).toBeGreaterThan(100)
  }, 60_000)

  it('cannot update rows of another company, with or without reading them, or move rows there', async () => {
    const leaks: string[] = []
    let written = 0
    for (const { name, actor, reach } of scoped())
      for (const relation of tables) {
        const columns = granted(relation, 'update', roleOf(actor))
        const free = columns.find(({ isConstrained }) => !isConstrained)
        const [first] = columns
        if (!first) continue
        const statements: [string, unknown[]][] = [[`set ${first.name} = ${first.name}`, []]]
        // Without reading, the policies of select do not help.
        if (free) statements.push([`set ${free.name} = $1`, [all(relation.name)[0]?.[free.name] ?? null]])
        const place = columns.filter((column) => ['company_id', 'fleet_id'].includes(column.name))
        for (const row of all(relation.name)
          .filter((each) => !mayWrite(relation.name, each, reach))
          .slice(-2))
          if (place.length > 0)
            statements.push([
              `set ${place.map((column, index) => `${column.name} = $${index + 1}`).join(', ')}`,
              place.map((column) => row[column.name]),
            ])
        for (const [set, values] of statements) {
          const { code, left } = await attempt(actor, relation.name, `update ${relation.name} ${set}`, values)
          const changed = left.filter((each) => each.written)
          written += changed.length
          const foreign = changed.filter(({ row }) => !mayWrite(relation.name, row, reach))
          if ((code !== null && code !== denied) || foreign.length > 0)
            leaks.push(`${name} ${relation.name} ${set}: ${code ?? `${foreign.length} rows`}`)
        }
      }
    expect(leaks).toEqual([])
    expect(written).toBeGreaterThan(50)
  }, 60_000)

  it('cannot delete rows of another company', async () => {
    const leaks: string[] = []
    let gone = 0
    for (const { name, actor, reach } of scoped())
      for (const relation of tables) {
        if (!relation.deletes.includes(roleOf(actor))) continue
        const { code, left } = await attempt(actor, relation.name, `delete from ${relation.name}`)
        const isForeign = (row: Row) => !mayWrite(relation.name, row, reach)
        const before = all(relation.name)
        gone += before.length - left.length
        const lost = before.filter(isForeign).length - left.filter(({ row }) => isForeign(row)).length
        if ((code !== null && code !== denied) || lost > 0)
          leaks.push(`${name} ${relation.name}: ${code ?? `${lost} rows`}`)
      }
    expect(leaks).toEqual([])
    expect(gone).toBeGreaterThan(0)
  })
})
