import { describe, expect, it } from 'vitest'
import { routeOf } from '../testing/planning.routes.ts'
import { placeAt, servicesIn, useRunsHarness, workOnce } from './planning.runs.harness.ts'

const at = useRunsHarness()

describe('a run', () => {
  it('proposes routes for all orders, and changes nothing until it is accepted', async () => {
    const vehicleId = await at.vehicle('201')
    const orders = [await at.order(), await at.order({ from: placeAt(3, 1), to: placeAt(4, 1) })]
    const started = await at.begin()
    expect(started.body).toMatchObject({ status: 'waiting', startedBy: 'Ana Guerrero', content: null })
    await workOnce(at.test)
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
    const run = await at.finished()
    const versions = await at.dispatcher<{ items: { cause: string }[] }>(
      'GET',
      `/plans/${at.planId}/versions`,
    )
    expect(versions.body.items).toMatchObject([{ cause: 'before_run', planVersion: 1 }])
    const listed = await at.dispatcher<{ items: object[] }>('GET', `/plans/${at.planId}/runs`)
    expect(listed.body.items).toMatchObject([{ id: run.id, status: 'finished' }])
    await at.dispatcher('POST', `/plan-runs/${run.id}/discard`)
    expect((await at.run(run.id)).status).toBe('discarded')
    const actions = await at.test.build((tx) =>
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
    const [first, second] = [await at.proposal(), await at.proposal()]
    expect(first.content).toEqual(second.content)
    expect(first.iterations).toBe(second.iterations)
  })

  it('plans only the orders that were chosen beside the planned ones', async () => {
    const vehicleId = await at.vehicle('201')
    const [planned, chosen] = [await at.order(), await at.order()]
    await at.order()
    await at.save({ routes: [routeOf(vehicleId, planned)] })
    const { content, leftOut } = await at.proposal({ serviceIds: [chosen.id] })
    expect(servicesIn(content, vehicleId).sort()).toEqual([planned.id, chosen.id].sort())
    expect(leftOut).toEqual([])
  })
})
