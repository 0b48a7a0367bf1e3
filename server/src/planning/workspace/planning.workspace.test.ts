import type { Plan, PlanContent } from '@rumbo/contract/planning.contract'
import type { PlanWorkspace } from '@rumbo/contract/planning.workspace.contract'
import { encodeTravel } from '@rumbo/planning/travel'
import { createTestApp, type TestApp, type TestCall } from '@rumbo/tools/testing'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildContact } from '../../directory/directory.factory.ts'
import { buildUser } from '../../identity/identity.factory.ts'
import { buildAssignment, buildCompany, buildFleet } from '../../organisation/organisation.factory.ts'
import { buildZone } from '../../places/zones/places.zones.factory.ts'
import { angel, buildService, zocalo } from '../../services/services.factory.ts'
import { buildDriver, buildShift } from '../../shifts/shifts.factory.ts'
import { buildPosition } from '../../telemetry/telemetry.factory.ts'
import { buildVehicle } from '../../vehicles/vehicles.factory.ts'
import { planningEndpoints } from '../index.ts'
import { buildPlan } from '../planning.factory.ts'

let world: TestApp
beforeAll(async () => {
  world = await createTestApp({ answers: () => planningEndpoints })
})
afterAll(() => world.close())

let place: { companyId: string; fleetId: string }
let contactId: string
let ana: TestCall
beforeEach(async () => {
  const user = await world.build(async (tx) => {
    const companyId = (await buildCompany(tx)).id
    place = { companyId, fleetId: (await buildFleet(tx, { companyId })).id }
    contactId = (await buildContact(tx, { companyId })).id
    const planner = await buildUser(tx)
    await buildAssignment(tx, { userId: planner.id, ...place, role: 'dispatcher' })
    return planner
  })
  ana = await world.as(user)
})

const plan = (given: Partial<Parameters<typeof buildPlan>[1]> = {}) =>
  world.build((tx) => buildPlan(tx, { date: '2026-03-03', ...place, ...given }))
const read = async ({ id }: Plan) => {
  const { status, body } = await ana<PlanWorkspace>('GET', `/plans/${id}/workspace`)
  expect(status).toBe(200)
  return body
}
let built = 0
type Given = Partial<Parameters<typeof buildService>[1]>
/** A ride on the day of the plan, at 10:00 in Mexico City. */
const service = (given: Given = {}) =>
  world.build((tx) =>
    buildService(tx, {
      dispatchTime: '2026-03-03T16:00:00.000Z',
      requesterContactId: contactId,
      customerName: `Cliente ${uuid()}`,
      customerPhone: `+52 55 ${(1e8 + built++).toString()}`,
      ...place,
      ...given,
    }),
  )
const stop = (stopType: 'pickup' | 'drop', at: typeof zocalo, window: [string, string] | null = null) => ({
  stopType,
  address: 'Calle 1',
  ...at,
  timeWindowStart: window?.[0] ?? null,
  timeWindowEnd: window?.[1] ?? null,
  reference: null,
  contactName: null,
  contactPhone: null,
  extraCost: null,
  serviceMinutes: null,
})
type Ride = Awaited<ReturnType<typeof service>>
const routeOf = (vehicleId: string, ...rides: Ride[]): PlanContent['routes'][number] => ({
  vehicleId,
  startsAt: null,
  isLocked: false,
  visits: rides.flatMap(({ id, plannedStops }) =>
    plannedStops.map((one) => ({ serviceId: id, stopId: one.id ?? '', lock: null })),
  ),
})
const setStatus = (id: string, status: string, vehicle?: { id: string; vehicleNumber: string }) =>
  world.build((tx) =>
    tx.sql(
      'update services.services set status = $2, assigned_vehicle_id = $3, assigned_vehicle_number = $4 where id = $1',
      [id, status, vehicle?.id ?? null, vehicle?.vehicleNumber ?? null],
    ),
  )
