import type { OutputOf } from '@rumbo/contract/endpoint'
import type {
  gatewayOverview,
  listRejectedReports,
  UnknownDevice,
} from '@rumbo/contract/telemetry.devices.contract'
import type { Vehicle } from '@rumbo/contract/vehicles.contract'
import {
  createFixtures,
  createTestApp,
  outcomeOf,
  type TestApp,
  type TestFixtures,
} from '@rumbo/tools/testing'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildVehicle } from '../../vehicles/vehicles.factory.ts'
import { telemetryEndpoints } from '../index.ts'
import { putConnections, putGateway } from './telemetry.connections.repository.ts'

let test: TestApp
let fixtures: TestFixtures
let sequence = 0

beforeAll(async () => {
  test = await createTestApp({
    answers: ({ database }) => telemetryEndpoints({ database, trackerHost: '127.0.0.1' }),
  })
  fixtures = await createFixtures(test, 'unknown')
})
afterAll(() => test.close())

const nextIdentifier = () => {
  sequence += 1
  return String(869_000_000_000_000 + sequence)
}

interface UnknownReports {
  identifier: string
  protocol: string
  address: string | null
  reports: number
  secondsAgo: number
}
async function addUnknownDevice(given: Partial<UnknownReports> = {}): Promise<string> {
  const {
    identifier = nextIdentifier(),
    protocol = 'gt06',
    address = '203.0.113.9:4711',
    reports = 3,
  } = given
  await test.build((tx) =>
    tx.sql(
      `insert into telemetry.unknown_devices (identifier, protocol, address, reports, first_seen_at, last_seen_at, fix_time, latitude, longitude)
       values ($1, $2, $3, $4, $5, $5, $5, 194326000, -991332000)`,
      [identifier, protocol, address, reports, new Date(tx.now.getTime() - (given.secondsAgo ?? 30) * 1000)],
    ),
  )
  return identifier
}
const addVehicle = (imei: string | null = null) => {
  const { companyId, fleetId } = fixtures
  return test.build((tx) => buildVehicle(tx, { companyId, fleetId, imei }))
}
const list = async (query: string) =>
  (await fixtures.root<{ items: UnknownDevice[]; total: number }>('GET', `/unknown-devices?${query}`)).body
const attach = (body: object) =>
  fixtures.root<Vehicle & { code?: string }>('POST', '/unknown-devices/attach', { body })

describe('devices without a vehicle', () => {
  it('are listed with protocol, address, count and last fix', async () => {
    const identifier = await addUnknownDevice({ secondsAgo: 5, reports: 12 })
    const gatewayId = uuid()
    await test.build(async (tx) => {
      const now = tx.now.getTime()
      await putGateway(tx, {
        id: gatewayId,
        host: 'gps.example.mx',
        ports: {},
        connectionLimit: 5,
        counters: {},
      })
      const line = {
        protocol: 'gt06',
        transport: 'tcp',
        address: 'a',
        connectedAt: now,
        lastMessageAt: now,
      } as const
      await putConnections(tx, gatewayId, [{ identifier, connection: 'tcp 1', ...line, isConnected: true }])
    })
    const { items } = await list(`search=${identifier}`)
    const at = new Date(test.clock.now().getTime() - 5000).toISOString()
    expect(items).toEqual([
      {
        identifier,
        protocol: 'gt06',
        address: '203.0.113.9:4711',
        reports: 12,
        firstSeenAt: at,
        lastSeenAt: at,
        isConnected: true,
        lastFix: { time: at, latitude: 19.4326, longitude: -99.1332 },
        expectedBy: null,
      },
    ])
    await test.build((tx) => tx.sql('delete from telemetry.gateways where id = $1', [gatewayId]))
  })

  it('can be searched by identifier and address, filtered by protocol, sorted and paged', async () => {
    await addUnknownDevice({
      identifier: 'Phone-1',
      protocol: 'osmand',
      address: '198.51.100.7:1',
      reports: 9,
    })
    await addUnknownDevice({
      identifier: 'Phone-2',
      protocol: 'osmand',
      address: '198.51.100.8:1',
      reports: 20,
    })
    const identifiers = async (query: string) => (await list(query)).items.map((one) => one.identifier)
    expect(await identifiers('search=phone&sort=reports&order=desc')).toEqual(['Phone-2', 'Phone-1'])
    expect(await identifiers('search=198.51.100.7')).toEqual(['Phone-1'])
    expect(await identifiers('protocol=osmand&sort=identifier')).toEqual(['Phone-1', 'Phone-2'])
    expect(await list('protocol=osmand&sort=identifier&size=1&page=2')).toMatchObject({
      total: 2,
      items: [{ identifier: 'Phone-2' }],
    })
    expect(await identifiers('search=%25')).toEqual([])
  })

  it('leave the list when a vehicle’s form names them', async () => {
    const identifier = await addUnknownDevice()
    await addVehicle(identifier)
    expect((await list(`search=${identifier}`)).total).toBe(0)
  })

  it('are deleted', async () => {
    const identifier = await addUnknownDevice()
    const forget = () => outcomeOf(fixtures.root('POST', '/unknown-devices/forget', { body: { identifier } }))
    expect(await forget()).toBe(200)
    expect(await forget()).toBe('device_not_found')
  })

  it('are no admin’s whose company does not expect them, and the gateway is super admins’ only', async () => {
    const body = { identifier: await addUnknownDevice(), vehicleId: (await addVehicle()).id }
    const { body: seen } = await fixtures.admin<{ total: number }>('GET', '/unknown-devices')
    expect(seen.total).toBe(0)
    expect(await outcomeOf(fixtures.admin('POST', '/unknown-devices/attach', { body }))).toBe(
      'device_not_found',
    )
    expect(await outcomeOf(fixtures.admin('GET', '/device-gateway'))).toBe('forbidden')
    expect((await list(`search=${body.identifier}`)).total).toBe(1)
  })
})

