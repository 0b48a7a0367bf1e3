import type { Vehicle } from '@rumbo/contract/vehicles.contract'
import { createTestApp, type TestApp, type TestCall, testSecret } from '@rumbo/tools/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eventEndpoints } from '../events/index.ts'
import { buildSession, buildUser } from '../identity/identity.factory.ts'
import { buildAssignment, buildGuestVehicle } from '../organisation/organisation.factory.ts'
import { buildPosition } from '../telemetry/telemetry.factory.ts'
import { clearCause, lockVehicle, setCause, vehicleEndpoints } from './index.ts'
import { arrangeVehiclePeople, vehicleForm } from './testing/vehicle-people.testing.ts'
import { buildVehicle } from './vehicles.factory.ts'

let test: TestApp
let companyId: string
let fleetId: string
let otherFleetId: string
let foreignFleetId: string
let foreignCompanyId: string
let lead: TestCall
let viewer: TestCall
let outsider: TestCall

beforeAll(async () => {
  test = await createTestApp({ answers: () => [...vehicleEndpoints, ...eventEndpoints] })
})
afterAll(() => test.close())

beforeEach(async () => {
  const at = await arrangeVehiclePeople(test)
  ;({
    companyId,
    fleetId,
    otherFleetId,
    foreignCompanyId,
    foreignFleetId,
    lead,
    viewer,
    outsider: outsider,
  } = at)
})

const form = (given: Record<string, unknown> = {}) => vehicleForm(fleetId, given)
const formOf = (vehicle: Vehicle, given: Record<string, unknown> = {}) => {
  const { fleetId, vehicleNumber, plateNumber, make, model, year, type, color, fuelType } = vehicle
  const { installationDate, imei, version } = vehicle
  const kept = { fleetId, vehicleNumber, plateNumber, make, model, year, type, color, fuelType }
  return { ...kept, installationDate, imei, version, status: 'active', ...given }
}
const causesOf = (vehicleId: string) =>
  test.build((tx) =>
    tx.sql<{ cause: string }>('select cause from vehicles.status_causes where vehicle_id = $1 order by 1', [
      vehicleId,
    ]),
  )

describe('hidden characters', () => {
  const refused = (path: string) => ({
    status: 422,
    body: {
      code: 'validation_failed',
      errors: [expect.objectContaining({ path, code: 'hidden_characters' })],
    },
  })

  it('are refused in names, and control characters in notes too', async () => {
    expect(await lead('POST', '/vehicles', { body: form({ vehicleNumber: '11\u200B8' }) })).toMatchObject(
      refused('body.vehicleNumber'),
    )
    expect(await lead('POST', '/vehicles', { body: form({ notesGeneral: 'uno\u001B[2J' }) })).toMatchObject(
      refused('body.notesGeneral'),
    )
    const two = await lead<{ errors: unknown[] }>('POST', '/vehicles', {
      body: form({ make: 'Nis\u202Esan', year: 1800 }),
    })
    expect(two.body.errors).toHaveLength(2)
  })

  it('of a record from before stay where they are while other fields change, and nowhere else', async () => {
    const made = (await lead<Vehicle>('POST', '/vehicles', { body: form({ notesGeneral: 'Nuevo' }) })).body
    await test.build((tx) =>
      tx.sql('update vehicles.vehicles set make = $2, notes_general = $3 where id = $1', [
        made.id,
        'Nis\u202Esan',
        'uno\u0007dos',
      ]),
    )
    const old = (await lead<Vehicle>('GET', `/vehicles/${made.id}`)).body
    const changed = await lead<Vehicle>('PUT', `/vehicles/${made.id}`, {
      body: formOf(old, { model: 'Tsuru', notesGeneral: old.notesGeneral }),
    })
    expect(changed).toMatchObject({ status: 200, body: { model: 'Tsuru', make: 'Nis\u202Esan' } })
    const { version } = changed.body
    const again = formOf(changed.body, { make: 'Nis\u202Dsan' })
    expect(await lead('PUT', `/vehicles/${made.id}`, { body: again })).toMatchObject(refused('body.make'))
    const notes = { notesOwner: null, notesMechanic: 'Frenos', notesGeneral: 'uno\u0007dos', version }
    expect((await lead('PUT', `/vehicles/${made.id}/notes`, { body: notes })).status).toBe(200)
    expect(await outsider('PUT', `/vehicles/${made.id}`, { body: again })).toMatchObject({ status: 404 })
  })
})

