import type { PlanVersion } from '@rumbo/contract/planning.contract'
import type { PlanRun } from '@rumbo/contract/planning.runs.contract'
import type { TestApp } from '@rumbo/tools/testing/app'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  createPlanningApp,
  createRunsHarness,
  placeAt,
  type RunsHarness,
  routeOf,
  servicesIn,
  visitsOf,
  workOnce,
} from './planning.runs.harness.ts'

let test: TestApp
let at: RunsHarness

beforeAll(async () => {
  test = await createPlanningApp()
})
afterAll(() => test.close())
beforeEach(async () => {
  at = await createRunsHarness(test)
})

const finished = async (given: object = {}) => {
  const started = await at.begin(given)
  expect(started.status).toBe(202)
  await workOnce(test)
  return at.run(started.body.id)
}
const proposalOf = async (given: object = {}) => {
  const run = await finished(given)
  expect(run.status).toBe('finished')
  if (!run.content) throw new Error('The run has no proposal.')
  return { ...run, content: run.content }
}

describe('a run', () => {
  it('proposes routes for all orders, and changes nothing until it is accepted', async () => {
    const vehicleId = await at.vehicle('201')
    const orders = [await at.order(), await at.order({ from: placeAt(3, 1), to: placeAt(4, 1) })]
    const started = await at.begin()
    expect(started.body).toMatchObject({ status: 'waiting', startedBy: 'Ana Guerrero', content: null })
    await workOnce(test)
    const run = await at.run(started.body.id)
    expect(run).toMatchObject({
      status: 'finished',
      travelShare: 1,
      leftOut: [],
      failure: null,
      resumed: 0,
      figures: { vehicles: 1, orders: 2, unplanned: 0, violations: 0, isEstimate: true },
      figuresBefore: { vehicles: 0, orders: 0, unplanned: 2 },
    })
    expect(run.points.length).toBeGreaterThan(0)
    expect(new Set(run.content && servicesIn(run.content, vehicleId))).toEqual(
      new Set(orders.map(({ id }) => id)),
    )
    const before = await at.plan()
    expect(before.content.routes).toEqual([])
    const accepted = await at.dispatcher('POST', `/plan-runs/${run.id}/accept`, {
      body: { version: before.version, vehicleIds: null },
    })
    expect(accepted.status).toBe(200)
    expect((await at.plan()).content).toEqual(run.content)
    expect((await at.run(run.id)).status).toBe('accepted')
  })

  it('refuses without orders, without vehicles, for another version, and while another one is active', async () => {
    expect(await at.begin()).toMatchObject({ status: 409, body: { code: 'plan_no_orders' } })
    await at.order()
    expect(await at.begin()).toMatchObject({ status: 409, body: { code: 'plan_no_vehicles' } })
    await at.vehicle('201')
    expect(await at.begin({ version: 9 })).toMatchObject({ status: 409, body: { code: 'stale_version' } })
    expect(await at.begin({ serviceIds: [at.vehicleId] })).toMatchObject({ body: { code: 'plan_no_orders' } })
    expect(await at.begin({ seconds: 0 })).toMatchObject({ status: 422 })
    const both = await Promise.all([at.begin(), at.begin()])
    expect(both.map(({ status }) => status).sort()).toEqual([202, 409])
    expect(both.map(({ body }) => body.code)).toContain('plan_run_active')
    expect(await at.begin()).toMatchObject({ body: { code: 'plan_run_active' } })
  })

  it('is for those who may edit plans of the fleet', async () => {
    await at.vehicle('201')
    await at.order()
    const { version } = await at.plan()
    const body = { version, mode: 'replan', seconds: 5 }
    const start = `/plans/${at.planId}/runs`
    expect((await at.viewer('POST', start, { body })).status).toBe(403)
    expect((await at.outsider('POST', start, { body })).status).toBe(404)
    expect((await at.outsider('GET', start)).status).toBe(404)
    const { body: run } = await at.begin()
    expect((await at.viewer('GET', `/plan-runs/${run.id}`)).status).toBe(200)
    for (const [method, path] of [
      ['GET', ''],
      ['POST', '/stop'],
      ['POST', '/discard'],
    ] as const)
      expect((await at.outsider(method, `/plan-runs/${run.id}${path}`)).status).toBe(404)
    const accept = { body: { version, vehicleIds: null } }
    expect((await at.outsider('POST', `/plan-runs/${run.id}/accept`, accept)).status).toBe(404)
    expect((await at.viewer('POST', `/plan-runs/${run.id}/stop`)).status).toBe(403)
    expect((await at.outsider('GET', `/plans/${at.planId}/travel`)).status).toBe(404)
    expect((await at.outsider('POST', `/plans/${at.planId}/travel`)).status).toBe(404)
  })

  it('keeps the plan as a version, lists itself and is audited', async () => {
    await at.vehicle('201')
    await at.order()
    const run = await finished()
    const versions = await at.dispatcher<{ items: { cause: string }[] }>(
      'GET',
      `/plans/${at.planId}/versions`,
    )
    expect(versions.body.items).toMatchObject([{ cause: 'before_run', planVersion: 1 }])
    const listed = await at.dispatcher<{ items: object[] }>('GET', `/plans/${at.planId}/runs`)
    expect(listed.body.items).toMatchObject([{ id: run.id, status: 'finished' }])
    await at.dispatcher('POST', `/plan-runs/${run.id}/discard`)
    expect((await at.run(run.id)).status).toBe('discarded')
    const actions = await test.build((tx) =>
      tx.sql<{ action: string }>(
        "select action from platform.audit_entries where entity_id = $1 and action like 'plan.run%' order by at, id",
        [at.planId],
      ),
    )
    expect(actions.map(({ action }) => action)).toEqual(['plan.run_started', 'plan.run_discarded'])
  })

  it('finds the same plan for the same seed and number of changes', async () => {
    for (const number of ['201', '202']) await at.vehicle(number)
    for (let count = 0; count < 12; count++)
      await at.order({ from: placeAt(count % 4, count % 3), to: placeAt(count % 5, -(count % 4)) })
    const [first, second] = [await proposalOf(), await proposalOf()]
    expect(first.content).toEqual(second.content)
    expect(first.iterations).toBe(second.iterations)
  })

  it('plans only the orders that were chosen beside the planned ones', async () => {
    const vehicleId = await at.vehicle('201')
    const [planned, chosen] = [await at.order(), await at.order()]
    await at.order()
    await at.save({ routes: [routeOf(vehicleId, planned)] })
    const { content, leftOut } = await proposalOf({ serviceIds: [chosen.id] })
    expect(servicesIn(content, vehicleId).sort()).toEqual([planned.id, chosen.id].sort())
    expect(leftOut).toEqual([])
  })

  it('keeps why other orders were left out where only some are searched for, until they are planned or over', async () => {
    const vehicleId = await at.vehicle('201', { seats: 4 })
    const [large, huge, gone] = [
      await at.order({ requiredSeats: 9 }),
      await at.order({ requiredSeats: 20 }),
      await at.order({ requiredSeats: 12 }),
    ]
    const reasonsOf = ({ leftOut }: Pick<PlanRun, 'leftOut'>) =>
      Object.fromEntries(leftOut.map(({ serviceId, code, needed }) => [serviceId, `${code} ${needed}`]))
    const all = { [large.id]: 'capacity 9', [huge.id]: 'capacity 20', [gone.id]: 'capacity 12' }
    expect(reasonsOf(await proposalOf())).toEqual(all)
    const chosen = await at.order()
    const { body: waiting } = await at.begin({ mode: 'insert', serviceIds: [chosen.id] })
    expect(reasonsOf(waiting)).toEqual(all)
    await test.build((tx) =>
      tx.sql("update services.services set status = 'cancelled_by_central' where id = $1", [gone.id]),
    )
    await workOnce(test)
    const run = await at.run(waiting.id)
    expect(run.status).toBe('finished')
    expect(reasonsOf(run)).toEqual({ [large.id]: 'capacity 9', [huge.id]: 'capacity 20' })
    await at.save({ routes: [routeOf(vehicleId, huge)] })
    const { leftOut } = await proposalOf({ mode: 'insert', serviceIds: [chosen.id] })
    expect(leftOut.map(({ serviceId }) => serviceId)).toContain(large.id)
    expect(leftOut.map(({ serviceId }) => serviceId)).not.toContain(gone.id)
  })
})

