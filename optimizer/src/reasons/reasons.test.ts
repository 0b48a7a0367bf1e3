import { describe, expect, it } from 'vitest'
import { type Problem, reasonsOf, solve } from '../index.ts'
import { checkedPlan } from '../testing/checked-plan.ts'
import { line, request, vehicle } from '../testing/line-problem.ts'

const reasonOf = (problem: Problem) => reasonsOf(problem, checkedPlan(problem))

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

  it('is that there are no vehicles', () => {
    const problem = line(2, { requests: [request('r', 1)], vehicles: [] })
    expect(reasonOf(problem)).toEqual([{ requestId: 'r', code: 'no_vehicles' }])
  })
})
