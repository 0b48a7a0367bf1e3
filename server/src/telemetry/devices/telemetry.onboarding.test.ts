import { createHash } from 'node:crypto'
import type { OutputOf } from '@rumbo/contract/endpoint'
import type { deviceModelList, deviceOnboarding } from '@rumbo/contract/telemetry.contract'
import {
  createFixtures,
  createTestApp,
  outcomeOf,
  type TestApp,
  type TestCall,
  type TestFixtures,
} from '@rumbo/tools/testing'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildUser } from '../../identity/identity.factory.ts'
import { buildAssignment } from '../../organisation/organisation.factory.ts'
import { buildVehicle } from '../../vehicles/vehicles.factory.ts'
import { telemetryEndpoints } from '../index.ts'
import { putConnections, putGateway } from './telemetry.connections.repository.ts'
import { isReachableHost } from './telemetry.onboarding.rules.ts'

type Onboarding = OutputOf<typeof deviceOnboarding>

let test: TestApp
let fixtures: TestFixtures
let outsider: TestCall
let viewer: TestCall
let gatewayId: string
let vehicleId: string
let imei: string
let sequence = 0

beforeAll(async () => {
  test = await createTestApp({
    answers: ({ database }) => telemetryEndpoints({ database, trackerHost: '127.0.0.1' }),
  })
  fixtures = await createFixtures(test, 'onboarding')
  outsider = await test.as(fixtures.people.outsider)
  const { companyId, fleetId } = fixtures
  const person = await test.build(async (tx) => {
    const user = await buildUser(tx, { level: 'user' })
    await buildAssignment(tx, { userId: user.id, companyId, fleetId, role: 'fleet_viewer' })
    return user
  })
  viewer = await test.as(person)
})
afterAll(() => test.close())

beforeEach(async () => {
  sequence += 1
  imei = String(868_200_000_000_000 + sequence)
  gatewayId = uuid()
  const { companyId, fleetId } = fixtures
  vehicleId = await test.build(async (tx) => {
    await tx.sql('delete from telemetry.gateways')
    await putGateway(tx, {
      id: gatewayId,
      host: 'gps.example.mx',
      ports: { gt06: 5023, osmand: 5055 },
      connectionLimit: 100,
      counters: {},
    })
    const simNumber = '+52 55 1234 5678'
    return (await buildVehicle(tx, { companyId, fleetId, imei, gpsModel: 'Concox GT06N', simNumber })).id
  })
})

const read = async (query = '') =>
  (await fixtures.manager<Onboarding>('GET', `/vehicles/${vehicleId}/device${query}`)).body

describe('configuring a tracker', () => {
  it('shows address, port and the texts of its model, and that there was no report', async () => {
    expect(await read('?apn=internet.itelcel.com')).toEqual({
      identifier: imei,
      simNumber: '+52 55 1234 5678',
      model: 'GT06N',
      protocol: 'gt06',
      server: { host: 'gps.example.mx', isPublic: true, port: 5023, transports: ['tcp'] },
      smsSteps: [
        'APN,internet.itelcel.com#',
        'SERVER,1,gps.example.mx,5023,0#',
        'GMT,E,0,0#',
        'TIMER,30,300#',
      ],
      hint: null,
      hasSecret: false,
      hasPassword: false,
      contact: {
        isConnected: false,
        protocol: null,
        address: null,
        lastReportAt: null,
        lastFixAt: null,
        refused: {},
      },
    })
  })

  it('shows another model before it is saved, and a phone app', async () => {
    expect(await read('?model=traccar%20client')).toMatchObject({
      model: 'Traccar Client',
      protocol: 'osmand',
      server: { port: 5055, transports: ['http'] },
      smsSteps: [],
      hint: 'phone_app',
    })
    expect(await read('?model=Nobody%2099')).toMatchObject({
      model: 'Nobody 99',
      protocol: null,
      smsSteps: [],
    })
  })

  it('refuses an access point that would start another command', async () => {
    const call = fixtures.manager('GET', `/vehicles/${vehicleId}/device?apn=a%2Cb%23`)
    expect(await outcomeOf(call)).toBe('validation_failed')
  })

  it('has no texts without a port or an identifier, and warns that the address is not reachable', async () => {
    await test.build((tx) => tx.sql('delete from telemetry.gateways'))
    expect(await read()).toMatchObject({
      server: { host: '127.0.0.1', isPublic: false, port: null },
      smsSteps: [],
    })
  })

  it.each([
    ['gps.example.mx', true],
    ['203.0.113.4', true],
    ['10.1.2.3', true],
    ['127.0.0.1', false],
    ['0.0.0.0', false],
    ['localhost', false],
    ['::1', false],
    ['::', false],
  ])('%s is reachable: %s', (host, isReachable) => {
    expect(isReachableHost(host)).toBe(isReachable)
  })
})

