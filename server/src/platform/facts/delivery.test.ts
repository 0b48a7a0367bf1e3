import { type TestDatabase, testDatabase } from '@rumbo/tools/testing'
import pg from 'pg'
import pino from 'pino'
import { v7 as uuid } from 'uuid'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { asSystem } from '../access/access.ts'
import { type Bus, createBus } from '../bus.ts'
import { createDatabase, type Database } from '../database/database.ts'
import { createFactDelivery, type FactDelivery, type FactListener } from './delivery.ts'
import { purgeFacts } from './pending.ts'

const log = pino({ level: 'silent' })
let base: TestDatabase
let databases: Database[]
let buses: Bus[]
let deliveries: FactDelivery[]
let nowMs: number
const clock = { now: () => new Date(nowMs) }

beforeEach(async () => {
  base = await testDatabase()
  databases = []
  buses = []
  deliveries = []
  nowMs = Date.now()
  await look('create table kept_effects (listener text, note text, at serial)')
  await look('grant all on kept_effects, kept_effects_at_seq to rumbo_system')
})
afterEach(async () => {
  await Promise.all(deliveries.map((delivery) => delivery.drain()))
  await Promise.all(buses.map((bus) => bus.close()))
  await Promise.all(databases.map((database) => database.close()))
  await base.close()
})

/** Everything a server process has: its own pool, its own bus, its own delivery. */
async function serverProcess(listeners: readonly FactListener[], pollMs = 60_000) {
  const database = createDatabase({ url: base.url, clock })
  const bus = createBus({ url: base.url, log })
  const delivery = createFactDelivery({ database, bus, listeners, log, clock, pollMs })
  databases.push(database)
  buses.push(bus)
  deliveries.push(delivery)
  await bus.ready()
  return { database, bus, delivery }
}

const writeFacts = (database: Database, ...notes: string[]) =>
  database.transaction(asSystem('test'), async (tx) => {
    for (const note of notes) tx.fact({ kind: 'note.written', payload: { note } })
  })

const noteOf = (payload: unknown) => (payload as { note: string }).note

const keeper = (
  name: string,
  hook: (note: string) => void | Promise<void> = () => undefined,
): FactListener => ({
  name,
  kinds: ['note.written'],
  async handle(fact, tx) {
    const note = noteOf(fact.payload)
    await tx.sql('insert into kept_effects (listener, note) values ($1, $2)', [name, note])
    await hook(note)
  },
})

async function look<Row extends object>(sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: base.superuserUrl })
  await client.connect()
  const result = await client.query<Row>(sql).finally(() => client.end())
  return result.rows
}
const effects = async (listener = 'keeper') =>
  (
    await look<{ note: string }>(`select note from kept_effects where listener = '${listener}' order by at`)
  ).map(({ note }) => note)

