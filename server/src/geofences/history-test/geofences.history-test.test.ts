import { fenceTestResult } from '@rumbo/contract/geofences.history-test.contract'
import { secondMs } from '@rumbo/contract/time-units'
import { destination } from '@rumbo/geo/geometry/distance'
import { createTestApp, type TestApp } from '@rumbo/tools/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { workEndpoints } from '../../platform/jobs/work.endpoints.ts'
import { openDays } from '../../telemetry/index.ts'
import { buildDriven, historyTests, stepMs } from '../../telemetry/testing/history-test.testing.ts'
import { arrangeVehiclePeople, type VehiclePeople } from '../../vehicles/testing/vehicle-people.testing.ts'
import { fenceTestKind, geofenceEndpoints, testFenceWork } from '../index.ts'

let test: TestApp
let at: VehiclePeople
let now: number
beforeAll(async () => {
  test = await createTestApp({
    answers: ({ database }) => [...geofenceEndpoints({ database }), ...workEndpoints],
  })
  now = test.clock.now().getTime()
  await openDays(test.database, test.clock.now())
  at = await arrangeVehiclePeople(test)
})
afterAll(() => test.close())

const zocalo = { latitude: 19.4326, longitude: -99.1332 }
/** A vehicle of the fleet that was so many metres east of the Zócalo, each ten seconds. */
const drove = (metres: readonly number[], fleetId = at.fleetId, everyMs = stepMs) =>
  buildDriven(
    test,
    { companyId: at.companyId, fleetId, startMs: now, everyMs },
    metres.map((far) => destination(zocalo, 90, far)),
  )

const bodyOf = (vehicleIds: readonly string[], given: object = {}) => ({
  fleetId: at.fleetId,
  shape: { kind: 'circle', center: zocalo, radiusMetres: 200 },
  triggers: [{ kind: 'entry' }],
  sensitivity: 'medium',
  vehicleIds,
  from: new Date(now).toISOString(),
  to: new Date(now + 3_600_000).toISOString(),
  ...given,
})
const { order, run, workOf, tested } = historyTests(
  () => test,
  {
    path: '/geofences/test',
    name: fenceTestKind,
    work: testFenceWork,
    parse: (result) => fenceTestResult.parse(result),
  },
  () => at.lead,
)

const there = [400, 100, 50]
const andBack = [300, 400, 500]
const flap = [205, 190, 205, 50]

