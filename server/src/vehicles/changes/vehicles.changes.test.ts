import type { Vehicle } from '@rumbo/contract/vehicles.contract'
import { createTestApp, type TestApp, type TestCall } from '@rumbo/tools/testing'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { setCause, vehicleEndpoints } from '../index.ts'
import { arrangeVehiclePeople, type VehiclePeople, vehicleForm } from '../testing/vehicle-people.testing.ts'
import { buildVehicle } from '../vehicles.factory.ts'

let test: TestApp
let at: VehiclePeople

beforeAll(async () => {
  test = await createTestApp({ answers: () => vehicleEndpoints })
})
afterAll(() => test.close())
beforeEach(async () => {
  at = await arrangeVehiclePeople(test)
})

interface Changed {
  items: { id: string; vehicleNumber: string | null; result: string; status: string | null }[]
}
const change = (call: TestCall, ids: string[], status: string, note: string | null = null) =>
  call<Changed>('POST', '/vehicles/bulk-status', { body: { ids, status, note } })
const build = (fleetId = at.fleetId, companyId = at.companyId, causes: ('silent' | 'maintenance')[] = []) =>
  test.build((tx) => buildVehicle(tx, { companyId, fleetId, causes }))
const entries = (ids: string[]) =>
  test.build((tx) =>
    tx.sql<{ entity_id: string; changes: Record<string, unknown> }>(
      "select entity_id, changes from platform.audit_entries where action = 'vehicle.status_changed' and entity_id = any($1) order by entity_id",
      [ids],
    ),
  )

describe('the status of many at once', () => {
  it('has a result for each, in the order asked, and an audit entry for each change', async () => {
    const busy = await build()
    const free = await build()
    const shut = await build(at.fleetId, at.companyId, ['maintenance'])
    const elsewhere = await build(at.otherFleetId)
    const foreign = await build(at.foreignFleetId, at.foreignCompanyId)
    await test.build((tx) => setCause(tx, busy.id, 'occupied', 'a service'))
    const unknown = uuid()
    const ids = [busy.id, free.id, foreign.id, shut.id, elsewhere.id, unknown, free.id]
    const { status, body } = await change(at.chief, ids, 'maintenance', 'Verificación')
    expect(status).toBe(200)
    expect(body.items).toEqual([
      { id: busy.id, vehicleNumber: busy.vehicleNumber, result: 'changed', status: 'maintenance' },
      { id: free.id, vehicleNumber: free.vehicleNumber, result: 'changed', status: 'maintenance' },
      { id: foreign.id, vehicleNumber: null, result: 'vehicle_not_found', status: null },
      { id: shut.id, vehicleNumber: shut.vehicleNumber, result: 'unchanged', status: 'maintenance' },
      { id: elsewhere.id, vehicleNumber: null, result: 'vehicle_not_found', status: null },
      { id: unknown, vehicleNumber: null, result: 'vehicle_not_found', status: null },
    ])
    expect(await entries(ids)).toEqual([
      // Nobody but its dispatcher ends its service: it breaks down on the way, and gets no further one.
      {
        entity_id: busy.id,
        changes: {
          manualStatus: ['active', 'maintenance'],
          status: ['occupied', 'maintenance'],
          note: [null, 'Verificación'],
        },
      },
      {
        entity_id: free.id,
        changes: {
          manualStatus: ['active', 'maintenance'],
          status: ['active', 'maintenance'],
          note: [null, 'Verificación'],
        },
      },
    ])
    expect((await change(at.lead, [free.id, shut.id], 'active')).body.items.map((one) => one.status)).toEqual(
      ['active', 'active'],
    )
  })

  it('is forbidden where a vehicle may only be looked at, and to who may change none', async () => {
    const vehicle = await build(at.otherFleetId)
    const looker = await test.build(async (tx) => {
      const { buildUser } = await import('../../identity/identity.factory.ts')
      const { buildAssignment } = await import('../../organisation/organisation.factory.ts')
      const user = await buildUser(tx, { level: 'manager' })
      await buildAssignment(tx, {
        userId: user.id,
        companyId: at.companyId,
        fleetId: at.fleetId,
        role: 'fleet_manager',
      })
      await buildAssignment(tx, {
        userId: user.id,
        companyId: at.companyId,
        fleetId: at.otherFleetId,
        role: 'fleet_viewer',
        isPrimary: false,
      })
      return user
    })
    const answer = await change(await test.as(looker), [vehicle.id], 'inactive')
    expect(answer.body.items).toMatchObject([{ result: 'forbidden', status: null }])
    for (const call of [at.dispatcher, at.viewer, at.driver])
      expect((await change(call, [vehicle.id], 'inactive')).status).toBe(403)
    expect((await at.lead<Vehicle>('GET', `/vehicles/${vehicle.id}`)).body.manualStatus).toBe('active')
  })

  it('is not undone by a form that was opened before', async () => {
    const { id, version } = await build()
    await change(at.chief, [id], 'maintenance')
    await change(at.chief, [id], 'maintenance')
    const form = { ...vehicleForm(at.fleetId), version }
    expect(await at.lead('PUT', `/vehicles/${id}`, { body: form })).toMatchObject({
      status: 409,
      body: { code: 'stale_version', current: { manualStatus: 'maintenance', version: version + 1 } },
    })
  })

  it('accepts from 1 to 500 vehicles and a status that a person may set', async () => {
    expect((await change(at.lead, [], 'active')).status).toBe(422)
    expect(
      (
        await change(
          at.lead,
          Array.from({ length: 501 }, () => uuid()),
          'active',
        )
      ).status,
    ).toBe(422)
    expect((await change(at.lead, [uuid()], 'occupied')).status).toBe(422)
  })

  it('changes five hundred in one go, also when two do at once', async () => {
    const ids = await test.build(async (tx) => {
      const made: string[] = []
      for (let index = 0; index < 500; index += 1)
        made.push((await buildVehicle(tx, { companyId: at.companyId, fleetId: at.fleetId, causes: [] })).id)
      return made
    })
    const answers = await Promise.all([
      change(at.lead, ids, 'inactive'),
      change(at.chief, [...ids].reverse(), 'inactive'),
    ])
    const results = answers.map(({ body }) => new Set(body.items.map((one) => one.result)))
    expect(results.map((set) => [...set].join()).sort()).toEqual(['changed', 'unchanged'])
    expect(await entries(ids)).toHaveLength(500)
  })
})
