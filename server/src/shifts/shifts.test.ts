import type { Problem } from '@rumbo/contract/problems.contract'
import type { Service } from '@rumbo/contract/services.contract'
import type { Shift } from '@rumbo/contract/shifts.contract'
import { formatDate } from '@rumbo/i18n/formats'
import { createTestApp, type TestApp, type TestCall } from '@rumbo/tools/testing/app'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildUser } from '../identity/identity.factory.ts'
import { buildAssignment, buildFleet } from '../organisation/organisation.factory.ts'
import { followDrivers } from '../services/index.ts'
import {
  createServicesHarness,
  type ServicesHarness,
  servicesAnswers,
} from '../services/testing/services.harness.ts'
import { vehicleEndpoints } from '../vehicles/index.ts'
import { buildVehicle } from '../vehicles/vehicles.factory.ts'
import { shiftEndpoints } from './index.ts'
import { buildDriver, buildShift } from './shifts.factory.ts'

type Answered<T> = T & Omit<Problem, 'status'>

let test: TestApp
let at: ServicesHarness
let ivan: { id: string; name: string }
let rosa: { id: string; name: string }
let ivansPhone: TestCall
let otherVehicleId: string
beforeAll(async () => {
  test = await createTestApp({
    answers: ({ clock, database }) => [
      ...vehicleEndpoints,
      ...servicesAnswers({ clock, database }),
      ...shiftEndpoints({ driversChanged: followDrivers }),
    ],
  })
})
afterAll(() => test.close())
beforeEach(async () => {
  at = await createServicesHarness(test)
  const { companyId, fleetId } = at
  const user = await test.build(async (tx) => {
    const person = async () => {
      const built = await buildUser(tx, { level: 'user' })
      await buildAssignment(tx, { userId: built.id, companyId, fleetId, role: 'primary_driver' })
      return built
    }
    const wheel = await person()
    ivan = await buildDriver(tx, { companyId, userId: wheel.id })
    rosa = await buildDriver(tx, {
      companyId,
      userId: (await person()).id,
      firstName: 'Rosa',
      lastName: 'Lira',
    })
    otherVehicleId = (await buildVehicle(tx, { companyId, fleetId, vehicleNumber: '204', causes: [] })).id
    return wheel
  })
  ivansPhone = await test.as(user)
})

const hours = (count: number) => at.minutes(count * 60)
const form = (some: object = {}) => ({
  fleetId: at.fleetId,
  driverId: ivan.id,
  vehicleId: at.vehicleId,
  startsAt: hours(1),
  endsAt: hours(9),
  ...some,
})
const plan = (some: object = {}, call = at.dispatcher) =>
  call<Answered<Shift & { created: number }>>('POST', '/shifts', { body: form(some) })
const change = (shift: Shift, some: object) => {
  const { driverId, vehicleId, startsAt, endsAt, breaks, note, version } = shift
  return at.dispatcher<Answered<Shift>>('PUT', `/shifts/${shift.id}`, {
    body: { driverId, vehicleId, startsAt, endsAt, breaks, note, version, ...some },
  })
}
const press = (shift: Shift, verb: string, call = at.dispatcher) =>
  call<Answered<Shift>>('POST', `/shifts/${shift.id}/${verb}`, { body: { version: shift.version } })
const list = async (from: number, to: number, call = at.dispatcher) =>
  (await call<{ items: Shift[] }>('GET', `/shifts?fleetId=${at.fleetId}&from=${hours(from)}&to=${hours(to)}`))
    .body.items
const fieldsOf = (answer: { body: Pick<Problem, 'errors'> }) =>
  answer.body.errors?.map(({ path, code }) => `${path} ${code}`)

