import { createTestApp, type TestApp } from '@rumbo/tools/testing'
import { pino } from 'pino'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildCompany, buildFleet } from '../../organisation/organisation.factory.ts'
import { buildVehicle } from '../../vehicles/vehicles.factory.ts'
import { createClaimRecorder, type NewClaim } from '../index.ts'

const log = pino({ level: 'silent' })
const addresses = ['203.0.113.7', '198.51.100.9'] as const
let test: TestApp
const at = () => test.clock.now().getTime()
let sequence = 0

beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

async function addVehicle() {
  const imei = String(868_400_000_000_000 + ++sequence)
  return test.build(async (tx) => {
    const { id: companyId } = await buildCompany(tx)
    const { id: fleetId } = await buildFleet(tx, { companyId })
    return { imei, id: (await buildVehicle(tx, { companyId, fleetId, imei })).id }
  })
}

function keeper(recordClaims?: (claims: readonly NewClaim[]) => Promise<void>) {
  const begun: NewClaim[] = []
  const received: string[] = []
  const made = createClaimRecorder({
    ...{ database: test.database, bus: test.bus, log, gatewayId: uuid() },
    async recordClaims(_tx, claims) {
      await recordClaims?.(claims)
      begun.push(...claims)
    },
    onRemoteMessage: ({ deviceIdentifier }) => received.push(deviceIdentifier),
  })
  return { ...made, begun, received }
}
const rows = (imei: string) =>
  test.build((tx) =>
    tx.sql<{ since: Date; contested_at: Date; addresses: string[] }>(
      'select since, contested_at, addresses from telemetry.device_claims where identifier = $1',
      [imei],
    ),
  )

describe('stored claims', () => {
  it('begin once, however many gateways detect them, and end after ten minutes without conflict', async () => {
    const { imei, id } = await addVehicle()
    const [one, two] = [keeper(), keeper()]
    const since = test.clock.now()
    one.note({ identifier: imei, at: at(), addresses })
    two.note({ identifier: imei, at: at(), addresses })
    await expect.poll(() => one.begun.length + two.begun.length).toBe(1)
    expect([...one.begun, ...two.begun]).toMatchObject([{ vehicleId: id, since }])
    test.clock.advance(599)
    one.note({ identifier: imei, at: at(), addresses })
    await expect.poll(async () => (await rows(imei))[0]?.contested_at).toEqual(test.clock.now())
    expect(await rows(imei)).toMatchObject([{ since, addresses: [...addresses] }])
    test.clock.advance(600)
    two.note({ identifier: imei, at: at(), addresses })
    await expect.poll(async () => (await rows(imei))[0]?.since).toEqual(test.clock.now())
    expect(one.begun.length + two.begun.length).toBe(2)
    await Promise.all([one.end(), two.end()])
  })

  it('do not exist for devices without a vehicle', async () => {
    const one = keeper()
    for (let number = 0; number < 1_200; number += 1)
      one.note({ identifier: `forged ${number}`, at: at(), addresses })
    const { imei } = await addVehicle()
    one.note({ identifier: imei, at: at(), addresses })
    await one.end()
    expect(one.begun).toHaveLength(1)
    expect(await rows('forged 1')).toEqual([])
  })

  it('are stored once their event can be stored', async () => {
    const { imei } = await addVehicle()
    let failures = 1
    const one = keeper(async () => {
      if (failures-- > 0) throw new Error('not now')
    })
    one.note({ identifier: imei, at: at(), addresses })
    // Recorded within the transaction, thus shortly before others can read it.
    await expect.poll(async () => (await rows(imei)).length, { timeout: 10_000 }).toBe(1)
    expect(one.begun).toHaveLength(1)
    await one.end()
  })
})

describe('messages of devices', () => {
  it('reach every other gateway, and not the one that received them', async () => {
    const [one, two] = [keeper(), keeper()]
    await test.bus.ready()
    one.share({ deviceIdentifier: '1', connection: 'tcp 1', address: 'a', protocol: 'gt06' })
    two.share({ deviceIdentifier: '2', connection: 'tcp 2', address: 'a', protocol: 'gt06' })
    await expect.poll(() => [one.received, two.received]).toEqual([['2'], ['1']])
    await Promise.all([one.end(), two.end()])
  })
})