describe('a proposal of looser settings', () => {
  async function accepted() {
    const vehicleId = await at.vehicle('201')
    const order = await at.order()
    const { settings, content } = await at.plan()
    await at.save(content, { settings: { ...settings, mostKilometres: 1 } })
    const strict = await proposalOf({ mode: 'insert' })
    expect(strict.leftOut).toMatchObject([{ serviceId: order.id, code: 'limits', limit: 'metres' }])
    const run = await proposalOf({
      mode: 'insert',
      serviceIds: [order.id],
      settings: { ...settings, mostKilometres: null },
    })
    const { version } = await at.plan()
    const answer = await at.dispatcher('POST', `/plan-runs/${run.id}/accept`, {
      body: { version, vehicleIds: null },
    })
    expect(answer.status).toBe(200)
    return { vehicleId, plan: await at.plan() }
  }

  it('becomes the plan with exceptions, which say what was allowed and who accepted it', async () => {
    const { vehicleId, plan } = await accepted()
    expect(plan.settings.mostKilometres).toBe(1)
    expect(plan.content.routes).toMatchObject([
      {
        vehicleId,
        exceptions: [
          {
            code: 'max_metres',
            stopId: null,
            allowed: null,
            by: 'Ana Guerrero',
            at: test.clock.now().toISOString(),
          },
        ],
      },
    ])
    expect(plan.figures).toMatchObject({ orders: 1, violations: 0 })
  })

  it('leaves its exceptions to later saves, but gives nobody a name that is not theirs', async () => {
    const { plan } = await accepted()
    const [route] = plan.content.routes
    const [exception] = route?.exceptions ?? []
    await test.clock.advance(60)
    const kept = await at.save({ routes: [{ ...route!, startsAt: at.minutes(60) }] })
    expect(kept.body.content.routes[0]?.exceptions).toEqual([exception])
    const forged = { ...exception!, code: 'max_stops' as const, by: 'Somebody', at: at.minutes(-90) }
    const saved = await at.save({ routes: [{ ...route!, exceptions: [exception!, forged] }] })
    expect(saved.body.content.routes[0]?.exceptions).toEqual([
      exception,
      { ...forged, by: 'Ana Guerrero', at: test.clock.now().toISOString() },
    ])
    const wrong = await at.save({ routes: [{ ...route!, exceptions: [{ ...forged, amount: -1 }] }] })
    expect(wrong.status).toBe(422)
  })
})