describe('facts', () => {
  it('are delivered to listeners after the commit, in order, each once', async () => {
    const { database, delivery } = await serverProcess([keeper('keeper')])
    await delivery.start()
    await writeFacts(database, 'one', 'two')
    await writeFacts(database, 'three')
    await vi.waitFor(async () => expect(await effects()).toEqual(['one', 'two', 'three']))
    // What the listeners did shows before its record: the delivery under way ends first.
    await delivery.deliverNow()
    expect(await delivery.deliverNow()).toBe(0)
    expect(await effects()).toEqual(['one', 'two', 'three'])
    expect(await delivery.counts()).toEqual({ pending: 0, failing: 0 })
  })

  it('of a failed transaction are not delivered', async () => {
    const { database, delivery } = await serverProcess([keeper('keeper')])
    await delivery.deliverNow()
    await database
      .transaction(asSystem('test'), async (tx) => {
        tx.fact({ kind: 'note.written', payload: { note: 'never' } })
        throw new Error('undone')
      })
      .catch(() => undefined)
    expect(await delivery.deliverNow()).toBe(0)
  })

  it('are delivered although the process dies between commit and delivery', async () => {
    const dying = await serverProcess([keeper('keeper')])
    await dying.delivery.deliverNow()
    await writeFacts(dying.database, 'left behind')
    await dying.bus.close()
    const next = await serverProcess([keeper('keeper')])
    await next.delivery.start()
    await vi.waitFor(async () => expect(await effects()).toEqual(['left behind']))
  })

  it('take effect once although the process dies between handling and recording', async () => {
    let deaths = 0
    const { database, delivery } = await serverProcess([
      {
        ...keeper('keeper'),
        async handle(fact, tx) {
          await keeper('keeper').handle(fact, tx)
          if (deaths++ === 0) await tx.sql('select pg_terminate_backend(pg_backend_pid())')
        },
      },
    ])
    await delivery.deliverNow()
    await writeFacts(database, 'one')
    await delivery.deliverNow()
    expect(await effects()).toEqual([])
    nowMs += 1_500
    await delivery.deliverNow()
    expect(deaths).toBe(2)
    expect(await effects()).toEqual(['one'])
  })

  it('are handled once by two processes on one database, whichever published them', async () => {
    const [first, second] = [await serverProcess([keeper('keeper')]), await serverProcess([keeper('keeper')])]
    await Promise.all([first.delivery.start(), second.delivery.start()])
    const notes = Array.from({ length: 40 }, (_, index) => `note ${index}`)
    await Promise.all(notes.map((note, index) => writeFacts((index % 2 ? first : second).database, note)))
    await vi.waitFor(async () => expect((await effects()).sort()).toEqual([...notes].sort()), {
      timeout: 10_000,
    })
  })

  it('are delivered to a process that only listens', async () => {
    const teller = await serverProcess([])
    const hearer = await serverProcess([keeper('keeper')])
    await hearer.delivery.start()
    await writeFacts(teller.database, 'from elsewhere')
    await vi.waitFor(async () => expect(await effects()).toEqual(['from elsewhere']))
  })

  it('are not missed when a lower sequence is committed later', async () => {
    const { database, delivery } = await serverProcess([keeper('keeper')])
    await delivery.deliverNow()
    const late = new pg.Client({ connectionString: base.superuserUrl })
    await late.connect()
    await late.query('begin')
    await late.query(
      `insert into platform.outbox (id, kind, payload, occurred_at) values ($1, 'note.written', '{"note":"late"}', now())`,
      [uuid()],
    )
    await writeFacts(database, 'early')
    await delivery.deliverNow()
    expect(await effects()).toEqual(['early'])
    await late.query('commit').finally(() => late.end())
    await delivery.deliverNow()
    expect(await effects()).toEqual(['early', 'late'])
  })

  it('are retried for a failing listener without delaying other facts or listeners', async () => {
    let isBroken = true
    const fragile = keeper('fragile', (note) => {
      if (isBroken && note === 'bad') throw new Error('cannot do that')
    })
    const { database, delivery } = await serverProcess([fragile, keeper('keeper')])
    await delivery.deliverNow()
    await writeFacts(database, 'bad', 'good')
    await delivery.deliverNow()
    expect(await effects('fragile')).toEqual(['good'])
    expect(await effects()).toEqual(['bad', 'good'])
    expect(await delivery.counts()).toEqual({ pending: 1, failing: 1 })

    nowMs += 1_100
    await delivery.deliverNow()
    isBroken = false
    nowMs += 1_100
    expect(await delivery.deliverNow()).toBe(0)
    const [failure] = await look<{ attempts: number; last_error: string }>(
      'select attempts, last_error from platform.fact_failures',
    )
    expect(failure).toEqual({ attempts: 2, last_error: 'cannot do that' })

    nowMs += 1_100
    expect(await delivery.deliverNow()).toBe(1)
    expect(await effects('fragile')).toEqual(['good', 'bad'])
    expect(await look('select from platform.fact_failures')).toEqual([])
  })

  it('are delivered by kind, from the first registration of a listener on', async () => {
    const { database, delivery } = await serverProcess([keeper('keeper')])
    await delivery.deliverNow()
    await writeFacts(database, 'before')
    await database.transaction(asSystem('test'), async (tx) => tx.fact({ kind: 'other.done', payload: {} }))
    await delivery.deliverNow()
    const later = await serverProcess([
      keeper('newcomer'),
      { ...keeper('historian'), fromTheBeginning: true },
    ])
    await later.delivery.deliverNow()
    await writeFacts(database, 'after')
    await later.delivery.deliverNow()
    expect(await effects()).toEqual(['before'])
    expect(await effects('newcomer')).toEqual(['after'])
    expect(await effects('historian')).toEqual(['before', 'after'])
  })

  it('can publish further facts in the same transaction', async () => {
    const { database, delivery } = await serverProcess([
      {
        name: 'echo',
        kinds: ['note.written'],
        async handle(fact, tx) {
          tx.fact({ kind: 'note.echoed', payload: fact.payload })
        },
      },
      { ...keeper('keeper'), kinds: ['note.echoed'] },
    ])
    await delivery.deliverNow()
    await writeFacts(database, 'one')
    expect(await delivery.deliverNow()).toBe(2)
    expect(await effects()).toEqual(['one'])
  })

  it('are deleted after a week, with their deliveries', async () => {
    const { database, delivery } = await serverProcess([keeper('keeper')])
    await delivery.deliverNow()
    await writeFacts(database, 'old', 'young')
    await delivery.deliverNow()
    await look(
      "update platform.outbox set created_at = now() - interval '8 days' where payload->>'note' = 'old'",
    )
    expect(await database.transaction(asSystem('test'), purgeFacts)).toBe(1)
    expect(await look('select from platform.outbox')).toHaveLength(1)
    expect(await look('select from platform.fact_deliveries')).toHaveLength(1)
  })
})
