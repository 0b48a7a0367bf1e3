import { type ApproachAlert, approachAlertLimit } from '@rumbo/contract/watchpoints.approach.contract'
import { createTestApp, type TestApp, type TestCall } from '@rumbo/tools/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { buildUser } from '../identity/identity.factory.ts'
import { buildAssignment, buildCompany, buildFleet } from '../organisation/organisation.factory.ts'
import { createRoads } from '../places/index.ts'
import { regionsOf } from '../places/roads/places.roads.factory.ts'
import { buildPosition } from '../telemetry/telemetry.factory.ts'
import { clearCause, setCause } from '../vehicles/index.ts'
import { buildVehicle } from '../vehicles/vehicles.factory.ts'
import { watchpointEndpoints } from './index.ts'
import { checkApproaches } from './watchpoints.approach.watch.ts'

let world: TestApp
/** Without regions times are estimated: a kilometre takes about 3.5 minutes, five kilometres ten. */
let roads: ReturnType<typeof createRoads>
beforeAll(async () => {
  world = await createTestApp({ answers: () => watchpointEndpoints })
  roads = createRoads({ clock: world.clock, routingUrl: null, regions: regionsOf() })
})
afterAll(async () => {
  roads.close()
  await world.close()
})

const zocalo = { latitude: 19.4326, longitude: -99.1332 }
const kilometre = 1 / 111.195
const north = (kilometres: number) => ({ ...zocalo, latitude: zocalo.latitude + kilometres * kilometre })
let place: { companyId: string; fleetId: string }
let otherFleetId: string
let ana: Awaited<ReturnType<typeof buildUser>>
let mine: TestCall
let others: TestCall
let driver: TestCall
let vehicle: { id: string; vehicleNumber: string }

beforeEach(async () => {
  const people = await world.build(async (tx) => {
    await tx.sql('delete from watchpoints.approach_alerts')
    const companyId = (await buildCompany(tx)).id
    place = { companyId, fleetId: (await buildFleet(tx, { companyId })).id }
    otherFleetId = (await buildFleet(tx, { companyId })).id
    const [one, two, three] = [await buildUser(tx), await buildUser(tx), await buildUser(tx)]
    await buildAssignment(tx, { userId: one.id, ...place, role: 'fleet_viewer' })
    await buildAssignment(tx, { userId: two.id, ...place, role: 'dispatcher' })
    await buildAssignment(tx, { userId: three.id, ...place, role: 'primary_driver' })
    vehicle = await buildVehicle(tx, place)
    return [one, two, three] as const
  })
  ana = people[0]
  mine = await world.as(people[0])
  others = await world.as(people[1])
  driver = await world.as(people[2])
})

const form = (some: object = {}) => ({
  fleetId: place.fleetId,
  label: 'Base',
  ...zocalo,
  minutes: 5,
  ...some,
})
const add = (some: object = {}, caller = mine) =>
  caller<ApproachAlert & { code?: string }>('POST', '/approach-alerts', { body: form(some) })
const list = async (caller = mine) =>
  (await caller<{ items: ApproachAlert[] }>('GET', '/approach-alerts')).body.items
const outcomes = async () => (await list()).map(({ outcome }) => outcome)
const report = (at: { latitude: number; longitude: number }, id = vehicle.id) =>
  world.build(async (tx) => {
    await buildPosition(tx, id, at)
    await clearCause(tx, id, 'silent')
  })
const log = { warn: vi.fn() }
const check = (by: Pick<typeof roads, 'table'> = roads) =>
  checkApproaches({ database: world.database, roads: by, log })