describe('adding and changing', () => {
  it('adds a vehicle that is inactive until its device reports, with audit entry and fact', async () => {
    const { status, body } = await lead<Vehicle>('POST', '/vehicles', {
      body: form({ vin: 'abcdefghijk123456', notesGeneral: 'Nuevo' }),
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      companyId,
      fleetId,
      status: 'inactive',
      vin: 'ABCDEFGHIJK123456',
      installationDate: '2026-01-15',
      lastLocation: null,
      notesGeneral: 'Nuevo',
      version: 1,
    })
    expect((await lead<Vehicle>('GET', `/vehicles/${body.id}`)).body).toEqual(body)
    const audit = await test.build((tx) =>
      tx.sql<{ action: string }>('select action from platform.audit_entries where entity_id = $1', [body.id]),
    )
    expect(audit).toEqual([{ action: 'vehicle.created' }])
  })

  it('shows what the device stated last, and since when the vehicle stands', async () => {
    const { id } = (await lead<Vehicle>('POST', '/vehicles', { body: form() })).body
    const read = async () => (await lead<Vehicle>('GET', `/vehicles/${id}`)).body
    expect(await read()).toMatchObject({ ignition: null, satellites: null, standSince: null })
    const stopped = await test.build(async (tx) => {
      await buildPosition(tx, id, { latitude: 19.43, longitude: -99.13 })
      const since = new Date(tx.now.getTime() - 600_000)
      await tx.sql(
        `update telemetry.vehicle_state set ignition = false, satellites = 9, stand_since = $2, stand_latitude = latitude,
           stand_longitude = longitude where vehicle_id = $1`,
        [id, since],
      )
      return since.toISOString()
    })
    expect(await read()).toMatchObject({ ignition: false, satellites: 9, standSince: stopped })
    const { items } = (await lead<{ items: Vehicle[] }>('GET', '/vehicles?size=100')).body
    expect(items.find((one) => one.id === id)).toMatchObject({ ignition: false, standSince: stopped })
  })

  it.each([
    [{ vehicleNumber: '' }, 'body.vehicleNumber', 'required'],
    [{ vin: 'SHORT' }, 'body.vin', 'vin_length'],
    [{ year: 1899 }, 'body.year', 'too_small'],
    [{ year: 2027 }, 'body.year', 'year_future'],
    [{ mileage: -1 }, 'body.mileage', 'too_small'],
    [{ type: 'spaceship' }, 'body.type', 'not_allowed'],
    [{ status: 'occupied' }, 'body.status', 'not_allowed'],
    [{ speed: 3 }, 'body.speed', 'unknown_field'],
  ])('refuses %j', async (given, path, code) => {
    const { status, body } = await lead('POST', '/vehicles', { body: form(given) })
    expect(status).toBe(422)
    expect(body.errors).toEqual([expect.objectContaining({ path, code })])
  })

  it('keeps number and plate unique in the company and the device in all, among live vehicles', async () => {
    const first = (
      await lead<Vehicle>('POST', '/vehicles', { body: form({ imei: `8690${fleetId.slice(-8)}` }) })
    ).body
    const again = (given: Record<string, unknown>) => lead('POST', '/vehicles', { body: form(given) })
    expect((await again({ vehicleNumber: first.vehicleNumber.toLowerCase() })).body.code).toBe(
      'vehicle_number_taken',
    )
    expect((await again({ plateNumber: first.plateNumber.replace('-', ' ') })).body.code).toBe('plate_taken')
    const elsewhere = form({ fleetId: foreignFleetId, imei: first.imei, vehicleNumber: first.vehicleNumber })
    expect((await outsider('POST', '/vehicles', { body: elsewhere })).body.code).toBe('device_taken')
    expect((await outsider('POST', '/vehicles', { body: { ...elsewhere, imei: null } })).status).toBe(201)
    expect((await lead('DELETE', `/vehicles/${first.id}`)).body).toEqual({ done: true })
    expect((await lead('GET', `/vehicles/${first.id}`)).body.code).toBe('vehicle_not_found')
    expect((await again({ vehicleNumber: first.vehicleNumber, imei: first.imei })).status).toBe(201)
  })

  it('refuses a stale version with the present record and who changed it', async () => {
    const vehicle = (await lead<Vehicle>('POST', '/vehicles', { body: form() })).body
    const changed = await lead<Vehicle>('PUT', `/vehicles/${vehicle.id}`, {
      body: formOf(vehicle, { model: 'March' }),
    })
    expect(changed.body).toMatchObject({ model: 'March', version: 2 })
    const { status, body } = await lead('PUT', `/vehicles/${vehicle.id}`, {
      body: formOf(vehicle, { model: 'Tsuru' }),
    })
    expect(status).toBe(409)
    expect(body).toMatchObject({ code: 'stale_version', current: { model: 'March', version: 2 } })
    expect(body.changedBy).toContain('Rosa')
    expect(body.changedAt).toBe(changed.body.updatedAt)
  })

  it('sets and clears the manual statuses, and leaves those of others alone', async () => {
    const vehicle = (await lead<Vehicle>('POST', '/vehicles', { body: form() })).body
    const inShop = await lead<Vehicle>('PUT', `/vehicles/${vehicle.id}`, {
      body: formOf(vehicle, { status: 'maintenance' }),
    })
    expect(inShop.body.status).toBe('maintenance')
    const resting = await lead<Vehicle>('PUT', `/vehicles/${vehicle.id}`, {
      body: formOf(inShop.body, { status: 'inactive' }),
    })
    expect(resting.body).toMatchObject({ status: 'inactive', manualStatus: 'inactive' })
    const back = await lead<Vehicle>('PUT', `/vehicles/${vehicle.id}`, { body: formOf(resting.body) })
    expect(back.body.status).toBe('inactive')
    expect(await causesOf(vehicle.id)).toEqual([{ cause: 'silent' }])
  })

  it('moves a vehicle with its causes to another fleet of the company', async () => {
    const vehicle = (await lead<Vehicle>('POST', '/vehicles', { body: form() })).body
    const moved = await lead<Vehicle>('PUT', `/vehicles/${vehicle.id}`, {
      body: formOf(vehicle, { fleetId: otherFleetId }),
    })
    expect(moved.body.fleetId).toBe(otherFleetId)
    expect((await viewer('GET', `/vehicles/${vehicle.id}`)).status).toBe(404)
    const rows = await test.build((tx) =>
      tx.sql('select fleet_id from vehicles.status_causes where vehicle_id = $1', [vehicle.id]),
    )
    expect(rows).toEqual([{ fleet_id: otherFleetId }])
  })
})