const vehicle = (
  given: Partial<Parameters<typeof buildVehicle>[1]> = {},
  at: typeof zocalo | null = zocalo,
) =>
  world.build(async (tx) => {
    const built = await buildVehicle(tx, { ...place, ...given })
    if (at) await buildPosition(tx, built.id, at)
    return built
  })
type Vehicle = Awaited<ReturnType<typeof vehicle>>
/** A shift of a driver of its own. */
const shift = (
  of: Vehicle,
  startsAt: string,
  hours: number,
  given: { breaks?: { afterMinutes: number; minutes: number }[]; expiresOn?: string | null } = {},
) =>
  world.build(async (tx) => {
    const { breaks = [], ...some } = given
    const driver = await buildDriver(tx, { companyId: place.companyId, ...some })
    const fromHours = (Date.parse(startsAt) - tx.now.getTime()) / 3_600_000
    return buildShift(tx, { ...place, driver, vehicle: of, fromHours, hours, breaks })
  })
const numbersOf = ({ orders }: PlanWorkspace) => orders.map(({ serviceId }) => serviceId).sort()
const codesOf = ({ warnings }: PlanWorkspace) => warnings.map(({ code }) => code)
const unfitOf = ({ vehicles }: PlanWorkspace) =>
  Object.fromEntries(vehicles.map(({ vehicleId, unfit }) => [vehicleId, unfit]))

