import type { StaleHint } from '@rumbo/contract/live.contract'
import type { Compilable } from 'kysely'
import type { PoolClient } from 'pg'
import { v7 as uuid } from 'uuid'
import type { Actor } from '../access/access.ts'
import type { AuditEntry } from '../audit.ts'
import type { Fact } from '../facts/fact.ts'

/** An open transaction. What `fact`, `stale` and `audit` collect is written just before the commit. */
export interface Transaction {
  rows<Row>(query: Compilable<Row>): Promise<Row[]>
  first<Row>(query: Compilable<Row>): Promise<Row | undefined>
  /** @throws Error where the query returns no row. */
  one<Row>(query: Compilable<Row>): Promise<Row>
  /** @returns the number of changed rows. */
  run(query: Compilable<unknown>): Promise<number>
  sql<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>
  /** Records a fact; its listeners receive it at least once after the commit. */
  fact(fact: Fact): void
  /** Notifies caches and open pages after the commit that this data changed. */
  stale(hint: StaleHint): void
  audit(entry: AuditEntry): void
  /** Invalidates these users' cached scopes, sessions and level in every process after the commit. */
  forgetUsers(userIds: readonly string[]): void
  /** Invalidates the gateway's cache for devices that were assigned or unassigned. */
  forgetDevices(identifiers: readonly string[]): void
  /** Writes the collected effects now instead of at the commit; used before locking many records. */
  writeEffects(): Promise<void>
  readonly actor: Actor | null
  readonly now: Date
}

export interface TransactionEffects {
  facts: Fact[]
  stale: StaleHint[]
  audits: AuditEntry[]
  users: Set<string>
  devices: Set<string>
}

export function openTransaction(client: PoolClient, actor: Actor | null, now: Date) {
  const noEffects = (): TransactionEffects => ({
    facts: [],
    stale: [],
    audits: [],
    users: new Set(),
    devices: new Set(),
  })
  const effects = noEffects()
  const forgotten = new Set<string>()
  const send = async <Row>(text: string, values: readonly unknown[]) => {
    const result = await client.query(text, [...values])
    return { rows: result.rows as Row[], rowCount: result.rowCount }
  }
  const rows = async <Row>(query: Compilable<Row>): Promise<Row[]> => {
    const compiled = query.compile()
    return (await send<Row>(compiled.sql, compiled.parameters)).rows
  }
  const tx: Transaction = {
    rows,
    first: async (query) => (await rows(query))[0],
    one: async (query) => {
      const row = (await rows(query))[0]
      if (row === undefined) throw new Error(`The query returned no row: ${query.compile().sql}`)
      return row
    },
    run: async (query) => {
      const compiled = query.compile()
      return (await send(compiled.sql, compiled.parameters)).rowCount ?? 0
    },
    sql: async <Row>(text: string, values: readonly unknown[] = []) => (await send<Row>(text, values)).rows,
    fact: (fact) => void effects.facts.push(fact),
    stale: (hint) => void effects.stale.push(hint),
    audit: (entry) => void effects.audits.push(entry),
    forgetUsers: (ids) =>
      ids.forEach((id) => {
        effects.users.add(id)
        forgotten.add(id)
      }),
    forgetDevices: (ids) =>
      ids.forEach((id) => {
        effects.devices.add(id)
      }),
    async writeEffects() {
      const written = { ...effects }
      Object.assign(effects, noEffects())
      await writeEffects(client, written, actor, now)
    },
    actor,
    now,
  }
  return { tx, effects, forgotten: forgotten as ReadonlySet<string> }
}

/** NOTIFY refuses payloads of 8,000 bytes and more. */
const notifyBytes = 7900

/** Splits messages into JSON arrays below the size limit of NOTIFY. */
export function packMessages(messages: readonly unknown[]): string[] {
  const packs: string[] = []
  let current: string[] = []
  let bytes = 2
  for (const message of messages) {
    const text = JSON.stringify(message)
    const size = Buffer.byteLength(text) + 1
    if (bytes + size > notifyBytes && current.length > 0) {
      packs.push(`[${current.join(',')}]`)
      current = []
      bytes = 2
    }
    current.push(text)
    bytes += size
  }
  if (current.length > 0) packs.push(`[${current.join(',')}]`)
  return packs
}