describe('planning', () => {
  it('creates shifts with breaks, lists those that touch a range, and shows them to viewers', async () => {
    const made = await plan({ breaks: [{ afterMinutes: 240, minutes: 30 }], note: 'Base norte' })
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({
      driverName: 'Iván Mora',
      vehicleNumber: '118',
      status: 'planned',
      created: 1,
      breaks: [{ afterMinutes: 240, minutes: 30 }],
    })
    for (const [from, to, count] of [
      [0, 24, 1],
      [8, 12, 1],
      [9, 12, 0],
      [0, 1, 0],
    ] as const)
      expect(await list(from, to, at.viewer)).toHaveLength(count)
    expect(await list(0, 24, at.outsider)).toEqual([])
    expect((await at.outsider('GET', `/shifts/${made.body.id}`)).status).toBe(404)
    expect((await plan({ startsAt: hours(20), endsAt: hours(22) }, at.viewer)).status).toBe(403)
    expect((await plan({ startsAt: hours(20), endsAt: hours(22) }, at.outsider)).body.code).toBe(
      'fleet_denied',
    )
    expect(
      (await at.driver('GET', `/shifts?fleetId=${at.fleetId}&from=${hours(0)}&to=${hours(9)}`)).status,
    ).toBe(403)
  })

  it('refuses an overlap of the driver or of the vehicle, and names the other shift', async () => {
    await plan()
    const sameDriver = await plan({ vehicleId: otherVehicleId, startsAt: hours(8), endsAt: hours(12) })
    expect(sameDriver).toMatchObject({ status: 409, body: { code: 'shift_overlap' } })
    const shown = (at: string, show?: 'time') =>
      formatDate('es', at, { timeZone: 'America/Mexico_City', show })
    expect(sameDriver.body.detail).toContain(
      `Iván Mora with vehicle 118, ${shown(hours(1))} to ${shown(hours(9), 'time')}`,
    )
    const sameVehicle = await plan({ driverId: rosa.id, startsAt: hours(0), endsAt: hours(2) })
    expect(sameVehicle).toMatchObject({
      status: 409,
      body: { code: 'shift_overlap', words: { driver: 'Iván Mora', vehicleNumber: '118' } },
    })
    expect((await plan({ startsAt: hours(9), endsAt: hours(12) })).status).toBe(201)
    expect((await plan({ driverId: rosa.id, vehicleId: otherVehicleId })).status).toBe(201)
  })

  it('lets one of several win who plan the same driver or vehicle at once', async () => {
    const answers = await Promise.all([
      plan(),
      plan({ vehicleId: otherVehicleId }),
      plan({ driverId: rosa.id }),
    ])
    const won = answers.filter(({ status }) => status === 201)
    const lost = answers.filter(({ status }) => status === 409)
    expect(won.length + lost.length).toBe(3)
    expect(await list(0, 24)).toHaveLength(won.length)
    // Iván with 204 and Rosa with 118 fit together; Iván with 118 fits with neither.
    expect(won.some(({ body }) => body.driverId === ivan.id && body.vehicleId === at.vehicleId)).toBe(
      won.length === 1,
    )
  })

  it('sees a driver’s shift in another fleet', async () => {
    await test.build(async (tx) => {
      const { companyId } = at
      const fleetId = (await buildFleet(tx, { companyId })).id
      const vehicle = await buildVehicle(tx, { companyId, fleetId, vehicleNumber: '900' })
      await buildShift(tx, { companyId, fleetId, driver: ivan, vehicle, fromHours: 2 })
    })
    const refused = await plan()
    expect(refused.body).toMatchObject({ code: 'shift_overlap', words: { vehicleNumber: '900' } })
  })

  it('refuses impossible times, breaks and drivers at the field', async () => {
    expect(fieldsOf(await plan({ endsAt: hours(0.5) }))).toEqual(['body.endsAt end_before_start'])
    expect(fieldsOf(await plan({ endsAt: hours(26) }))).toEqual(['body.endsAt shift_too_long'])
    expect(fieldsOf(await plan({ startsAt: hours(-9), endsAt: hours(-1) }))).toEqual([
      'body.endsAt time_past',
    ])
    expect(
      fieldsOf(
        await plan({
          breaks: [
            { afterMinutes: 60, minutes: 30 },
            { afterMinutes: 80, minutes: 15 },
            { afterMinutes: 470, minutes: 30 },
          ],
        }),
      ),
    ).toEqual(['body.breaks.1 break_outside', 'body.breaks.2 break_outside'])
    expect(fieldsOf(await plan({ driverId: at.contactId }))).toEqual(['body.driverId driver_without_user'])
    const { companyId } = at
    const elsewhere = await test.build(async (tx) => {
      const fleetId = (await buildFleet(tx, { companyId })).id
      return (await buildVehicle(tx, { companyId, fleetId })).id
    })
    expect((await plan({ vehicleId: elsewhere })).body.code).toBe('vehicle_not_found')
  })

  it('changes a planned shift once for each version', async () => {
    const { body: shift } = await plan()
    test.clock.advance(60)
    const moved = await change(shift, { driverId: rosa.id, endsAt: hours(7) })
    expect(moved.body).toMatchObject({ driverName: 'Rosa Lira', version: 2 })
    const late = await change(shift, { note: 'tarde' })
    expect(late).toMatchObject({
      status: 409,
      body: { code: 'stale_version', changedBy: 'Ana Guerrero', current: { driverName: 'Rosa Lira' } },
    })
    const cancelled = await at.dispatcher<Shift>('POST', `/shifts/${shift.id}/cancel`, {
      body: { version: 2 },
    })
    expect(cancelled.body).toMatchObject({ status: 'cancelled', version: 3 })
    expect((await change(cancelled.body, {})).body).toMatchObject({ code: 'shift_wrong_state' })
    expect((await plan()).status).toBe(201)
    const audits = await test.build((tx) =>
      tx.sql<{ action: string }>(
        `select action from platform.audit_entries where entity_id = $1 order by at, id`,
        [shift.id],
      ),
    )
    expect(audits.map(({ action }) => action)).toEqual(['shift.created', 'shift.changed', 'shift.cancelled'])
  })
})

