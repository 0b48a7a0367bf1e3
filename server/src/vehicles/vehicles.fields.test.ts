import type { Vehicle } from '@rumbo/contract/vehicles.contract'
import { createTestApp, type TestApp } from '@rumbo/tools/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { vehicleEndpoints } from './index.ts'
import { arrangeVehiclePeople, type VehiclePeople, vehicleForm } from './testing/vehicle-people.testing.ts'

let test: TestApp
let at: VehiclePeople

beforeAll(async () => {
  test = await createTestApp({ answers: () => vehicleEndpoints })
})
afterAll(() => test.close())
beforeEach(async () => {
  at = await arrangeVehiclePeople(test)
})

const add = async (given: Record<string, unknown> = {}) => {
  const made = await at.lead<Vehicle>('POST', '/vehicles', { body: vehicleForm(at.fleetId, given) })
  expect(made).toMatchObject({ status: 201 })
  return made.body
}
const numbers = async (query: string) =>
  (await at.lead<{ items: Vehicle[] }>('GET', `/vehicles?${query}`)).body.items.map(
    (one) => one.vehicleNumber,
  )

describe('what a vehicle carries, may and must', () => {
  it('is kept and given back, each skill once and the days of a window in order', async () => {
    const given = {
      seats: 12,
      loadKg: 850.5,
      loadM3: 6.2,
      speedLimitKmh: 95,
      insurer: 'Quálitas',
      insurancePolicy: 'QLT-88-1',
      insuranceExpiresOn: '2026-03-09',
      licenceExpiresOn: '9999-12-31',
    }
    const vehicle = await add({
      ...given,
      skills: [' Cadena de frío', 'Rampa', 'cadena de  FRIO'],
      allowedHours: [{ days: [5, 1, 5], from: '22:00', to: '06:00' }],
    })
    expect(vehicle).toMatchObject({
      ...given,
      skills: ['Cadena de frío', 'Rampa'],
      allowedHours: [{ days: [1, 5], from: '22:00', to: '06:00' }],
    })
    expect((await at.lead<Vehicle>('GET', `/vehicles/${vehicle.id}`)).body).toEqual(vehicle)
    const { seats, skills, speedLimitKmh, allowedHours } = await add()
    expect({ seats, skills, speedLimitKmh, allowedHours }).toEqual({
      seats: null,
      skills: [],
      speedLimitKmh: null,
      allowedHours: [],
    })
  })

  it.each([
    [{ seats: -1 }, 'body.seats', 'too_small'],
    [{ seats: 2.5 }, 'body.seats', 'wrong_type'],
    [{ loadKg: -0.1 }, 'body.loadKg', 'too_small'],
    [{ loadM3: 1e9 }, 'body.loadM3', 'too_big'],
    [{ speedLimitKmh: 5 }, 'body.speedLimitKmh', 'too_small'],
    [{ skills: [' '] }, 'body.skills.0', 'required'],
    [{ skills: Array.from({ length: 21 }, (_, index) => `S${index}`) }, 'body.skills', 'too_long'],
    [
      { allowedHours: [{ days: [1], from: '24:00', to: '06:00' }] },
      'body.allowedHours.0.from',
      'wrong_format',
    ],
    [{ allowedHours: [{ days: [], from: '06:00', to: '07:00' }] }, 'body.allowedHours.0.days', 'required'],
    [{ allowedHours: [{ days: [8], from: '06:00', to: '07:00' }] }, 'body.allowedHours.0.days.0', 'too_big'],
    [{ insuranceExpiresOn: '2026-02-30' }, 'body.insuranceExpiresOn', 'wrong_format'],
    [{ licenceExpiresOn: '0000-01-01' }, 'body.licenceExpiresOn', 'wrong_format'],
  ])('refuses %j', async (given, path, code) => {
    const { status, body } = await at.lead('POST', '/vehicles', { body: vehicleForm(at.fleetId, given) })
    expect(status).toBe(422)
    expect(body.errors).toEqual([expect.objectContaining({ path, code })])
  })

  it('says in the audit what changed', async () => {
    const { id, version } = await add({ skills: ['Rampa'] })
    const body = { ...vehicleForm(at.fleetId), skills: ['Rampa', 'Frío'], seats: 4, version }
    expect((await at.lead('PUT', `/vehicles/${id}`, { body })).status).toBe(200)
    const [entry] = await test.build((tx) =>
      tx.sql<{ changes: object }>(
        "select changes from platform.audit_entries where entity_id = $1 and action = 'vehicle.updated'",
        [id],
      ),
    )
    expect(entry?.changes).toMatchObject({ skills: [['Rampa'], ['Rampa', 'Frío']], seats: [null, 4] })
  })
})

