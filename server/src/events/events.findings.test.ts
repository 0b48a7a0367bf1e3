import type { Event } from '@rumbo/contract/events.contract'
import { createTestApp, type TestApp, type TestCall } from '@rumbo/tools/testing'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { buildUser } from '../identity/identity.factory.ts'
import { buildAssignment, buildCompany, buildFleet } from '../organisation/organisation.factory.ts'
import { changeCauses, lockVehicle, lockVehicles } from '../vehicles/index.ts'
import { buildVehicle } from '../vehicles/vehicles.factory.ts'
import { eventEndpoints, type Finding, recordFindings } from './index.ts'

let test: TestApp
let companyId: string
let fleetId: string
let vehicleId: string
let lead: TestCall

beforeAll(async () => {
  test = await createTestApp({ answers: () => eventEndpoints })
})
afterAll(() => test.close())

beforeEach(async () => {
  const user = await test.build(async (tx) => {
    companyId = (await buildCompany(tx, { tier: 'professional' })).id
    fleetId = (await buildFleet(tx, { companyId })).id
    vehicleId = (await buildVehicle(tx, { companyId, fleetId, causes: [] })).id
    const manager = await buildUser(tx, { level: 'manager' })
    await buildAssignment(tx, { userId: manager.id, companyId })
    return manager
  })
  lead = await test.as(user)
})

const minutesAgo = (minutes: number) => new Date(test.clock.now().getTime() - minutes * 60_000)
const spot = (latitude: number, lastKnownAt: Date | null = null) => ({
  ...{ latitude, longitude: -99, lastKnownAt, speedKmh: 90, heading: 0 },
})
const speeding = (given: Partial<Finding> = {}): Finding => ({
  ...{ id: uuid(), companyId, fleetId, vehicleId, type: 'speeding', kind: null, category: 'driver' },
  ...{ severity: 'warning', source: 'system', isAlarm: true, ruleId: null, title: null, fence: null },
  ...{ at: test.clock.now(), place: null, isLate: false, detail: null },
  ...given,
})
/** As the pipeline does: vehicles first, then events, then what they set on vehicles. */
const record = (...findings: Finding[]) =>
  test.build(async (tx) => {
    await lockVehicles(tx, [vehicleId])
    await changeCauses(tx, await recordFindings(tx, findings))
  })
const found = async () =>
  (await lead<{ items: Event[] }>('GET', `/events?vehicleId=${vehicleId}&sort=occurredAt`)).body.items
const status = () => test.build(async (tx) => (await lockVehicle(tx, vehicleId))?.status)
const act = async (action: string) => {
  const [event] = await found()
  expect((await lead('POST', `/events/${event?.id}/${action}`, { body: { note: null } })).status).toBe(200)
}

it('a thousand findings of a batch are one event, and those of the next batches are counted on it', async () => {
  const many = (amount: number) => Array.from({ length: amount }, () => speeding())
  await record(...many(1_000))
  await record(...many(1_000))
  await record(...many(500))
  expect(await found()).toMatchObject([{ occurrences: 2_500, version: 3, status: 'active' }])
})

it('two processes that open it at once make one event', async () => {
  await Promise.all(
    Array.from({ length: 8 }, () => test.build((tx) => recordFindings(tx, [speeding(), speeding()]))),
  )
  expect(await found()).toMatchObject([{ occurrences: 16 }])
})

it('another rule, geofence, kind or vehicle is other trouble', async () => {
  const [ruleId, otherRule, fenceId] = [uuid(), uuid(), uuid()]
  const fence = { id: fenceId, shapeVersion: 3 }
  await record(
    speeding(),
    speeding({ ruleId, title: 'Rápido en patio' }),
    speeding({ ruleId: otherRule }),
    speeding({ ruleId, fence }),
    speeding({ ruleId, fence: { id: fenceId, shapeVersion: 4 } }),
    speeding({ kind: 'overspeed' }),
    speeding({ type: 'custom', ruleId }),
  )
  expect((await found()).map(({ occurrences }) => occurrences).sort()).toEqual([1, 1, 1, 1, 1, 2])
  expect((await found()).filter((event) => event.fenceId !== null)).toMatchObject([
    { ruleId, fenceId, fenceShapeVersion: 4, occurrences: 2 },
  ])
})

it('takes the place, figures and title of the latest, and the time of the first', async () => {
  await record(speeding({ at: minutesAgo(20), place: spot(19, minutesAgo(40)), detail: { maxKmh: 97 } }))
  await record(speeding({ at: minutesAgo(5), place: spot(19.5), detail: { maxKmh: 110 }, title: 'Patio' }))
  await record(speeding({ at: minutesAgo(50), place: spot(18), detail: { maxKmh: 81 }, isLate: true }))
  await record(speeding({ at: minutesAgo(1), place: spot(20, minutesAgo(30)) }))
  expect(await found()).toMatchObject([
    {
      ...{ occurredAt: minutesAgo(50).toISOString(), lastOccurredAt: minutesAgo(1).toISOString() },
      ...{ latitude: 19.5, lastKnownAt: null, detail: { maxKmh: 110 }, title: 'Patio', isLate: false },
      occurrences: 4,
    },
  ])
})

it('becomes as severe as the most severe, and makes its vehicle so until it is handled', async () => {
  await record(speeding({ severity: 'info', isAlarm: false }))
  expect(await status()).toBe('active')
  await record(speeding())
  expect(await status()).toBe('alarmed')
  await record(speeding({ severity: 'critical' }), speeding())
  expect(await status()).toBe('critical')
  await record(speeding({ severity: 'info', isAlarm: false }))
  expect(await found()).toMatchObject([{ severity: 'critical', isAlarm: true, occurrences: 5 }])
  expect(await status()).toBe('critical')
  await act('resolve')
  expect(await status()).toBe('active')
})

it('that recurs while acknowledged stays acknowledged and alarms nobody; once dismissed, it begins anew', async () => {
  await record(speeding({ severity: 'critical' }))
  expect(await status()).toBe('critical')
  await act('acknowledge')
  expect(await status()).toBe('active')
  await record(speeding({ severity: 'critical' }))
  expect(await found()).toMatchObject([{ status: 'acknowledged', occurrences: 2 }])
  expect(await status()).toBe('active')
  await act('dismiss')
  test.clock.advance(1)
  await record(speeding())
  expect(await found()).toMatchObject([{ status: 'dismissed' }, { status: 'active', occurrences: 1 }])
  expect(await status()).toBe('alarmed')
})

it('recorded again after it was closed changes nothing', async () => {
  const finding = speeding()
  await record(finding)
  await act('resolve')
  await record(finding)
  expect(await found()).toMatchObject([{ status: 'resolved', occurrences: 1 }])
  expect(await status()).toBe('active')
})

it('of a vehicle that another company has is refused', async () => {
  const { id } = await test.build((tx) => buildCompany(tx, { tier: 'professional' }))
  await expect(record(speeding({ companyId: id }))).rejects.toMatchObject({ code: '23503' })
  expect(await found()).toEqual([])
})
