import { connect } from 'node:net'
import type { OutputOf } from '@rumbo/contract/endpoint'
import { inspectionRule, type listDeviceMessages } from '@rumbo/contract/telemetry.inspection.contract'
import { encodeGt06Frame, encodeGt06Login } from '@rumbo/protocols'
import type { TestCall } from '@rumbo/tools/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildUser } from '../identity/identity.factory.ts'
import { buildAssignment, buildCompany } from '../organisation/organisation.factory.ts'
import { buildVehicle } from '../vehicles/vehicles.factory.ts'
import { useDeliveryHarness } from './testing/delivery.harness.ts'
import type { GatewayNode } from './testing/gateway-node.testing.ts'

type Messages = OutputOf<typeof listDeviceMessages>

const at = useDeliveryHarness({ name: 'inspection', firstImei: 868_300_000_000_001 })
let node: GatewayNode
beforeEach(async () => {
  node = await at.addNode()
})

const path = () => `/vehicles/${at.vehicle.id}/device`
const inspect = (by: TestCall = at.admin, body: object = {}) => by('POST', `${path()}/inspection`, { body })
const list = async (after = 0, by: TestCall = at.admin) =>
  (await by<Messages>('GET', `${path()}/messages?after=${after}`)).body
/** Kinds of the messages so far, with what each reads. */
const kinds = async () =>
  (await list()).items.map(({ direction, kind, frameType }) => `${direction} ${kind} ${frameType}`)
const inspected = (on = node) => expect.poll(() => on.isInspected(at.vehicle.imei))

async function inspecting(): Promise<void> {
  expect((await inspect()).status).toBe(200)
  await inspected().toBe(true)
}

/** Bytes of a device, as they are. */
function write(frames: readonly Uint8Array[]): void {
  const socket = connect(node.gt06Port, '127.0.0.1', () => socket.end(Buffer.concat(frames)))
}

describe('messages of a device', () => {
  it('are recorded only once somebody looks, raw and decoded, with their acknowledgements', async () => {
    const tracker = await at.connected(node)
    await tracker.report(at.now())
    expect(await list()).toEqual({ identifier: at.vehicle.imei, until: null, items: [] })
    await inspecting()
    await tracker.report(at.now(), { speedKmh: 42 })
    await expect.poll(kinds).toEqual(['in message 0x22', 'out acknowledgement 0x22'])
    const { items, until } = await list()
    const [message, acknowledgement] = items
    expect(until).toBe(new Date(at.now().getTime() + inspectionRule.minutes * 60_000).toISOString())
    expect(message).toMatchObject({
      ...{ at: at.now().toISOString(), protocol: 'gt06', transport: 'tcp', address: '127.0.0.1' },
      checksumHolds: true,
      reports: [{ kind: 'position', isUnread: false, fix: { latitude: 19.4326, speedKmh: 42 } }],
    })
    expect(message?.bytes).toMatch(/^7878.*0d0a$/)
    expect(message?.length).toBe((message?.bytes.length ?? 0) / 2)
    expect(acknowledgement?.connection).toBe(message?.connection)
    expect((await list(message?.number)).items).toEqual([acknowledgement])
  })

  it('show what was not understood: unread content, a wrong checksum, bytes of no frame', async () => {
    await inspecting()
    const broken = encodeGt06Frame(0x13, Uint8Array.of(0, 4, 4, 0, 1), 3)
    broken[broken.length - 3] = (broken[broken.length - 3] ?? 0) ^ 0xff
    write([
      encodeGt06Login(at.vehicle.imei, 1),
      encodeGt06Frame(0xc7, Uint8Array.of(1, 2, 3), 2),
      Uint8Array.of(1, 2, 3, 4),
      broken,
    ])
    await expect
      .poll(async () => (await kinds()).filter((kind) => kind.startsWith('in')))
      .toEqual(['in message 0x01', 'in unread 0xc7', 'in skipped null', 'in message 0x13'])
    const { items } = await list()
    const unread = items.find(({ kind }) => kind === 'unread')
    expect(unread?.reports).toMatchObject([{ isUnread: true, fix: null }])
    expect(items.find(({ kind }) => kind === 'skipped')?.bytes).toBe('01020304')
    expect(items.find(({ frameType }) => frameType === '0x13')?.checksumHolds).toBe(false)
    const bytes = await at.admin('GET', `${path()}/messages/${unread?.number}/unread-bytes`)
    expect(bytes.body).toEqual({ ranges: [[4, 7]] })
  })

  it('end with the inspection, 15 minutes after the last look', async () => {
    await inspecting()
    at.test.clock.advance(inspectionRule.minutes * 60 - 1)
    await at.signIn()
    expect(node.isInspected(at.vehicle.imei)).toBe(true)
    await inspect()
    at.test.clock.advance(60)
    await expect.poll(async () => (await list()).until).not.toBeNull()
    await inspected().toBe(true)
    at.test.clock.advance(inspectionRule.minutes * 60)
    await at.signIn()
    await inspected().toBe(false)
    expect((await list()).until).toBeNull()
  })

  it('end at once where somebody stops them, and again record where they are asked for', async () => {
    await inspecting()
    expect((await inspect(at.admin, { isOn: false })).body).toEqual({ until: null })
    await inspected().toBe(false)
    await inspecting()
  })

  it('are recorded by every gateway, also by one that starts later', async () => {
    const second = await at.addNode()
    await inspecting()
    await inspected(second).toBe(true)
    const third = await at.addNode()
    expect(third.isInspected(at.vehicle.imei)).toBe(true)
    const trackers = [await at.connected(second), await at.connected(third)]
    for (const tracker of trackers) await tracker.beat(at.now())
    await expect
      .poll(async () => new Set((await list()).items.map(({ connection }) => connection)).size)
      .toBe(2)
  })

  it('are kept to the last 200, and deleted after a day', async () => {
    await inspecting()
    const login = encodeGt06Login(at.vehicle.imei, 1)
    const beats = Array.from({ length: 150 }, (_, serial) =>
      encodeGt06Frame(0x13, Uint8Array.of(0, 4, 4, 0, 1), serial),
    )
    write([login, ...beats])
    await expect.poll(async () => (await list()).items.length).toBe(inspectionRule.messages)
    at.test.clock.advance(inspectionRule.keptHours * 3600 + 1)
    await at.signIn()
    expect((await list()).items).toEqual([])
  })
})

