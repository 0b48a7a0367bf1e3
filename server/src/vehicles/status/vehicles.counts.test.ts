import type { OutputOf } from '@rumbo/contract/endpoint'
import type { readStatusHistory } from '@rumbo/contract/vehicles.status.contract'
import { createTestApp, type TestApp, type TestCall } from '@rumbo/tools/testing'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { buildUser } from '../../identity/identity.factory.ts'
import {
  buildAssignment,
  buildCompany,
  buildFleet,
  buildGuestVehicle,
} from '../../organisation/organisation.factory.ts'
import { clearCause, setCause, vehicleEndpoints } from '../index.ts'
import { buildVehicle } from '../vehicles.factory.ts'
import { readStatusHistoryOf } from './vehicles.counts.actions.ts'
import { countFleets, insertCounts, thinOutCounts } from './vehicles.counts.repository.ts'

type History = OutputOf<typeof readStatusHistory>
let test: TestApp
let companyId: string
let fleetId: string
let vehicleId: string
let viewer: TestCall
let guest: TestCall

beforeAll(async () => {
  test = await createTestApp({ answers: () => vehicleEndpoints })
})
afterAll(() => test.close())

beforeEach(async () => {
  const people = await test.build(async (tx) => {
    companyId = (await buildCompany(tx, { timeZone: 'Europe/Madrid' })).id
    fleetId = (await buildFleet(tx, { companyId })).id
    vehicleId = (await buildVehicle(tx, { companyId, fleetId, causes: [] })).id
    await buildVehicle(tx, { companyId, fleetId, causes: ['silent'] })
    const watcher = await buildUser(tx, { level: 'user' })
    await buildAssignment(tx, { userId: watcher.id, companyId, fleetId, role: 'fleet_viewer' })
    const one = await buildUser(tx, { level: 'guest' })
    await buildGuestVehicle(tx, { userId: one.id, companyId, fleetId, vehicleId })
    return { watcher, one }
  })
  viewer = await test.as(people.watcher)
  guest = await test.as(people.one)
})

const read = async (who: TestCall = viewer): Promise<History> =>
  (await who<History>('GET', `/vehicles/status-history?fleetId=${fleetId}`)).body
const count = () => test.build(countFleets)
const nextMinute = () => test.clock.advance(60)

it('returns the last hour by minute, with gaps for minutes without a count', async () => {
  await count()
  nextMinute()
  await test.build((tx) => setCause(tx, vehicleId, 'maintenance'))
  await count()
  await count()
  nextMinute()
  nextMinute()
  await test.build((tx) => clearCause(tx, vehicleId, 'maintenance'))
  await count()
  const { until, minutes, weekAgo } = await read()
  expect(Date.parse(until)).toBe(Math.floor(test.clock.now().getTime() / 60_000) * 60_000)
  expect(minutes.active).toHaveLength(60)
  expect(minutes.active.slice(-5)).toEqual([null, 1, 0, null, 1])
  expect(minutes.maintenance.slice(-4)).toEqual([0, 1, null, 0])
  expect(minutes.inactive.at(-1)).toBe(1)
  expect(minutes.critical.at(-1)).toBe(0)
  expect(weekAgo).toBeNull()
})

it('compares with the same time of the clock a week ago, also where the clocks were changed since', async () => {
  const at = (text: string, active: number) => ({
    companyId,
    fleetId,
    at: new Date(text),
    counts: { active },
  })
  // In Madrid the clocks went forward on 29 March 2026: noon was 11:00 UTC before it, and 10:00 UTC since.
  test.clock.advance((Date.parse('2026-04-01T10:04:00.000Z') - test.clock.now().getTime()) / 1000)
  await test.build((tx) =>
    insertCounts(tx, [
      at('2026-03-25T10:00:00.000Z', 3),
      at('2026-03-25T11:00:00.000Z', 7),
      at('2026-03-25T11:20:00.000Z', 9),
    ]),
  )
  const weekAgo = () => test.build(async (tx) => (await readStatusHistoryOf(tx, [fleetId])).weekAgo)
  expect(await weekAgo()).toMatchObject({
    at: '2026-03-25T11:00:00.000Z',
    counts: { active: 7, inactive: 0 },
  })
  test.clock.advance(3 * 3600)
  expect(await weekAgo()).toBeNull()
})

it('keeps each minute for two hours, each tenth for eight days', async () => {
  const now = test.clock.now().getTime()
  const back = (minutes: number) => {
    const ms = now - minutes * 60_000
    return new Date(ms - (ms % 60_000))
  }
  const tenth = (minutes: number) => new Date(Math.floor(back(minutes).getTime() / 600_000) * 600_000)
  const all = [back(5), back(6), tenth(200), new Date(tenth(200).getTime() + 60_000), tenth(12_000)]
  await test.build((tx) =>
    insertCounts(
      tx,
      all.map((at) => ({ companyId, fleetId, at, counts: { active: 1 } })),
    ),
  )
  await test.build(thinOutCounts)
  const left = await test.build((tx) =>
    tx.sql<{ at: Date }>('select at from vehicles.status_counts where fleet_id = $1 order by at desc', [
      fleetId,
    ]),
  )
  expect(left.map(({ at }) => at.getTime())).toEqual([back(5), back(6), tenth(200)].map((at) => at.getTime()))
})

it('returns nothing of the fleet to a guest, who watches one vehicle', async () => {
  await count()
  expect((await read(guest)).minutes.active.every((one) => one === null)).toBe(true)
})

it('sums the fleets of a company that the caller reaches', async () => {
  const owner = await test.build(async (tx) => {
    const second = await buildFleet(tx, { companyId })
    await buildVehicle(tx, { companyId, fleetId: second.id, causes: [] })
    const user = await buildUser(tx, { level: 'admin' })
    await buildAssignment(tx, { userId: user.id, companyId, role: 'company_owner' })
    return user
  })
  await count()
  const of = async (who: TestCall) =>
    (await who<History>('GET', `/vehicles/status-history?companyId=${companyId}`)).body.minutes
  const all = await of(await test.as(owner))
  expect([all.active.at(-1), all.inactive.at(-1)]).toEqual([2, 1])
  const own = await of(viewer)
  expect([own.active.at(-1), own.inactive.at(-1)]).toEqual([1, 1])
})