/** An entry about the actor's own record or session takes its name from the actor. */
function ownName(entry: AuditEntry, actor: Actor | null): string | null {
  const actorId = entry.actorId ?? actor?.userId
  const isOwn = entry.entity === 'session' || (entry.entity === 'user' && entry.entityId === actorId)
  return isOwn && actorId ? (entry.actorName ?? actor?.displayName ?? null) : null
}

/** Writes facts, audit entries and hints inside the transaction, with one statement. */
export async function writeEffects(
  client: PoolClient,
  effects: TransactionEffects,
  actor: Actor | null,
  now: Date,
): Promise<void> {
  const { facts, audits } = effects
  const notices: [string, string][] = [
    ...packMessages(effects.stale).map((text): [string, string] => ['rumbo_stale', text]),
    ...packMessages([...effects.users]).map((text): [string, string] => ['rumbo_users', text]),
    ...packMessages([...effects.devices]).map((text): [string, string] => ['rumbo_devices', text]),
  ]
  if (facts.length > 0) notices.push(['rumbo_facts', ''])
  if (facts.length + audits.length + notices.length === 0) return
  const values: unknown[][] = []
  /** Columns of values as a table: the type of each with its values. */
  const tableOf = (...columns: [type: string, column: unknown[]][]) =>
    `unnest(${columns.map(([type, column]) => `$${values.push(column)}::${type}[]`).join(', ')})`
  const writes: string[] = []
  if (facts.length > 0) {
    const rows = tableOf(
      ['uuid', facts.map((fact) => fact.id ?? uuid())],
      ['text', facts.map((fact) => fact.kind)],
      ['uuid', facts.map((fact) => fact.companyId ?? null)],
      ['uuid', facts.map((fact) => fact.fleetId ?? null)],
      ['jsonb', facts.map((fact) => JSON.stringify(fact.payload))],
      ['timestamptz', facts.map((fact) => fact.occurredAt ?? now)],
      ['uuid', facts.map(() => actor?.userId ?? null)],
    )
    writes.push(`facts as (
       insert into platform.outbox (id, kind, company_id, fleet_id, payload, occurred_at, actor_id)
       select * from ${rows} on conflict do nothing)`)
  }
  if (audits.length > 0) {
    const rows = tableOf(
      ['uuid', audits.map(() => uuid())],
      ['timestamptz', audits.map(() => now)],
      ['uuid', audits.map((entry) => entry.actorId ?? actor?.userId ?? null)],
      ['text', audits.map((entry) => entry.actorName ?? actor?.displayName ?? null)],
      ['text', audits.map((entry) => entry.address ?? actor?.address ?? null)],
      ['text', audits.map((entry) => entry.requestId ?? actor?.requestId ?? null)],
      ['uuid', audits.map((entry) => entry.companyId ?? null)],
      ['uuid', audits.map((entry) => entry.fleetId ?? null)],
      ['text', audits.map((entry) => entry.action)],
      ['text', audits.map((entry) => entry.entity)],
      ['uuid', audits.map((entry) => entry.entityId ?? null)],
      ['text', audits.map((entry) => entry.entityName ?? ownName(entry, actor))],
      ['jsonb', audits.map((entry) => JSON.stringify(entry.changes ?? {}))],
    )
    writes.push(`audits as (
       insert into platform.audit_entries (id, at, actor_id, actor_name, address, request_id, company_id, fleet_id, action, entity, entity_id, entity_name, changes)
       select * from ${rows})`)
  }
  const rows = tableOf(
    ['text', notices.map(([channel]) => channel)],
    ['text', notices.map(([, text]) => text)],
  )
  const first = writes.length > 0 ? `with ${writes.join(', ')} ` : ''
  await client.query(`${first}select pg_notify(c, p) from ${rows} as notices(c, p)`, values)
}