describe('orders of a plan', () => {
  it('are the open services of its day, by dispatch time or a window', async () => {
    const byTime = await service()
    const byWindow = await service({
      dispatchTime: '2026-03-02T20:00:00.000Z',
      plannedStops: [
        stop('pickup', zocalo, ['2026-03-03T05:30:00.000Z', '2026-03-03T06:30:00.000Z']),
        stop('drop', angel),
      ],
    })
    // At midnight of the day and of the next one.
    const first = await service({ dispatchTime: '2026-03-03T06:00:00.000Z' })
    await service({ dispatchTime: '2026-03-04T06:00:00.000Z' })
    await service({ dispatchTime: '2026-03-02T20:00:00.000Z' })
    const cancelled = await service()
    await setStatus(cancelled.id, 'cancelled_by_client')
    const other = await world.build(async (tx) => (await buildFleet(tx, { companyId: place.companyId })).id)
    await service({ fleetId: other })
    const workspace = await read(await plan())
    expect(numbersOf(workspace)).toEqual([byTime.id, byWindow.id, first.id].sort())
    expect(workspace).toMatchObject({
      timeZone: 'America/Mexico_City',
      origin: '2026-03-03T06:00:00.000Z',
      depotPlace: null,
      isCut: false,
      warnings: [],
    })
    // Both places once.
    expect(workspace.places).toEqual([zocalo, angel])
    expect(workspace.orders.find(({ serviceId }) => serviceId === byTime.id)).toMatchObject({
      serviceNumber: byTime.serviceNumber,
      state: 'open',
      priorityLevel: 'medium',
      onlyVehicleIds: null,
      otherPlanId: null,
      stops: [
        { stopType: 'pickup', place: 0, windowStart: null, arrived: null, isCancelled: false },
        { stopType: 'drop', place: 1 },
      ],
    })
  })

  it('are those of a night shift past midnight, and of a day of 25 hours', async () => {
    const late = await service({ dispatchTime: '2026-03-04T11:59:00.000Z' })
    await service({ dispatchTime: '2026-03-04T12:00:00.000Z' })
    await service({ dispatchTime: '2026-03-04T03:00:00.000Z' })
    expect(numbersOf(await read(await plan({ startTime: '22:00', endTime: '06:00' })))).toEqual([late.id])
    await world.build((tx) =>
      tx.sql(`update organisation.companies set time_zone = 'America/Tijuana' where id = $1`, [
        place.companyId,
      ]),
    )
    const last = await service({ dispatchTime: '2026-11-02T07:59:00.000Z' })
    await service({ dispatchTime: '2026-11-02T08:00:00.000Z' })
    expect(numbersOf(await read(await plan({ date: '2026-11-01' })))).toEqual([last.id])
  })

  it('that the plan contains stay, with what became of them', async () => {
    const [one, two] = [await vehicle(), await vehicle()]
    for (const each of [one, two]) await shift(each, '2026-03-03T12:00:00.000Z', 8)
    const [cancelled, completed, elsewhere, moved, gone, kept] = [
      await service(),
      await service(),
      await service(),
      await service(),
      await service(),
      await service(),
    ]
    const made = await plan({
      content: { routes: [routeOf(one.id, cancelled, completed, elsewhere, moved, gone, kept)] },
    })
    await setStatus(cancelled.id, 'cancelled_by_central')
    await setStatus(completed.id, 'completed', one)
    await setStatus(elsewhere.id, 'in_progress', two)
    await setStatus(kept.id, 'created')
    await world.build(async (tx) => {
      await tx.sql(`update services.services set dispatch_time = '2026-03-09T16:00:00Z' where id = $1`, [
        moved.id,
      ])
      await tx.sql('update services.services set archived_at = now() where id = $1', [gone.id])
    })
    const workspace = await read(made)
    expect(numbersOf(workspace)).toEqual(
      [cancelled, completed, elsewhere, moved, kept].map(({ id }) => id).sort(),
    )
    const states = Object.fromEntries(workspace.orders.map(({ serviceId, state }) => [serviceId, state]))
    expect(states).toMatchObject({
      [cancelled.id]: 'cancelled',
      [completed.id]: 'completed',
      [elsewhere.id]: 'under_way',
      [moved.id]: 'open',
    })
    expect(workspace.warnings).toHaveLength(5)
    expect(workspace.warnings).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ code: 'service_cancelled', serviceId: cancelled.id }),
        expect.objectContaining({ code: 'service_cancelled', serviceId: completed.id }),
        expect.objectContaining({
          code: 'service_elsewhere',
          serviceId: elsewhere.id,
          vehicleId: one.id,
          vehicleNumber: two.vehicleNumber,
        }),
        expect.objectContaining({ code: 'service_gone', serviceId: moved.id }),
        expect.objectContaining({ code: 'service_gone', serviceId: gone.id }),
      ]),
    )
  })

  it('may go only where zones and reservations of people allow', async () => {
    const zone = await world.build((tx) => buildZone(tx, { ...place, name: 'Centro' }))
    const [central, free] = [await vehicle({ workingZoneIds: [zone.id] }), await vehicle()]
    for (const each of [central, free]) await shift(each, '2026-03-03T12:00:00.000Z', 8)
    const inside = await service()
    const outside = await service({ plannedStops: [stop('pickup', angel), stop('drop', zocalo)] })
    const reserved = await service()
    await world.build((tx) =>
      tx.sql(
        `insert into dispatch.reservations (service_id, company_id, fleet_id, vehicle_id, vehicle_number, place, is_estimate,
           reserved_at, reserved_by, reserved_by_name) values ($1, $2, $3, $4, $5, 1, true, now(), $6, 'Ana')`,
        [reserved.id, place.companyId, place.fleetId, free.id, free.vehicleNumber, uuid()],
      ),
    )
    const { orders } = await read(await plan())
    const of = (id: string) => orders.find(({ serviceId }) => serviceId === id)
    expect(of(inside.id)?.onlyVehicleIds?.toSorted()).toEqual([central.id, free.id].sort())
    expect(of(inside.id)?.zoneName).toBe('Centro')
    expect(of(outside.id)).toMatchObject({ onlyVehicleIds: [free.id], zoneName: null })
    expect(of(reserved.id)?.onlyVehicleIds).toEqual([free.id])
  })

  it('of another published plan, and the vehicles it has, are left to it', async () => {
    const [busy, free] = [await vehicle(), await vehicle()]
    for (const each of [busy, free]) await shift(each, '2026-03-03T12:00:00.000Z', 8)
    const ride = await service()
    const [other, made] = [await plan(), await plan({ startTime: '06:00', endTime: '20:00' })]
    const publish = (isPublished: boolean) =>
      world.build((tx) =>
        tx.sql('update planning.plans set published_at = $2 where id = $1', [
          other.id,
          isPublished ? tx.now : null,
        ]),
      )
    await publish(true)
    await world.build((tx) =>
      tx.sql(
        `insert into planning.published_stops (stop_id, service_id, plan_id, company_id, fleet_id, vehicle_id, sequence,
           arrives_at, begins_at, departs_at) values ($1, $2, $3, $4, $5, $6, 1, $7, $7, $7)`,
        [ride.plannedStops[0]?.id, ride.id, other.id, place.companyId, place.fleetId, busy.id, tx.now],
      ),
    )
    const workspace = await read(made)
    expect(workspace.orders).toMatchObject([{ serviceId: ride.id, otherPlanId: other.id }])
    expect(unfitOf(workspace)).toEqual({ [busy.id]: 'other_plan', [free.id]: null })
    expect(codesOf(workspace)).not.toContain('trial')
    // A draft of the same hours tries things out with them.
    const trial = await read(await plan())
    expect(trial.orders).toMatchObject([{ serviceId: ride.id, otherPlanId: null, onlyVehicleIds: null }])
    expect(unfitOf(trial)).toEqual({ [busy.id]: null, [free.id]: null })
    expect(codesOf(trial)).toContain('trial')
    expect(unfitOf(await read(other))).toEqual({ [busy.id]: null, [free.id]: null })
    // Hours that do not overlap.
    expect(unfitOf(await read(await plan({ date: '2026-03-04' })))[busy.id]).toBe('no_shift')
    // Withdrawn: what was under way keeps its published stops, and is nobody's any more.
    await publish(false)
    const after = await read(made)
    expect(after.orders).toMatchObject([{ serviceId: ride.id, otherPlanId: null }])
    expect(unfitOf(after)).toEqual({ [busy.id]: null, [free.id]: null })
  })

  it('of one customer at one place and time are doubted', async () => {
    const window: [string, string] = ['2026-03-03T16:00:00.000Z', '2026-03-03T17:00:00.000Z']
    const at = (from: string, to: string) => ({
      plannedStops: [stop('pickup', zocalo, [from, to]), stop('drop', angel)],
    })
    const first = await service({ customerPhone: '+52 55 1111 2222', ...at(...window) })
    const samePhone = await service({
      customerPhone: '+525511112222',
      ...at('2026-03-03T16:30:00.000Z', '2026-03-03T18:00:00.000Z'),
      dispatchTime: '2026-03-03T16:01:00.000Z',
    })
    await service({
      customerPhone: '+52 55 1111 2222',
      ...at('2026-03-03T20:00:00.000Z', '2026-03-03T21:00:00.000Z'),
    })
    await service({ customerPhone: '+52 55 3333 4444', ...at(...window) })
    // From the same shop to another house.
    await service({
      customerPhone: '+52 55 1111 2222',
      plannedStops: [stop('pickup', zocalo, window), stop('drop', { latitude: 19.5, longitude: -99.2 })],
    })
    const { warnings } = await read(await plan())
    expect(warnings).toMatchObject([{ code: 'duplicate', serviceId: samePhone.id, otherServiceId: first.id }])
  })
})

