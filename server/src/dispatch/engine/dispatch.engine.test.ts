import type { Candidate } from '@rumbo/contract/dispatch.contract'
import {
  type Decision,
  type DispatchSettings,
  defaultDispatchSettings,
} from '@rumbo/contract/dispatch.engine.contract'
import type { Search } from '@rumbo/contract/dispatch.offers.contract'
import type { Service } from '@rumbo/contract/services.contract'
import type { TestApp } from '@rumbo/tools/testing/app'
import pino from 'pino'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { buildFleet } from '../../organisation/organisation.factory.ts'
import { createRoads } from '../../places/index.ts'
import { regionsOf } from '../../places/roads/places.roads.factory.ts'
import { buildService, zocalo } from '../../services/services.factory.ts'
import {
  createServicesApp,
  createServicesHarness,
  type ServicesHarness,
  stop,
} from '../../services/testing/services.harness.ts'
import { buildPosition } from '../../telemetry/telemetry.factory.ts'
import { setCause } from '../../vehicles/index.ts'
import { buildVehicle } from '../../vehicles/vehicles.factory.ts'
import { buildDispatchSettings } from '../dispatch.factory.ts'
import { purgeDispatch } from '../figures/dispatch.figures.actions.ts'
import { runRound, StaleLease } from './dispatch.engine.actions.ts'
import { createDispatchEngine } from './dispatch.engine.ts'
import { engineIdentity } from './dispatch.engine-identity.ts'
import { acquireLease } from './dispatch.leases.repository.ts'
import { createRoundThread } from './thread/dispatch.round-thread.ts'

const log = pino({ level: 'silent' })
const thread = createRoundThread()
let test: TestApp
let at: ServicesHarness

beforeAll(async () => {
  test = await createServicesApp()
})
afterAll(async () => {
  await thread.close()
  await test.close()
})
beforeEach(async () => {
  at = await createServicesHarness(test)
})

const deps = () => ({
  database: test.database,
  roads: createRoads({ clock: test.clock, routingUrl: null, regions: regionsOf() }),
  thread,
})
const engine = () => createDispatchEngine({ ...deps(), clock: test.clock, log })

const automatic: object = { ...defaultDispatchSettings, mode: 'automatic' }
const save = (more: object = {}, call = at.dispatcher) =>
  call<DispatchSettings>('PUT', `/dispatch/settings/${at.fleetId}`, {
    body: { ...automatic, version: 0, ...more },
  })
/** Reports a vehicle so many kilometres north of the pickup. */
const place = (vehicleId: string, kilometres: number) =>
  test.build((tx) =>
    buildPosition(tx, vehicleId, {
      latitude: zocalo.latitude + kilometres / 111,
      longitude: zocalo.longitude,
    }),
  )
const newVehicle = async (kilometres: number, vehicleNumber: string) => {
  const { id } = await test.build((tx) =>
    buildVehicle(tx, { companyId: at.companyId, fleetId: at.fleetId, vehicleNumber, causes: [] }),
  )
  await place(id, kilometres)
  return id
}
const read = async ({ id }: Service) => (await at.dispatcher<Service>('GET', `/services/${id}`)).body
const decisions = async ({ id }: Service) =>
  (await at.dispatcher<{ items: Decision[] }>('GET', `/services/${id}/decisions`)).body.items
const lease = (owner: string) =>
  test.database.transaction(engineIdentity, (tx) => acquireLease(tx, at.fleetId, owner))
const expireLeases = () =>
  test.database.transaction(engineIdentity, (tx) =>
    tx.sql("update dispatch.leases set expires_at = clock_timestamp() - interval '1 second'"),
  )

