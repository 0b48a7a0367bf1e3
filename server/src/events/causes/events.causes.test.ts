import { createTestApp, type TestApp } from '@rumbo/tools/testing'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { buildCompany, buildFleet } from '../../organisation/organisation.factory.ts'
import { lockVehicle, setCause } from '../../vehicles/index.ts'
import { buildVehicle } from '../../vehicles/vehicles.factory.ts'
import { buildEvent } from '../events.factory.ts'
import { clearOrphanCauses } from './events.causes.actions.ts'

let test: TestApp
let place: { companyId: string; fleetId: string; vehicleId: string }

beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())
beforeEach(async () => {
  place = await test.build(async (tx) => {
    const { id: companyId } = await buildCompany(tx)
    const { id: fleetId } = await buildFleet(tx, { companyId })
    const { id: vehicleId } = await buildVehicle(tx, { companyId, fleetId, causes: [] })
    return { companyId, fleetId, vehicleId }
  })
})

const status = () => test.build(async (tx) => (await lockVehicle(tx, place.vehicleId))?.status)
const cause = (name: 'critical' | 'alarmed' | 'in_service', sourceId: string | null) =>
  test.build((tx) => setCause(tx, place.vehicleId, name, sourceId))

it.each(['acknowledged', 'resolved', 'dismissed'] as const)(
  'a vehicle that an old gateway left critical by an event that is %s is so no longer',
  async (state) => {
    const { id } = await test.build((tx) => buildEvent(tx, { ...place, status: state }))
    await cause('critical', id)
    await cause('alarmed', '01900000-0000-7000-8000-000000000001')
    await cause('in_service', '01900000-0000-7000-8000-000000000002')
    expect(await status()).toBe('critical')
    expect(await clearOrphanCauses(test.database)).toBe(2)
    expect(await status()).toBe('in_service')
    expect(await clearOrphanCauses(test.database)).toBe(0)
  },
)

it('a vehicle stays critical by an active event, and alarmed by what is no event', async () => {
  await test.build((tx) => buildEvent(tx, place))
  await cause('alarmed', null)
  expect(await clearOrphanCauses(test.database)).toBe(0)
  expect(await status()).toBe('critical')
  const left = await test.build((tx) =>
    tx.sql('select cause from vehicles.status_causes where vehicle_id = $1 order by 1', [place.vehicleId]),
  )
  expect(left).toEqual([{ cause: 'alarmed' }, { cause: 'critical' }])
})

it('causes of an archived vehicle are left alone, and do not keep the job busy', async () => {
  await cause('alarmed', '01900000-0000-7000-8000-000000000003')
  await test.build((tx) =>
    tx.sql('update vehicles.vehicles set archived_at = now() where id = $1', [place.vehicleId]),
  )
  expect(await clearOrphanCauses(test.database)).toBe(0)
})
