import { describe, expect, it } from 'vitest'
import { costWithoutUnserved, type Objective, type Problem, reasonsOf, solve } from './index.ts'
import { checkPlan } from './testing/checker.ts'
import { line, request, vehicle } from './testing/line-problem.ts'
import { randomProblem } from './testing/random-problem.ts'

const objectives: Objective[] = ['distance', 'fewest_vehicles', 'punctuality', 'balance']

const planOf = (problem: Problem, objective: Objective = 'distance') => {
  const { plan } = solve(problem, { objective, iterations: 500, seed: 3 })
  expect(checkPlan(problem, plan)).toEqual([])
  return plan
}
const reasonOf = (problem: Problem) => reasonsOf(problem, planOf(problem))

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
    expect(reasonOf(none)).toEqual([{ requestId: 'r1', code: 'no_vehicles' }])
  })
})

describe('the reason of a request that is left out', () => {
  const late = { windows: [{ from: 0, until: 120 }] }

  it.each<[string, Problem, object]>([
    [
      'needs 9 seats',
      line(3, { requests: [request('r', 1, { load: [-9] })], vehicles: [vehicle('a')] }),
      { code: 'capacity', needed: 9, largest: 4, isFree: false },
    ],
    [
      'needs a skill that nobody has',
      line(3, { requests: [request('r', 1, {}, { skills: ['cold'] })], vehicles: [vehicle('a')] }),
      { code: 'skills', missing: ['cold'] },
    ],
    [
      'may go only to another vehicle',
      line(3, { requests: [request('r', 1, {}, { vehicleIds: ['z'] })], vehicles: [vehicle('a')] }),
      { code: 'vehicles' },
    ],
    [
      'closes before anybody can be there',
      line(12, { requests: [request('r', 10, late)], vehicles: [vehicle('a')] }),
      {
        code: 'window_impossible',
        late: 480,
        vehicleId: 'a',
        stop: 0,
        window: { from: 0, until: 120 },
      },
    ],
    [
      'closes before the nearest of two can be there',
      line(12, { requests: [request('r', 10, late)], vehicles: [vehicle('a'), vehicle('b', { start: 7 })] }),
      { code: 'window_impossible', late: 60, vehicleId: 'b' },
    ],
    [
      'has a second stop that closes too soon after the way by the first one',
      line(12, {
        requests: [
          {
            id: 'r',
            stops: [
              { location: 9, service: 60 },
              { location: 1, service: 60, windows: [{ from: 0, until: 600 }] },
            ],
          },
        ],
        vehicles: [vehicle('a')],
      }),
      { code: 'window_impossible', late: 480, stop: 1 },
    ],
    [
      'has windows that no vehicle can keep, wherever it is',
      line(12, {
        requests: [
          {
            id: 'r',
            stops: [
              { location: 1, service: 60, windows: [{ from: 1_000, until: 1_100 }] },
              { location: 10, service: 60, windows: [{ from: 1_000, until: 1_200 }] },
            ],
          },
        ],
        vehicles: [vehicle('a')],
      }),
      { code: 'windows_exclude', late: 420 },
    ],
    [
      'drives farther by itself than is allowed',
      line(12, { requests: [request('r', 10)], vehicles: [vehicle('a', { maxMetres: 6_000 })] }),
      { requestId: 'r', code: 'limits', limit: 'metres', needed: 20_000, allowed: 6_000 },
    ],
    [
      'takes longer by itself than is allowed',
      line(12, { requests: [request('r', 10)], vehicles: [vehicle('a', { maxSeconds: 900 })] }),
      { code: 'limits', limit: 'seconds', needed: 1_260, allowed: 900 },
    ],
    [
      'has more stops than are allowed',
      line(12, {
        requests: [{ id: 'r', stops: [1, 2].map((location) => ({ location, service: 0 })) }],
        vehicles: [vehicle('a', { maxStops: 1 })],
      }),
      { code: 'limits', limit: 'stops', needed: 2, allowed: 1 },
    ],
    [
      'exceeds several limits by itself',
      line(12, {
        requests: [request('r', 10)],
        vehicles: [vehicle('a', { maxMetres: 6_000, maxSeconds: 900 })],
      }),
      { code: 'limits' },
    ],
    [
      'does not fit the shift',
      line(12, {
        requests: [request('r', 10)],
        vehicles: [vehicle('a', { shift: { from: 0, until: 900 } })],
      }),
      { code: 'shift', late: 360 },
    ],
    [
      'costs more than leaving it out',
      line(12, { requests: [request('r', 10, {}, { penalty: 100 })], vehicles: [vehicle('a')] }),
      { code: 'penalty' },
    ],
    [
      'finds the vehicle full',
      line(3, {
        requests: [
          request('r', 1, { load: [-3] }, { priority: 1 }),
          request('s', 1, { load: [-3] }, { priority: 2 }),
        ],
        vehicles: [vehicle('a')],
      }),
      { requestId: 'r', code: 'full', vehicleId: 'a', dimension: 0, needed: 3, free: 1 },
    ],
    [
      'comes after a limit of stops',
      line(3, {
        requests: [request('r', 1, {}, { priority: 1 }), request('s', 1, {}, { priority: 2 })],
        vehicles: [vehicle('a', { maxStops: 1 })],
      }),
      { requestId: 'r', code: 'limits', vehicleId: 'a', limit: 'stops', needed: 2, allowed: 1 },
    ],
  ])('%s', (_, problem, expected) => {
    expect(reasonOf(problem)).toMatchObject([expected])
  })

  it('is no price where the only route with room may not change', () => {
    const requests = [request('kept', 1), request('dear', 2, {}, { penalty: 10 }), request('new', 2)]
    const problem = line(3, { requests, vehicles: [vehicle('a'), vehicle('b')] })
    const start = [
      { vehicleId: 'a', visits: [{ requestId: 'kept' }], isClosed: true },
      { vehicleId: 'b', visits: [], isClosed: true },
    ]
    const { plan } = solve(problem, { objective: 'distance', iterations: 200, start })
    expect(plan.unassigned).toEqual(['dear', 'new'])
    expect(reasonsOf(problem, plan, start)).toEqual([
      { requestId: 'dear', code: 'combination' },
      { requestId: 'new', code: 'combination' },
    ])
    expect(reasonsOf(problem, plan)[0]).toEqual({ requestId: 'dear', code: 'penalty' })
  })

  it('is the size of the free vehicles where those that are large enough may not change', () => {
    const requests = [request('kept', 1), request('large', 1, { load: [-9] })]
    const vehicles = [vehicle('van', { capacity: [12] }), vehicle('sedan')]
    const start = [{ vehicleId: 'van', visits: [{ requestId: 'kept' }], isClosed: true }]
    const problem = line(3, { requests, vehicles })
    const { plan } = solve(problem, { objective: 'distance', iterations: 100, start })
    expect(reasonsOf(problem, plan, start)).toEqual([
      { requestId: 'large', code: 'capacity', dimension: 0, needed: 9, largest: 4, isFree: true },
    ])
    // A large vehicle that may change is full instead, and never the small one that is empty.
    const crowded = line(3, {
      requests: [request('kept', 1, { load: [-8] }, { vehicleIds: ['van'], priority: 9 }), requests[1]!],
      vehicles,
    })
    expect(reasonOf(crowded)).toEqual([
      { requestId: 'large', code: 'full', vehicleId: 'van', dimension: 0, needed: 9, free: 4 },
    ])
  })

  it('is what is free on its way, not at the fullest of the route', () => {
    const pair = (id: string, from: number, to: number, load: number, priority: number) => ({
      id,
      priority,
      stops: [
        { location: from, service: 0, load: [load], windows: [{ from: from * 60, until: from * 60 }] },
        { location: to, service: 0, load: [-load] },
      ],
    })
    const problem = line(10, {
      requests: [pair('first', 1, 3, 4, 5), pair('second', 4, 8, 2, 5), pair('new', 5, 6, 3, 1)],
      vehicles: [vehicle('a', { end: undefined, shift: { from: 0, until: 480 } })],
    })
    expect(reasonOf(problem)).toMatchObject([{ requestId: 'new', code: 'full', needed: 3, free: 2 }])
  })

  it('is how late it would be after the beginning that may not change', () => {
    const requests = [request('kept', 5), request('new', 1, { windows: [{ from: 0, until: 100 }] })]
    const problem = line(6, { requests, vehicles: [vehicle('a')] })
    const start = [{ vehicleId: 'a', visits: [{ requestId: 'kept' }], frozen: 1 }]
    const { plan } = solve(problem, { objective: 'distance', iterations: 200, start })
    // The way to the fifth place, its minute of service and the way back to the first.
    expect(reasonsOf(problem, plan, start)).toEqual([
      {
        requestId: 'new',
        code: 'window',
        late: 540,
        vehicleId: 'a',
        stop: 0,
        window: { from: 0, until: 100 },
      },
    ])
  })

  it('is not the price of a request that has none', () => {
    const problem = line(3, { requests: [request('r', 1)], vehicles: [vehicle('a')] })
    expect(reasonsOf(problem, { routes: [], unassigned: ['r'] })).toEqual([
      { requestId: 'r', code: 'combination' },
    ])
  })

  it('is how much later its window would have to close, or that it cannot be reached', () => {
    const requests = [
      request('r', 10, { windows: [{ from: 0, until: 660 }] }, { priority: 1 }),
      request('s', 5, { service: 300, windows: [{ from: 0, until: 300 }] }, { priority: 2 }),
    ]
    const problem = line(12, { requests, vehicles: [vehicle('a')] })
    expect(reasonOf(problem)).toMatchObject([{ requestId: 'r', code: 'window', late: 240, vehicleId: 'a' }])
    const island = line(3, { requests: [request('r', 2)], vehicles: [vehicle('a')] })
    island.travel[0]!.seconds.fill(Number.POSITIVE_INFINITY, 0, 6).fill(0, 0, 1)
    expect(reasonOf(island)).toEqual([{ requestId: 'r', code: 'unreachable', stop: 0 }])
  })
})