describe('vehicles of a plan', () => {
  it('may drive in their shift within its hours, with breaks', async () => {
    const one = await vehicle({ seats: 4, loadKg: 350 })
    await shift(one, '2026-03-03T12:00:00.000Z', 9, {
      breaks: [
        { afterMinutes: 240, minutes: 30 },
        { afterMinutes: 10, minutes: 15 },
      ],
    })
    const night = await vehicle()
    await shift(night, '2026-03-03T03:00:00.000Z', 8)
    const { vehicles } = await read(await plan({ startTime: '06:30', endTime: '14:00' }))
    expect(vehicles.find(({ vehicleId }) => vehicleId === one.id)).toMatchObject({
      seats: 4,
      loadKg: 350,
      driverName: 'Iván Mora',
      from: '2026-03-03T12:30:00.000Z',
      until: '2026-03-03T20:00:00.000Z',
      breaks: [
        { from: '2026-03-03T15:30:00.000Z', until: '2026-03-03T16:30:00.000Z', minutes: 30 },
        { from: '2026-03-03T12:30:00.000Z', until: '2026-03-03T12:40:00.000Z', minutes: 15 },
      ],
      unfit: null,
    })
    expect(vehicles.find(({ vehicleId }) => vehicleId === night.id)).toMatchObject({
      from: null,
      shiftId: null,
      unfit: 'no_shift',
    })
  })

  it('are planned in their first shift of several, and the plan names those that have further ones', async () => {
    const [single, twice, later] = [
      await vehicle({ vehicleNumber: '301' }),
      await vehicle({ vehicleNumber: '302' }),
      await vehicle({ vehicleNumber: '303' }),
    ]
    for (const each of [single, twice, later]) await shift(each, '2026-03-03T12:00:00.000Z', 8)
    for (const each of [twice, later]) await shift(each, '2026-03-03T20:00:00.000Z', 8)
    const day = await read(await plan())
    expect(day.vehicles.find(({ vehicleId }) => vehicleId === twice.id)).toMatchObject({
      from: '2026-03-03T12:00:00.000Z',
      until: '2026-03-03T20:00:00.000Z',
    })
    expect(day.warnings).toMatchObject([{ code: 'further_shifts', vehicleNumber: '302, 303' }])
    expect(codesOf(await read(await plan({ startTime: '06:00', endTime: '14:00' })))).toEqual([])
  })

  it('say why they cannot be planned', async () => {
    const [fit, broken, expired, unlicensed, unplaced, off] = [
      await vehicle(),
      await vehicle({ causes: ['maintenance', 'alarmed'] }),
      await vehicle({ insuranceExpiresOn: '2026-03-02' }),
      await vehicle(),
      await vehicle({}, null),
      await vehicle(),
    ]
    for (const each of [fit, broken, expired, unplaced]) await shift(each, '2026-03-03T12:00:00.000Z', 8)
    await shift(unlicensed, '2026-03-03T12:00:00.000Z', 8, { expiresOn: '2026-03-02' })
    const made = await plan({
      content: { routes: [routeOf(off.id, await service()), routeOf(broken.id, await service())] },
    })
    const workspace = await read(made)
    expect(unfitOf(workspace)).toEqual({
      [fit.id]: null,
      [broken.id]: 'inactive',
      [expired.id]: 'documents',
      [unlicensed.id]: 'documents',
      [unplaced.id]: 'no_start',
      [off.id]: 'no_shift',
    })
    expect(workspace.warnings).toMatchObject([
      { code: 'vehicle_gone', vehicleId: off.id },
      { code: 'vehicle_gone', vehicleId: broken.id },
    ])
  })

  it('start and end at the depot if there is one, else where they are', async () => {
    const one = await vehicle({}, angel)
    await shift(one, '2026-03-03T12:00:00.000Z', 8)
    const made = await plan()
    const without = await read(made)
    expect(without.places).toEqual([angel])
    expect(without.vehicles).toMatchObject([{ startPlace: 0, endPlace: 0 }])
    const depot = { address: 'Base', latitude: 19.4, longitude: -99.1 }
    const with_ = await read(await plan({ settings: { ...made.settings, depot } }))
    expect(with_).toMatchObject({ depotPlace: 0, vehicles: [{ startPlace: 0, endPlace: 0 }] })
    // Where a vehicle stands that starts elsewhere is none: it would be asked of the road engine each time.
    expect(with_.places).toEqual([{ latitude: 19.4, longitude: -99.1 }])
    await vehicle({}, zocalo)
    const withUnfit = await read(made)
    expect(withUnfit.places).toEqual([angel])
    expect(withUnfit.vehicles.map(({ unfit, startPlace }) => [unfit, startPlace])).toEqual(
      expect.arrayContaining([['no_shift', null]]),
    )
  })

  it('start now where they are during the day, if they are on the way', async () => {
    // 9:00 in Mexico City.
    const now = world.clock.now().toISOString()
    const [driving, waiting] = [await vehicle({}, angel), await vehicle({}, angel)]
    for (const each of [driving, waiting]) await shift(each, '2026-03-02T12:00:00.000Z', 12)
    const ride = await service({ dispatchTime: '2026-03-02T14:30:00.000Z' })
    await setStatus(ride.id, 'in_progress', driving)
    const base = await plan({ date: '2026-03-02' })
    const depot = { address: 'Base', latitude: 19.4, longitude: -99.1 }
    const { vehicles, places, depotPlace } = await read(
      await plan({ date: '2026-03-02', settings: { ...base.settings, depot } }),
    )
    const of = ({ id }: Vehicle) => vehicles.find(({ vehicleId }) => vehicleId === id)
    expect(of(driving)).toMatchObject({ from: now, endPlace: depotPlace })
    expect(places[of(driving)?.startPlace ?? -1]).toEqual(angel)
    expect(of(waiting)).toMatchObject({ from: now, startPlace: depotPlace })
  })
})