describe('in automatic mode', () => {
  it('the engine gives services the vehicles with the least total cost, and says why', async () => {
    await save()
    await place(at.vehicleId, 1)
    await newVehicle(4, '204')
    await newVehicle(90, '900')
    const service = await at.upTo(['dispatch'])
    await engine().pass()
    const assigned = await read(service)
    expect(assigned).toMatchObject({ status: 'vehicle_assigned', assignedVehicleNumber: '118' })
    expect(assigned.statusHistory.map(({ status }) => status)).toEqual([
      'created',
      'on_dispatch',
      'vehicle_assigned',
    ])
    expect(await at.statusOfVehicle()).toBe('en_route')
    const [decision, ...others] = await decisions(service)
    expect(others).toEqual([])
    expect(decision).toMatchObject({
      outcome: 'assigned',
      vehicleNumber: '118',
      preset: 'fastest_pickup',
      considered: [{ vehicleNumber: '118', isEstimate: true }, { vehicleNumber: '204' }],
      excluded: [{ reason: 'too_far', vehicles: 1 }],
    })
    for (const { cost, parts } of decision?.considered ?? [])
      expect(Math.abs(Object.values(parts).reduce((sum, part) => sum + part, 0) - cost)).toBeLessThan(5)
  })

  it('the decision names who was not compared, with their numbers of then, also a month later', async () => {
    await save({ requiresShift: false })
    await place(at.vehicleId, 1)
    const renamed = await newVehicle(2, '12')
    await newVehicle(90, '900')
    const setStatus = (id: string) =>
      test.database.transaction(engineIdentity, (tx) => setCause(tx, id, 'maintenance', null))
    await setStatus(renamed)
    const created = await at.created({ requiredSeats: 4 })
    const unplaced = await test.build((tx) =>
      buildVehicle(tx, { companyId: at.companyId, fleetId: at.fleetId, vehicleNumber: '13', causes: [] }),
    )
    await test.build((tx) => tx.sql('update vehicles.vehicles set seats = 4 where id = $1', [at.vehicleId]))
    const service = (await at.move(at.dispatcher, created, 'dispatch')).body
    await engine().pass()
    await test.build((tx) =>
      tx.sql("update vehicles.vehicles set vehicle_number = '512', archived_at = $2 where id = $1", [
        renamed,
        tx.now,
      ]),
    )
    await test.build((tx) =>
      tx.sql("update vehicles.vehicles set vehicle_number = '513' where id = $1", [unplaced.id]),
    )
    test.clock.advance(62 * 86_400)
    await purgeDispatch(test.database)
    at = { ...at, dispatcher: await test.as(at.people.ana) }
    const [decision] = await decisions(service)
    expect(decision).toMatchObject({
      outcome: 'assigned',
      longestArrivalSeconds: 900,
      others: [
        {
          vehicleNumber: '12',
          metres: expect.closeTo(2004, -1),
          reasons: ['status', 'seats'],
          status: 'maintenance',
        },
        { vehicleNumber: '900', metres: expect.closeTo(90_158, -1), reasons: ['seats'], status: null },
        { vehicleNumber: '13', metres: null, reasons: ['no_position', 'seats'], status: null },
      ],
    })
    const counted = decision?.excluded.reduce((sum, { vehicles }) => sum + vehicles, 0) ?? 0
    expect(counted + (decision?.considered.length ?? 0)).toBe(4)
  })

  it('only vehicles that have what the service requires are considered, by a person too', async () => {
    await save()
    await place(at.vehicleId, 1)
    const suited = await test.build((tx) =>
      buildVehicle(tx, {
        companyId: at.companyId,
        fleetId: at.fleetId,
        vehicleNumber: '206',
        type: 'van',
        seats: 9,
        skills: ['Silla infantil', 'rampa'],
        causes: [],
      }),
    )
    await place(suited.id, 6)
    const created = await at.created({
      requiredVehicleType: 'van',
      requiredSeats: 8,
      requiredSkills: ['silla INFANTIL'],
    })
    const service = (await at.move(at.dispatcher, created, 'dispatch')).body
    const { items } = (
      await at.dispatcher<{ items: Candidate[] }>('GET', `/services/${service.id}/candidates`)
    ).body
    expect(
      items.map(({ vehicleNumber, isEligible, reasons }) => [vehicleNumber, isEligible, reasons]),
    ).toEqual([
      ['206', true, []],
      ['118', false, ['type', 'seats', 'skills']],
    ])
    await engine().pass()
    expect(await read(service)).toMatchObject({
      assignedVehicleNumber: '206',
      requiredSkills: ['silla INFANTIL'],
    })
  })

  it('no vehicle that carries less than required is considered; one whose load nobody recorded is', async () => {
    await save({ requiresShift: false })
    await place(at.vehicleId, 1)
    await test.build((tx) =>
      tx.sql('update vehicles.vehicles set load_kg = 20, load_m3 = 0.06 where id = $1', [at.vehicleId]),
    )
    await newVehicle(6, '206')
    const created = await at.created({ requiredLoadKg: 20, requiredLoadM3: 0.5 })
    const service = (await at.move(at.dispatcher, created, 'dispatch')).body
    const { items } = (
      await at.dispatcher<{ items: Candidate[] }>('GET', `/services/${service.id}/candidates`)
    ).body
    expect(
      items.map(({ vehicleNumber, isEligible, reasons }) => [vehicleNumber, isEligible, reasons]),
    ).toEqual([
      ['206', true, []],
      ['118', false, ['load']],
    ])
    await engine().pass()
    expect((await read(service)).assignedVehicleNumber).toBe('206')
    expect(await decisions(service)).toMatchObject([
      { outcome: 'assigned', excluded: [{ reason: 'load', vehicles: 1 }], others: [{ reasons: ['load'] }] },
    ])
  })

  it('a service without a vehicle keeps waiting, with one decision until the reasons change', async () => {
    await save({ requiresShift: true })
    await place(at.vehicleId, 1)
    const service = await at.upTo(['dispatch'])
    const one = engine()
    await one.pass()
    test.clock.advance(16)
    await one.pass()
    expect((await read(service)).status).toBe('on_dispatch')
    expect(await decisions(service)).toMatchObject([
      { outcome: 'none', vehicleId: null, considered: [], excluded: [{ reason: 'no_shift', vehicles: 1 }] },
    ])
    await save({ version: 1 })
    test.clock.advance(16)
    await one.pass()
    expect((await decisions(service)).map(({ outcome }) => outcome)).toEqual(['assigned', 'none'])
  })

  it('services for later, and fleets in manual mode, are left to people', async () => {
    await place(at.vehicleId, 1)
    const now = await at.upTo(['dispatch'])
    await engine().pass()
    expect((await read(now)).status).toBe('on_dispatch')
    await save()
    await at.move(at.dispatcher, now, 'cancel')
    const later = await at.created({ dispatchTime: at.minutes(60) })
    await at.move(at.dispatcher, later, 'dispatch')
    await engine().pass()
    expect((await read(later)).status).toBe('on_dispatch')
  })
})

