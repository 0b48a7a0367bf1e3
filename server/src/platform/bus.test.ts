import { type TestDatabase, testDatabase } from '@rumbo/tools/testing'
import pg from 'pg'
import pino from 'pino'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Bus, createBus } from './bus.ts'

const log = pino({ level: 'silent' })
let database: TestDatabase
let buses: Bus[]

beforeEach(async () => {
  database = await testDatabase({ empty: true })
  buses = []
})
afterEach(async () => {
  await Promise.all(buses.map((bus) => bus.close()))
  await database.close()
})

async function open(): Promise<Bus> {
  const bus = createBus({ url: database.superuserUrl, log, retryMs: 10 })
  buses.push(bus)
  await bus.ready()
  return bus
}

/** Ends every bus connection, as a restart of PostgreSQL does. */
async function cutConnections() {
  const client = new pg.Client({ connectionString: database.superuserUrl })
  await client.connect()
  await client
    .query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'rumbo bus' and datname = current_database()",
    )
    .finally(() => client.end())
}

describe('bus', () => {
  it('delivers messages in order to every process, including the sender', async () => {
    const [first, second] = [await open(), await open()]
    const received: string[] = []
    const own: string[] = []
    second.listen('rumbo_trial', (payload) => void received.push(payload))
    first.listen('rumbo_trial', (payload) => void own.push(payload))
    await Promise.all([first.ready(), second.ready()])
    await first.publish('rumbo_trial', ['one', 'two'])
    await first.publish('rumbo_trial', ['three'])
    await vi.waitFor(() => expect(received).toEqual(['one', 'two', 'three']))
    await vi.waitFor(() => expect(own).toEqual(['one', 'two', 'three']))
  })

  it('does not call a removed handler, and isolates one that throws', async () => {
    const bus = await open()
    const received: string[] = []
    bus.listen('rumbo_trial', () => {
      throw new Error('broken handler')
    })
    const end = bus.listen('rumbo_trial', (payload) => void received.push(`ended ${payload}`))
    bus.listen('rumbo_trial', (payload) => void received.push(payload))
    end()
    await bus.ready()
    await bus.publish('rumbo_trial', ['one'])
    await vi.waitFor(() => expect(received).toEqual(['one']))
  })

  it('reconnects after a loss, reports that messages may be missing, and receives again', async () => {
    const [listener, sender] = [await open(), await open()]
    const received: string[] = []
    listener.listen('rumbo_trial', (payload) => void received.push(payload))
    await listener.ready()
    const reconnected = Promise.all(
      [listener, sender].map((bus) => new Promise<void>((resolve) => bus.onReconnect(resolve))),
    )
    await cutConnections()
    await reconnected
    await Promise.all([listener.ready(), sender.ready()])
    await sender.publish('rumbo_trial', ['after'])
    await vi.waitFor(() => expect(received).toEqual(['after']))
  })

  it('notifies every process when a message could not be sent', async () => {
    const [listener, sender] = [await open(), await open()]
    const reconnected = new Promise<void>((resolve) => listener.onReconnect(resolve))
    await sender.publish('rumbo_trial', ['x'.repeat(9000)])
    await reconnected
  })
})
