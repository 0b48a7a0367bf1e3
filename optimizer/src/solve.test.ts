import { describe, expect, it } from 'vitest'
import { costWithoutUnserved, type Objective, type Problem, solve } from './index.ts'
import { checkedPlan } from './testing/checked-plan.ts'
import { checkPlan } from './testing/checker.ts'
import { line, request, vehicle } from './testing/line-problem.ts'
import { randomProblem } from './testing/random-problem.ts'

const objectives: Objective[] = ['distance', 'fewest_vehicles', 'punctuality', 'balance']

const planOf = (problem: Problem, objective: Objective = 'distance') => checkedPlan(problem, { objective })

describe('solving', () => {
  it.each(objectives)('keeps every constraint of a hundred problems: %s', (objective) => {
    for (let seed = 0; seed < 100; seed++) {
      const problem = randomProblem(seed)
      const { plan } = solve(problem, { objective, iterations: 200, seed })
      expect(checkPlan(problem, plan), `problem ${seed}`).toEqual([])
    }
  })

  it('gives the same plan for the same seed and number of iterations', () => {
    const problem = randomProblem(8)
    const once = () => solve(problem, { objective: 'distance', iterations: 600, seed: 5 })
    expect(once()).toEqual(once())
  })

  it('uses the fewest vehicles, and then the shortest way', () => {
    const requests = [1, 2, 3, 4].map((place) => request(`r${place}`, place))
    const problem = line(6, { requests, vehicles: [vehicle('a'), vehicle('b')] })
    const { routes } = planOf(problem, 'fewest_vehicles')
    expect(routes).toHaveLength(1)
    expect(routes[0]?.metres).toBe(8000)
  })

  it('takes the longer way where that saves a vehicle, and leaves out nothing that has a penalty for it', () => {
    const apart = [vehicle('a', { end: undefined }), vehicle('b', { start: 9, end: undefined })]
    const requests = [request('near', 1), request('far', 8, {}, { penalty: 20_000 })]
    const problem = line(10, { requests, vehicles: apart })
    expect(planOf(problem, 'distance').routes.map(({ metres }) => metres)).toEqual([1_000, 1_000])
    const { routes, unassigned } = planOf(problem, 'fewest_vehicles')
    expect(routes).toHaveLength(1)
    expect(unassigned).toEqual([])
  })

  it('balances work where that is asked', () => {
    const requests = [1, 2, 3, 4].map((place) => request(`r${place}`, place, { service: 1800 }))
    const problem = line(6, { requests, vehicles: [vehicle('a'), vehicle('b')] })
    expect(planOf(problem, 'balance').routes.map(({ visits }) => visits.length)).toEqual([2, 2])
  })

  it('is punctual where that is asked', () => {
    const requests = [request('far', 5, { due: 300 }), request('near', 1), request('back', 5, { due: 3_000 })]
    const problem = line(6, { requests, vehicles: [vehicle('a')] })
    const [route] = planOf(problem, 'punctuality').routes
    expect(route?.visits.find(({ requestId }) => requestId === 'far')?.begins).toBeLessThanOrEqual(300)
  })

  it('reloads at the depot for a second trip, and takes the break', () => {
    const requests = [1, 2, 3, 4, 5, 6].map((place) => request(`r${place}`, place))
    const one = vehicle('a', {
      capacity: [3],
      reload: { location: 0, service: 600, most: 2 },
      breaks: [{ window: { from: 600, until: 1_500 }, seconds: 1_800 }],
    })
    const { routes, unassigned } = planOf(line(7, { requests, vehicles: [one] }))
    expect(unassigned).toEqual([])
    expect(routes[0]?.visits.filter(({ requestId }) => requestId === undefined)).toHaveLength(1)
    expect(routes[0]?.breaks).toHaveLength(1)
  })

  it('begins with a given plan, leaves what is locked, frozen or closed, and drops what no longer fits', () => {
    const requests = [1, 2, 3, 4, 5].map((place) => request(`r${place}`, place))
    const problem = line(7, {
      requests,
      vehicles: [vehicle('a'), vehicle('b'), vehicle('c', { capacity: [1] })],
    })
    const { plan } = solve(problem, {
      objective: 'distance',
      iterations: 500,
      start: [
        { vehicleId: 'a', visits: [{ requestId: 'r5' }, { requestId: 'r1' }], frozen: 2 },
        { vehicleId: 'b', visits: [{ requestId: 'r3' }], isClosed: true },
        { vehicleId: 'c', visits: [{ requestId: 'r2' }, { requestId: 'r4' }] },
      ],
      lockedRequests: ['r2'],
    })
    expect(checkPlan(problem, plan)).toEqual([])
    const visitsOf = (id: string) =>
      plan.routes.find(({ vehicleId }) => vehicleId === id)?.visits.map(({ requestId }) => requestId)
    expect(visitsOf('a')?.slice(0, 2)).toEqual(['r5', 'r1'])
    expect(visitsOf('b')).toEqual(['r3'])
    expect(visitsOf('c')).toEqual(['r2'])
    expect(plan.unassigned).toEqual([])
  })

  it('costs its travel, what must be served and is not put aside', () => {
    const requests = [
      request('near', 1),
      request('full', 1, { load: [-9] }, { priority: 3 }),
      request('dear', 2, {}, { penalty: 500 }),
    ]
    const problem = line(3, { requests, vehicles: [vehicle('a')] })
    const { plan, cost } = solve(problem, { objective: 'distance', iterations: 200 })
    expect(plan.unassigned).toEqual(['full', 'dear'])
    expect(cost).toBeGreaterThan(1e9)
    expect(costWithoutUnserved(cost, plan, problem)).toBeCloseTo(2_000 + 500, 3)
  })

  it('refuses a start that cannot be, and a problem that contradicts itself', () => {
    const problem = line(3, { requests: [request('r1', 1)], vehicles: [vehicle('a')] })
    const begin = (start: Parameters<typeof solve>[1]['start'], lockedRequests: string[] = []) =>
      solve(problem, { objective: 'distance', iterations: 50, start, lockedRequests })
    expect(() => begin([{ vehicleId: 'x', visits: [] }])).toThrow('vehicle x, which does not exist')
    expect(() => begin([{ vehicleId: 'a', visits: [{ requestId: 'r9' }] }])).toThrow('stop 0 of r9')
    expect(() => begin([{ vehicleId: 'a', visits: [{ requestId: 'r1' }, { requestId: 'r1' }] }])).toThrow(
      'twice',
    )
    expect(() => planOf({ ...problem, requests: [request('r1', 7)] })).toThrow('a stop at no location')
    expect(() => planOf({ ...problem, vehicles: [vehicle('a'), vehicle('b', { capacity: [] })] })).toThrow(
      'number of capacities',
    )
  })

  it('plans nothing for no requests, and leaves all out for no vehicles', () => {
    expect(planOf(line(2, { requests: [], vehicles: [vehicle('a')] }))).toEqual({
      routes: [],
      unassigned: [],
    })
    const none = line(2, { requests: [request('r1', 1)], vehicles: [] })
    expect(planOf(none).unassigned).toEqual(['r1'])
  })
})