describe('who may', () => {
  it('answers 404 for another company and changes nothing', async () => {
    const vehicle = (await lead<Vehicle>('POST', '/vehicles', { body: form() })).body
    expect((await outsider('GET', `/vehicles/${vehicle.id}`)).body.code).toBe('vehicle_not_found')
    expect(
      (await outsider('PUT', `/vehicles/${vehicle.id}`, { body: formOf(vehicle, { model: 'X' }) })).status,
    ).toBe(404)
    expect((await outsider('DELETE', `/vehicles/${vehicle.id}`)).status).toBe(404)
    expect((await lead('POST', '/vehicles', { body: form({ fleetId: foreignFleetId }) })).body.code).toBe(
      'fleet_denied',
    )
    expect((await lead<Vehicle>('GET', `/vehicles/${vehicle.id}`)).body).toEqual(vehicle)
  })

  it('lets a viewer read and refuses a change with the sentence', async () => {
    const vehicle = (await lead<Vehicle>('POST', '/vehicles', { body: form() })).body
    expect((await viewer('GET', `/vehicles/${vehicle.id}`)).status).toBe(200)
    const refused = await viewer('PUT', `/vehicles/${vehicle.id}`, { body: formOf(vehicle) })
    expect(refused).toMatchObject({
      status: 403,
      body: { code: 'forbidden', message: 'You do not have permission to perform this action.' },
    })
  })

  it('shows a guest the one assigned vehicle', async () => {
    const { guest, watched, other } = await test.build(async (tx) => {
      const watched = await buildVehicle(tx, { companyId, fleetId })
      const other = await buildVehicle(tx, { companyId, fleetId })
      const guest = await buildUser(tx, { level: 'guest', username: `guest_${fleetId.slice(-8)}` })
      await buildGuestVehicle(tx, { userId: guest.id, companyId, fleetId, vehicleId: watched.id })
      return { guest, watched, other }
    })
    const call = await test.as(guest)
    const list = await call<{ items: Vehicle[]; total: number }>('GET', '/vehicles')
    expect(list.body).toMatchObject({ total: 1, items: [{ id: watched.id }] })
    expect((await call('GET', '/vehicles?page=2')).body).toMatchObject({ total: 1, items: [], page: 2 })
    expect((await call('GET', `/vehicles/${other.id}`)).status).toBe(404)
    expect((await call('DELETE', `/vehicles/${watched.id}`)).status).toBe(403)
  })

  it('keeps foreign rows from a query that forgets its condition', async () => {
    const { own, foreign, actor } = await test.build(async (tx) => {
      const user = await buildUser(tx, { level: 'manager', username: `sql_${fleetId.slice(-8)}` })
      await buildAssignment(tx, { userId: user.id, companyId })
      const own = await buildVehicle(tx, { companyId, fleetId })
      const foreign = await buildVehicle(tx, { companyId: foreignCompanyId, fleetId: foreignFleetId })
      return { own, foreign, actor: user }
    })
    const { accessToken } = await test.build((tx) => buildSession(tx, actor, testSecret))
    const identity = await test.authenticator.actorOf(accessToken)
    const seen = await test.database.transaction(identity, (tx) =>
      tx.sql<{ id: string }>('select id from vehicles.vehicles'),
    )
    expect(seen.map((row) => row.id)).toEqual([own.id])
    const changed = await test.database.transaction(identity, (tx) =>
      tx.sql("update vehicles.vehicles set model = 'X' returning id"),
    )
    expect(changed).toEqual([{ id: own.id }])
    const planted = test.database.transaction(identity, (tx) =>
      tx.sql(
        `insert into vehicles.status_causes (vehicle_id, company_id, fleet_id, cause, since)
         values ($1, $2, $3, 'critical', now())`,
        [foreign.id, foreignCompanyId, foreignFleetId],
      ),
    )
    await expect(planted).rejects.toThrow(/row-level security/)
  })
})