describe('recurring shifts', () => {
  const weekdays = { weekdays: [1, 2, 3, 4, 5], until: '2026-04-10' }

  it('keep the local time over a change of the clocks, and are refused as a whole', async () => {
    await test.build((tx) =>
      tx.sql(`update organisation.companies set time_zone = 'America/Tijuana' where id = $1`, [at.companyId]),
    )
    // 7:00 to 15:00 in Tijuana, from Monday; its clocks go forward on Sunday, 8 March.
    const times = { startsAt: '2026-03-02T15:00:00.000Z', endsAt: '2026-03-02T23:00:00.000Z' }
    const made = await plan({ ...times, repeat: { weekdays: [1, 3], until: '2026-03-11' } })
    expect(made.body).toMatchObject({ created: 4 })
    expect((await list(-1, 24 * 20)).map(({ startsAt }) => startsAt)).toEqual([
      '2026-03-02T15:00:00.000Z',
      '2026-03-04T15:00:00.000Z',
      '2026-03-09T14:00:00.000Z',
      '2026-03-11T14:00:00.000Z',
    ])
    const refused = await plan({
      ...times,
      driverId: rosa.id,
      startsAt: '2026-03-03T20:00:00.000Z',
      endsAt: '2026-03-03T22:00:00.000Z',
      repeat: weekdays,
    })
    expect(refused.body).toMatchObject({ code: 'shift_overlap', words: { from: '04/03/2026 07:00' } })
    expect(await list(-1, 24 * 20)).toHaveLength(4)
  })

  it('are changed and cancelled one by one, or from one on', async () => {
    const { body: first } = await plan({ repeat: weekdays })
    expect(first.created).toBe(30)
    const all = await list(0, 24 * 42)
    const [, second, third] = all
    if (!second || !third) throw new Error('no second shift')
    expect((await change(second, { note: 'Solo hoy' })).status).toBe(200)
    const later = await change(third, {
      driverId: rosa.id,
      startsAt: new Date(Date.parse(third.startsAt) + 3_600_000).toISOString(),
      reach: 'following',
    })
    expect(later.status).toBe(200)
    const now = await list(0, 24 * 42)
    expect(now.map(({ driverName }) => driverName)).toEqual([
      ...Array.from({ length: 2 }, () => 'Iván Mora'),
      ...Array.from({ length: 28 }, () => 'Rosa Lira'),
    ])
    expect(now.map(({ note }) => note).filter(Boolean)).toEqual(['Solo hoy'])
    expect(new Set(now.slice(2).map(({ startsAt }) => startsAt.slice(11)))).toEqual(
      new Set([new Date(Date.parse(third.startsAt) + 3_600_000).toISOString().slice(11)]),
    )
    await at.dispatcher('POST', `/shifts/${now[4]?.id}/cancel`, {
      body: { version: now[4]?.version, reach: 'following' },
    })
    expect((await list(0, 24 * 42)).filter(({ status }) => status === 'planned')).toHaveLength(4)
  })

  it('need a day within the period', async () => {
    expect(fieldsOf(await plan({ repeat: { weekdays: [7], until: '2026-03-05' } }))).toEqual([
      'body.repeat.until no_occurrence',
    ])
    expect(fieldsOf(await plan({ repeat: { weekdays: [1], until: '2028-03-05' } }))).toEqual([
      'body.repeat.until too_big',
    ])
  })
})

