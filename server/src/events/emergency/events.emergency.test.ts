import type { Event } from '@rumbo/contract/events.contract'
import type { Vehicle } from '@rumbo/contract/vehicles.contract'
import { createTestApp, type TestApp, type TestCall } from '@rumbo/tools/testing'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { buildUser } from '../../identity/identity.factory.ts'
import { buildAssignment, buildCompany, buildFleet } from '../../organisation/organisation.factory.ts'
import { buildPosition } from '../../telemetry/telemetry.factory.ts'
import { vehicleEndpoints } from '../../vehicles/index.ts'
import { buildVehicle } from '../../vehicles/vehicles.factory.ts'
import { eventEndpoints } from '../index.ts'

let test: TestApp
let vehicleId: string
let lead: TestCall
let viewer: TestCall
let outsider: TestCall

beforeAll(async () => {
  test = await createTestApp({ answers: () => [...eventEndpoints, ...vehicleEndpoints] })
})
afterAll(() => test.close())
beforeEach(async () => {
  const people = await test.build(async (tx) => {
    const companyId = (await buildCompany(tx, { tier: 'professional' })).id
    const foreignId = (await buildCompany(tx, { tier: 'professional' })).id
    const fleetId = (await buildFleet(tx, { companyId })).id
    vehicleId = (await buildVehicle(tx, { companyId, fleetId, causes: [] })).id
    const person = async (level: 'manager' | 'user' | 'admin', given: object) => {
      const user = await buildUser(tx, { level, firstName: 'Rosa', lastName: 'Lima' })
      await buildAssignment(tx, { userId: user.id, companyId, ...given })
      return user
    }
    return {
      lead: await person('manager', {}),
      viewer: await person('user', { fleetId, role: 'fleet_viewer' }),
      outsider: await person('admin', { companyId: foreignId }),
    }
  })
  lead = await test.as(people.lead)
  viewer = await test.as(people.viewer)
  outsider = await test.as(people.outsider)
})

const declare = (call: TestCall, body: object = {}, id = vehicleId) =>
  call<Event & { code?: string }>('POST', `/vehicles/${id}/emergency`, { body })
const statusOf = async () => (await lead<Vehicle>('GET', `/vehicles/${vehicleId}`)).body.status
const audited = () =>
  test.build((tx) =>
    tx.sql<{ actor_name: string }>(
      "select actor_name from platform.audit_entries where action = 'event.emergency_declared' and entity_id in (select id from events.events where vehicle_id = $1)",
      [vehicleId],
    ),
  )

const notes = async () =>
  (
    await test.build((tx) =>
      tx.sql<{ changes: object }>(
        "select changes from platform.audit_entries where action = 'event.emergency_declared' and entity_id in (select id from events.events where vehicle_id = $1) order by at, id",
        [vehicleId],
      ),
    )
  ).map(({ changes }) => changes)

it('becomes a critical event at the last known place, with its note, until somebody handles it', async () => {
  await test.build((tx) => buildPosition(tx, vehicleId, { latitude: 19.43, longitude: -99.13 }))
  const { status, body } = await declare(lead, { note: 'El conductor no contesta' })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    ...{ type: 'emergency_declared', kind: 'staff_emergency', severity: 'critical', status: 'active' },
    ...{ note: 'El conductor no contesta', latitude: 19.43, longitude: -99.13, source: 'system' },
  })
  expect(body.lastKnownAt).not.toBeNull()
  expect(await statusOf()).toBe('critical')
  expect(await audited()).toHaveLength(1)
  await lead('POST', `/events/${body.id}/resolve`, { body: {} })
  expect(await statusOf()).not.toBe('critical')
})

it('declared twice at once is one event with two occurrences', async () => {
  const [one, other] = await Promise.all([declare(lead), declare(lead)])
  expect(one.body.id).toBe(other.body.id)
  expect((await lead<Event>('GET', `/events/${one.body.id}`)).body.occurrences).toBe(2)
  await lead('POST', `/events/${one.body.id}/dismiss`, { body: {} })
  expect((await declare(lead)).body.id).not.toBe(one.body.id)
})

it('keeps what was said before where somebody declares it again, also after it was acknowledged', async () => {
  const { id } = (await declare(lead, { note: 'No contesta' })).body
  expect((await declare(lead)).body).toMatchObject({ id, note: 'No contesta', occurrences: 2 })
  await lead('POST', `/events/${id}/acknowledge`, { body: {} })
  expect((await declare(lead, { note: 'Va la patrulla 12' })).body).toMatchObject({
    ...{ id, note: 'No contesta\nVa la patrulla 12', occurrences: 3, status: 'acknowledged' },
  })
  expect(await notes()).toEqual([
    { note: [null, 'No contesta'] },
    {},
    { note: ['No contesta', 'No contesta\nVa la patrulla 12'] },
  ])
})

it('keeps both notes of two people who declare it at once', async () => {
  const both = await Promise.all(['Uno', 'Dos'].map((note) => declare(lead, { note })))
  const [id] = both.map(({ body }) => body.id)
  const { note } = (await lead<Event>('GET', `/events/${id}`)).body
  expect(note?.split('\n').toSorted()).toEqual(['Dos', 'Uno'])
})

it('is refused to those who may not handle events, and unknown to other companies', async () => {
  expect((await declare(viewer)).status).toBe(403)
  expect((await declare(outsider)).body.code).toBe('vehicle_not_found')
  expect((await declare(lead, {}, '00000000-0000-4000-8000-000000000000')).status).toBe(404)
  expect((await declare(lead, { note: 'x'.repeat(1001) })).status).toBe(422)
  expect(await audited()).toEqual([])
  expect(await statusOf()).not.toBe('critical')
})