describe('lists', () => {
  it('find what expires within some days, counted where the company is, and sort by it', async () => {
    await add({ vehicleNumber: 'A', insuranceExpiresOn: '2025-01-01', nextServiceDate: '2026-08-01' })
    await add({ vehicleNumber: 'B', licenceExpiresOn: '2026-03-02', insuranceExpiresOn: '2027-01-01' })
    await add({ vehicleNumber: 'C', insuranceExpiresOn: '2026-03-05', nextServiceDate: '2026-04-01' })
    await add({ vehicleNumber: 'D', insuranceExpiresOn: '9999-12-31' })
    await add({ vehicleNumber: 'E' })
    const fleet = `fleetId=${at.fleetId}`
    // The test's clock: 2 March 2026, 9 in the morning in Mexico City.
    expect(await numbers(`${fleet}&expiresWithinDays=0`)).toEqual(['A', 'B'])
    expect(await numbers(`${fleet}&expiresWithinDays=2`)).toEqual(['A', 'B'])
    expect(await numbers(`${fleet}&expiresWithinDays=3`)).toEqual(['A', 'B', 'C'])
    expect(await numbers(`${fleet}&sort=expiry`)).toEqual(['A', 'B', 'C', 'D', 'E'])
    expect(await numbers(`${fleet}&sort=expiry&order=desc`)).toEqual(['D', 'C', 'B', 'A', 'E'])
    expect((await numbers(`${fleet}&sort=nextServiceDate`)).slice(0, 2)).toEqual(['C', 'A'])
    await test.build((tx) =>
      tx.sql("update organisation.companies set time_zone = 'Pacific/Kiritimati' where id = $1", [
        at.companyId,
      ]),
    )
    expect(await numbers(`${fleet}&expiresWithinDays=2`)).toEqual(['A', 'B', 'C'])
  })

  it('find by skills and seats, and name the skills in use', async () => {
    await add({ vehicleNumber: 'A', skills: ['Cadena de frío', 'Rampa'], seats: 2 })
    await add({ vehicleNumber: 'B', skills: ['cadena de frio'], seats: 14 })
    await add({ vehicleNumber: 'C', skills: ['Cadena de frío'] })
    const fleet = `fleetId=${at.fleetId}`
    expect(await numbers(`${fleet}&skill=CADENA%20DE%20FRIO`)).toEqual(['A', 'B', 'C'])
    expect(await numbers(`${fleet}&skill=cadena%20de%20frio&skill=rampa`)).toEqual(['A'])
    expect(await numbers(`${fleet}&seats=3`)).toEqual(['B'])
    expect((await at.lead('GET', `/vehicles/skills?companyId=${at.companyId}`)).body.items).toEqual([
      { skill: 'Cadena de frío', vehicles: 3 },
      { skill: 'Rampa', vehicles: 1 },
    ])
    expect((await at.outsider('GET', '/vehicles/skills')).body.items).toEqual([])
  })
})

describe('two at once', () => {
  it('add one plate: one gets a conflict', async () => {
    const plateNumber = `ZZ-${at.fleetId.slice(-6)}`
    const answers = await Promise.all(
      [1, 2].map(() => at.lead('POST', '/vehicles', { body: vehicleForm(at.fleetId, { plateNumber }) })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('plate_taken')
  })

  it('give one VIN to two vehicles: one gets a conflict until the other is archived', async () => {
    const vin = '3n6ad33c0gk812345'
    const answers = await Promise.all(
      [1, 2].map(() => at.lead<Vehicle>('POST', '/vehicles', { body: vehicleForm(at.fleetId, { vin }) })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'vin_taken' })
    const first = answers.find(({ status }) => status === 201)?.body
    const other = await add()
    const change = () =>
      at.lead('PUT', `/vehicles/${other.id}`, {
        body: { ...vehicleForm(at.otherFleetId, { vin }), version: 1 },
      })
    expect(await change()).toMatchObject({ status: 409, body: { code: 'vin_taken' } })
    const foreign = { body: vehicleForm(at.foreignFleetId, { vin }) }
    expect((await at.outsider('POST', '/vehicles', foreign)).status).toBe(201)
    expect((await at.lead('DELETE', `/vehicles/${first?.id}`)).status).toBe(200)
    expect(await change()).toMatchObject({ status: 200, body: { vin: vin.toUpperCase() } })
  })

  it('change one vehicle: the second gets the record as it is, with who changed it', async () => {
    const { id, version } = await add()
    const change = (model: string) =>
      at.lead('PUT', `/vehicles/${id}`, { body: { ...vehicleForm(at.fleetId, { model }), version } })
    const answers = await Promise.all([change('March'), change('Tsuru')])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const [won, lost] = [200, 409].map((status) => answers.find((one) => one.status === status)?.body)
    expect(lost).toMatchObject({ code: 'stale_version', current: { model: won?.model, version: 2 } })
    expect(lost?.changedBy).toContain('Rosa')
  })
})

describe('notes alone', () => {
  const notes = { notesOwner: null, notesMechanic: 'Balatas', notesGeneral: 'Ñandú' }
  it('are changed by who may change nothing else', async () => {
    const { id, version } = await add({ notesOwner: 'Antes', seats: 3 })
    const put = (call: typeof at.lead, of = version) =>
      call<Vehicle>('PUT', `/vehicles/${id}/notes`, { body: { ...notes, version: of } })
    expect(
      (await at.dispatcher('PUT', `/vehicles/${id}`, { body: { ...vehicleForm(at.fleetId), version } }))
        .status,
    ).toBe(403)
    expect((await put(at.viewer)).status).toBe(403)
    expect((await put(at.driver)).status).toBe(403)
    expect((await put(at.outsider)).status).toBe(404)
    expect((await put(at.dispatcher)).body).toMatchObject({ ...notes, seats: 3, version: 2 })
    expect(await put(at.dispatcher)).toMatchObject({
      status: 409,
      body: { code: 'stale_version', current: { version: 2, notesMechanic: 'Balatas' } },
    })
    const entries = await test.build((tx) =>
      tx.sql<{ action: string; changes: object }>(
        'select action, changes from platform.audit_entries where entity_id = $1 order by at desc, id desc limit 1',
        [id],
      ),
    )
    expect(entries).toMatchObject([
      {
        action: 'vehicle.notes_updated',
        changes: { notesOwner: ['Antes', null], notesMechanic: [null, 'Balatas'] },
      },
    ])
  })
})