describe('a driver’s own shift', () => {
  it('is started and ended by the driver, who has its vehicle meanwhile', async () => {
    const { body: shift } = await plan({ startsAt: hours(1.5), endsAt: hours(10) })
    const own = async () => (await ivansPhone<{ items: Shift[] }>('GET', '/shifts/own')).body.items
    const vehicles = async () =>
      (await ivansPhone<{ items: { id: string }[] }>('GET', '/vehicles')).body.items.map(({ id }) => id)
    expect(await own()).toMatchObject([{ id: shift.id, status: 'planned' }])
    expect(await vehicles()).toEqual([])
    expect((await press(shift, 'start', ivansPhone)).status).toBe(403)
    const early = await ivansPhone('POST', `/shifts/own/${shift.id}/start`, { body: { version: 1 } })
    expect(early.body).toMatchObject({ code: 'shift_too_early' })
    test.clock.advance(35 * 60)
    const begun = await ivansPhone<Shift>('POST', `/shifts/own/${shift.id}/start`, { body: { version: 1 } })
    expect(begun.body).toMatchObject({ status: 'running', startedAt: test.clock.now().toISOString() })
    expect(await vehicles()).toEqual([at.vehicleId])
    test.clock.advance(20 * 60)
    const over = await ivansPhone<Shift>('POST', `/shifts/own/${shift.id}/end`, { body: { version: 2 } })
    expect(over.body).toMatchObject({ status: 'ended', endedAt: test.clock.now().toISOString() })
    expect(await vehicles()).toEqual([])
    const twice = await ivansPhone('POST', `/shifts/own/${shift.id}/end`, { body: { version: 3 } })
    expect(twice.body).toMatchObject({ code: 'shift_wrong_state' })
  })

  it('of somebody else is not found', async () => {
    const { body: shift } = await plan({ driverId: rosa.id })
    const pressed = await ivansPhone('POST', `/shifts/own/${shift.id}/start`, { body: { version: 1 } })
    expect(pressed.status).toBe(404)
    expect((await at.outsider('POST', `/shifts/${shift.id}/start`, { body: { version: 1 } })).status).toBe(
      404,
    )
  })

  it('begins only once the shift before ended, which may run late', async () => {
    const { body: first } = await plan({ startsAt: hours(0), endsAt: hours(0.25) })
    const { body: second } = await plan({ driverId: rosa.id, startsAt: hours(0.25), endsAt: hours(8) })
    const running = await press(first, 'start')
    test.clock.advance(20 * 60)
    const refused = await press(second, 'start')
    expect(refused.body).toMatchObject({ code: 'shift_still_running', words: { driver: 'Iván Mora' } })
    expect((await list(0, 1)).map(({ id }) => id)).toContain(first.id)
    expect((await press(running.body, 'end')).status).toBe(200)
    expect((await press(second, 'start')).body.status).toBe('running')
  })

  it('that runs changes its end and breaks only', async () => {
    const { body: shift } = await plan({ startsAt: hours(0) })
    const { body: running } = await press(shift, 'start')
    expect((await change(running, { driverId: rosa.id })).body.code).toBe('shift_wrong_state')
    expect((await change(running, { endsAt: hours(10) })).body).toMatchObject({ endsAt: hours(10) })
    const cancelled = await at.dispatcher('POST', `/shifts/${shift.id}/cancel`, { body: { version: 3 } })
    expect(cancelled.body).toMatchObject({ code: 'shift_wrong_state' })
  })
})

