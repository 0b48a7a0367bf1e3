import type { listBest, listServiceNeeds, readQueue } from '@rumbo/contract/dispatch.contract'
import type { OutputOf } from '@rumbo/contract/endpoint'
import type { listServices, Service } from '@rumbo/contract/services.contract'
import type { TestApp, TestCall } from '@rumbo/tools/testing/app'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildUser } from '../identity/identity.factory.ts'
import { buildAssignment, buildFleet } from '../organisation/organisation.factory.ts'
import { buildService, zocalo } from '../services/services.factory.ts'
import {
  createServicesApp,
  createServicesHarness,
  type ServicesHarness,
  stop,
} from '../services/testing/services.harness.ts'
import { buildPosition } from '../telemetry/telemetry.factory.ts'
import { buildVehicle } from '../vehicles/vehicles.factory.ts'

let test: TestApp
let at: ServicesHarness

beforeAll(async () => {
  test = await createServicesApp()
})
afterAll(() => test.close())
beforeEach(async () => {
  at = await createServicesHarness(test)
})

type Priority = Service['priorityLevel']
/** A service that waits since so many minutes; negative for one ahead of its time. */
async function waiting(minutes: number, priorityLevel: Priority = 'medium', customerName = 'Elena Torres') {
  return test.build(async (tx) => {
    const since = new Date(tx.now.getTime() - minutes * 60_000)
    const { id } = await buildService(tx, {
      companyId: at.companyId,
      fleetId: at.fleetId,
      requesterContactId: at.contactId,
      dispatchTime: since.toISOString(),
      priorityLevel,
      customerName,
    })
    await tx.sql(
      "update services.services set status = 'on_dispatch', status_since = least($2::timestamptz, $3) where id = $1",
      [id, since, tx.now],
    )
    return id
  })
}
const get = async <Answer>(call: TestCall, path: string) => (await call<Answer>('GET', path)).body
const list = (query: string, call = at.dispatcher) =>
  get<OutputOf<typeof listServices>>(call, `/services?fleetId=${at.fleetId}&status=on_dispatch&${query}`)
const needs = (query = '', call = at.viewer) =>
  get<OutputOf<typeof listServiceNeeds>>(call, `/dispatch/needs?fleetId=${at.fleetId}${query}`)
const queue = (call = at.viewer) =>
  get<OutputOf<typeof readQueue>>(call, `/dispatch/queue?fleetId=${at.fleetId}`)

describe('with 101 waiting services', () => {
  it('the list, the queue and the needs count all of them, and page to the last', async () => {
    for (let count = 0; count < 100; count += 1) await waiting(10 + count / 100)
    const gravest = await waiting(40, 'low')
    const first = await list('sort=risk&size=100')
    expect([first.items.length, first.total]).toEqual([100, 101])
    expect(first.items[0]?.id).toBe(gravest)
    const second = await list('sort=risk&size=100&page=2')
    expect(new Set([...first.items, ...second.items].map(({ id }) => id)).size).toBe(101)
    expect(await queue()).toMatchObject({ waiting: 101, running: 0 })
    const found = await needs('&size=25')
    expect([found.items.length, found.total]).toEqual([25, 101])
    expect(found.items[0]).toMatchObject({ kind: 'unassigned', service: { id: gravest } })
    expect((await needs('&size=25&page=5')).items).toHaveLength(1)
  })
})

describe('the order by risk', () => {
  it('is minutes overdue, then priority, then age; what is ahead of its time comes last', async () => {
    const ids = {
      tomorrow: await waiting(-600, 'critical'),
      young: await waiting(1, 'medium'),
      older: await waiting(3, 'medium'),
      urgent: await waiting(1, 'critical'),
      late: await waiting(6.2, 'low'),
      lateUrgent: await waiting(6.1, 'high'),
      latest: await waiting(9, 'low'),
    }
    const names = new Map(Object.entries(ids).map(([name, id]) => [id, name]))
    const order = async (query: string) => (await list(query)).items.map(({ id }) => names.get(id))
    const byRisk = ['latest', 'lateUrgent', 'late', 'urgent', 'older', 'young', 'tomorrow']
    expect(await order('sort=risk')).toEqual(byRisk)
    expect(await order('sort=risk&order=desc')).toEqual([...byRisk].reverse())
    const byAge = ['latest', 'late', 'lateUrgent', 'older']
    expect((await order('sort=waitingSince')).slice(0, 4)).toEqual(byAge)
  })

  it('counts the window of the next stop for a service under way, until it is left', async () => {
    const soon = { timeWindowStart: at.minutes(0), timeWindowEnd: at.minutes(5) }
    const created = await at.dispatcher<Service>('POST', '/services', {
      body: at.form({
        plannedStops: [stop('pickup', 'Zócalo', { latitude: 19.43, longitude: -99.13 }, soon)],
      }),
    })
    const assigned = await at.move(at.dispatcher, created.body, 'dispatch')
    const { body } = await at.move(at.dispatcher, assigned.body, 'assign', { vehicleId: at.vehicleId })
    test.clock.advance(6 * 60)
    await waiting(5.5)
    const running = 'status=vehicle_assigned&status=in_progress&sort=risk'
    expect((await list(running)).items[0]?.id).toBe(body.id)
    // Its vehicle never reported: silence is graver than being late.
    expect((await needs()).items.map(({ kind }) => kind)).toEqual(['unassigned', 'silent'])
    await test.build((tx) =>
      tx.sql(
        `insert into telemetry.vehicle_state (vehicle_no, vehicle_id, company_id, fleet_id, as_of, last_report_at)
         select vehicle_no, id, company_id, fleet_id, $2, $2 from vehicles.vehicles where id = $1`,
        [at.vehicleId, tx.now],
      ),
    )
    expect((await needs()).items.map(({ kind }) => kind)).toEqual(['unassigned', 'late'])
    await at.move(at.dispatcher, body, 'confirm-pickup')
    expect((await needs()).items.map(({ kind }) => kind)).toEqual(['unassigned'])
  })
})

