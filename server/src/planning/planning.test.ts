import type { Plan, PlanContent, PlanSummary } from '@rumbo/contract/planning.contract'
import { createTestApp, type TestApp, type TestCall } from '@rumbo/tools/testing'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildContact } from '../directory/directory.factory.ts'
import { buildUser } from '../identity/identity.factory.ts'
import { buildAssignment, buildCompany, buildFleet } from '../organisation/organisation.factory.ts'
import { buildService } from '../services/services.factory.ts'
import { buildVehicle } from '../vehicles/vehicles.factory.ts'
import { planningEndpoints } from './index.ts'
import { buildPlan } from './planning.factory.ts'

let world: TestApp
beforeAll(async () => {
  world = await createTestApp({ answers: () => planningEndpoints })
})
afterAll(() => world.close())

type Answered = Plan & { code?: string; current?: Plan; changedBy?: string }
let companyId: string
let fleetId: string
let contactId: string
let vehicleId: string
let foreign: { plan: Plan; vehicleId: string; visit: PlanContent['routes'][number]['visits'][number] }
let ana: TestCall
let beto: TestCall
let viewer: TestCall
let driver: TestCall

/** A service of the place as the visits of a route. */
async function visitsOf(place: { companyId: string; fleetId: string }, requesterContactId: string) {
  const { id, plannedStops } = await world.build((tx) => buildService(tx, { ...place, requesterContactId }))
  return plannedStops.map((stop) => ({ serviceId: id, stopId: stop.id ?? '', lock: null }))
}
const own = () => visitsOf({ companyId, fleetId }, contactId)

beforeEach(async () => {
  const people = await world.build(async (tx) => {
    companyId = (await buildCompany(tx)).id
    fleetId = (await buildFleet(tx, { companyId })).id
    contactId = (await buildContact(tx, { companyId })).id
    const here = { companyId, fleetId }
    vehicleId = (await buildVehicle(tx, here)).id
    const [one, two, vera, dario] = [
      await buildUser(tx),
      await buildUser(tx),
      await buildUser(tx),
      await buildUser(tx),
    ]
    for (const { id: userId } of [one, two])
      await buildAssignment(tx, { userId, ...here, role: 'dispatcher' })
    await buildAssignment(tx, { userId: vera.id, ...here, role: 'fleet_viewer' })
    await buildAssignment(tx, { userId: dario.id, ...here, role: 'primary_driver' })
    return { one, two, vera, dario }
  })
  ana = await world.as(people.one)
  beto = await world.as(people.two)
  viewer = await world.as(people.vera)
  driver = await world.as(people.dario)
  const elsewhere = await world.build(async (tx) => {
    const otherId = (await buildCompany(tx)).id
    const there = { companyId: otherId, fleetId: (await buildFleet(tx, { companyId: otherId })).id }
    const contact = await buildContact(tx, { companyId: otherId })
    const [plan, vehicle] = [await buildPlan(tx, there), await buildVehicle(tx, there)]
    return { there, contact, plan, vehicle }
  })
  const [visit] = await visitsOf(elsewhere.there, elsewhere.contact.id)
  if (!visit) throw new Error('The service has no stops.')
  foreign = { plan: elsewhere.plan, vehicleId: elsewhere.vehicle.id, visit }
})

const create = (some: object = {}, caller = ana) =>
  caller<Answered>('POST', '/plans', { body: { fleetId, date: '2026-03-03', name: 'Martes', ...some } })
const created = async (some: object = {}) => (await create(some)).body
const save = (plan: Plan, some: object = {}, caller = ana) => {
  const { name, startTime, endTime, settings, content, version } = plan
  const body = { name, startTime, endTime, settings, content, version, ...some }
  return caller<Answered>('PUT', `/plans/${plan.id}`, { body })
}
const route = (visits: PlanContent['routes'][number]['visits'], ofVehicle = vehicleId) => ({
  routes: [{ vehicleId: ofVehicle, visits, startsAt: null, isLocked: false }],
})
const auditOf = (id: string) =>
  world.build((tx) =>
    tx.sql<{ action: string; changes: Record<string, unknown> }>(
      'select action, changes from platform.audit_entries where entity_id = $1 order by at, id',
      [id],
    ),
  )