describe('a busy vehicle', () => {
  /** A waiting service of a few hundred metres. */
  const short = async () => {
    const near = { ...zocalo, latitude: zocalo.latitude + 0.004 }
    const service = await at.created({
      plannedStops: [stop('pickup', 'Zócalo', zocalo), stop('drop', 'Tacuba', near)],
    })
    return (await at.move(at.dispatcher, service, 'dispatch')).body
  }
  /** The only vehicle serves one service, and is reserved for the second. */
  const reserved = async () => {
    await save()
    await place(at.vehicleId, 0.2)
    await short()
    const one = engine()
    await one.pass()
    const second = await short()
    test.clock.advance(16)
    await one.pass()
    return { one, second }
  }
  it('gets a reservation, which becomes an assignment once it is free', async () => {
    await save()
    await place(at.vehicleId, 0.2)
    const first = await short()
    const one = engine()
    await one.pass()
    expect((await read(first)).assignedVehicleNumber).toBe('118')
    const second = await short()
    const third = await short()
    test.clock.advance(16)
    await one.pass()
    expect((await read(second)).status).toBe('on_dispatch')
    const [decision] = await decisions(second)
    expect(decision).toMatchObject({ outcome: 'reserved', vehicleNumber: '118' })
    // The way to the first pickup and to its end, and back.
    expect(decision?.arrivalSeconds).toBeGreaterThan(100)
    const searches = await at.dispatcher<{ items: Search[] }>(
      'GET',
      `/dispatch/searches?fleetId=${at.fleetId}`,
    )
    expect(searches.body.items).toMatchObject([
      { serviceId: second.id, state: 'reserved' },
      { serviceId: third.id },
    ])
    let running = (await at.move(at.dispatcher, await read(first), 'confirm-pickup')).body
    running = (await at.move(at.dispatcher, running, 'complete')).body
    test.clock.advance(2)
    await one.pass()
    expect((await read(second)).assignedVehicleNumber).toBe('118')
  })

  it('loses its reservation when the fleet is dispatched by hand', async () => {
    const { one, second } = await reserved()
    const listed = async () =>
      (await at.dispatcher<{ items: unknown[] }>('GET', `/dispatch/reservations?fleetId=${at.fleetId}`)).body
        .items
    expect(await listed()).toMatchObject([{ serviceId: second.id }])
    await save({ mode: 'manual', version: 1 })
    await one.pass()
    expect(await listed()).toEqual([])
  })

  it('does not keep a service when a free one comes near', async () => {
    const { one, second } = await reserved()
    await newVehicle(0.3, '204')
    test.clock.advance(16)
    await one.pass()
    expect((await read(second)).assignedVehicleNumber).toBe('204')
    expect((await decisions(second)).map(({ outcome }) => outcome)).toEqual(['assigned', 'reserved'])
  })
})

