import { ruleTestResult } from '@rumbo/contract/events.custom-test.contract'
import { historyTestLimits } from '@rumbo/contract/telemetry.history-test'
import { createTestApp, type TestApp } from '@rumbo/tools/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { workEndpoints } from '../../platform/jobs/work.endpoints.ts'
import { openDays } from '../../telemetry/index.ts'
import { buildDriven, historyTests, stepMs } from '../../telemetry/testing/history-test.testing.ts'
import { arrangeVehiclePeople, type VehiclePeople } from '../../vehicles/testing/vehicle-people.testing.ts'
import { customRuleEndpoints, ruleTestKind, testRuleWork } from '../index.ts'

let test: TestApp
let at: VehiclePeople
let now: number
beforeAll(async () => {
  test = await createTestApp({ answers: () => [...customRuleEndpoints, ...workEndpoints] })
  now = test.clock.now().getTime()
  await openDays(test.database, test.clock.now())
  at = await arrangeVehiclePeople(test)
})
afterAll(() => test.close())

const place = { latitude: 19.4326, longitude: -99.1332 }
/** A vehicle of the fleet with these speeds, each ten seconds. */
const drove = (speeds: readonly number[], fleetId = at.fleetId) =>
  buildDriven(
    test,
    { companyId: at.companyId, fleetId, startMs: now },
    speeds.map((speedKmh) => ({ ...place, speedKmh })),
  )

const fast = { reading: 'speedKmh', operator: 'above', value: 100, margin: 10 }
const bodyOf = (vehicleIds: readonly string[], given: object = {}) => ({
  fleetId: at.fleetId,
  conditions: [fast],
  vehicleIds,
  from: new Date(now).toISOString(),
  to: new Date(now + 86_400_000).toISOString(),
  ...given,
})
const { order, run, workOf, tested } = historyTests(
  () => test,
  {
    path: '/event-rules/test',
    name: ruleTestKind,
    work: testRuleWork,
    parse: (result) => ruleTestResult.parse(result),
  },
  () => at.lead,
)

describe('a test of a custom rule on history', () => {
  it('finds what it would have raised, by vehicle and in order, and stores nothing', async () => {
    const quick = await drove([80, 120, 130, 95, 80, 80, 110, 80])
    const slow = await drove([50, 60])
    const result = await tested(bodyOf([quick, slow, quick]))
    expect(result).toMatchObject({ raised: 2, suppressed: 0, isCut: false })
    expect(result.vehicles).toMatchObject([
      { vehicleId: quick, reports: 8, raised: 2 },
      { vehicleId: slow, reports: 2, raised: 0 },
    ])
    expect(result.events).toEqual(
      [
        { index: 1, speedKmh: 120 },
        { index: 6, speedKmh: 110 },
      ].map(({ index, speedKmh }) => ({
        vehicleId: quick,
        at: new Date(now + index * stepMs).toISOString(),
        latitude: 19.4326,
        longitude: -99.1332,
        readings: { speedKmh },
      })),
    )
    const [found] = await test.build((tx) =>
      tx.sql<{ events: number; rules: number }>(
        `select (select count(*)::int from events.events) as events,
           (select count(*)::int from events.custom_rules) as rules`,
      ),
    )
    expect(found).toEqual({ events: 0, rules: 0 })
  })

  it('uses its seconds, pause and hours', async () => {
    const vehicleId = await drove([80, 120, 80, 120, 120, 120, 80, 120, 80])
    const of = (given: object) => tested(bodyOf([vehicleId], given))
    expect(await of({})).toMatchObject({ raised: 3, suppressed: 0 })
    expect(await of({ seconds: 20 })).toMatchObject({ raised: 1, suppressed: 2 })
    expect(await of({ cooldownSeconds: 3_600 })).toMatchObject({ raised: 1, suppressed: 2 })
    expect(await of({ schedule: { windows: [], holidays: 'only' } })).toMatchObject({ raised: 0 })
  })

  it('lists the first events of all vehicles, and counts all', async () => {
    const many = Array.from(
      { length: historyTestLimits.events + 20 },
      (_, index) => [120, 80][index % 2] ?? 0,
    )
    const vehicleIds = [await drove(many), await drove([...many, ...many])]
    const to = new Date(now + 2 * 86_400_000).toISOString()
    const result = await tested(bodyOf(vehicleIds, { to }))
    expect(result).toMatchObject({ isCut: true, raised: 3 * (historyTestLimits.events / 2 + 10) })
    expect(result.events).toHaveLength(historyTestLimits.events)
    expect(result.events.map(({ at: moment }) => moment)).toEqual(
      result.events.map(({ at: moment }) => moment).sort(),
    )
  })

  it('is refused with other vehicles, impossible conditions, a wrong period, and to who may not edit', async () => {
    const vehicleId = await drove([80])
    const elsewhere = await drove([80], at.otherFleetId)
    const code = async (...given: Parameters<typeof order>) => (await order(...given)).body.code
    expect(await code(bodyOf([elsewhere]))).toBe('rule_vehicle_unknown')
    expect(await code(bodyOf([vehicleId], { to: new Date(now + 32 * 86_400_000).toISOString() }))).toBe(
      'history_range',
    )
    expect(await code(bodyOf([vehicleId], { to: new Date(now).toISOString() }))).toBe('history_range')
    const never = { ...fast, value: 500 }
    expect((await order(bodyOf([vehicleId], { conditions: [never] }))).body.errors).toMatchObject([
      { path: 'body.conditions.0', code: 'condition_never' },
    ])
    for (const caller of [at.dispatcher, at.viewer, at.driver])
      expect((await order(bodyOf([vehicleId]), caller)).status).toBe(403)
    expect(await code(bodyOf([vehicleId]), at.outsider)).toBe('fleet_denied')
  })

  it('leaves out a vehicle that left the fleet meanwhile, and ends where the person cancels it', async () => {
    const [stays, leaves] = [await drove([120]), await drove([120])]
    const { body } = await order(bodyOf([stays, leaves]))
    await test.build((tx) =>
      tx.sql('update vehicles.vehicles set fleet_id = $2 where id = $1', [leaves, at.otherFleetId]),
    )
    await run(body.workId)
    const { result } = await workOf(body.workId)
    const { bytes } = await at.lead('GET', `/files/${result?.fileId}`)
    expect(JSON.parse(bytes.toString('utf8'))).toMatchObject({ vehicles: [{ vehicleId: stays }], raised: 1 })
    const { body: other } = await order(bodyOf([stays]))
    await at.lead('POST', `/work/${other.workId}/cancel`)
    await run(other.workId)
    expect((await workOf(other.workId)).status).toBe('cancelled')
  })
})