describe('attaching a device', () => {
  it('assigns it to the vehicle, removes it from the list, and adds an audit entry', async () => {
    const identifier = await addUnknownDevice()
    const vehicle = await addVehicle()
    const { status, body } = await attach({ identifier, vehicleId: vehicle.id })
    expect([status, body.imei, body.version]).toEqual([200, identifier, vehicle.version + 1])
    expect((await list(`search=${identifier}`)).total).toBe(0)
    const [found] = (await test.build((tx) =>
      tx.sql<{ action: string; actor_id: string; changes: Record<string, unknown> }>(
        'select action, actor_id, changes from platform.audit_entries where entity_id = $1',
        [vehicle.id],
      ),
    )) as [{ action: string; actor_id: string; changes: Record<string, unknown> }]
    expect(found).toMatchObject({ action: 'vehicle.device_attached', actor_id: fixtures.people.root.id })
    expect(found.changes.imei).toEqual([null, identifier])
    const call = await fixtures.root<{ items: Vehicle[] }>('GET', `/unknown-devices?search=${vehicle.id}`)
    expect(call.body.items).toEqual([])
  })

  it('notifies the gateways, so that the next report moves the vehicle', async () => {
    const identifier = await addUnknownDevice()
    const notified = new Promise<string>((resolve) => test.bus.listen('rumbo_devices', resolve))
    await test.bus.ready()
    await attach({ identifier, vehicleId: (await addVehicle()).id })
    expect(await notified).toContain(identifier)
  })

  it('replaces another device only on request, and removes the secret of the former one', async () => {
    const identifier = await addUnknownDevice()
    const former = nextIdentifier()
    const { id: vehicleId } = await addVehicle(former)
    await test.build((tx) =>
      tx.sql(`update vehicles.vehicles set device_secret_hash = 'ab' where id = $1`, [vehicleId]),
    )
    expect(await outcomeOf(attach({ identifier, vehicleId }))).toBe('vehicle_has_device')
    expect((await list(`search=${identifier}`)).total).toBe(1)
    expect((await attach({ identifier, vehicleId, replaces: true })).body.imei).toBe(identifier)
    const rows = await test.build((tx) =>
      tx.sql('select device_secret_hash from vehicles.vehicles where id = $1', [vehicleId]),
    )
    expect(rows).toEqual([{ device_secret_hash: null }])
  })

  it('refuses what is not there, is taken, or cannot be written in the form', async () => {
    const { id: vehicleId } = await addVehicle()
    const identifier = await addUnknownDevice()
    expect(await outcomeOf(attach({ identifier: 'none', vehicleId }))).toBe('device_not_found')
    expect(await outcomeOf(attach({ identifier, vehicleId: uuid() }))).toBe('vehicle_not_found')
    const taken = await addUnknownDevice()
    await addVehicle(taken)
    expect(await outcomeOf(attach({ identifier: taken, vehicleId }))).toBe('device_taken')
    const odd = await addUnknownDevice({ identifier: 'a b;c' })
    expect(await outcomeOf(attach({ identifier: odd, vehicleId }))).toBe('validation_failed')
    expect(await outcomeOf(attach({ identifier: '', vehicleId }))).toBe('validation_failed')
  })
})