it('of 2,000 waiting services the most urgent gets the only vehicle; without one they all keep waiting', async () => {
  await save()
  const waiting = { companyId: at.companyId, fleetId: at.fleetId, requesterContactId: at.contactId }
  const urgent = await test.build(async (tx) => {
    for (let count = 1; count < 2_000; count += 1) await buildService(tx, waiting)
    const { id } = await buildService(tx, { ...waiting, priorityLevel: 'critical' })
    await tx.sql(
      "update services.services set status = 'on_dispatch', dispatch_time = $2 where fleet_id = $1",
      [at.fleetId, tx.now],
    )
    return id
  })
  const counts = () =>
    test.build((tx) =>
      tx.sql(
        'select status, count(*)::integer, bool_or(id = $2) as urgent from services.services where fleet_id = $1 group by 1',
        [at.fleetId, urgent],
      ),
    )
  const one = engine()
  await place(at.vehicleId, 500)
  await one.pass()
  expect(await counts()).toEqual([{ status: 'on_dispatch', count: 2_000, urgent: true }])

  await place(at.vehicleId, 0.2)
  test.clock.advance(16)
  await one.pass()
  expect(await counts()).toEqual(
    expect.arrayContaining([
      { status: 'on_dispatch', count: 1_999, urgent: false },
      { status: 'vehicle_assigned', count: 1, urgent: true },
    ]),
  )
}, 60_000)

it('a round follows five seconds after the last one where it was computed quickly', async () => {
  await save()
  await place(at.vehicleId, 500)
  const service = await at.upTo(['dispatch'])
  const one = engine()
  await one.pass()
  await place(at.vehicleId, 4)
  test.clock.advance(4)
  await one.pass()
  expect((await read(service)).status).toBe('on_dispatch')
  test.clock.advance(1)
  await one.pass()
  expect((await read(service)).status).toBe('vehicle_assigned')
})

it('a vehicle that goes silent on its way loses its service, unless it is there', async () => {
  await save()
  await place(at.vehicleId, 2)
  const service = await at.upTo(['dispatch'])
  const one = engine()
  await one.pass()
  expect((await read(service)).assignedVehicleNumber).toBe('118')
  test.clock.advance(590)
  await one.pass()
  expect((await read(service)).status).toBe('vehicle_assigned')
  await newVehicle(4, '204')
  test.clock.advance(30)
  await one.pass()
  expect((await decisions(service)).map(({ outcome }) => outcome)).toContain('released')
  test.clock.advance(16)
  await one.pass()
  expect((await read(service)).status).toBe('vehicle_assigned')
})

it('in suggest mode the engine proposes once, and assigns nothing', async () => {
  await save({ mode: 'suggest' })
  await place(at.vehicleId, 1)
  const service = await at.upTo(['dispatch'])
  const one = engine()
  await one.pass()
  test.clock.advance(16)
  await one.pass()
  expect((await read(service)).status).toBe('on_dispatch')
  expect(await decisions(service)).toMatchObject([{ outcome: 'suggested', vehicleNumber: '118' }])
})

