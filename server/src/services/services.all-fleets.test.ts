import type { listServiceNeeds, readOutlook, readQueue } from '@rumbo/contract/dispatch.contract'
import type { OutputOf } from '@rumbo/contract/endpoint'
import type { countServices, listServices } from '@rumbo/contract/services.contract'
import type { listCurrentServices } from '@rumbo/contract/services.current.contract'
import type { TestApp, TestCall } from '@rumbo/tools/testing/app'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildUser } from '../identity/identity.factory.ts'
import { buildAssignment, buildFleet } from '../organisation/organisation.factory.ts'
import { buildVehicle } from '../vehicles/vehicles.factory.ts'
import { buildService } from './services.factory.ts'
import { createServicesApp, createServicesHarness, type ServicesHarness } from './testing/services.harness.ts'

let test: TestApp
let at: ServicesHarness
let admin: TestCall
let root: TestCall

/** Three fleets, each with a waiting and an assigned service: one in use, one without services, one not active. */
beforeAll(async () => {
  test = await createServicesApp()
  at = await createServicesHarness(test)
  const people = await test.build(async (tx) => {
    const { companyId } = at
    const off = await buildFleet(tx, { companyId, switchedOff: ['services', 'dispatch'] })
    const closed = await buildFleet(tx, { companyId, isActive: false })
    for (const fleetId of [at.fleetId, off.id, closed.id]) {
      const vehicle = await buildVehicle(tx, { companyId, fleetId })
      const build = () => buildService(tx, { companyId, fleetId, requesterContactId: at.contactId })
      const [waiting, assigned, booked] = [await build(), await build(), await build()]
      await tx.sql(
        `update services.services set status = 'on_dispatch', status_since = $2::timestamptz - interval '1 hour',
           dispatch_time = $2::timestamptz - interval '1 hour' where id = $1`,
        [waiting.id, tx.now],
      )
      await tx.sql(
        `update services.services set status = 'vehicle_assigned', assigned_vehicle_id = $2, status_since = $3
         where id = $1`,
        [assigned.id, vehicle.id, tx.now],
      )
      await tx.sql(`update services.services set dispatch_time = $2 where id = $1`, [
        booked.id,
        new Date(tx.now.getTime() + 30 * 60_000),
      ])
    }
    const owner = await buildUser(tx, { level: 'admin' })
    await buildAssignment(tx, { userId: owner.id, companyId, role: 'company_owner' })
    return { owner, root: await buildUser(tx, { level: 'super_admin' }) }
  })
  admin = await test.as(people.owner)
  root = await test.as(people.root)
})
afterAll(() => test.close())

it.each([
  ['a company’s admin', () => admin],
  ['a super admin', () => root],
])('of all fleets, %s sees those of active fleets that have services', async (_who, caller) => {
  const read = async <Answer>(path: string) =>
    (await caller()<Answer>('GET', `${path}?companyId=${at.companyId}`)).body
  const listed = await read<OutputOf<typeof listServices>>('/services')
  expect([listed.total, new Set(listed.items.map(({ fleetId }) => fleetId))]).toEqual([
    3,
    new Set([at.fleetId]),
  ])
  const { counts } = await read<OutputOf<typeof countServices>>('/services-counts')
  expect(counts).toMatchObject({ created: 1, on_dispatch: 1, vehicle_assigned: 1 })
  const queue = await read<OutputOf<typeof readQueue>>('/dispatch/queue')
  expect(queue).toMatchObject({ waiting: 1, running: 1 })
  const needs = await read<OutputOf<typeof listServiceNeeds>>('/dispatch/needs')
  expect(needs.items.map(({ service }) => service.fleetId)).toEqual([at.fleetId])
  const current = await read<OutputOf<typeof listCurrentServices>>('/services-current')
  expect(current.items).toHaveLength(1)
  const outlook = await read<OutputOf<typeof readOutlook>>('/dispatch/outlook')
  const ofFleet = await caller()<OutputOf<typeof readOutlook>>(
    'GET',
    `/dispatch/outlook?fleetId=${at.fleetId}`,
  )
  expect(outlook).toEqual(ofFleet.body)
})

it('are none for another company', async () => {
  const read = (path: string) => at.outsider('GET', `${path}?companyId=${at.companyId}`)
  for (const path of ['/services', '/dispatch/needs', '/services-current'])
    expect((await read(path)).body).toMatchObject({ items: [] })
  expect((await read('/services-counts')).body).toMatchObject({ counts: { on_dispatch: 0 } })
  expect((await read('/dispatch/queue')).body).toMatchObject({ waiting: 0, running: 0, oldestSince: null })
})