describe('travel of a plan', () => {
  it('shows places that no road leads to, and what is estimated', async () => {
    const one = await vehicle({}, zocalo)
    await shift(one, '2026-03-03T12:00:00.000Z', 8)
    const island = { latitude: 20, longitude: -99 }
    await service()
    const remote = await service({ plannedStops: [stop('pickup', zocalo), stop('drop', island)] })
    const made = await plan()
    const places = [zocalo, angel, island]
    const seconds = Float64Array.from(
      places.flatMap((_, from) => places.map((__, to) => ((from === 2) !== (to === 2) ? Infinity : 60))),
    )
    const bytes = encodeTravel({ locations: 3, seconds, metres: seconds.map(() => 500) })
    await world.build((tx) =>
      tx.sql(
        `insert into planning.travel (plan_id, company_id, fleet_id, coordinates, seconds, metres, is_estimate, computed_at)
         values ($1, $2, $3, $4, $5, $6, true, now())`,
        [
          made.id,
          place.companyId,
          place.fleetId,
          places.flatMap(({ latitude, longitude }) => [latitude, longitude]),
          Buffer.from(bytes.seconds),
          Buffer.from(bytes.metres),
        ],
      ),
    )
    expect((await read(made)).warnings).toMatchObject([
      { code: 'unreachable', serviceId: remote.id },
      { code: 'estimates' },
    ])
  })

  it('makes the figures of a plan as it is saved', async () => {
    const one = await vehicle({}, zocalo)
    await shift(one, '2026-03-03T12:00:00.000Z', 8)
    const [ride] = [await service(), await service()]
    const made = await plan()
    const { name, settings, version } = made
    const save = async (content: PlanContent, ofVersion: number) =>
      (await ana<Plan>('PUT', `/plans/${made.id}`, { body: { name, settings, content, version: ofVersion } }))
        .body
    const saved = await save({ routes: [routeOf(one.id, ride)] }, version)
    expect(saved.figures).toMatchObject({
      vehicles: 1,
      orders: 1,
      unplanned: 1,
      lateStops: 0,
      violations: 0,
      isEstimate: true,
    })
    // There and back.
    expect(saved.figures?.metres).toBeGreaterThan(7_000)
    expect(saved.figures?.workSeconds).toBeGreaterThan(1_000)
    const [pickup, drop] = routeOf(one.id, ride).visits
    if (!pickup || !drop) throw new Error('The ride has no stops.')
    const reversed = { routes: [{ ...routeOf(one.id), visits: [drop, pickup] }] }
    expect((await save(reversed, saved.version)).figures?.violations).toBeGreaterThan(0)
    expect((await save({ routes: [] }, saved.version + 1)).figures).toMatchObject({
      vehicles: 0,
      unplanned: 2,
    })
  })
})

