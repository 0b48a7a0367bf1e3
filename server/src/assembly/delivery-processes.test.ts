import { tmpdir } from 'node:os'
import { type TestDatabase, testDatabase } from '@rumbo/tools/testing'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { asSystem } from '../platform/access/access.ts'
import { systemClock } from '../platform/clock.ts'
import { createDatabase, type Database } from '../platform/database/database.ts'
import { postMail } from '../platform/deliveries/post.ts'
import { startMailServer } from '../platform/deliveries/testing/peers.ts'
import { createFileStore } from '../platform/files/files.ts'
import { createServerProcesses } from './testing/server-process.ts'

const mails = 60
let postgres: TestDatabase
let database: Database
let processes: ReturnType<typeof createServerProcesses>

beforeAll(async () => {
  postgres = await testDatabase()
  processes = createServerProcesses(postgres)
  database = createDatabase({ url: postgres.url, clock: systemClock, connections: 2 })
}, 60_000)
afterAll(async () => {
  await processes.end()
  await database.close()
  await postgres.close()
})

it('a worker killed while it sends loses no mail and no file of one; only what was in flight is repeated, with the same Message-ID', async () => {
  let isHolding = true
  const server = await startMailServer({
    accept: async () => {
      if (isHolding && server.received.length > 20) await new Promise(() => undefined)
    },
  })
  const environment = { SMTP_URL: server.url, RUMBO_MAIL_FROM: 'rumbo@example.com' }
  const worker = await processes.start('worker', environment)
  const file = { id: uuid(), name: 'nota.txt', contentType: 'text/plain' }
  const files = createFileStore({ database, clock: systemClock, storeIn: 'database', directory: tmpdir() })
  await files.records.putFor(uuid(), { ...file, content: Buffer.from('Una nota') })
  await database.transaction(asSystem('test'), async (tx) => {
    for (let index = 0; index < mails; index += 1)
      await postMail(tx, {
        recipient: `persona${index}@example.com`,
        ...{ language: 'es', subject: `Aviso ${index}`, body: 'Hola', files: [file] },
      })
  })
  // Twenty were accepted, and five, as many as a worker sends at a time, wait for an answer.
  await vi.waitFor(() => expect(server.received).toHaveLength(25), 20_000)
  const ended = new Promise((resolve) => worker.child.once('exit', resolve))
  worker.child.kill('SIGKILL')
  await ended
  const inFlight = server.received.slice(20).map(({ messageId }) => messageId)
  isHolding = false
  // What it held is free when its lease ends.
  await database.transaction(asSystem('test'), (tx) =>
    tx.sql(`update platform.deliveries set next_attempt_at = now() where next_attempt_at > now()`),
  )
  await processes.start('worker', environment)
  const sent = () =>
    database.transaction(asSystem('test'), (tx) =>
      tx.sql<{ id: string; status: string }>('select id, status from platform.deliveries order by id'),
    )
  await vi.waitFor(
    async () => expect((await sent()).every(({ status }) => status === 'sent')).toBe(true),
    20_000,
  )
  const times = new Map<string, number>()
  for (const { messageId } of server.received) times.set(messageId, (times.get(messageId) ?? 0) + 1)
  expect([...times.keys()].sort()).toEqual((await sent()).map(({ id }) => id))
  const repeated = [...times].filter(([, count]) => count > 1)
  expect(repeated.map(([id, count]) => [id, count])).toEqual(inFlight.map((id) => [id, 2]))
  const content = Buffer.from('Una nota').toString('base64')
  for (const { text } of server.received) {
    expect(text).toContain('filename=nota.txt')
    expect(text).toContain(content)
  }
  await server.close()
}, 90_000)