describe('the checker', () => {
  it('finds what a plan breaks', () => {
    const requests = [
      request('r1', 1, { windows: [{ from: 0, until: 600 }] }),
      request('r2', 2, {}, { skills: ['cold'] }),
    ]
    const problem = line(4, { requests, vehicles: [vehicle('a', { skills: ['cold'], capacity: [2] })] })
    const plan = planOf(problem)
    const broken = (change: (copy: typeof plan) => void, against = problem) => {
      const copy = structuredClone(plan)
      change(copy)
      return checkPlan(against, copy).join('; ')
    }
    expect(broken(({ routes }) => routes[0]!.visits.pop())).toContain('missing')
    expect(broken(({ routes }) => routes[0]!.visits.reverse())).toContain('sooner than the way takes')
    const later = request('r1', 1, { windows: [{ from: 5_000, until: 6_000 }] })
    expect(broken(() => {}, { ...problem, requests: [later, requests[1]!] })).toContain('outside its windows')
    expect(broken(({ routes }) => Object.assign(routes[0]!, { ends: 40_000 }))).toContain('after its shift')
    expect(broken(({ routes }) => routes.push(routes[0]!))).toContain('two routes')
    expect(broken(() => {}, { ...problem, vehicles: [vehicle('a', { capacity: [1] })] })).toMatch(
      /carries 2 of 1.*|needs cold/,
    )
    expect(broken(({ unassigned }) => unassigned.push('r1'))).toContain('both planned and left out')
  })
})
