import { createTestApp, type TestApp } from '@rumbo/tools/testing'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildCompany, buildFleet } from '../../organisation/organisation.factory.ts'
import { buildVehicle } from '../../vehicles/vehicles.factory.ts'
import { buildEvent } from '../events.factory.ts'
import { findEventIds } from './events.lists.repository.ts'
import type { EventFilter } from './events.lists.statements.repository.ts'

const kinds = ['sos', 'overspeed', 'tow', 'door', 'low_fuel', 'power_restored'] as const
const statuses = ['active', 'acknowledged', 'resolved', 'dismissed'] as const
let test: TestApp
let companyId: string
const fleetIds: string[] = []
let spanningId: string
const start = Date.parse('2026-02-01T00:00:00.000Z')
const at = (hours: number) => new Date(start + hours * 3_600_000)

beforeAll(async () => {
  test = await createTestApp()
  await test.build(async (tx) => {
    companyId = (await buildCompany(tx)).id
    const vehicles: { fleetId: string; vehicleId: string }[] = []
    for (const _ of [1, 2]) {
      const { id: fleetId } = await buildFleet(tx, { companyId })
      fleetIds.push(fleetId)
      for (const _two of [1, 2])
        vehicles.push({ fleetId, vehicleId: (await buildVehicle(tx, { companyId, fleetId, causes: [] })).id })
    }
    for (let index = 0; index < 48; index += 1) {
      const place = vehicles[(index * 7) % 4]
      if (!place) continue
      const { id } = await buildEvent(tx, {
        ...{ companyId, ...place, kind: kinds[index % 6], status: statuses[(index * 5) % 4], at: at(index) },
        // Of its own rule: a vehicle has one open event of each.
        ruleId: uuid(),
        ...(index === 10 ? { lastOccurredAt: at(30.5), occurrences: 9 } : {}),
      })
      if (index === 10) spanningId = id
    }
  })
})
afterAll(() => test.close())

const find = (some: Partial<EventFilter>, limit?: number) =>
  test.build((tx) =>
    findEventIds(
      tx,
      { page: 1, size: 7, search: '', sort: 'lastOccurredAt', order: 'desc', companyId, ...some },
      limit,
    ),
  )

const filters: Partial<EventFilter>[] = [
  {},
  { status: ['active', 'dismissed'] },
  { severity: ['critical'], category: ['security'] },
  { type: ['speeding', 'gps_alarm'], isAlarm: true },
  { from: at(8).toISOString(), to: at(29).toISOString() },
  { status: ['resolved'], from: at(5).toISOString(), to: at(40).toISOString() },
]
const sorts = ['lastOccurredAt', 'severity', 'status', 'type', 'vehicleNumber'] as const

it('finds the same page however many match, for each filter and order, in a company and in a fleet', async () => {
  for (const filter of filters)
    for (const sort of sorts)
      for (const order of ['asc', 'desc'] as const)
        for (const page of [1, 2]) {
          const asked = { ...filter, sort, order, page }
          const few = await find(asked)
          const many = await find(asked, 0)
          expect([asked, many.ids]).toEqual([asked, few.ids])
          expect([few.isTotalBound, many.isTotalBound, many.total]).toEqual([false, true, 0])
          const inFleet = { ...asked, companyId: undefined, fleetId: fleetIds[0] }
          expect((await find(inFleet, 0)).ids).toEqual((await find(inFleet)).ids)
        }
})

it('counts up to the limit, and says that more match', async () => {
  expect(await find({}, 48)).toMatchObject({ total: 48, isTotalBound: false })
  expect(await find({}, 47)).toMatchObject({ total: 47, isTotalBound: true })
  expect(await find({ from: at(60).toISOString() })).toEqual({ ids: [], total: 0, isTotalBound: false })
})

it('finds an event in each period in which it lasted, once', async () => {
  const during = async (from: number, to: number) =>
    (await find({ from: at(from).toISOString(), to: at(to).toISOString(), size: 100 })).ids.filter(
      (id) => id === spanningId,
    ).length
  expect(await during(5, 11)).toBe(1)
  expect(await during(15, 20)).toBe(1)
  expect(await during(30, 31)).toBe(1)
  expect(await during(31, 40)).toBe(0)
  expect(await during(2, 10)).toBe(0)
  expect(await during(40, 20)).toBe(0)
})
