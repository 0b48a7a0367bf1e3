import { tmpdir } from 'node:os'
import type { OutputOf } from '@rumbo/contract/endpoint'
import type { readServerStatus } from '@rumbo/contract/monitoring.status.contract'
import { createTestApp, type TestApp, type TestCall } from '@rumbo/tools/testing/app'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { buildUser } from '../identity/identity.factory.ts'
import { createDatabase, type Database } from '../platform/database/database.ts'
import { postMail } from '../platform/deliveries/post.ts'
import { createProcessFigures, type ProcessFigures } from '../platform/metrics/process-figures.ts'
import { type Sampler, startSampler } from '../platform/metrics/sampler.ts'
import { monitoringEndpoints } from './monitoring.endpoints.ts'

type Status = OutputOf<typeof readServerStatus>
let test: TestApp
let database: Database
let figures: ProcessFigures
let samplers: Sampler[]
let admin: TestCall
let certificateError: string | null
let isDatabaseThere: boolean

beforeEach(async () => {
  isDatabaseThere = true
  certificateError = null
  samplers = []
  test = await createTestApp({
    answers: ({ database: own, clock }) =>
      monitoringEndpoints({
        clock,
        channels: { email: true, sms: false },
        certificate: async () => ({
          source: 'file',
          subject: null,
          issuer: null,
          validTo: certificateError ? null : new Date(clock.now().getTime() + 10.5 * 24 * 3_600_000),
          error: certificateError,
        }),
        database: {
          ...own,
          transaction: (...given) =>
            isDatabaseThere ? own.transaction(...given) : Promise.reject(new Error('gone')),
        },
        loginNotice: null,
        registration: false,
        mapsUrlTemplate: '',
        readiness: async () => [],
        services: () => [
          { name: 'maps', part: 'roads', state: 'up', since: null, reason: null, figures: {} },
        ],
      }),
  })
  figures = createProcessFigures(test.clock)
  database = createDatabase({ url: test.superuserUrl, clock: test.clock, onQuery: figures.query })
  admin = await test.as(await test.build((tx) => buildUser(tx, { level: 'super_admin' })))
})
afterEach(async () => {
  await Promise.all(samplers.map((sampler) => sampler.end()))
  await database.close()
  await test.close()
})

async function sampler(
  role: string,
  of: ProcessFigures = createProcessFigures(test.clock),
): Promise<Sampler> {
  const started = await startSampler({
    ...{ clock: test.clock, bus: test.bus, database: test.database, figures: of },
    log: pino({ level: 'silent' }),
    roles: [role],
    directory: tmpdir(),
    everyMs: 3_600_000,
  })
  samplers.push(started)
  return started
}
const read = async () => (await admin<Status>('GET', '/server/status')).body
const stateOf = ({ services }: Status, name: string) =>
  services.find((service) => service.name === name)?.state
/** Has the processors something to do, so that their meters move. */
function work(ms: number): void {
  const until = performance.now() + ms
  while (performance.now() < until) Math.sqrt(until)
}

it('reports real figures of this machine, its queries and calls, and keeps their history', async () => {
  const api = await sampler('api', figures)
  expect((await read()).current.queryMeanMs).toBeNull()
  for (let slot = 1; slot <= 3; slot += 1) {
    work(60)
    for (const seconds of [0.02, 0.03, 0.4]) figures.call({ status: 200, seconds })
    figures.call({ status: 503, seconds: 0.01 })
    await database.pool.query('select count(*) from generate_series(1, 300000)')
    test.clock.advance(10)
    await api.sample()
  }
  test.clock.advance(3)
  const status = await read()
  const { current, history } = status
  expect(current.cpuPercent).toBeGreaterThan(0)
  expect(current.cpuPercent).toBeLessThanOrEqual(100)
  for (const share of [current.memoryPercent, current.connectionsPercent]) {
    expect(share).toBeGreaterThan(0)
    expect(share).toBeLessThan(100)
  }
  expect(status.disk?.totalBytes).toBeGreaterThan(1e9)
  expect(current.diskPercent).toBeLessThanOrEqual(100)
  expect(current.connections).toBeGreaterThanOrEqual(1)
  expect(status.memory.totalBytes).toBeGreaterThan(status.memory.usedBytes)
  expect(status.database.bytes).toBeGreaterThan(1_000_000)
  expect(current.queryP95Ms).toBeGreaterThan(2)
  expect(current.errorPercent).toBe(25)
  expect(current.responseP95Ms).toBeGreaterThan(360)
  expect(current.responseP50Ms).toBeLessThan(40)
  expect([status.certificateState, status.certificateDays]).toEqual(['read', 10])
  expect(history.time).toHaveLength(3)
  expect((history.time[1] ?? 0) - (history.time[0] ?? 0)).toBe(10_000)
  expect(history.errorPercent).toEqual([25, 25, 25])
  for (const column of Object.values(history)) expect(column).toHaveLength(3)
  test.clock.advance(3_700)
  await api.sample()
  expect((await test.build((tx) => tx.sql('select slot from platform.process_samples'))).length).toBe(1)
})