describe('the first contact', () => {
  it('shows the connection of the device, its last fix and its rejected reports', async () => {
    const before = (seconds: number) => new Date(test.clock.now().getTime() - seconds * 1000)
    await test.build(async (tx) => {
      await putConnections(tx, gatewayId, [
        {
          identifier: imei,
          connection: 'tcp 1',
          protocol: 'h02',
          transport: 'tcp',
          address: '203.0.113.4:999',
          connectedAt: before(60).getTime(),
          lastMessageAt: before(5).getTime(),
          isConnected: true,
        },
      ])
      await tx.sql(
        `insert into telemetry.vehicle_state (vehicle_no, vehicle_id, company_id, fleet_id, as_of, last_report_at)
         select vehicle_no, id, company_id, fleet_id, $2, $3 from vehicles.vehicles where id = $1`,
        [vehicleId, before(20), before(10)],
      )
      await tx.sql(
        `insert into telemetry.rejected_reports (id, received_at, device_identifier, vehicle_no, protocol, reason, report)
         select made.id, made.at, $2, case when made.is_own then v.vehicle_no end, 'h02', made.reason, '{}'
         from vehicles.vehicles v, unnest($3::uuid[], $4::timestamptz[], $5::bool[], $6::text[]) as made(id, at, is_own, reason)
         where v.id = $1`,
        // One of today, one of before, and one of a time in which another vehicle had the device.
        [
          vehicleId,
          imei,
          [uuid(), uuid(), uuid()],
          [before(60), before(90_000), before(60)],
          [true, true, false],
          ['too_old', 'speed', 'jump'],
        ],
      )
    })
    const { contact, protocol } = await read()
    expect(contact).toEqual({
      isConnected: true,
      protocol: 'h02',
      address: '203.0.113.4:999',
      lastReportAt: before(5).toISOString(),
      lastFixAt: before(20).toISOString(),
      refused: { too_old: 1 },
    })
    expect(protocol).toBe('gt06')
    expect((await read('?model=unknown')).protocol).toBe('h02')
    await test.build((tx) =>
      tx.sql(`update telemetry.gateways set heard_at = heard_at - interval '1 minute'`),
    )
    expect((await read()).contact.isConnected).toBe(false)
  })
})

describe('the secret of an HTTP device', () => {
  const renew = (call: TestCall, body: object = {}) =>
    call<{ secret: string | null; code?: string }>('POST', `/vehicles/${vehicleId}/device/secret`, { body })
  const hashOf = async () =>
    (
      await test.build((tx) =>
        tx.sql<{ hash: string | null }>(
          'select device_secret_hash as hash from vehicles.vehicles where id = $1',
          [vehicleId],
        ),
      )
    )[0]?.hash

  it('is not stored for repeated calls', async () => {
    const again = () =>
      fixtures.manager<{ secret: string }>('POST', `/vehicles/${vehicleId}/device/secret`, {
        body: {},
        headers: { 'idempotency-key': 'secret-once' },
      })
    const [first, second] = [(await again()).body.secret, (await again()).body.secret]
    expect(second).not.toBe(first)
    const kept = await test.build((tx) =>
      tx.sql("select answer from platform.idempotency_keys where key = 'secret-once'"),
    )
    expect(kept).toEqual([])
    await renew(fixtures.manager, { isRemoved: true })
  })

  it('is shown once, stored as a hash, invalidates what gateways know, and is on the audit list', async () => {
    const notified = new Promise<string>((resolve) => test.bus.listen('rumbo_devices', resolve))
    await test.bus.ready()
    const { body } = await renew(fixtures.manager)
    expect(body.secret).toMatch(/^[\w-]{24}$/)
    expect(await hashOf()).toBe(createHash('sha256').update(String(body.secret)).digest('hex'))
    expect(await notified).toContain(imei)
    expect((await read()).hasSecret).toBe(true)
    expect((await renew(fixtures.manager, { isRemoved: true })).body).toEqual({ secret: null })
    expect(await hashOf()).toBeNull()
    const audits = await test.build((tx) =>
      tx.sql<{ action: string; changes: unknown }>(
        'select action, changes from platform.audit_entries where entity_id = $1 order by id',
        [vehicleId],
      ),
    )
    expect(audits).toEqual([
      { action: 'vehicle.device_secret_renewed', changes: { hasSecret: [false, true] } },
      { action: 'vehicle.device_secret_removed', changes: { hasSecret: [true, false] } },
    ])
    expect(JSON.stringify(audits)).not.toContain(String(body.secret))
  })

  it('is available to users who may edit the vehicle', async () => {
    expect(await outcomeOf(renew(viewer))).toBe('forbidden')
    expect(await outcomeOf(renew(outsider))).toBe('forbidden')
    expect(await outcomeOf(viewer('GET', `/vehicles/${vehicleId}/device`))).toBe('forbidden')
    expect(await outcomeOf(fixtures.manager('GET', `/vehicles/${uuid()}/device`))).toBe('vehicle_not_found')
    expect(await outcomeOf(fixtures.manager('POST', `/vehicles/${uuid()}/device/secret`, { body: {} }))).toBe(
      'vehicle_not_found',
    )
    const { companyId, fleetId } = fixtures
    const bare = await test.build((tx) => buildVehicle(tx, { companyId, fleetId }))
    expect(
      await outcomeOf(fixtures.manager('POST', `/vehicles/${bare.id}/device/secret`, { body: {} })),
    ).toBe('command_no_device')
  })
})

it('lists the models known to work', async () => {
  const { body } = await viewer<OutputOf<typeof deviceModelList>>('GET', '/device-models')
  expect(body.items).toContainEqual({ maker: 'Concox', model: 'GT06N', protocol: 'gt06' })
})
