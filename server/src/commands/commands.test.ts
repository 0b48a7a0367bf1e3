import type { GpsCommand } from '@rumbo/contract/commands.contract'
import { type CommandType, commandTypes } from '@rumbo/contract/commands.device-command.contract'
import {
  createFixtures,
  createTestApp,
  type TestApp,
  type TestCall,
  type TestFixtures,
} from '@rumbo/tools/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildUser } from '../identity/identity.factory.ts'
import { buildAssignment } from '../organisation/organisation.factory.ts'
import { buildVehicle } from '../vehicles/vehicles.factory.ts'
import { commandEndpoints } from './index.ts'

type Who = 'root' | 'admin' | 'manager' | 'user' | 'viewer'
type Refusal = { code: string; errors?: { path: string; code: string }[] }

let test: TestApp
let fixtures: TestFixtures
let calls: Record<Who, TestCall>
let foreigner: TestCall
let vehicle: { id: string; imei: string; vehicleNumber: string }
let sequence = 0

beforeAll(async () => {
  test = await createTestApp({ answers: () => commandEndpoints })
  fixtures = await createFixtures(test, 'commands')
  const viewer = await test.build(async (tx) => {
    const user = await buildUser(tx, { level: 'user', username: 'viewer_commands' })
    const { companyId, fleetId } = fixtures
    await buildAssignment(tx, { userId: user.id, companyId, fleetId, role: 'fleet_viewer' })
    return user
  })
  const { root, admin, manager } = fixtures
  calls = { root, admin, manager, user: await test.as(fixtures.people.user), viewer: await test.as(viewer) }
  foreigner = await test.as(fixtures.people.outsider)
})
afterAll(() => test.close())
beforeEach(async () => {
  vehicle = await addVehicle()
})

async function addVehicle(
  given: { imei?: null; companyId?: string; fleetId?: string; gpsModel?: string } = {},
) {
  sequence += 1
  const imei = String(868_100_000_000_000 + sequence)
  const { companyId, fleetId } = fixtures
  const built = await test.build((tx) =>
    buildVehicle(tx, { companyId, fleetId, vehicleNumber: `Unidad ${sequence}`, imei, ...given }),
  )
  return { id: built.id, imei, vehicleNumber: built.vehicleNumber }
}

/** Stores the last protocol of the device and the state of its vehicle. */
async function storeLastReport({ protocol = 'gt06', speedKmh = 0, secondsAgo = 10 } = {}) {
  const at = new Date(test.clock.now().getTime() - secondsAgo * 1000)
  await test.build(async (tx) => {
    await tx.sql(
      `insert into telemetry.device_connections (identifier, gateway_id, protocol, transport, address, connected_at, heard_at)
       values ($1, gen_random_uuid(), $2, 'tcp', '127.0.0.1', $3, $3) on conflict (identifier) do nothing`,
      [vehicle.imei, protocol, at],
    )
    await tx.sql(
      `insert into telemetry.vehicle_state (vehicle_no, vehicle_id, company_id, fleet_id, as_of, last_report_at, latitude, longitude, speed_tenths)
       select vehicle_no, id, company_id, fleet_id, $2, $2, 194326000, -991332000, $3 from vehicles.vehicles where id = $1
       on conflict (vehicle_no) do update set as_of = excluded.as_of, speed_tenths = excluded.speed_tenths`,
      [vehicle.id, at, Math.round(speedKmh * 10)],
    )
  })
}

const fullParameters: Partial<Record<CommandType, object>> = {
  set_speed_limit: { speedKmh: 90 },
  update_apn: { apn: 'internet.itelcel.com', user: 'webgprs', password: 'webgprs2002' },
  update_server: { host: 'gps.example.mx', port: 5023 },
  firmware_update: { url: 'http://gps.example.mx/f.bin' },
}
const orderOf = (type: CommandType, given: object = {}) => ({
  vehicleId: vehicle.id,
  type,
  ...(fullParameters[type] && { parameters: fullParameters[type] }),
  ...(type === 'stop_engine' && { reason: 'Robo', confirmation: vehicle.vehicleNumber }),
  ...given,
})
const send = <Body = GpsCommand>(who: Who, type: CommandType, given: object = {}) =>
  calls[who]<Body>('POST', '/commands', { body: orderOf(type, given) })