it('distinguishes an unreadable certificate from a missing one', async () => {
  certificateError = 'ENOENT'
  const { certificateState, certificateDays } = await read()
  expect([certificateState, certificateDays]).toEqual(['unreadable', null])
})

it('counts users once over all processes, until five minutes after their last call', async () => {
  const [first, second] = [createProcessFigures(test.clock), createProcessFigures(test.clock)]
  const samplersOf = [await sampler('api', first), await sampler('api', second)]
  const [ana, luis] = ['0198c2a4-0000-7000-8000-000000000001', '0198c2a4-0000-7000-8000-000000000002']
  for (const each of [first, second]) each.person(ana)
  second.person(luis)
  const sample = () => Promise.all(samplersOf.map((one) => one.sample()))
  test.clock.advance(10)
  await sample()
  expect((await read()).current.activeUsers).toBe(2)
  test.clock.advance(295)
  first.person(ana)
  await sample()
  expect((await read()).current.activeUsers).toBe(1)
})

it('shows a dead process within half a minute, and its successor in its place', async () => {
  const api = await sampler('api')
  await sampler('gateway')
  const worker = await sampler('worker')
  expect(stateOf(await read(), 'gateway')).toBe('up')
  test.clock.advance(28)
  await Promise.all([api.sample(), worker.sample()])
  const status = await read()
  expect(
    ['api', 'gateway', 'worker', 'live_stream', 'database', 'jobs'].map((name) => stateOf(status, name)),
  ).toEqual([...['up', 'down', 'up', 'up', 'up', 'up']])
  expect(status.processes.map(({ roles, isAlive }) => [roles[0], isAlive])).toEqual([
    ['api', true],
    ['gateway', false],
    ['worker', true],
  ])
  const gateway = await sampler('gateway')
  test.clock.advance(3)
  expect(stateOf(await read(), 'gateway')).toBe('up')
  await gateway.end()
  test.clock.advance(3)
  expect(stateOf(await read(), 'gateway')).toBe('off')
})

it('reports channels and figures of other domains; an unreachable database is reported, not thrown', async () => {
  await sampler('api')
  const status = await read()
  expect([stateOf(status, 'email'), stateOf(status, 'sms'), stateOf(status, 'maps')]).toEqual([
    'up',
    'off',
    'up',
  ])
  test.clock.advance(3)
  isDatabaseThere = false
  const without = await read()
  expect(stateOf(without, 'database')).toBe('down')
  expect(without.current.cpuPercent).toBeNull()
})

it('is for super admins only', async () => {
  const other = await test.as(await test.build((tx) => buildUser(tx, { level: 'admin', username: 'nadie' })))
  expect((await other('GET', '/server/status')).status).toBe(403)
})

it('shows a channel as degraded for an hour after a delivery failed, however long it had been tried', async () => {
  const api = await sampler('api')
  await test.build((tx) =>
    postMail(tx, { recipient: 'ana@example.com', language: 'es', subject: 'Uno', body: 'Hola' }),
  )
  const stated = async () => {
    await api.sample()
    // The session of the test has ended by then.
    const asAdmin = await test.as(await test.build((tx) => buildUser(tx, { level: 'super_admin' })))
    const { services } = (await asAdmin<Status>('GET', '/server/status')).body
    return services.find(({ name }) => name === 'email')
  }
  test.clock.advance(5 * 3_600)
  await test.superuser.query("update platform.deliveries set status = 'failed', attempts = 2, error = 'x'")
  await test.superuser.query(
    `insert into platform.delivery_attempts (delivery_id, number, ended_at, milliseconds, error)
     select id, number, $1::timestamptz, 1, 'x' from platform.deliveries, generate_series(1, 2) as number`,
    [test.clock.now()],
  )
  expect(await stated()).toMatchObject({
    state: 'degraded',
    reason: 'deliveries_failed',
    figures: { failed: 1 },
  })
  test.clock.advance(3_601)
  expect(await stated()).toMatchObject({ figures: { failed: 0 } })
})