describe('what needs a person', () => {
  it('begins after three minutes, and says when that will be', async () => {
    await waiting(2)
    const before = await needs()
    expect([before.total, before.changesAt]).toEqual([0, at.minutes(1)])
    test.clock.advance(61)
    const after = await needs()
    expect([after.total, after.changesAt]).toEqual([1, null])
  })

  it('and the queue are empty for another company', async () => {
    await waiting(20)
    expect((await needs('', at.outsider)).total).toBe(0)
    expect(await queue(at.outsider)).toEqual({ waiting: 0, running: 0, oldestSince: null, newest: null })
  })

  it('names the oldest whose time has come, and the newest in the queue', async () => {
    await waiting(-30)
    await waiting(12)
    const newest = await waiting(4, 'high')
    expect(await queue()).toMatchObject({ oldestSince: at.minutes(-12) })
    const sent = await at.upTo(['dispatch'])
    expect((await queue()).newest).toMatchObject({ serviceId: sent.id, priorityLevel: 'medium' })
    expect(sent.id).not.toBe(newest)
  })
})

describe('the best vehicle of several services', () => {
  const best = (ids: readonly string[], call = at.dispatcher) =>
    call<OutputOf<typeof listBest>>('GET', `/dispatch/best?${ids.map((id) => `serviceId=${id}`).join('&')}`)

  it('is the first of the candidates, and nobody’s for a foreign service', async () => {
    await test.build((tx) => buildPosition(tx, at.vehicleId, zocalo))
    const [one, other] = [await waiting(1), await waiting(2)]
    const first = (await best([one, other])).body.items
    expect(first.map(({ serviceId, best: found }) => [serviceId, found?.vehicleNumber])).toEqual([
      [one, '118'],
      [other, '118'],
    ])
    expect(Object.keys(first[0]?.best ?? {}).sort()).toEqual([
      'arrivalSeconds',
      'isEstimate',
      'vehicleId',
      'vehicleNumber',
    ])
    expect((await best([one], at.outsider)).body.items ?? []).toEqual([])
    expect((await best([])).status).toBe(422)
  })

  it('is null where no vehicle can be assigned', async () => {
    const one = await at.upTo(['dispatch'])
    await at.move(at.dispatcher, one, 'assign', { vehicleId: at.vehicleId })
    const other = await waiting(1)
    await test.build((tx) =>
      buildVehicle(tx, { companyId: at.companyId, fleetId: at.fleetId, causes: ['maintenance'] }),
    )
    expect((await best([other])).body.items).toEqual([{ serviceId: other, best: null }])
  })
})

describe('for a company', () => {
  const place = () => `companyId=${at.companyId}`
  const asked = (call: TestCall) => ({
    queue: () => get<OutputOf<typeof readQueue>>(call, `/dispatch/queue?${place()}`),
    needs: () => get<OutputOf<typeof listServiceNeeds>>(call, `/dispatch/needs?${place()}`),
  })

  it('counts the fleets the caller reaches, and no others', async () => {
    await waiting(10)
    const { second, user } = await test.build(async (tx) => {
      const user = await buildUser(tx, { level: 'admin' })
      await buildAssignment(tx, { userId: user.id, companyId: at.companyId, role: 'company_owner' })
      const fleet = await buildFleet(tx, { companyId: at.companyId })
      const { id } = await buildService(tx, {
        companyId: at.companyId,
        fleetId: fleet.id,
        requesterContactId: at.contactId,
      })
      await tx.sql(
        "update services.services set status = 'on_dispatch', status_since = $2, dispatch_time = $2 where id = $1",
        [id, new Date(tx.now.getTime() - 20 * 60_000)],
      )
      return { second: id, user }
    })
    const owner = await test.as(user)
    expect(await asked(owner).queue()).toMatchObject({ waiting: 2, running: 0 })
    expect((await asked(owner).needs()).items.map(({ service }) => service.id)[0]).toBe(second)
    expect(await asked(at.viewer).queue()).toMatchObject({ waiting: 1 })
    expect((await asked(at.viewer).needs()).total).toBe(1)
    expect((await asked(at.outsider).needs()).total).toBe(0)
  })

  it('wants either a fleet or a company', async () => {
    for (const query of ['', `?fleetId=${at.fleetId}&${place()}`])
      expect(await at.viewer('GET', `/dispatch/queue${query}`)).toMatchObject({
        status: 422,
        body: { code: 'validation_failed' },
      })
  })
})