describe('a test of a geofence on history', () => {
  it('finds what would have been raised, crossing by crossing, with the flaps that were suppressed', async () => {
    const visitor = await drove([...there, ...flap, ...andBack])
    const distant = await drove([5_000, 5_100])
    const result = await tested(bodyOf([visitor, distant]))
    expect(result).toMatchObject({
      counts: { entry: 1, exit: 1 },
      raised: { entry: 1 },
      suppressed: 2,
      isCut: false,
    })
    expect(result.events.map(({ kind, silence, vehicleId }) => [kind, silence, vehicleId])).toEqual([
      ['entry', null, visitor],
      ['exit', 'no_trigger', visitor],
    ])
    expect(result.vehicles).toMatchObject([
      {
        ...{ vehicleId: visitor, positions: 10, counts: { entry: 1, exit: 1 }, raised: { entry: 1 } },
        ...{ suppressed: 2, inside: false },
      },
      { vehicleId: distant, positions: 2, counts: {}, suppressed: 0, inside: false },
    ])
  })

  it('uses triggers with their pauses and hours, and stores nothing', async () => {
    const vehicleId = await drove([...there, ...andBack, ...there, ...andBack, ...there])
    const raised = async (trigger: object) =>
      (await tested(bodyOf([vehicleId], { triggers: [trigger] }))).events
        .filter(({ silence }) => silence === null)
        .map(({ kind }) => kind)
    expect(await raised({ kind: 'entry' })).toEqual(['entry', 'entry', 'entry'])
    expect(await raised({ kind: 'entry', cooldownSeconds: 3_600 })).toEqual(['entry'])
    const never = { windows: [], holidays: 'only' }
    expect(await raised({ kind: 'exit', schedule: never })).toEqual([])
    expect(await raised({ kind: 'speeding', limitKmh: 30, seconds: 0 })).toContain('speeding')
    const [found] = await test.build((tx) =>
      tx.sql<{ count: number }>('select count(*)::int as count from events.events'),
    )
    expect(found?.count).toBe(0)
  })

  it('counts what happened, and apart from it what a cool-down and hours would have let through', async () => {
    const visits = await drove([...there, ...andBack, ...there, ...andBack, ...there, ...andBack])
    const other = await drove([...there, ...andBack])
    const never = { windows: [], holidays: 'only' }
    const result = await tested(
      bodyOf([visits, other], {
        triggers: [
          { kind: 'entry', cooldownSeconds: 3_600 },
          { kind: 'exit', schedule: never },
        ],
      }),
    )
    expect(result.counts).toEqual({ entry: 4, exit: 4 })
    expect(result.raised).toEqual({ entry: 2 })
    expect(result.vehicles.map(({ counts, raised }) => [counts, raised])).toEqual([
      [{ entry: 3, exit: 3 }, { entry: 1 }],
      [{ entry: 1, exit: 1 }, { entry: 1 }],
    ])
    const silences = (kind: string) =>
      result.events.filter((event) => event.kind === kind).map(({ silence }) => silence ?? 'raised')
    expect(silences('entry').toSorted()).toEqual(['cooldown', 'cooldown', 'raised', 'raised'])
    expect(silences('exit')).toEqual(['schedule', 'schedule', 'schedule', 'schedule'])
    expect(result.events.map(({ at }) => at)).toEqual(result.events.map(({ at }) => at).toSorted())
  })

  it('lists 5,000 of more events, those that were raised before the others, and counts all', async () => {
    const laps = Array.from({ length: 2_550 }, () => [...there, ...andBack]).flat()
    const vehicleId = await drove(laps, at.fleetId, 2 * secondMs)
    const to = new Date(now + laps.length * 2 * secondMs).toISOString()
    const result = await tested(bodyOf([vehicleId], { triggers: [{ kind: 'exit' }], to }))
    expect(result).toMatchObject({
      counts: { entry: 2_550, exit: 2_550 },
      raised: { exit: 2_550 },
      isCut: true,
    })
    const listed = (kind: string) => result.events.filter((event) => event.kind === kind)
    expect([listed('exit').length, listed('entry').length]).toEqual([2_550, 2_450])
    const times = result.events.map(({ at: time }) => time)
    expect(times).toEqual(times.toSorted())
  })

  it('is refused with other vehicles, a wrong shape, a period that is too long, and to who may not edit', async () => {
    const vehicleId = await drove(there)
    const elsewhere = await drove(there, at.otherFleetId)
    const code = async (...given: Parameters<typeof order>) => (await order(...given)).body.code
    expect(await code(bodyOf([elsewhere]))).toBe('fence_vehicle_unknown')
    expect(await code(bodyOf([vehicleId], { to: new Date(now + 32 * 86_400_000).toISOString() }))).toBe(
      'history_range',
    )
    expect(await code(bodyOf([vehicleId], { to: new Date(now).toISOString() }))).toBe('history_range')
    const bowTie = [
      zocalo,
      { latitude: 19.44, longitude: -99.12 },
      { latitude: 19.44, longitude: -99.1332 },
      { latitude: 19.4326, longitude: -99.12 },
    ]
    const { body } = await order(bodyOf([vehicleId], { shape: { kind: 'polygon', corners: bowTie } }))
    expect(body.errors).toMatchObject([{ path: 'body.shape.corners', code: 'sides_cross' }])
    expect(await code(bodyOf([vehicleId], { triggers: [{ kind: 'off_route', metres: 50 }] }))).toBe(
      'validation_failed',
    )
    for (const caller of [at.dispatcher, at.viewer, at.driver])
      expect((await order(bodyOf([vehicleId]), caller)).status).toBe(403)
    expect(await code(bodyOf([vehicleId]), at.outsider)).toBe('fleet_denied')
  })

  it('ends where the person cancels it', async () => {
    const { body } = await order(bodyOf([await drove(there)]))
    await at.lead('POST', `/work/${body.workId}/cancel`)
    await run(body.workId)
    expect((await workOf(body.workId)).status).toBe('cancelled')
  })
})