describe('the list', () => {
  const list = (query: string) => lead<{ items: Vehicle[]; total: number }>('GET', `/vehicles?${query}`)
  const numbers = (items: Vehicle[]) => items.map((vehicle) => vehicle.vehicleNumber)

  beforeEach(() =>
    test.build(async (tx) => {
      const base = { companyId, fleetId }
      await buildVehicle(tx, {
        ...base,
        vehicleNumber: 'U-10',
        type: 'van',
        make: 'Citroën',
        plateNumber: 'XYZ-77',
      })
      await buildVehicle(tx, {
        ...base,
        vehicleNumber: 'U-9',
        causes: ['alarmed', 'silent'],
        plateNumber: 'AAA-1',
      })
      await buildVehicle(tx, { ...base, vehicleNumber: 'U-100', causes: [], plateNumber: 'MMM-1' })
      await buildVehicle(tx, { companyId, fleetId: otherFleetId, vehicleNumber: 'V-1' })
      await buildVehicle(tx, { companyId: foreignCompanyId, fleetId: foreignFleetId, vehicleNumber: 'W-1' })
    }),
  )

  it('pages and sorts by number, plate, status and last report', async () => {
    const first = await list('size=2')
    expect(first.body).toMatchObject({ total: 4, page: 1, size: 2 })
    expect(numbers(first.body.items)).toEqual(['U-9', 'U-10'])
    expect(numbers((await list('size=2&page=2')).body.items)).toEqual(['U-100', 'V-1'])
    expect(numbers((await list(`sort=plateNumber&fleetId=${fleetId}&order=desc`)).body.items)).toEqual([
      'U-10',
      'U-100',
      'U-9',
    ])
    expect(numbers((await list(`sort=status&fleetId=${fleetId}`)).body.items)).toEqual([
      'U-9',
      'U-10',
      'U-100',
    ])
    expect((await list('sort=lastUpdate&order=desc')).body.total).toBe(4)
  })

  it('filters by fleet, status and type, and searches without accents', async () => {
    expect((await list(`fleetId=${fleetId}`)).body.total).toBe(3)
    expect((await list(`fleetId=${foreignFleetId}`)).body).toMatchObject({ items: [], total: 0 })
    expect(numbers((await list('status=alarmed&status=active')).body.items)).toEqual(['U-9', 'U-100'])
    expect(numbers((await list('type=van')).body.items)).toEqual(['U-10'])
    expect(numbers((await list('search=citroen')).body.items)).toEqual(['U-10'])
    expect(numbers((await list('search=xyz77')).body.items)).toEqual(['U-10'])
    expect((await list('search=%25')).body.total).toBe(0)
    expect((await list('size=101')).status).toBe(422)
  })
})

