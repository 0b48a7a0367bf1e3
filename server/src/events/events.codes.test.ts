import type { Event } from '@rumbo/contract/events.contract'
import { createTestApp, type TestApp, type TestCall } from '@rumbo/tools/testing/app'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { positionPipeline } from '../assembly/position-pipeline.ts'
import { buildUser } from '../identity/identity.factory.ts'
import { buildAssignment } from '../organisation/organisation.factory.ts'
import type { Intake } from '../telemetry/index.ts'
import {
  buildIntakeFleet,
  type IntakeFleet,
  type ReportingVehicle,
} from '../telemetry/intake/telemetry.intake.factory.ts'
import { buildReport } from '../telemetry/telemetry.factory.ts'
import { lockVehicle } from '../vehicles/index.ts'
import { eventEndpoints, recordAlarms, recordCodes } from './index.ts'

let test: TestApp
let fleet: IntakeFleet
let vehicle: ReportingVehicle
let manager: TestCall
let a: Intake
let b: Intake

beforeAll(async () => {
  test = await createTestApp({ answers: () => eventEndpoints })
  fleet = await buildIntakeFleet(test, positionPipeline)
  const { companyId } = fleet
  const user = await test.build(async (tx) => {
    const built = await buildUser(tx, { level: 'admin' })
    await buildAssignment(tx, { userId: built.id, companyId })
    return built
  })
  manager = await test.as(user)
})
afterAll(() => test.close())
beforeEach(async () => {
  vehicle = await fleet.addVehicle()
  const parts = { commitAlarms: recordAlarms, commitCodes: recordCodes }
  a = await fleet.startIntake(parts)
  b = await fleet.startIntake(parts)
})
afterEach(() => Promise.all([a.drain(), b.drain()]))

/** A report that states codes; null: none at all, undefined: it says nothing of codes. */
const report = (troubleCodes: string | undefined, secondsAgo = 0, hasFix = true) =>
  buildReport({
    deviceIdentifier: vehicle.imei,
    receivedAt: test.clock.now(),
    extras: troubleCodes === undefined ? {} : { troubleCodes },
    fix: hasFix ? { time: new Date(test.clock.now().getTime() - secondsAgo * 1000) } : null,
  })
const codes = async () =>
  (
    await manager<{ items: Event[] }>('GET', `/events?vehicleId=${vehicle.id}&sort=occurredAt&order=asc`)
  ).body.items.map(({ troubleCode, status, occurrences, clearedAt }) => ({
    ...{ troubleCode, status, occurrences },
    isCleared: clearedAt !== null,
  }))
const one = (status: string, occurrences: number, isCleared = false, troubleCode = 'P0301') => ({
  ...{ troubleCode, status, occurrences, isCleared },
})

describe('trouble codes', () => {
  it('are events with the place, once each, and alarm nobody', async () => {
    await a.accept(report('P0301,B0001'))
    const { items } = (await manager<{ items: Event[] }>('GET', `/events?vehicleId=${vehicle.id}`)).body
    expect(items.map(({ troubleCode, severity }) => [troubleCode, severity]).toSorted()).toEqual([
      ['B0001', 'info'],
      ['P0301', 'warning'],
    ])
    expect(items[0]).toMatchObject({
      ...{
        type: 'engine_fault',
        category: 'vehicle',
        kind: 'trouble_code',
        source: 'device',
        isAlarm: false,
      },
      ...{ latitude: 19.4326, longitude: -99.1332, occurredAt: test.clock.now().toISOString() },
    })
    expect(await test.build(async (tx) => (await lockVehicle(tx, vehicle.id))?.status)).toBe('active')
  })

  it('stay one event while reports state them, and are cleared by one that does not', async () => {
    await a.accept(report('P0301', 40))
    await a.accept(report('P0301', 30))
    await a.accept(report(undefined, 25))
    expect(await codes()).toEqual([one('active', 1)])
    await a.accept(report('P0420', 20))
    expect(await codes()).toEqual([one('resolved', 1, true), one('active', 1, false, 'P0420')])
    await a.accept(report('', 10))
    await a.accept(report('P0301', 0))
    expect((await codes()).map(({ status, isCleared }) => [status, isCleared])).toEqual([
      ['resolved', true],
      ['resolved', true],
      ['active', false],
    ])
  })

  it('opened, cleared and opened again in one batch are two events', async () => {
    await Promise.all(['P0301', 'P0301', '', 'P0301'].map((text, at) => a.accept(report(text, 40 - at))))
    expect(await codes()).toEqual([one('resolved', 1, true), one('active', 1)])
  })

  it('are opened once by two gateways and by repeated reports', async () => {
    const first = report('P0301', 30)
    await Promise.all([a.accept(first), b.accept(first), a.accept(first)])
    expect(await codes()).toEqual([one('active', 1)])
    await Promise.all([a.accept(report('P0301', 20)), b.accept(report('P0301', 10))])
    expect(await codes()).toEqual([one('active', 1)])
  })

  it('of late reports change nothing', async () => {
    await a.accept(report('P0301', 10))
    await a.accept(report('P0420', 600))
    await a.accept(report('', 500))
    expect(await codes()).toEqual([one('active', 1)])
  })

  it('without a position get the last known place', async () => {
    await a.accept(report(undefined, 60))
    await a.accept(report('P0301', 0, false))
    const { items } = (await manager<{ items: Event[] }>('GET', `/events?vehicleId=${vehicle.id}`)).body
    expect(items).toMatchObject([{ latitude: 19.4326, speedKmh: null }])
    expect(items[0]?.lastKnownAt).not.toBeNull()
  })

  it('that a person closed stay closed until the vehicle was without them', async () => {
    await a.accept(report('P0301', 40))
    const { items } = (await manager<{ items: Event[] }>('GET', `/events?vehicleId=${vehicle.id}`)).body
    await manager('POST', `/events/${items[0]?.id}/dismiss`, { body: { note: null } })
    await a.accept(report('P0301', 30))
    expect(await codes()).toEqual([one('dismissed', 1)])
    await a.accept(report('', 20))
    await a.accept(report('P0301', 10))
    expect(await codes()).toEqual([one('dismissed', 1), one('active', 1)])
  })

  it('are no words that are no codes, which clear nothing', async () => {
    await a.accept(report('P0301', 40))
    await a.accept(report('SPN 1569 FMI 31', 30))
    await a.accept(report('\u0000\'"{},\\', 20))
    expect(await codes()).toEqual([one('active', 1)])
  })
})