describe('rejected reports and gateway counters', () => {
  it('lists rejected reports with their vehicle and counts a day by protocol and reason', async () => {
    const vehicle = await addVehicle(nextIdentifier())
    const reject = (reason: string, hoursAgo: number, vehicleId: string | null) =>
      test.build((tx) =>
        tx.sql(
          `insert into telemetry.rejected_reports (id, received_at, device_identifier, vehicle_no, protocol, reason, report)
           values ($1, $2, $3, (select vehicle_no from vehicles.vehicles where id = $4), 'h02', $5, $6)`,
          [
            uuid(),
            new Date(tx.now.getTime() - hoursAgo * 3_600_000),
            vehicle.imei,
            vehicleId,
            reason,
            JSON.stringify({ fix: { latitude: 0, longitude: 0, speedKmh: 400 } }),
          ],
        ),
      )
    await reject('null_island', 1, vehicle.id)
    await reject('null_island', 2, null)
    await reject('speed', 30, null)
    type Page = OutputOf<typeof listRejectedReports>
    const { body } = await fixtures.root<Page>('GET', '/rejected-reports?sort=receivedAt&order=desc')
    expect(body.total).toBe(3)
    expect(body.counts).toEqual([{ protocol: 'h02', reason: 'null_island', reports: 2 }])
    expect(body.items[0]).toMatchObject({
      deviceIdentifier: vehicle.imei,
      vehicleNumber: vehicle.vehicleNumber,
      reason: 'null_island',
      latitude: 0,
      speedKmh: 400,
    })
    const byReason = await fixtures.root<Page>('GET', `/rejected-reports?reason=speed&search=${vehicle.imei}`)
    expect(byReason.body).toMatchObject({ total: 1, items: [{ vehicleNumber: null, reason: 'speed' }] })
  })

  it('adds up the counters of running gateways', async () => {
    type Overview = OutputOf<typeof gatewayOverview>
    const overview = async () => (await fixtures.root<Overview>('GET', '/device-gateway')).body
    expect(await overview()).toMatchObject({
      host: '127.0.0.1',
      connectionLimit: null,
      refusedConnections: 0,
    })
    const counters = {
      gt06: {
        connections: 3,
        reportsAcknowledged: 40,
        badChecksums: 2,
        refusedFrames: 1,
        unreadMessages: 7,
        connectionsRefused: { connection_limit: 4, address: 1 },
        httpRefused: { busy: 0 },
        datagramsDropped: { rate: 2 },
      },
    }
    const gateway = { host: 'gps.example.mx', connectionLimit: 100, counters }
    await test.build(async (tx) => {
      await putGateway(tx, { id: uuid(), ports: { gt06: 5023, osmand: 5055 }, ...gateway })
      await putGateway(tx, { id: uuid(), ports: { gt06: 5023 }, ...gateway })
    })
    const body = await overview()
    expect(body).toMatchObject({ host: 'gps.example.mx', connectionLimit: 200, refusedConnections: 10 })
    expect(body.protocols.find((one) => one.protocol === 'gt06')).toEqual({
      protocol: 'gt06',
      port: 5023,
      transports: ['tcp'],
      connections: 6,
      reports: 80,
      badChecksums: 4,
      refused: 6,
      unread: 14,
    })
    expect(body.protocols.find((one) => one.protocol === 'osmand')).toMatchObject({
      port: 5055,
      transports: ['http'],
    })
    expect(body.protocols.find((one) => one.protocol === 'suntech')?.port).toBeNull()
    await test.build((tx) =>
      tx.sql(`update telemetry.gateways set heard_at = heard_at - interval '1 minute'`),
    )
    expect((await overview()).connectionLimit).toBeNull()
  })
})