describe('plans', () => {
  it('are made by dispatchers, read by viewers, and hidden from drivers', async () => {
    const made = await create()
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({
      companyId,
      fleetId,
      date: '2026-03-03',
      status: 'draft',
      version: 1,
      content: { routes: [] },
      settings: { objective: 'fewest_vehicles', serviceMinutes: { drop: 3 } },
      from: '2026-03-03T06:00:00.000Z',
      until: '2026-03-04T06:00:00.000Z',
    })
    const listed = await viewer<{ items: PlanSummary[]; total: number }>(
      'GET',
      `/plans?fleetId=${fleetId}&from=2026-03-03&to=2026-03-03`,
    )
    expect(listed.body).toMatchObject({ total: 1, items: [{ id: made.body.id, name: 'Martes' }] })
    expect(listed.body.items[0]).not.toHaveProperty('content')
    expect((await viewer<Plan>('GET', `/plans/${made.body.id}`)).body.id).toBe(made.body.id)
    expect((await create({ name: 'Otro' }, viewer)).status).toBe(403)
    expect((await save(made.body, {}, viewer)).body.code).toBe('forbidden')
    expect((await driver('GET', `/plans?fleetId=${fleetId}`)).status).toBe(403)
    expect([403, 404]).toContain((await driver('GET', `/plans/${made.body.id}`)).status)
  })

  it('are listed by day, name or change, in a range, by search', async () => {
    for (const [date, name] of [
      ['2026-03-04', 'Ñandú'],
      ['2026-03-05', 'Árbol'],
      ['2026-03-06', 'Noche'],
    ])
      expect((await create({ date, name })).status).toBe(201)
    const names = async (filter: string) =>
      (await ana<{ items: PlanSummary[] }>('GET', `/plans?fleetId=${fleetId}&${filter}`)).body.items.map(
        ({ name }) => name,
      )
    expect(await names('order=desc')).toEqual(['Noche', 'Árbol', 'Ñandú'])
    expect(await names('sort=name')).toEqual(['Árbol', 'Noche', 'Ñandú'])
    expect(await names('from=2026-03-05&to=2026-03-05')).toEqual(['Árbol'])
    expect(await names('search=noch')).toEqual(['Noche'])
    expect(await names('search=%25')).toEqual([])
    expect((await ana('GET', `/plans?fleetId=${fleetId}&from=mañana`)).status).toBe(422)
  })

  it('have one name in the fleet and day, also when two are made at once', async () => {
    const answers = await Promise.all([create(), create({ name: 'MARTES' }, beto)])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('name_taken')
    expect((await create({ date: '2026-03-04' })).status).toBe(201)
    const other = await created({ name: 'Otro' })
    expect((await save(other, { name: 'martes' })).body.code).toBe('name_taken')
  })

  it('refuse what is no plan', async () => {
    for (const some of [
      { name: ' ' },
      { name: 'x'.repeat(81) },
      { date: '2026-02-30' },
      { startTime: '06:00' },
      { startTime: '25:00', endTime: '26:00' },
      { settings: { mostStops: 0 } },
      { settings: { unknown: 1 } },
      { fleetId: 'x' },
    ])
      expect((await create(some)).status).toBe(422)
    expect((await create({ copyOf: uuid() })).body.code).toBe('plan_not_found')
  })

  it('are at most 50 of a fleet and day, also when two are made at once', async () => {
    await world.build(async (tx) => {
      for (let count = 1; count < 50; count += 1)
        await buildPlan(tx, { companyId, fleetId, date: '2026-03-03' })
    })
    const answers = await Promise.all([create({ name: 'A' }), create({ name: 'B' }, beto)])
    expect(answers.map(({ body }) => body.code ?? 'made').sort()).toEqual(['made', 'plans_full'])
    expect((await create({ date: '2026-03-04' })).status).toBe(201)
  })

  it('of another company are not found', async () => {
    const { plan } = foreign
    expect((await ana<Answered>('GET', `/plans/${plan.id}`)).body.code).toBe('plan_not_found')
    expect((await save(plan)).body.code).toBe('plan_not_found')
    expect((await ana<Answered>('DELETE', `/plans/${plan.id}?version=1`)).body.code).toBe('plan_not_found')
    expect((await ana<Answered>('GET', `/plans/${plan.id}/versions`)).body.code).toBe('plan_not_found')
    expect((await ana<Answered>('GET', `/plans/${plan.id}/workspace`)).body.code).toBe('plan_not_found')
    const body = { vehicleId: null, serviceId: null }
    expect((await ana<Answered>('POST', `/plans/${plan.id}/presence`, { body })).body.code).toBe(
      'plan_not_found',
    )
    expect((await create({ fleetId: plan.fleetId })).body.code).toBe('fleet_denied')
    expect((await create({ copyOf: plan.id })).body.code).toBe('plan_not_found')
    const listed = await ana<{ items: Plan[] }>('GET', `/plans?fleetId=${plan.fleetId}`)
    expect(listed.body.items ?? []).toEqual([])
  })
})