describe('the modes', () => {
  /** Two vehicles far apart, each with the order that the other one is nearer to. */
  async function crossed() {
    const [north, south] = [
      await at.vehicle('N', { where: placeAt(20, 0) }),
      await at.vehicle('S', { where: placeAt(-20, 0) }),
    ]
    const [upper, lower] = [
      await at.order({ from: placeAt(20, 1), to: placeAt(20, 2), window: [0, 400] }),
      await at.order({ from: placeAt(-20, 1), to: placeAt(-20, 2), window: [0, 400] }),
    ]
    const { settings } = await at.plan()
    await at.save(
      { routes: [routeOf(north, lower), routeOf(south, upper)] },
      {
        settings: { ...settings, objective: 'distance' },
      },
    )
    return { north, south, upper, lower }
  }

  it('replan moves what is not locked', async () => {
    const { north, south, upper, lower } = await crossed()
    const { content } = await proposalOf()
    expect(servicesIn(content, north)).toEqual([upper.id])
    expect(servicesIn(content, south)).toEqual([lower.id])
  })

  it('insert keeps the vehicle of planned orders, and fits new ones in anywhere', async () => {
    const { north, south, upper, lower } = await crossed()
    const fresh = await at.order({ from: placeAt(19, 1), to: placeAt(19, 2) })
    const { content } = await proposalOf({ mode: 'insert' })
    expect(servicesIn(content, north)).toContain(lower.id)
    expect(servicesIn(content, south)).toContain(upper.id)
    expect([...servicesIn(content, north), ...servicesIn(content, south)]).toContain(fresh.id)
  })

  it('fill_idle leaves routes as they are and gives orders to vehicles without any', async () => {
    const { north, south, upper, lower } = await crossed()
    const idle = await at.vehicle('I')
    const fresh = await at.order({ from: placeAt(20, 1), to: placeAt(20, 3) })
    const before = await at.plan()
    const { content } = await proposalOf({ mode: 'fill_idle' })
    for (const vehicleId of [north, south])
      expect(content.routes.find((route) => route.vehicleId === vehicleId)).toEqual(
        before.content.routes.find((route) => route.vehicleId === vehicleId),
      )
    expect([servicesIn(content, north), servicesIn(content, south)]).toEqual([[lower.id], [upper.id]])
    expect(servicesIn(content, idle)).toEqual([fresh.id])
  })

  it('repair keeps the next stop of each vehicle, and what is under way on its vehicle', async () => {
    const { north, south, upper, lower } = await crossed()
    const later = await at.order({ from: placeAt(-20, 3), to: placeAt(-20, 4), window: [0, 400] })
    await at.save({ routes: [routeOf(north, lower), routeOf(south, upper, later)] })
    const { content } = await proposalOf({ mode: 'repair' })
    expect(servicesIn(content, north)).toEqual([lower.id, later.id])
    expect(servicesIn(content, south)).toEqual([upper.id])
    const waiting = await at.move(at.dispatcher, later, 'dispatch')
    const assigned = await at.move(at.dispatcher, waiting.body, 'assign', { vehicleId: south })
    expect(assigned.status).toBe(200)
    const again = await proposalOf({ mode: 'repair' })
    expect(servicesIn(again.content, south)).toContain(later.id)
  })

  it('locks hold: a route, the vehicle of an order, its place', async () => {
    const { north, south, upper, lower } = await crossed()
    const { content } = await at.plan()
    const [first, second] = content.routes
    if (!first || !second) throw new Error('Two routes are expected.')
    await at.save({ routes: [{ ...first, isLocked: true }, second] })
    const closed = await proposalOf()
    expect(closed.content.routes.find(({ vehicleId }) => vehicleId === north)).toEqual({
      ...first,
      isLocked: true,
    })
    expect(servicesIn(closed.content, south)).toEqual([upper.id])
    await at.save({
      routes: [
        { ...first, isLocked: false, visits: visitsOf(lower, 'vehicle') },
        { ...second, visits: visitsOf(upper, 'order') },
      ],
    })
    const bound = await proposalOf()
    expect(servicesIn(bound.content, north)).toEqual([lower.id])
    expect(servicesIn(bound.content, south)).toEqual([upper.id])
    expect(bound.content.routes.flatMap(({ visits }) => visits.map(({ lock }) => lock))).toEqual([
      'vehicle',
      'vehicle',
      'order',
      'order',
    ])
  })

  it('a locked order that is late stays, one that cannot be driven is lifted and reported', async () => {
    const vehicleId = await at.vehicle('201', { hours: { hours: 2 } })
    const late = await at.order({ from: placeAt(30, 0), to: placeAt(31, 0), window: [0, 5] })
    await at.save({ routes: [{ ...routeOf(vehicleId), visits: visitsOf(late, 'order') }] })
    const kept = await proposalOf()
    expect(servicesIn(kept.content, vehicleId)).toEqual([late.id])
    expect(kept).toMatchObject({ relaxedVehicleIds: [], figures: { lateStops: 1 } })
    const far = await at.order({ from: placeAt(400, 0), to: placeAt(401, 0) })
    await at.save({
      routes: [{ ...routeOf(vehicleId), visits: [...visitsOf(late), ...visitsOf(far, 'order')] }],
    })
    const lifted = await proposalOf()
    expect(lifted.relaxedVehicleIds).toEqual([vehicleId])
    expect(servicesIn(lifted.content, vehicleId)).toEqual([])
    expect(lifted.leftOut.map(({ serviceId }) => serviceId).sort()).toEqual([late.id, far.id].sort())
  })

  it('a locked route that cannot be driven stays as it is, and other vehicles are planned', async () => {
    const [vehicleId, other] = [await at.vehicle('201', { hours: { hours: 2 } }), await at.vehicle('202')]
    const [far, near] = [await at.order({ from: placeAt(400, 0), to: placeAt(401, 0) }), await at.order()]
    await at.save({ routes: [{ ...routeOf(vehicleId, far), isLocked: true }] })
    const run = await proposalOf()
    expect(servicesIn(run.content, vehicleId)).toEqual([far.id])
    expect(servicesIn(run.content, other)).toEqual([near.id])
    expect(run.figures?.violations).toBeGreaterThan(0)
  })

  it('a vehicle does not leave before its fixed time', async () => {
    const vehicleId = await at.vehicle('201')
    const order = await at.order()
    await at.save({ routes: [{ ...routeOf(vehicleId, order), startsAt: at.minutes(90) }] })
    const early = await at.order({ window: [0, 30] })
    const { content, leftOut } = await proposalOf()
    expect(content.routes).toMatchObject([{ startsAt: at.minutes(90) }])
    expect(servicesIn(content, vehicleId)).not.toContain(early.id)
    expect(leftOut.map(({ serviceId }) => serviceId)).toContain(early.id)
  })
})

