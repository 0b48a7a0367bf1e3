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
})