/** So many services, each with two places of its own. */
async function manyServices(count: number): Promise<void> {
  await service()
  await world.build(async (tx) => {
    await tx.sql(
      `insert into services.services select (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid(),
         'service_number', s.service_number + n, 'customer_name', 'Cliente ' || n, 'customer_phone', '+52 55 ' || (20000000 + n)))).*
       from services.services s, generate_series(1, $2 - 1) n where s.fleet_id = $1`,
      [place.fleetId, count],
    )
    await tx.sql(
      `insert into services.planned_stops (id, service_id, fleet_id, sequence, stop_type, address, latitude, longitude)
       select gen_random_uuid(), s.id, s.fleet_id, q.sequence, case q.sequence when 1 then 'pickup' else 'drop' end, 'Calle 1',
         19.3 + random() / 5, -99.2 + random() / 5
       from services.services s, (values (1), (2)) q (sequence)
       where s.fleet_id = $1 and not exists (select from services.planned_stops t where t.service_id = s.id)`,
      [place.fleetId],
    )
    await tx.sql('analyze services.services')
  })
}

it('is read and saved with 2,000 orders and 60 vehicles', async () => {
  const vehicles = await world.build(async (tx) => {
    const ids: string[] = []
    for (let count = 0; count < 60; count += 1) {
      const built = await buildVehicle(tx, place)
      const driver = await buildDriver(tx, { companyId: place.companyId })
      await buildPosition(tx, built.id, { latitude: 19.3 + count / 500, longitude: -99.1 })
      await buildShift(tx, { ...place, driver, vehicle: built, fromHours: 21, hours: 10 })
      ids.push(built.id)
    }
    for (let copy = 0; copy < 10; copy += 1) await buildZone(tx, { ...place, name: `Zona ${copy}` })
    return ids
  })
  await manyServices(2_000)
  const made = await plan()
  const workspace = await read(made)
  expect(workspace.orders).toHaveLength(2_000)
  expect(codesOf(workspace)).toEqual(['many_orders'])
  expect(workspace.vehicles.filter(({ unfit }) => unfit === null)).toHaveLength(60)
  const content: PlanContent = {
    routes: vehicles.map((vehicleId, at) => ({
      vehicleId,
      startsAt: null,
      isLocked: false,
      visits: workspace.orders
        .filter((_, index) => index % 60 === at)
        .flatMap(({ serviceId, stops }) => stops.map(({ stopId }) => ({ serviceId, stopId, lock: null }))),
    })),
  }
  const { name, settings } = made
  const saved = await ana<Plan>('PUT', `/plans/${made.id}`, { body: { name, settings, content, version: 1 } })
  expect(saved.body.figures).toMatchObject({ orders: 2_000, vehicles: 60, unplanned: 0 })
}, 60_000)