describe('orders are left out with the reason', () => {
  it('that no vehicle has as many seats, the equipment, or the time', async () => {
    await at.vehicle('201', { seats: 4 })
    const large = await at.order({ requiredSeats: 9 })
    const skilled = await at.order({ requiredSkills: ['rampa'] })
    const missed = await at.order({ from: placeAt(100, 0), window: [0, 10] })
    const { leftOut } = await proposalOf()
    const reasonOf = ({ id }: { id: string }) => leftOut.find(({ serviceId }) => serviceId === id)
    expect(reasonOf(large)).toMatchObject({ code: 'capacity', dimension: 'seats', needed: 9, largest: 4 })
    expect(reasonOf(skilled)).toMatchObject({ code: 'skills', missing: ['rampa'] })
    expect(reasonOf(missed)).toMatchObject({
      code: 'window_impossible',
      stopId: missed.plannedStops[0]?.id,
      window: { until: at.minutes(10) },
    })
    expect(reasonOf(missed)?.late).toBeGreaterThan(600)
  })

  it('that two windows exclude each other', async () => {
    const vehicleId = await at.vehicle('201')
    const here = await at.order({
      from: placeAt(1, 0),
      to: placeAt(2, 0),
      window: [10, 30],
      priorityLevel: 'high',
    })
    const there = await at.order({ from: placeAt(-60, 0), to: placeAt(-61, 0), window: [35, 45] })
    const { leftOut, content } = await proposalOf()
    expect(servicesIn(content, vehicleId)).toEqual([here.id])
    expect(leftOut).toMatchObject([{ serviceId: there.id }])
    expect(['window', 'window_impossible']).toContain(leftOut[0]?.code)
  })
})

