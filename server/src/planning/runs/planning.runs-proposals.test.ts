import type { PlanVersion } from '@rumbo/contract/planning.contract'
import { describe, expect, it } from 'vitest'
import { routeOf, visitsOf } from '../testing/planning.routes.ts'
import { servicesIn, useRunsHarness } from './planning.runs.harness.ts'

const at = useRunsHarness()

describe('a proposal', () => {
  const twoRoutes = async () => ({ ...(await at.farApart([0, 25])), run: await at.proposal() })
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

describe('a proposal of looser settings', () => {
  async function accepted() {
    const vehicleId = await at.vehicle('201')
    const order = await at.order()
    const { settings, content } = await at.plan()
    await at.save(content, { settings: { ...settings, mostKilometres: 1 } })
    const strict = await at.proposal({ mode: 'insert' })
    expect(strict.leftOut).toMatchObject([{ serviceId: order.id, code: 'limits', limit: 'metres' }])
    const run = await at.proposal({
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
            at: at.test.clock.now().toISOString(),
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
    await at.test.clock.advance(60)
    const kept = await at.save({ routes: [{ ...route!, startsAt: at.minutes(60) }] })
    expect(kept.body.content.routes[0]?.exceptions).toEqual([exception])
    const forged = { ...exception!, code: 'max_stops' as const, by: 'Somebody', at: at.minutes(-90) }
    const saved = await at.save({ routes: [{ ...route!, exceptions: [exception!, forged] }] })
    expect(saved.body.content.routes[0]?.exceptions).toEqual([
      exception,
      { ...forged, by: 'Ana Guerrero', at: at.test.clock.now().toISOString() },
    ])
    const wrong = await at.save({ routes: [{ ...route!, exceptions: [{ ...forged, amount: -1 }] }] })
    expect(wrong.status).toBe(422)
  })
})
