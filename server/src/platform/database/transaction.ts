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

/** Writes facts, audit entries and hints inside the transaction, with one round trip per kind. */
export async function writeEffects(
  client: PoolClient,
  effects: TransactionEffects,
  actor: Actor | null,
  now: Date,
): Promise<void> {
  if (effects.facts.length > 0) {
    await client.query(
      `insert into platform.outbox (id, kind, company_id, fleet_id, payload, occurred_at, actor_id)
       select * from unnest($1::uuid[], $2::text[], $3::uuid[], $4::uuid[], $5::jsonb[], $6::timestamptz[], $7::uuid[])
       on conflict do nothing`,
      [
        effects.facts.map((fact) => fact.id ?? uuid()),
        effects.facts.map((fact) => fact.kind),
        effects.facts.map((fact) => fact.companyId ?? null),
        effects.facts.map((fact) => fact.fleetId ?? null),
        effects.facts.map((fact) => JSON.stringify(fact.payload)),
        effects.facts.map((fact) => fact.occurredAt ?? now),
        effects.facts.map(() => actor?.userId ?? null),
      ],
    )
  }
  if (effects.audits.length > 0) {
    await client.query(
      `insert into platform.audit_entries (id, at, actor_id, actor_name, address, request_id, company_id, fleet_id, action, entity, entity_id, entity_name, changes)
       select * from unnest($1::uuid[], $2::timestamptz[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::uuid[], $8::uuid[], $9::text[], $10::text[], $11::uuid[], $12::text[], $13::jsonb[])`,
      [
        effects.audits.map(() => uuid()),
        effects.audits.map(() => now),
        effects.audits.map((entry) => entry.actorId ?? actor?.userId ?? null),
        effects.audits.map((entry) => entry.actorName ?? actor?.displayName ?? null),
        effects.audits.map((entry) => entry.address ?? actor?.address ?? null),
        effects.audits.map((entry) => entry.requestId ?? actor?.requestId ?? null),
        effects.audits.map((entry) => entry.companyId ?? null),
        effects.audits.map((entry) => entry.fleetId ?? null),
        effects.audits.map((entry) => entry.action),
        effects.audits.map((entry) => entry.entity),
        effects.audits.map((entry) => entry.entityId ?? null),
        effects.audits.map((entry) => entry.entityName ?? ownName(entry, actor)),
        effects.audits.map((entry) => JSON.stringify(entry.changes ?? {})),
      ],
    )
  }
  const notices: [string, string][] = [
    ...packMessages(effects.stale).map((text): [string, string] => ['rumbo_stale', text]),
    ...packMessages([...effects.users]).map((text): [string, string] => ['rumbo_users', text]),
    ...packMessages([...effects.devices]).map((text): [string, string] => ['rumbo_devices', text]),
  ]
  if (effects.facts.length > 0) notices.push(['rumbo_facts', ''])
  if (notices.length > 0) {
    await client.query('select pg_notify(c, p) from unnest($1::text[], $2::text[]) as notices(c, p)', [
      notices.map(([channel]) => channel),
      notices.map(([, text]) => text),
    ])
  }
}