describe('a proposal', () => {
  async function twoRoutes() {
    const [north, south] = [
      await at.vehicle('N', { where: placeAt(20, 0) }),
      await at.vehicle('S', { where: placeAt(-20, 0) }),
    ]
    const [upper, lower] = [
      await at.order({ from: placeAt(20, 1), to: placeAt(20, 2), window: [0, 25] }),
      await at.order({ from: placeAt(-20, 1), to: placeAt(-20, 2), window: [0, 25] }),
    ]
    return { north, south, upper, lower, run: await proposalOf() }
  }
  const accept = async (id: string, vehicleIds: string[] | null, version?: number) =>
    at.dispatcher<{ code?: string }>('POST', `/plan-runs/${id}/accept`, {
      body: { version: version ?? (await at.plan()).version, vehicleIds },
    })

  it('is accepted by route, one after the other', async () => {
    const { north, south, upper, lower, run } = await twoRoutes()
    expect((await accept(run.id, [north])).status).toBe(200)
    const { content } = await at.plan()
    expect([servicesIn(content, north), servicesIn(content, south)]).toEqual([[upper.id], []])
    expect((await at.run(run.id)).status).toBe('finished')
    expect((await accept(run.id, [south])).status).toBe(200)
    expect(servicesIn((await at.plan()).content, south)).toEqual([lower.id])
    expect((await at.run(run.id)).status).toBe('accepted')
    expect((await accept(run.id, null)).body.code).toBe('plan_run_not_finished')
  })

  it('is taken into a changed plan where its orders are still there, and refused otherwise', async () => {
    const { north, south, upper, lower, run } = await twoRoutes()
    const third = await at.vehicle('T')
    expect((await accept(run.id, null, 7)).body.code).toBe('stale_version')
    await at.save({ routes: [routeOf(third, lower)] })
    expect((await accept(run.id, null)).body.code).toBe('stale_version')
    expect((await accept(run.id, [south])).body.code).toBe('stale_version')
    expect((await accept(run.id, [north])).status).toBe(200)
    const { content } = await at.plan()
    expect([servicesIn(content, north), servicesIn(content, third)]).toEqual([[upper.id], [lower.id]])
  })

  it('leaves the locks and times that were set meanwhile, and the plan before is kept', async () => {
    const { north, upper, run } = await twoRoutes()
    const startsAt = at.minutes(-10)
    await at.save({
      routes: [{ vehicleId: north, startsAt, isLocked: true, visits: visitsOf(upper, 'vehicle') }],
    })
    const changed = await at.plan()
    expect((await accept(run.id, null)).status).toBe(200)
    const { content } = await at.plan()
    expect(content.routes.find(({ vehicleId }) => vehicleId === north)).toEqual({
      ...{ vehicleId: north, startsAt, isLocked: true },
      visits: visitsOf(upper, 'vehicle'),
    })
    const { items } = (await at.dispatcher<{ items: PlanVersion[] }>('GET', `/plans/${at.planId}/versions`))
      .body
    expect(items[0]).toMatchObject({ cause: 'before_accept', planVersion: changed.version })
  })

  it('is accepted once by two at a time', async () => {
    const { run } = await twoRoutes()
    const { version } = await at.plan()
    const both = await Promise.all([accept(run.id, null, version), accept(run.id, null, version)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  })
})