const refused = async (who: Who, type: CommandType, given: object = {}) => {
  const { status, body } = await send<Refusal>(who, type, given)
  return [status, body.code, ...(body.errors ?? []).map((error) => `${error.path} ${error.code}`)]
}
const read = async (id: string) => (await calls.root<GpsCommand>('GET', `/commands/${id}`)).body

describe('sending', () => {
  it('queues a command with what section 3 names', async () => {
    const { status, body } = await send('manager', 'set_speed_limit', {
      priority: 'high',
      reason: 'Zona escolar',
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      vehicleId: vehicle.id,
      vehicleNumber: vehicle.vehicleNumber,
      vehicleName: `${vehicle.vehicleNumber} Nissan Versa`,
      createdById: fixtures.people.manager.id,
      type: 'set_speed_limit',
      status: 'queued',
      priority: 'high',
      reason: 'Zona escolar',
      parameters: { speedKmh: 90 },
      createdAt: test.clock.now().toISOString(),
      expiresAt: new Date(test.clock.now().getTime() + 600_000).toISOString(),
      sentAt: null,
      deliveredAt: null,
      errorMessage: null,
      canCancel: true,
    })
  })

  const ordinary: CommandType[] = [
    'time_sync',
    'alarm_reset',
    'set_speed_limit',
    'activate_alarm',
    'deactivate_alarm',
  ]
  const queries: CommandType[] = ['status_query', 'gps_position', 'request_location']
  const engineAndLocks: CommandType[] = ['stop_engine', 'resume_engine', 'lock_doors', 'unlock_doors']
  const restricted: CommandType[] = ['update_apn', 'update_server', 'factory_reset', 'firmware_update']
  const allowed: Record<Who, readonly CommandType[]> = {
    root: commandTypes,
    admin: commandTypes,
    manager: [...ordinary, ...queries, ...engineAndLocks],
    user: queries,
    viewer: queries,
  }
  it.each(Object.keys(allowed) as Who[])(
    '%s sends what the table of levels allows, and no more',
    async (who) => {
      expect([...ordinary, ...queries, ...engineAndLocks, ...restricted].sort()).toEqual(
        [...commandTypes].sort(),
      )
      const sent: CommandType[] = []
      for (const type of commandTypes) {
        vehicle = await addVehicle()
        await storeLastReport({ protocol: 'none' })
        await test.build((tx) =>
          tx.sql('delete from telemetry.device_connections where identifier = $1', [vehicle.imei]),
        )
        const { status, body } = await send<Refusal>(who, type)
        if (status === 201) sent.push(type)
        else expect([type, status, body.code]).toEqual([type, 403, 'command_level'])
      }
      expect(sent.sort()).toEqual([...allowed[who]].sort())
    },
  )

  it('shows the specification’s sentence to those who need a higher level', async () => {
    const { body } = await calls.user<{ detail: string }>('POST', '/commands', {
      body: orderOf('stop_engine'),
      headers: { 'accept-language': 'en' },
    })
    expect(body.detail).toBe('You need higher level permissions to execute these commands.')
  })

  it('knows no vehicle of another company, nor an unknown one', async () => {
    const theirs = await foreigner('POST', '/commands', { body: orderOf('status_query') })
    expect([theirs.status, theirs.body.code]).toEqual([404, 'vehicle_not_found'])
    expect(await refused('admin', 'status_query', { vehicleId: fixtures.companyId })).toEqual([
      404,
      'vehicle_not_found',
    ])
  })

  it('is closed to guests', async () => {
    const guest = await test.as(fixtures.people.guest)
    for (const [method, path] of [
      ['GET', '/commands'],
      ['POST', '/commands'],
      ['GET', `/vehicles/${vehicle.id}/command-options`],
    ] as const) {
      const answer = await guest(method, path, method === 'POST' ? { body: orderOf('status_query') } : {})
      expect(answer.status).toBe(403)
    }
  })

  it('asks for a vehicle with a device', async () => {
    vehicle = await addVehicle({ imei: null })
    expect(await refused('admin', 'status_query')).toEqual([409, 'command_no_device'])
  })

  it('refuses the same command while it is on its way, and takes it again after', async () => {
    const first = await send('user', 'status_query')
    expect(await refused('admin', 'status_query')).toEqual([409, 'command_pending'])
    await calls.user('POST', `/commands/${first.body.id}/cancel`, { body: {} })
    expect((await send('admin', 'status_query')).status).toBe(201)
  })

  it('lets the newer of two that contradict each other hold', async () => {
    await storeLastReport()
    const stop = await send('manager', 'stop_engine')
    const resume = await send('admin', 'resume_engine')
    expect(await read(stop.body.id)).toMatchObject({
      status: 'cancelled',
      cancelledBy: resume.body.createdBy,
    })
    await send('manager', 'stop_engine')
    expect((await read(resume.body.id)).status).toBe('cancelled')
  })
})

