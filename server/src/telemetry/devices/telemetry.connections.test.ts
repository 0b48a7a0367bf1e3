import { createHash } from 'node:crypto'
import { createTestApp, type TestApp } from '@rumbo/tools/testing'
import { pino } from 'pino'
import { v7 as uuid } from 'uuid'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildCompany, buildFleet } from '../../organisation/organisation.factory.ts'
import { buildVehicle } from '../../vehicles/vehicles.factory.ts'
import { type ConnectionRecorder, createConnectionRecorder, createDeviceSecrets } from '../index.ts'

const log = pino({ level: 'silent' })
let test: TestApp
let keepers: ConnectionRecorder[]

beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())
beforeEach(() => {
  keepers = []
})
afterEach(async () => {
  for (const keeper of keepers) await keeper.end()
})

async function startKeeper(id = uuid(), writeIntervalMs = 5): Promise<ConnectionRecorder & { id: string }> {
  const keeper = createConnectionRecorder({
    ...{ database: test.database, clock: test.clock, log, writeIntervalMs },
    describe: () => ({
      id,
      host: 'gps.flota.example',
      ports: { gt06: 5023 },
      connectionLimit: 100,
      counters: { gt06: { frames: 3 } },
    }),
  })
  keepers.push(keeper)
  await keeper.start()
  return Object.assign(keeper, { id })
}

const line = (
  identifier: string,
  given: { isConnected?: boolean; seconds?: number; since?: number } = {},
) => ({
  ...{ identifier, connection: `tcp ${identifier}`, protocol: 'gt06' as const, transport: 'tcp' },
  address: '203.0.113.7',
  connectedAt: test.clock.now().getTime() + 1000 * (given.since ?? 0),
  lastMessageAt: test.clock.now().getTime() + 1000 * (given.seconds ?? 0),
  isConnected: given.isConnected ?? true,
})

const read = (identifier: string) =>
  test.build(async (tx) => {
    const [row] = await tx.sql<{ gateway: string; isOn: boolean; lastMessageAt: Date }>(
      `select gateway_id as gateway, disconnected_at is null as "isOn", heard_at as "lastMessageAt"
        from telemetry.device_connections where identifier = $1`,
      [identifier],
    )
    return row
  })
const isOn = (identifier: string) => expect.poll(async () => (await read(identifier))?.isOn)

describe('device connections', () => {
  it('are stored soon with their latest state, and ended with the gateway', async () => {
    const keeper = await startKeeper()
    const rows = () =>
      test.build((tx) => tx.sql('select * from telemetry.gateways where id = $1', [keeper.id]))
    expect(await rows()).toMatchObject([
      {
        host: 'gps.flota.example',
        ports: { gt06: 5023 },
        connection_limit: 100,
        counters: { gt06: { frames: 3 } },
      },
    ])
    keeper.note(line('a1'))
    keeper.note(line('a1', { seconds: 60 }))
    keeper.note(line('a2'))
    await isOn('a2').toBe(true)
    expect((await read('a1'))?.lastMessageAt).toEqual(new Date(test.clock.now().getTime() + 60_000))
    keeper.note(line('a2', { isConnected: false }))
    await isOn('a2').toBe(false)
    await keeper.end()
    await isOn('a1').toBe(false)
    expect(await rows()).toEqual([])
  })

  it('end only where they are: not on the gateway the device went to, nor on its next connection', async () => {
    const [first, second] = [await startKeeper(), await startKeeper()]
    first.note(line('b1'))
    first.note(line('b2'))
    await isOn('b2').toBe(true)
    second.note(line('b1', { since: 1 }))
    first.note(line('b2', { since: 1 }))
    await expect.poll(async () => (await read('b1'))?.gateway).toBe(second.id)
    first.note(line('b1', { isConnected: false }))
    first.note(line('b3', { isConnected: false }))
    await isOn('b3').toBe(false)
    expect((await read('b1'))?.isOn).toBe(true)
    first.note(line('b2', { isConnected: false }))
    first.note(line('b4'))
    await isOn('b4').toBe(true)
    expect((await read('b2'))?.isOn).toBe(true)
  })

  it('of a gateway that was killed are ended by the others', async () => {
    const killed = uuid()
    await test.build(async (tx) => {
      await tx.sql(
        `insert into telemetry.gateways values ($1, 'h', '{}', 1, '{}', $2::timestamptz - interval '30 s')`,
        [killed, tx.now],
      )
      await tx.sql(
        `insert into telemetry.device_connections values ('c1', $1, 'gt06', 'tcp', 'x', $2, null, $2)`,
        [killed, tx.now],
      )
    })
    await startKeeper()
    await isOn('c1').toBe(false)
  })

  it('are not stored for invalid identifiers', async () => {
    const keeper = await startKeeper()
    keeper.note(line(`d\u0000`))
    keeper.note(line('d'.repeat(65)))
    keeper.note(line('d1'))
    await isOn('d1').toBe(true)
  })

  it('of ten thousand devices at once are stored in small batches without loss', async () => {
    const keeper = await startKeeper()
    for (let number = 0; number < 10_000; number++) keeper.note(line(`storm-${number}`))
    await expect
      .poll(
        async () => {
          const [row] = await test.build((tx) =>
            tx.sql<{ count: number }>(
              `select count(*)::int as count from telemetry.device_connections where identifier like 'storm-%'`,
            ),
          )
          return row?.count
        },
        { timeout: 20_000 },
      )
      .toBe(10_000)
    expect(keeper.lostNotes).toBe(0)
  })
})

describe('secrets of HTTP devices', () => {
  const hash = (secret: string) => createHash('sha256').update(secret).digest('hex')
  const setSecret = (imei: string, secret: string | null) =>
    test.build(async (tx) => {
      await tx.sql('update vehicles.vehicles set device_secret_hash = $2 where imei = $1', [
        imei,
        secret && hash(secret),
      ])
      tx.forgetDevices([imei])
    })

  it('are required of devices whose vehicle has one, and again after each change', async () => {
    const imei = '860000000990001'
    await test.build(async (tx) => {
      const { id: companyId } = await buildCompany(tx)
      const { id: fleetId } = await buildFleet(tx, { companyId })
      await buildVehicle(tx, { companyId, fleetId, imei })
    })
    const secrets = createDeviceSecrets({ database: test.database, bus: test.bus })
    await test.bus.ready()
    const ask = async (secret: string | null, device = imei) => secrets.isAccepted(device, secret)
    expect(await Promise.all([ask(null), ask('x'), ask(null, 'nobody'), ask(null, 'no\u0000body')])).toEqual(
      Array.from({ length: 4 }, () => true),
    )
    await setSecret(imei, 'la buena')
    await expect.poll(() => ask(null)).toBe(false)
    expect(await Promise.all([ask('la mala'), ask('la buena')])).toEqual([false, true])
    expect(secrets.isAccepted(imei, 'la buena')).toBe(true)
    await setSecret(imei, null)
    await expect.poll(() => ask(null)).toBe(true)
    secrets.end()
  })
})