it('a proposal that replaces one of the last two minutes names only who was considered', async () => {
  await save({ mode: 'suggest' })
  await place(at.vehicleId, 3)
  const other = await newVehicle(6, '204')
  await newVehicle(90, '900')
  const service = await at.upTo(['dispatch'])
  const one = engine()
  await one.pass()
  for (const kilometres of [1, 5]) {
    await place(other, kilometres)
    test.clock.advance(6)
    await one.pass()
  }
  test.clock.advance(120)
  await place(other, 1)
  await one.pass()
  const found = await decisions(service)
  expect(found.map(({ vehicleNumber, others }) => [vehicleNumber, others.length])).toEqual([
    ['204', 1],
    ['118', 0],
    ['204', 0],
    ['118', 1],
  ])
  expect(found.every(({ considered }) => considered.length === 2)).toBe(true)
})

it('a service that finds nobody after a proposal names who was not compared, also within two minutes', async () => {
  await save({ mode: 'suggest' })
  await place(at.vehicleId, 3)
  await newVehicle(90, '900')
  const service = await at.upTo(['dispatch'])
  const one = engine()
  await one.pass()
  await place(at.vehicleId, 80)
  test.clock.advance(6)
  await one.pass()
  await place(at.vehicleId, 3)
  test.clock.advance(6)
  await one.pass()
  const found = await decisions(service)
  expect(
    found.map(({ outcome, others }) => [outcome, others.map(({ vehicleNumber }) => vehicleNumber)]),
  ).toEqual([
    ['suggested', ['900']],
    ['none', ['118', '900']],
    ['suggested', ['900']],
  ])
})

describe('two processes', () => {
  it('never decide for one fleet at a time', async () => {
    const first = await lease(uuid())
    expect(first?.token).toBe('1')
    expect(await lease(uuid())).toBeNull()
    expect(await lease(first?.owner ?? '')).toEqual(first)
  })

  it('take over where the lease ran out, and the former process changes nothing', async () => {
    await save()
    await place(at.vehicleId, 1)
    const service = await at.upTo(['dispatch'])
    const former = await lease(uuid())
    await expireLeases()
    const latter = await lease(uuid())
    expect(latter?.token).toBe('2')
    if (!former || !latter) throw new Error('no lease')
    const { companyId } = at
    await expect(runRound(deps(), { companyId, lease: former })).rejects.toBeInstanceOf(StaleLease)
    expect((await read(service)).status).toBe('on_dispatch')
    expect(await decisions(service)).toEqual([])
    expect(await runRound(deps(), { companyId, lease: latter })).toMatchObject([{ outcome: 'assigned' }])
  })

  it('take over a fleet while another one has a long round', async () => {
    const { companyId } = at
    const other = await test.build(async (tx) => {
      const fleet = await buildFleet(tx, { companyId })
      await buildDispatchSettings(tx, { companyId, fleetId: fleet.id, mode: 'automatic' })
      const vehicle = await buildVehicle(tx, { companyId, fleetId: fleet.id, causes: [] })
      await buildPosition(tx, vehicle.id, zocalo)
      const { id } = await buildService(tx, {
        companyId,
        fleetId: fleet.id,
        requesterContactId: at.contactId,
      })
      await tx.sql("update services.services set status = 'on_dispatch' where id = $1", [id])
      await acquireLease(tx, fleet.id, uuid())
      return { fleetId: fleet.id, serviceId: id }
    })
    await save()
    await place(at.vehicleId, 1)
    await at.upTo(['dispatch'])
    let [long, end] = [false, () => {}]
    const busy: typeof thread = {
      ...thread,
      async compute(task, ...rest) {
        if (task.fleetId === at.fleetId) {
          long = true
          await new Promise<void>((done) => {
            end = done
          })
        }
        return thread.compute(task, ...rest)
      },
    }
    const statusOfOther = async () => {
      const [row] = await test.build((tx) =>
        tx.sql<{ status: string }>('select status from services.services where id = $1', [other.serviceId]),
      )
      return row?.status
    }
    // Passes begin by an interval; everything else takes its time.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      const survivor = createDispatchEngine({ ...deps(), thread: busy, clock: test.clock, log })
      survivor.start()
      const tick = () => vi.advanceTimersByTime(2_000)
      tick()
      await expect.poll(() => long).toBe(true)
      expect(await statusOfOther()).toBe('on_dispatch')
      await test.build((tx) =>
        tx.sql(
          "update dispatch.leases set expires_at = clock_timestamp() - interval '1 second' where fleet_id = $1",
          [other.fleetId],
        ),
      )
      await expect
        .poll(
          () => {
            tick()
            return statusOfOther()
          },
          { timeout: 10_000 },
        )
        .toBe('vehicle_assigned')
      end()
      await survivor.stop()
    } finally {
      vi.useRealTimers()
    }
  })

  it('that run at once assign each service and each vehicle once', async () => {
    await save()
    await place(at.vehicleId, 1)
    for (const number of ['201', '202']) await newVehicle(2, number)
    const services = [await at.upTo(['dispatch']), await at.upTo(['dispatch']), await at.upTo(['dispatch'])]
    await Promise.all(Array.from({ length: 6 }, () => engine().pass()))
    const after = await Promise.all(services.map(read))
    expect(after.map(({ status }) => status)).toEqual(services.map(() => 'vehicle_assigned'))
    expect(new Set(after.map(({ assignedVehicleId }) => assignedVehicleId)).size).toBe(3)
    for (const service of after) expect(await decisions(service)).toHaveLength(1)
  })
})