describe('parameters', () => {
  it('are complete, belong to the type and fit every grammar', async () => {
    const wrong = (type: CommandType, parameters: object) => refused('admin', type, { parameters })
    expect(await wrong('set_speed_limit', {})).toEqual([
      422,
      'validation_failed',
      'body.parameters.speedKmh parameter_missing',
    ])
    expect(await wrong('update_server', { host: 'a.mx', port: 1, apn: 'x' })).toContain(
      'body.parameters.apn unknown_field',
    )
    expect(await wrong('update_apn', { apn: 'internet,1#' })).toContain('body.parameters.apn apn_letters')
    expect(await wrong('update_server', { host: 'a.mx;RELAY', port: 1 })).toContain(
      'body.parameters.host host_letters',
    )
    expect(await wrong('set_speed_limit', { speedKmh: 300 })).toContain('body.parameters.speedKmh too_big')
  })

  it('are checked by the protocol once it is known', async () => {
    await storeLastReport()
    const { status, body } = await send<Refusal>('admin', 'update_apn', {
      parameters: { apn: 'internet', user: 'a,b', password: '' },
    })
    expect([status, body.errors?.[0]?.path]).toEqual([422, 'body.parameters.user'])
  })

  it('show no password, neither in the answer nor in the audit, and people’s roles cannot read it', async () => {
    const { body } = await send('admin', 'update_apn')
    expect(body.parameters).toMatchObject({ apn: 'internet.itelcel.com', user: 'webgprs' })
    const audited = await test.build((tx) =>
      tx.sql<{ changes: unknown }>('select changes from platform.audit_entries where entity_id = $1', [
        body.id,
      ]),
    )
    expect(JSON.stringify([body, audited])).not.toContain('webgprs2002')
    expect(audited).toHaveLength(1)
    const [kept] = await test.build((tx) =>
      tx.sql<{ secrets: unknown }>('select secrets from commands.commands where id = $1', [body.id]),
    )
    expect(kept?.secrets).toEqual({ password: 'webgprs2002' })
    await calls.admin('POST', `/commands/${body.id}/cancel`, { body: {} })
    const [after] = await test.build((tx) =>
      tx.sql<{ secrets: unknown }>('select secrets from commands.commands where id = $1', [body.id]),
    )
    expect(after?.secrets).toBeNull()
  })

  it('of a device whose protocol cannot say it: refused at once', async () => {
    await storeLastReport()
    expect(await refused('admin', 'lock_doors')).toEqual([409, 'command_unsupported'])
  })
})

describe('stop engine', () => {
  it('asks for a reason and for the vehicle’s number typed by hand', async () => {
    await storeLastReport()
    expect(await refused('admin', 'stop_engine', { reason: '  ' })).toEqual([
      422,
      'validation_failed',
      'body.reason reason_missing',
    ])
    expect(await refused('admin', 'stop_engine', { confirmation: null })).toEqual([
      422,
      'command_unconfirmed',
    ])
    expect(await refused('admin', 'stop_engine', { confirmation: 'Otra' })).toEqual([
      422,
      'command_unconfirmed',
    ])
    const typed = ` ${vehicle.vehicleNumber.toUpperCase()} `
    const { status, body } = await send('manager', 'stop_engine', { confirmation: typed })
    expect(status).toBe(201)
    expect(Date.parse(body.expiresAt) - Date.parse(body.createdAt)).toBe(120_000)
  })

  it.each([
    ['above 20 km/h', { speedKmh: 20.1 }, 'vehicle_too_fast'],
    ['with a fix older than two minutes', { secondsAgo: 121 }, 'no_recent_fix'],
  ])('is refused %s, unless somebody who may insists', async (_name, state, code) => {
    await storeLastReport(state)
    expect(await refused('manager', 'stop_engine')).toEqual([409, code])
    expect(await refused('manager', 'stop_engine', { insists: true })).toEqual([403, 'command_level'])
    expect(await refused('admin', 'stop_engine')).toEqual([409, code])
    expect((await send('admin', 'stop_engine', { insists: true })).status).toBe(201)
  })

  it('is refused for a vehicle that never had a fix, and taken at 20 km/h', async () => {
    expect(await refused('admin', 'stop_engine')).toEqual([409, 'no_recent_fix'])
    await storeLastReport({ speedKmh: 20, secondsAgo: 120 })
    expect((await send('manager', 'stop_engine')).status).toBe(201)
  })

  it('is on the audit list with type, vehicle, reason and who insisted', async () => {
    await storeLastReport({ speedKmh: 80 })
    const { body } = await send('admin', 'stop_engine', { insists: true })
    await calls.manager('POST', `/commands/${body.id}/cancel`, { body: {} })
    const entries = await test.build((tx) =>
      tx.sql(
        'select action, entity_name, actor_id, changes from platform.audit_entries where entity_id = $1 order by id',
        [body.id],
      ),
    )
    expect(entries).toMatchObject([
      {
        action: 'command.sent',
        entity_name: vehicle.vehicleNumber,
        actor_id: fixtures.people.admin.id,
        changes: { type: [null, 'stop_engine'], reason: [null, 'Robo'], insists: [null, true] },
      },
      { action: 'command.cancelled', actor_id: fixtures.people.manager.id },
    ])
  })
})