describe('passwords', () => {
  it('are masked in commands and where the device repeats them', async () => {
    await inspecting()
    const tracker = await at.connected(node)
    const parameters = { apn: 'internet', user: 'u1', password: 'k3yofAPN' }
    await at.admin('POST', '/commands', {
      body: { vehicleId: at.vehicle.id, type: 'update_apn', parameters },
    })
    await expect.poll(() => tracker.commands.length).toBe(1)
    write([
      encodeGt06Login(at.vehicle.imei, 1),
      encodeGt06Frame(
        0x15,
        Buffer.concat([
          Uint8Array.of(22, 0, 0, 0, 1),
          Buffer.from('APN:internet,k3yofAPN OK'),
          Uint8Array.of(0, 1),
        ]),
        2,
      ),
    ])
    await expect
      .poll(async () => (await list()).items.filter(({ frameType }) => frameType === '0x15').length)
      .toBe(1)
    const { items } = await list()
    const command = items.find(({ kind }) => kind === 'command')
    expect(command?.text).toContain('internet')
    expect(Buffer.from(command?.bytes ?? '', 'hex').toString('latin1')).toContain('internet,u1,********')
    expect(JSON.stringify(items)).not.toContain('k3yofAPN')
    expect(JSON.stringify(items)).not.toContain(Buffer.from('k3yofAPN').toString('hex'))
  })
})

describe('access', () => {
  it('is refused to others, and to managers of the fleet', async () => {
    await inspecting()
    const outsider = await at.test.as(
      await at.test.build(async (tx) => {
        const { id: companyId } = await buildCompany(tx)
        const user = await buildUser(tx, { level: 'admin' })
        await buildAssignment(tx, { userId: user.id, companyId })
        return user
      }),
    )
    const manager = await at.test.as(at.fixtures.people.manager)
    expect((await inspect(outsider)).status).toBe(404)
    expect((await outsider('GET', `${path()}/messages`)).status).toBe(404)
    expect((await inspect(manager)).status).toBe(403)
    expect((await manager('GET', `${path()}/messages`)).status).toBe(403)
    expect((await at.admin('GET', `${path()}/messages/999999999/unread-bytes`)).status).toBe(404)
  })

  it('ends for a device that leaves the vehicle, whose messages stay with the company', async () => {
    await inspecting()
    const tracker = await at.connected(node)
    await expect.poll(async () => (await list()).items.length).toBeGreaterThan(0)
    const { imei } = at.vehicle
    const former = path()
    await at.addVehicle()
    const other = at.vehicle.id
    await at.test.build(async (tx) => {
      await tx.sql('update vehicles.vehicles set imei = null where imei = $1', [imei])
      await tx.sql('update vehicles.vehicles set imei = $2 where id = $1', [other, imei])
    })
    expect((await at.admin('GET', `${former}/messages`)).body).toMatchObject({ until: null })
    await tracker.beat(at.now())
    await tracker.beat(at.now())
    expect((await list()).items).toEqual([])
  })

  it('is limited to twenty devices of a company at once', async () => {
    const { companyId, fleetId } = at.fixtures
    const ids = await at.test.build(async (tx) => {
      await tx.sql('delete from telemetry.inspections')
      const made: string[] = []
      for (let n = 0; n < inspectionRule.perCompany; n++)
        made.push((await buildVehicle(tx, { companyId, fleetId, imei: `86831000000${1000 + n}` })).id)
      return made
    })
    for (const id of ids)
      expect((await at.admin('POST', `/vehicles/${id}/device/inspection`, { body: {} })).status).toBe(200)
    expect((await inspect()).body).toMatchObject({ code: 'inspection_limit' })
    expect((await at.admin('POST', `/vehicles/${ids[0]}/device/inspection`, { body: {} })).status).toBe(200)
  })
})