it('a dispatcher who assigns while the engine decides wins or loses, and the vehicle serves one', async () => {
  await save()
  await place(at.vehicleId, 1)
  const service = await at.upTo(['dispatch'])
  await Promise.all([
    engine().pass(),
    at.move(at.dispatcher, service, 'assign', { vehicleId: at.vehicleId }),
    at.move(at.second, service, 'assign', { vehicleId: at.vehicleId }),
  ])
  const { statusHistory, status } = await read(service)
  expect(status).toBe('vehicle_assigned')
  expect(statusHistory.filter((change) => change.status === 'vehicle_assigned')).toHaveLength(1)
})

it('an unreachable database between decision and commit loses nothing', async () => {
  await save()
  await place(at.vehicleId, 1)
  const service = await at.upTo(['dispatch'])
  const held = await lease(uuid())
  if (!held) throw new Error('no lease')
  let calls = 0
  const database = {
    ...test.database,
    transaction: ((...given: Parameters<typeof test.database.transaction>) => {
      calls += 1
      if (calls > 1) return Promise.reject(new Error('connection lost'))
      return test.database.transaction(...given)
    }) as typeof test.database.transaction,
  }
  await expect(runRound({ ...deps(), database }, { companyId: at.companyId, lease: held })).rejects.toThrow(
    'connection lost',
  )
  expect((await read(service)).status).toBe('on_dispatch')
  expect(await runRound(deps(), { companyId: at.companyId, lease: held })).toMatchObject([
    { outcome: 'assigned' },
  ])
})

describe('the settings of a fleet', () => {
  it('are the default until somebody who dispatches in it changes them', async () => {
    const get = (call = at.viewer) => call<DispatchSettings>('GET', `/dispatch/settings/${at.fleetId}`)
    expect((await get()).body).toMatchObject({ mode: 'manual', preset: 'fastest_pickup', version: 0 })
    expect((await save({}, at.viewer)).status).toBe(403)
    expect((await save()).body).toMatchObject({ mode: 'automatic', version: 1 })
    expect(await save()).toMatchObject({ status: 409, body: { code: 'stale_version' } })
    expect((await save({ version: 1, longestArrivalMinutes: 0 })).status).toBe(422)
    expect((await save({ version: 1, mode: 'magic' })).status).toBe(422)
  })

  it('and decisions cannot be reached by others', async () => {
    await save()
    await place(at.vehicleId, 1)
    const service = await at.upTo(['dispatch'])
    await engine().pass()
    for (const call of [at.outsider, at.driver])
      expect((await call('GET', `/services/${service.id}/decisions`)).status).toBeGreaterThanOrEqual(403)
    expect((await at.outsider('GET', `/dispatch/settings/${at.fleetId}`)).status).toBe(403)
    expect((await save({ version: 1 }, at.outsider)).status).toBe(403)
  })
})
