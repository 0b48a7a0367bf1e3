import type { InspectedBytes } from '@rumbo/gateway'
import { createTestApp, type TestApp } from '@rumbo/tools/testing'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { buildCompany, buildFleet } from '../../organisation/organisation.factory.ts'
import { asSystem } from '../../platform/access/access.ts'
import { buildVehicle } from '../../vehicles/vehicles.factory.ts'
import { buildReport } from '../telemetry.factory.ts'
import { findMessages, putInspection } from './telemetry.inspection.repository.ts'
import { createMessageInspector, type RunningInspector } from './telemetry.inspector.ts'

let test: TestApp
let inspector: RunningInspector
let vehicle: { id: string; companyId: string; fleetId: string; identifier: string }
let built = 0
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())
beforeEach(async () => {
  const identifier = `8690000000000${10 + ++built}`
  vehicle = await test.build(async (tx) => {
    const { id: companyId } = await buildCompany(tx)
    const { id: fleetId } = await buildFleet(tx, { companyId })
    const { id } = await buildVehicle(tx, { companyId, fleetId, imei: identifier })
    const inspected = { id, companyId, fleetId, identifier }
    await putInspection(tx, inspected, new Date(tx.now.getTime() + 900_000))
    return inspected
  })
  inspector = createMessageInspector({
    ...{ database: test.database, bus: test.bus, clock: test.clock, log: pino({ level: 'silent' }) },
    findSecrets: async () => new Map(),
    writeIntervalMs: 2,
  })
  await inspector.start()
})
afterEach(() => inspector.end())

const found = (some: Partial<InspectedBytes> = {}): InspectedBytes => ({
  deviceIdentifier: vehicle.identifier,
  ...{ protocol: 'osmand', transport: 'http', connectionId: 'http 1', remoteAddress: '127.0.0.1' },
  ...{
    kind: 'message',
    bytes: Buffer.from('id=1'),
    checksumHolds: true,
    reports: [],
    text: null,
    secrets: [],
  },
  ...some,
})
const stored = () =>
  test.database.transaction(asSystem('test'), (tx) => findMessages(tx, vehicle, 0), { readOnly: true })
/** Lets nothing be stored while `work` runs. */
async function whileHanging(work: () => Promise<void>): Promise<void> {
  await test.build(async (tx) => {
    await tx.sql('select from telemetry.inspections where vehicle_id = $1 for update', [vehicle.id])
    await work()
  })
}
const hangingWrite = `from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock' and query like '%telemetry.inspections%'`
/** Resolves once a write waits for the lock. */
const hanging = () =>
  expect.poll(async () => (await test.superuser.query(`select ${hangingWrite}`)).rowCount).toBe(1)

it('keeps the beginning of a long message, with its length', async () => {
  inspector.record(found({ bytes: Buffer.alloc(1_000_000, 'x') }))
  await expect.poll(async () => (await stored()).length).toBe(1)
  expect((await stored()).map(({ bytes, length }) => [bytes.length, length])).toEqual([[4_096, 1_000_000]])
})

it('keeps the first reports of a message with many, and how many they were', async () => {
  const text = 'x'.repeat(250)
  const extras = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`value ${at}x`, text]))
  const reports = Array.from({ length: 255 }, () =>
    buildReport({ deviceIdentifier: vehicle.identifier, receivedAt: test.clock.now(), extras }),
  )
  inspector.record(found({ reports }))
  await expect.poll(async () => (await stored()).length).toBe(1)
  const [message] = await stored()
  expect(message?.reportCount).toBe(255)
  expect(message?.reports.length).toBeGreaterThan(1)
  expect(JSON.stringify(message?.reports).length).toBeLessThan(70_000)
})

it('while a write hangs, holds little of many long messages, and counts what it lost', async () => {
  const count = 400
  await whileHanging(async () => {
    inspector.record(found())
    await hanging()
    const bytes = new Uint8Array(1_000_000)
    const before = process.memoryUsage().arrayBuffers
    for (let at = 0; at < count; at += 1) inspector.record(found({ bytes, connectionId: `http ${at}` }))
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20_000_000)
  })
  await expect.poll(async () => (await stored()).at(-1)?.connection).toBe(`http ${count - 1}`)
  const messages = await stored()
  const lost = messages.reduce((sum, { lostBefore }) => sum + lostBefore, 0)
  expect([messages.length, lost]).toEqual([200, count - 200])
})

it('counts messages of a write that failed', async () => {
  await whileHanging(async () => {
    inspector.record(found())
    await hanging()
    await test.superuser.query(`select pg_cancel_backend(pid) ${hangingWrite}`)
  })
  inspector.record(found({ connectionId: 'http 2' }))
  await expect.poll(async () => (await stored()).map(({ lostBefore }) => lostBefore)).toEqual([1])
})