it('leaves out orders beyond 4,500 places, unless they are planned, of which no routes are calculated', async () => {
  const one = await vehicle()
  await shift(one, '2026-03-03T12:00:00.000Z', 8)
  await manyServices(2_300)
  const cut = await read(await plan())
  expect(cut.isCut).toBe(true)
  expect(cut.places.length).toBeGreaterThan(4_490)
  expect(cut.places.length).toBeLessThanOrEqual(4_500)
  const rides = await world.build((tx) =>
    tx.sql<Ride>(
      `select s.id, (select json_agg(json_build_object('id', t.id) order by t.sequence) from services.planned_stops t
         where t.service_id = s.id) as "plannedStops" from services.services s where s.fleet_id = $1`,
      [place.fleetId],
    ),
  )
  const whole = await plan({ content: { routes: [routeOf(one.id, ...rides)] } })
  const workspace = await read(whole)
  expect(workspace).toMatchObject({ isCut: false })
  expect(workspace.orders).toHaveLength(2_300)
  expect((await ana('POST', `/plans/${whole.id}/travel`)).body).toEqual({ isComplete: true })
  const body = { version: whole.version, mode: 'replan', seconds: 5 }
  expect(await ana('POST', `/plans/${whole.id}/runs`, { body })).toMatchObject({
    status: 409,
    body: { code: 'plan_too_large' },
  })
}, 60_000)