describe('the hours of a plan', () => {
  const hours = async (some: object) => {
    const { from, until } = await created({ name: uuid(), ...some })
    return [from, until, (Date.parse(until) - Date.parse(from)) / 3_600_000]
  }

  it('may pass midnight', async () => {
    expect(await hours({ startTime: '22:00', endTime: '06:00' })).toEqual([
      '2026-03-04T04:00:00.000Z',
      '2026-03-04T12:00:00.000Z',
      8,
    ])
    expect((await hours({ startTime: '06:00', endTime: '06:00' }))[2]).toBe(24)
  })

  it('follow the clock of the company, which is put forward and back', async () => {
    await world.build((tx) =>
      tx.sql(`update organisation.companies set time_zone = 'America/Tijuana' where id = $1`, [companyId]),
    )
    expect(await hours({ date: '2026-03-08' })).toEqual([
      '2026-03-08T08:00:00.000Z',
      '2026-03-09T07:00:00.000Z',
      23,
    ])
    expect(await hours({ date: '2026-11-01' })).toEqual([
      '2026-11-01T07:00:00.000Z',
      '2026-11-02T08:00:00.000Z',
      25,
    ])
    // These times do not exist on that day.
    expect(await hours({ date: '2026-03-08', startTime: '02:30', endTime: '03:00' })).toEqual([
      '2026-03-08T10:30:00.000Z',
      '2026-03-08T11:00:00.000Z',
      0.5,
    ])
    expect(await hours({ date: '2026-03-07', startTime: '22:00', endTime: '06:00' })).toEqual([
      '2026-03-08T06:00:00.000Z',
      '2026-03-08T13:00:00.000Z',
      7,
    ])
  })
})