describe('the driver of a service', () => {
  const assign = async (vehicleId = at.vehicleId) => at.upTo(['dispatch'], ['assign', { vehicleId }])
  const read = async ({ id }: Service) => (await at.dispatcher<Service>('GET', `/services/${id}`)).body

  it('is the one on shift in its vehicle when it is assigned, and nobody without a shift', async () => {
    expect(await assign(otherVehicleId)).toMatchObject({ assignedDriverId: null, driverName: null })
    await plan({ startsAt: hours(0) })
    const service = await assign()
    expect(service).toMatchObject({
      status: 'vehicle_assigned',
      assignedDriverId: ivan.id,
      driverName: 'Iván Mora',
      driverPhone: '+52 55 5512 3456',
    })
    const back = await at.move(at.dispatcher, service, 'unassign')
    expect(back.body).toMatchObject({ assignedDriverId: null, driverName: null, driverPhone: null })
  })

  it('follows the shift until the pickup, not afterwards', async () => {
    const { body: shift } = await plan({ startsAt: hours(0) })
    const service = await assign()
    const changed = await change(shift, { driverId: rosa.id })
    const followed = await read(service)
    expect(followed).toMatchObject({ assignedDriverId: rosa.id, driverName: 'Rosa Lira' })
    const running = await at.move(at.dispatcher, followed, 'confirm-pickup')
    expect(running.status).toBe(200)
    await change(changed.body, { driverId: ivan.id })
    expect(await read(service)).toMatchObject({ status: 'in_progress', driverName: 'Rosa Lira' })
    const audits = await test.build((tx) =>
      tx.sql(
        `select 1 from platform.audit_entries where entity_id = $1 and action = 'service.driver_changed'`,
        [service.id],
      ),
    )
    expect(audits).toHaveLength(1)
  })

  it('is the next driver’s once the planned shift of the moment is theirs', async () => {
    await plan({ startsAt: hours(0), endsAt: hours(0.25) })
    await plan({ driverId: rosa.id, startsAt: hours(0.25), endsAt: hours(4) })
    const service = await assign()
    test.clock.advance(20 * 60)
    const picked = await at.move(at.dispatcher, service, 'confirm-pickup')
    expect(picked.body).toMatchObject({ driverName: 'Rosa Lira' })
  })

  it.each([
    ['driver_inactive', `update directory.contacts set status = 'suspended' where id = $1`],
    ['driver_licence_expired', `update shifts.documents set expires_on = '2026-03-01' where contact_id = $1`],
    ['driver_licence_missing', `delete from shifts.documents where contact_id = $1`],
  ])('may not be one who may not drive: %s', async (code, statement) => {
    await plan({ startsAt: hours(0) })
    await test.build((tx) => tx.sql(statement, [ivan.id]))
    const waiting = await at.upTo(['dispatch'])
    const refused = await at.move(at.dispatcher, waiting, 'assign', { vehicleId: at.vehicleId })
    expect(refused).toMatchObject({ status: 409, body: { code, words: { driver: 'Iván Mora' } } })
    expect(await at.statusOfVehicle()).toBe('active')
  })
})