describe('alarms and causes', () => {
  it('dismissing closes all open alarms, makes it active and counts its silence anew', async () => {
    const vehicle = await test.build(async (tx) => {
      const built = await buildVehicle(tx, { companyId, fleetId })
      await setCause(tx, built.id, 'alarmed', 'one')
      await setCause(tx, built.id, 'alarmed', 'two')
      return built
    })
    expect((await viewer('POST', `/vehicles/${vehicle.id}/dismiss-alarm`, { body: {} })).status).toBe(403)
    const { status, body } = await lead<Vehicle>('POST', `/vehicles/${vehicle.id}/dismiss-alarm`, {
      body: {},
    })
    expect([status, body.status]).toEqual([200, 'active'])
    expect(await causesOf(vehicle.id)).toEqual([])
    const again = await lead('POST', `/vehicles/${vehicle.id}/dismiss-alarm`, { body: {} })
    expect(again).toMatchObject({ status: 409, body: { code: 'no_open_alarm' } })
  })

  it('a cause of one source leaves that of another, and a repetition changes nothing', async () => {
    const vehicle = await test.build((tx) => buildVehicle(tx, { companyId, fleetId, causes: [] }))
    const status = () => test.build(async (tx) => (await lockVehicle(tx, vehicle.id))?.status)
    const sinceOf = () =>
      test.build((tx) => tx.sql('select status_since from vehicles.vehicles where id = $1', [vehicle.id]))
    await test.build((tx) => setCause(tx, vehicle.id, 'occupied', 'a'))
    await test.build((tx) => setCause(tx, vehicle.id, 'en_route', 'b'))
    const since = await sinceOf()
    test.clock.advance(1)
    await test.build((tx) => setCause(tx, vehicle.id, 'occupied', 'a'))
    expect(await sinceOf()).toEqual(since)
    await test.build((tx) => clearCause(tx, vehicle.id, 'occupied', 'b'))
    expect(await status()).toBe('occupied')
    await test.build((tx) => clearCause(tx, vehicle.id, 'occupied', 'a'))
    expect(await status()).toBe('en_route')
    await test.build((tx) => clearCause(tx, vehicle.id, 'en_route'))
    expect(await status()).toBe('active')
  })
})

describe('a status set by hand', () => {
  it('is returned beside a more severe one, and survives the form', async () => {
    const { id } = await test.build((tx) =>
      buildVehicle(tx, { companyId, fleetId, causes: ['critical', 'maintenance'] }),
    )
    const before = (await lead<Vehicle>('GET', `/vehicles/${id}`)).body
    expect(before).toMatchObject({ status: 'critical', manualStatus: 'maintenance' })
    const changed = await lead<Vehicle>('PUT', `/vehicles/${id}`, {
      body: formOf(before, { status: before.manualStatus }),
    })
    expect(changed).toMatchObject({ status: 200, body: { status: 'critical', manualStatus: 'maintenance' } })
  })
})