describe('saving a plan', () => {
  it('by two planners at once is done by one, and answers the other with the plan as it is', async () => {
    const plan = await created()
    const visits = await own()
    const answers = await Promise.all([
      save(plan, { content: route(visits) }),
      save(plan, { name: 'Martes B' }, beto),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const [won, lost] = answers[0]?.status === 200 ? answers : [answers[1], answers[0]]
    expect(lost?.body).toMatchObject({
      code: 'stale_version',
      current: { id: plan.id, version: 2, name: won?.body.name },
      changedBy: won?.body.updatedBy,
    })
  })

  it('refuses stops and vehicles of other fleets, and what is there twice', async () => {
    const plan = await created()
    const [pickup, drop] = await own()
    if (!pickup || !drop) throw new Error('The service has no stops.')
    const code = async (content: object) => (await save(plan, { content })).body.code
    expect(await code(route([foreign.visit]))).toBe('plan_stop_unknown')
    expect(await code(route([{ ...pickup, stopId: uuid() }]))).toBe('plan_stop_unknown')
    // The stop of another service.
    expect(await code(route([{ ...pickup, serviceId: uuid() }]))).toBe('plan_stop_unknown')
    expect(await code(route([pickup, drop], foreign.vehicleId))).toBe('plan_vehicle_unknown')
    expect(await code(route([pickup, pickup]))).toBe('validation_failed')
    expect(await code(route([{ ...pickup, stopId: null } as never]))).toBe('validation_failed')
    expect(await code({ routes: [...route([pickup]).routes, ...route([drop]).routes] })).toBe(
      'validation_failed',
    )
    const { id: second } = await world.build((tx) => buildVehicle(tx, { companyId, fleetId }))
    expect(await code({ routes: [...route([pickup]).routes, ...route([drop], second).routes] })).toBe(
      'validation_failed',
    )
    expect((await save(plan, { content: route([pickup, drop]) })).body).toMatchObject({
      version: 2,
      content: { routes: [{ vehicleId }] },
    })
  })

  it('keeps what vanished meanwhile until the planner drops it', async () => {
    const plan = await created()
    const visits = await own()
    const saved = (await save(plan, { content: route(visits) })).body
    await world.build(async (tx) => {
      await tx.sql('update services.services set archived_at = now() where id = $1', [visits[0]?.serviceId])
      await tx.sql('update vehicles.vehicles set archived_at = now() where id = $1', [vehicleId])
    })
    const again = await save(saved, { name: 'Con ausentes' })
    expect(again.body).toMatchObject({ version: 3, content: saved.content })
    const dropped = await save(again.body, { content: { routes: [] } })
    expect(dropped.status).toBe(200)
    expect((await save(dropped.body, { content: route(visits) })).body.code).toBe('plan_stop_unknown')
    expect((await save(dropped.body, { content: route([]) })).body.code).toBe('plan_vehicle_unknown')
  })

  it('changes a published plan, until it is as it was published', async () => {
    const plan = await created()
    const saved = (await save(plan, { content: route(await own()) })).body
    await world.build((tx) =>
      tx.sql(
        `update planning.plans set published_at = now(), published_by_name = 'Ana', published_version = version where id = $1`,
        [plan.id],
      ),
    )
    const renamed = (await save(saved, { name: 'Publicado' })).body
    expect(renamed).toMatchObject({ status: 'published', version: 3, publishedBy: 'Ana' })
    const changed = (await save(renamed, { content: { routes: [] } })).body
    expect(changed.status).toBe('changed')
    expect((await ana<Answered>('DELETE', `/plans/${plan.id}?version=${changed.version}`)).body.code).toBe(
      'plan_published',
    )
  })

  it('is recorded once for a series of moves, and each change of the settings', async () => {
    let plan = await created()
    const visits = await own()
    for (let move = 0; move < 3; move += 1) plan = (await save(plan, { content: route(visits) })).body
    plan = (await save(plan, { settings: { ...plan.settings, mostStops: 12 } })).body
    plan = (await save(plan, { content: { routes: [] } }, beto)).body
    world.clock.advance(15 * 60)
    plan = (await save(plan, { content: route(visits) }, beto)).body
    await ana('DELETE', `/plans/${plan.id}?version=${plan.version}`)
    expect(await auditOf(plan.id)).toMatchObject([
      { action: 'plan.created' },
      { action: 'plan.saved', changes: { planned: [0, 1] } },
      { action: 'plan.updated', changes: { mostStops: [null, 12] } },
      { action: 'plan.saved', changes: { planned: [1, 0] } },
      { action: 'plan.saved', changes: { planned: [0, 1] } },
      { action: 'plan.deleted' },
    ])
  })

  it('begins a copy of the same fleet and day with routes, settings and hours', async () => {
    const plan = await created({ startTime: '06:00', endTime: '14:00', settings: { mostStops: 7 } })
    const saved = (await save(plan, { content: route(await own()) })).body
    const copy = await create({ name: 'Escenario', copyOf: plan.id })
    expect(copy.body).toMatchObject({
      content: saved.content,
      settings: { mostStops: 7 },
      startTime: '06:00',
      from: saved.from,
      status: 'draft',
      version: 1,
    })
    expect((await create({ name: 'Otro día', date: '2026-03-04', copyOf: plan.id })).body.code).toBe(
      'plan_not_found',
    )
  })
})

describe('a plan', () => {
  it('is deleted once, with the version that the caller knows', async () => {
    const plan = await created()
    const path = `/plans/${plan.id}`
    expect((await viewer('DELETE', `${path}?version=1`)).status).toBe(403)
    expect((await ana<Answered>('DELETE', `${path}?version=2`)).body.code).toBe('stale_version')
    expect((await ana('DELETE', path)).status).toBe(422)
    const answers = await Promise.all([
      ana('DELETE', `${path}?version=1`),
      beto('DELETE', `${path}?version=1`),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
  })

  it('disappears with its fleet', async () => {
    const plan = await created()
    await world.build((tx) =>
      tx.sql('update organisation.fleets set archived_at = now() where id = $1', [fleetId]),
    )
    expect((await ana('GET', `/plans/${plan.id}`)).status).toBe(404)
    expect((await create({ name: 'Otro' })).body.code).toBe('fleet_denied')
  })
})
