import type { PlanRoute } from '@rumbo/contract/planning.contract'
import { planSettings } from '@rumbo/contract/planning.contract'
import { solve } from '@rumbo/optimizer'
import { timeRoute } from '@rumbo/optimizer/edit/time-route'
import { describe, expect, it } from 'vitest'
import { solverVisits } from './content.ts'
import { departureOf } from './departures.ts'
import { figuresOf } from './figures.ts'
import { someOrder, someOrderStop, somePlanVehicle, someWorkspace } from './planning.factory.ts'
import { problemOf, secondOf, stopsToComeOf } from './problem.ts'
import { proposalOf } from './proposal.ts'
import { searchOf } from './search.ts'
import { travelOf } from './travel.ts'

const eight = '2026-11-23T14:00:00.000Z'
const eleven = '2026-11-23T17:00:00.000Z'
const workspace = someWorkspace({
  now: eleven,
  // A vehicle of a running day can be planned from now on.
  vehicles: [somePlanVehicle({ from: eleven })],
  orders: [someOrder({ stops: [someOrderStop({ windowEnd: '2026-11-23T17:01:00.000Z' })] })],
})
const route = (startsAt: string | null): PlanRoute => ({
  vehicleId: 'v118',
  visits: [{ serviceId: 's1', stopId: 'stop-1', lock: null }],
  startsAt,
  isLocked: false,
})
const settings = planSettings.parse({})
const travel = travelOf(workspace.places, null)

describe('a fixed departure', () => {
  it('is now once it has passed, so that what is late is not hidden', () => {
    expect(departureOf(route(eight), workspace)).toBe(secondOf(workspace, eleven))
    expect(departureOf(route(eleven), workspace)).toBe(secondOf(workspace, eleven))
    const problem = problemOf({ workspace, settings, travel })
    const { lateStops } = figuresOf({ routes: [route(eight)] }, { workspace, problem, isEstimate: true })
    expect(lateStops).toBe(1)
  })

  it('is the beginning of a shift that is to come where it would be before it', () => {
    const noon = '2026-11-23T18:00:00.000Z'
    const day = { ...workspace, vehicles: [somePlanVehicle({ from: noon })] }
    expect(departureOf(route(eight), day)).toBe(secondOf(workspace, noon))
    const dawn = '2026-11-23T11:00:00.000Z'
    expect(departureOf(route(eight), { ...day, now: dawn })).toBe(secondOf(workspace, noon))
  })

  it('holds while it is to come, and on a day that is over', () => {
    const noon = '2026-11-23T18:00:00.000Z'
    expect(departureOf(route(noon), workspace)).toBe(secondOf(workspace, noon))
    const over = { ...workspace, now: '2026-11-25T00:00:00.000Z' }
    expect(departureOf(route(eight), over)).toBe(secondOf(workspace, eight))
  })

  it('is kept by a search, which counts the wait after it as work', () => {
    // Leaving later would do, leaving at the fixed time makes the route longer than it may be.
    const opens = '2026-11-23T19:00:00.000Z'
    const day = someWorkspace({
      orders: [someOrder({ stops: [someOrderStop({ windowStart: opens })] })],
    })
    const base = { routes: [route(eight)] }
    const limited = planSettings.parse({ mostMinutes: 120 })
    const input = { workspace: day, settings: limited, travel, mode: 'replan', serviceIds: null } as const
    const unassigned = (startsAt: string | null) => {
      const content = { routes: [route(startsAt)] }
      const search = searchOf({ ...input, base: content, from: content })
      return solve(search.problem, { objective: 'distance', iterations: 50, ...search }).plan.unassigned
    }
    expect(unassigned(null)).toEqual([])
    expect(unassigned(eight)).toEqual(['s1'])
    const longer = searchOf({ ...input, settings, base, from: base })
    const { plan } = solve(longer.problem, { objective: 'balance', iterations: 50, ...longer })
    expect(plan.routes[0]?.starts).toBe(secondOf(day, eight))
    const [proposed] = proposalOf(plan.routes, { base, aside: [], workspace: day }).routes
    const timed = timeRoute(problemOf({ workspace: day, settings, travel }), {
      vehicleId: 'v118',
      visits: solverVisits(proposed!, stopsToComeOf(day)),
      startsAt: departureOf(proposed!, day),
    })
    expect([timed.starts, timed.ends]).toEqual([plan.routes[0]?.starts, plan.routes[0]?.ends])
  })
})
