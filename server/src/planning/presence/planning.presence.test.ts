import type { StaleHint } from '@rumbo/contract/live.contract'
import type { Plan, PlanPresence } from '@rumbo/contract/planning.contract'
import { createTestApp, type TestApp, type TestCall } from '@rumbo/tools/testing'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { buildUser } from '../../identity/identity.factory.ts'
import { buildAssignment, buildCompany, buildFleet } from '../../organisation/organisation.factory.ts'
import { planningEndpoints } from '../index.ts'
import { buildPlan } from '../planning.factory.ts'

let world: TestApp
const hints: StaleHint[] = []
beforeAll(async () => {
  world = await createTestApp({ answers: () => planningEndpoints })
  world.bus.listen('rumbo_stale', (payload) => hints.push(...(JSON.parse(payload) as StaleHint[])))
  await world.bus.ready()
})
afterAll(() => world.close())

let plan: Plan
let ana: TestCall
let vera: TestCall
let anaId: string
let veraId: string
beforeEach(async () => {
  const people = await world.build(async (tx) => {
    const companyId = (await buildCompany(tx)).id
    const here = { companyId, fleetId: (await buildFleet(tx, { companyId })).id }
    plan = await buildPlan(tx, here)
    const [one, two] = [await buildUser(tx), await buildUser(tx)]
    await buildAssignment(tx, { userId: one.id, ...here, role: 'dispatcher' })
    await buildAssignment(tx, { userId: two.id, ...here, role: 'fleet_viewer' })
    return { one, two }
  })
  ;[anaId, veraId] = [people.one.id, people.two.id]
  ana = await world.as(people.one)
  vera = await world.as(people.two)
})

const note = async (caller: TestCall, some: object = {}) => {
  const body = { vehicleId: null, serviceId: null, ...some }
  const answer = await caller<{ others: PlanPresence[] }>('POST', `/plans/${plan.id}/presence`, { body })
  expect(answer.status).toBe(200)
  return answer.body.others
}
/** Hints about the plan, once all that were sent so far have arrived. */
async function countHints(): Promise<number> {
  const last = uuid()
  await world.build(async (tx) => tx.stale({ domain: 'test', id: last }))
  await vi.waitFor(() => expect(hints.some(({ id }) => id === last)).toBe(true))
  return hints.filter(({ domain, id }) => domain === 'planning' && id === plan.id).length
}

describe('who has a plan open', () => {
  it('is shown to the others with the vehicle at work, viewers as well', async () => {
    const vehicleId = uuid()
    expect(await note(ana, { vehicleId })).toEqual([])
    expect(await note(vera)).toMatchObject([{ userId: anaId, vehicleId, serviceId: null }])
    expect(await note(ana)).toMatchObject([{ userId: veraId, vehicleId: null }])
    expect(await note(vera, { isLeaving: true })).toMatchObject([{ userId: anaId }])
    expect(await note(ana)).toEqual([])
  })

  it('is forgotten after 45 seconds', async () => {
    await note(ana)
    world.clock.advance(44)
    expect(await note(vera)).toHaveLength(1)
    world.clock.advance(1)
    expect(await note(vera)).toEqual([])
  })

  it('notifies others of what differs for them, and not of each repetition', async () => {
    await note(ana)
    expect(await countHints()).toBe(1)
    for (let repetition = 0; repetition < 3; repetition += 1) {
      world.clock.advance(15)
      await note(ana)
    }
    expect(await countHints()).toBe(1)
    await note(ana, { serviceId: uuid() })
    expect(await countHints()).toBe(2)
    await note(ana, { isLeaving: true })
    await note(ana, { isLeaving: true })
    expect(await countHints()).toBe(3)
  })

  it('survives that many note it at once, after all were forgotten', async () => {
    await Promise.all([note(ana), note(vera)])
    world.clock.advance(60)
    await Promise.all([note(ana), note(vera), note(ana), note(vera)])
    expect(await note(ana)).toMatchObject([{ userId: veraId }])
  })

  it('refuses bad input', async () => {
    const answer = await ana('POST', `/plans/${plan.id}/presence`, {
      body: { vehicleId: 'x', serviceId: null },
    })
    expect(answer.status).toBe(422)
  })
})