describe('cancelling', () => {
  it('is allowed to the sender and to those who could have sent it', async () => {
    const cancel = async (who: Who, id: string) => {
      const { status, body } = await calls[who]<Refusal>('POST', `/commands/${id}/cancel`, { body: {} })
      return [status, body.code]
    }
    const byManager = (await send('manager', 'time_sync')).body
    expect((await calls.viewer<GpsCommand>('GET', `/commands/${byManager.id}`)).body.canCancel).toBe(false)
    expect(await cancel('viewer', byManager.id)).toEqual([403, 'command_level'])
    expect((await foreigner('POST', `/commands/${byManager.id}/cancel`, { body: {} })).body.code).toBe(
      'command_not_found',
    )
    expect((await cancel('admin', byManager.id))[0]).toBe(200)
    expect(await cancel('admin', byManager.id)).toEqual([409, 'command_already_sent'])
    const byViewer = (await send('viewer', 'status_query')).body
    expect((await cancel('viewer', byViewer.id))[0]).toBe(200)
    expect(await read(byViewer.id)).toMatchObject({ status: 'cancelled', canCancel: false })
  })
})

describe('what can be sent', () => {
  interface Options {
    protocol: string | null
    hasDevice: boolean
    isConnected: boolean
    types: { type: CommandType; isSupported: boolean; isAllowed: boolean; isAnswered: boolean }[]
    stopEngine: { obstacle: string | null; mayInsist: boolean; speedKmh: number | null }
  }
  const options = async (who: Who) =>
    (await calls[who]<Options>('GET', `/vehicles/${vehicle.id}/command-options`)).body

  it('is everything while nothing is known of the device', async () => {
    const found = await options('viewer')
    expect(found).toMatchObject({ protocol: null, hasDevice: true, isConnected: false })
    expect(found.types.every((each) => each.isSupported && !each.isAnswered)).toBe(true)
    expect(found.types.filter((each) => each.isAllowed).map((each) => each.type)).toEqual([
      'status_query',
      'gps_position',
      'request_location',
    ])
    expect(found.stopEngine).toMatchObject({ obstacle: 'no_recent_fix', mayInsist: false })
  })

  it('is what the model can say before its first word', async () => {
    vehicle = await addVehicle({ gpsModel: 'GT06N' })
    expect((await options('admin')).protocol).toBe('gt06')
    expect(await refused('admin', 'lock_doors')).toEqual([409, 'command_unsupported'])
  })

  it('is what the protocol supports, once the device reported', async () => {
    await storeLastReport({ speedKmh: 50 })
    const found = await options('admin')
    expect(found.protocol).toBe('gt06')
    const of = (type: CommandType) => found.types.find((each) => each.type === type)
    expect(of('stop_engine')).toEqual({
      type: 'stop_engine',
      isSupported: true,
      isAllowed: true,
      isAnswered: true,
    })
    expect(of('lock_doors')).toMatchObject({ isSupported: false, isAnswered: false })
    expect(found.stopEngine).toMatchObject({ obstacle: 'vehicle_too_fast', speedKmh: 50, mayInsist: true })
  })
})
