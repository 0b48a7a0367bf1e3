import { createServer, type Socket } from 'node:net'
import { testDatabase } from '@rumbo/tools/testing/test-database'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createSessionLock } from './session-lock.ts'

const log = pino({ level: 'silent' })
let base: Awaited<ReturnType<typeof testDatabase>>

beforeAll(async () => {
  base = await testDatabase()
})
afterAll(() => base.close())

const lockOf = () => createSessionLock({ url: base.url, name: 'rumbo.test', log, everyMs: 20 })

it('is held by one process, and acquired by another once that ends or loses its connection', async () => {
  const [first, second] = [lockOf(), lockOf()]
  first.start()
  await vi.waitFor(() => expect(first.isHeld()).toBe(true), { timeout: 30_000 })
  second.start()
  const admin = new pg.Client({ connectionString: base.superuserUrl })
  await admin.connect()
  try {
    const holders = () =>
      admin.query<{ pid: number }>(
        "select pid from pg_stat_activity where application_name = 'rumbo rumbo.test'",
      )
    await vi.waitFor(async () => expect((await holders()).rows).toHaveLength(2), { timeout: 30_000 })
    expect(second.isHeld()).toBe(false)
    await first.stop()
    expect(first.isHeld()).toBe(false)
    await vi.waitFor(() => expect(second.isHeld()).toBe(true), { timeout: 30_000 })
    await admin.query('select pg_terminate_backend($1)', [(await holders()).rows[0]?.pid])
    const third = lockOf()
    third.start()
    await vi.waitFor(() => expect(Number(second.isHeld()) + Number(third.isHeld())).toBe(1), {
      timeout: 30_000,
    })
    await third.stop()
    await vi.waitFor(() => expect(second.isHeld()).toBe(true), { timeout: 30_000 })
  } finally {
    await second.stop()
    await admin.end()
  }
})

it('times out on a database that accepts connections but never answers', async () => {
  const sockets: Socket[] = []
  const silent = createServer((socket) => sockets.push(socket))
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const address = silent.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const warn = vi.fn()
  const lock = createSessionLock({
    ...{ url: `postgres://rumbo@127.0.0.1:${port}/rumbo`, name: 'rumbo.test', log: { warn } },
    ...{ everyMs: 20, patienceMs: 50 },
  })
  try {
    lock.start()
    await vi.waitFor(() => expect(warn).toHaveBeenCalledOnce(), { timeout: 30_000 })
    expect(lock.isHeld()).toBe(false)
    await lock.stop()
  } finally {
    for (const socket of sockets) socket.destroy()
    silent.close()
  }
})
