import type { StaleHint } from '@rumbo/contract/live.contract'
import type { PlanPresence } from '@rumbo/contract/planning.contract'
import type { TestCall } from '@rumbo/tools/testing'
import { v7 as uuid } from 'uuid'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { usePlanHarness } from '../testing/planning.plan.harness.ts'

const at = usePlanHarness()
const hints: StaleHint[] = []
beforeAll(async () => {
  at.test.bus.listen('rumbo_stale', (payload) => hints.push(...(JSON.parse(payload) as StaleHint[])))
  await at.test.bus.ready()
})

const note = async (caller: TestCall, some: object = {}) => {
  const body = { vehicleId: null, serviceId: null, ...some }
  const answer = await caller<{ others: PlanPresence[] }>('POST', `/plans/${at.plan.id}/presence`, { body })
  expect(answer.status).toBe(200)
  return answer.body.others
}
/** Hints about the at.plan, once all that were sent so far have arrived. */
async function countHints(): Promise<number> {
  const last = uuid()
  await at.test.build(async (tx) => tx.stale({ domain: 'test', id: last }))
  await vi.waitFor(() => expect(hints.some(({ id }) => id === last)).toBe(true))
  return hints.filter(({ domain, id }) => domain === 'planning' && id === at.plan.id).length
}

describe('who has a plan open', () => {
  it('is shown to the others with the vehicle at work, viewers as well', async () => {
    const vehicleId = uuid()
    expect(await note(at.ana, { vehicleId })).toEqual([])
    expect(await note(at.vera)).toMatchObject([{ userId: at.anaId, vehicleId, serviceId: null }])
    expect(await note(at.ana)).toMatchObject([{ userId: at.veraId, vehicleId: null }])
    expect(await note(at.vera, { isLeaving: true })).toMatchObject([{ userId: at.anaId }])
    expect(await note(at.ana)).toEqual([])
  })

  it('is forgotten after 45 seconds', async () => {
    await note(at.ana)
    at.test.clock.advance(44)
    expect(await note(at.vera)).toHaveLength(1)
    at.test.clock.advance(1)
    expect(await note(at.vera)).toEqual([])
  })

  it('notifies others of what differs for them, and not of each repetition', async () => {
    await note(at.ana)
    expect(await countHints()).toBe(1)
    for (let repetition = 0; repetition < 3; repetition += 1) {
      at.test.clock.advance(15)
      await note(at.ana)
    }
    expect(await countHints()).toBe(1)
    await note(at.ana, { serviceId: uuid() })
    expect(await countHints()).toBe(2)
    await note(at.ana, { isLeaving: true })
    await note(at.ana, { isLeaving: true })
    expect(await countHints()).toBe(3)
  })

  it('survives that many note it at once, after all were forgotten', async () => {
    await Promise.all([note(at.ana), note(at.vera)])
    at.test.clock.advance(60)
    await Promise.all([note(at.ana), note(at.vera), note(at.ana), note(at.vera)])
    expect(await note(at.ana)).toMatchObject([{ userId: at.veraId }])
  })

  it('refuses bad input', async () => {
    const answer = await at.ana('POST', `/plans/${at.plan.id}/presence`, {
      body: { vehicleId: 'x', serviceId: null },
    })
    expect(answer.status).toBe(422)
  })
})