describe('an approach alert', () => {
  it('ends once a free vehicle is within the minutes, and states which', async () => {
    expect((await add()).status).toBe(201)
    await report(north(8))
    await check()
    expect(await list()).toMatchObject([{ outcome: null, endedAt: null, near: null, label: 'Base' }])
    await report(north(1))
    await check()
    const [alert] = await list()
    expect(alert).toMatchObject({
      outcome: 'near',
      near: { vehicleId: vehicle.id, vehicleNumber: vehicle.vehicleNumber, isEstimate: true },
    })
    expect(alert?.near?.seconds).toBeLessThanOrEqual(300)
    const endedAt = alert?.endedAt
    world.clock.advance(60)
    await report(zocalo)
    await check()
    expect((await list())[0]?.endedAt).toBe(endedAt)
  })

  it('is ended by one of two processes that find it, and notifies once', async () => {
    await add()
    await report(north(1))
    const hints: string[] = []
    const end = world.bus.listen('rumbo_stale', (payload) => {
      if (payload.includes('"approach"')) hints.push(payload)
    })
    await world.bus.ready()
    await Promise.all([check(), check()])
    expect(await outcomes()).toEqual(['near'])
    await vi.waitFor(() => expect(hints).toHaveLength(1))
    end()
  })

  it('is not ended by a vehicle at work, one without a recent position, or one of another fleet', async () => {
    await add()
    const other = await world.build((tx) => buildVehicle(tx, { ...place, fleetId: otherFleetId }))
    await report(zocalo, other.id)
    await report(zocalo)
    await world.build((tx) => setCause(tx, vehicle.id, 'en_route', 'service'))
    await check()
    await world.build((tx) => clearCause(tx, vehicle.id, 'en_route'))
    world.clock.advance(61)
    await check()
    expect(await outcomes()).toEqual([null])
  })

  it('around a vehicle moves with it, and is not ended by it', async () => {
    const watched = await world.build((tx) => buildVehicle(tx, place))
    expect((await add({ vehicleId: watched.id })).status).toBe(201)
    await report(north(30), watched.id)
    await report(zocalo)
    await check()
    expect(await outcomes()).toEqual([null])
    await report(north(29))
    await check()
    expect(await list()).toMatchObject([{ near: { vehicleId: vehicle.id } }])
  })

  it('expires after an hour, and states whether it was checked all the time', async () => {
    await add()
    for (let seconds = 0; seconds < 3_600; seconds += 50) {
      world.clock.advance(50)
      await check()
    }
    mine = await world.as(ana)
    expect(await outcomes()).toEqual(['expired'])
    await add({ label: 'Otra' })
    await check()
    world.clock.advance(3_601)
    await check()
    mine = await world.as(ana)
    expect(await outcomes()).toEqual(['expired', 'unchecked'])
  })

  it('that the roads fail for is checked again, and does not keep others waiting', async () => {
    await add({ label: 'Base' })
    world.clock.advance(1)
    await add({ label: 'Taller', ...north(1) })
    await report(zocalo)
    let calls = 0
    await check({
      table: (...asked) => {
        calls += 1
        return calls === 1 ? Promise.reject(new Error('away')) : roads.table(...asked)
      },
    })
    expect(await outcomes()).toEqual([null, 'near'])
    await check()
    expect(await outcomes()).toEqual(['near', 'near'])
  })

  it('is checked while the roads do not answer for another fleet, and the first failure is logged', async () => {
    const other = await world.build(async (tx) => {
      const user = await buildUser(tx)
      await buildAssignment(tx, { userId: user.id, ...place, fleetId: otherFleetId, role: 'dispatcher' })
      return user
    })
    await add()
    await add({ label: 'Otra', fleetId: otherFleetId, ...north(1) }, await world.as(other))
    const elsewhere = await world.build((tx) => buildVehicle(tx, { ...place, fleetId: otherFleetId }))
    await report(zocalo)
    await report(north(1), elsewhere.id)
    let fail: () => void = () => undefined
    const isOver = new Promise<never>((_, reject) => {
      fail = () => reject(new Error('away'))
    })
    const asked: unknown[] = []
    log.warn.mockClear()
    const pass = check({
      table: (sources, targets) => {
        asked.push(targets)
        return asked.length === 1 ? isOver : roads.table(sources, targets)
      },
    })
    const checked = () =>
      world.build((tx) =>
        tx.sql<{ outcome: string | null }>(
          `select outcome from watchpoints.approach_alerts order by outcome nulls last`,
        ),
      )
    await vi.waitFor(async () => expect(await checked()).toEqual([{ outcome: 'near' }, { outcome: null }]))
    expect(log.warn).not.toHaveBeenCalled()
    fail()
    await pass
    expect(log.warn).toHaveBeenCalledTimes(1)
  })

  it('is forgotten a day after it ended', async () => {
    await add()
    await report(zocalo)
    await check()
    world.clock.advance(25 * 3_600)
    await check()
    mine = await world.as(ana)
    expect(await list()).toEqual([])
  })
})

describe('the alerts of a person', () => {
  it('are seen and removed by nobody else', async () => {
    const { id } = (await add()).body
    expect(await list(others)).toEqual([])
    expect((await others('DELETE', `/approach-alerts/${id}`)).status).toBe(200)
    expect(await list()).toHaveLength(1)
    for (let times = 0; times < 2; times += 1)
      expect((await mine('DELETE', `/approach-alerts/${id}`)).status).toBe(200)
    expect(await list()).toEqual([])
  })

  it('state nothing of a fleet that the person no longer reaches', async () => {
    await add()
    await report(zocalo)
    await check()
    await world.build(async (tx) => {
      await tx.sql('update organisation.assignments set fleet_id = $2 where user_id = $1', [
        ana.id,
        otherFleetId,
      ])
      tx.forgetUsers([ana.id])
    })
    expect(await list()).toEqual([])
  })

  it('are ten at most, also when added at once, and more once one ended', async () => {
    const answers = await Promise.all(Array.from({ length: approachAlertLimit + 2 }, () => add()))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(approachAlertLimit)
    expect(answers.filter(({ body }) => body.code === 'approach_full')).toHaveLength(2)
    await report(zocalo)
    await check()
    expect((await add()).status).toBe(201)
  })

  it.each<[string, object, string]>([
    ['no minutes', { minutes: 0 }, 'validation_failed'],
    ['minutes beyond an hour', { minutes: 61 }, 'validation_failed'],
    ['a place beyond a pole', { latitude: 91 }, 'validation_failed'],
    ['no label', { label: ' ' }, 'validation_failed'],
    [
      'a vehicle that does not exist',
      { vehicleId: '0190a000-0000-7000-8000-0000000000ff' },
      'vehicle_not_found',
    ],
  ])('are refused with %s', async (_, some, code) => {
    expect((await add(some)).body.code).toBe(code)
  })

  it('are refused in a fleet beyond reach, around a vehicle of another fleet, and to drivers', async () => {
    expect((await add({ fleetId: otherFleetId })).body.code).toBe('fleet_denied')
    const other = await world.build((tx) => buildVehicle(tx, { ...place, fleetId: otherFleetId }))
    expect((await add({ vehicleId: other.id })).body.code).toBe('vehicle_not_found')
    expect((await add({}, driver)).status).toBe(403)
  })
})
