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
      { code: 'capacity', needed: 9, largest: 4 },
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
      { code: 'windows_exclude', late: 480 },
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
      { requestId: 'r', code: 'full', vehicleId: 'a' },
    ],
    [
      'comes after a limit of stops',
      line(3, {
        requests: [request('r', 1, {}, { priority: 1 }), request('s', 1, {}, { priority: 2 })],
        vehicles: [vehicle('a', { maxStops: 1 })],
      }),
      { requestId: 'r', code: 'limits', vehicleId: 'a' },
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

  it('is how late it would be after the beginning that may not change', () => {
    const requests = [request('kept', 5), request('new', 1, { windows: [{ from: 0, until: 100 }] })]
    const problem = line(6, { requests, vehicles: [vehicle('a')] })
    const start = [{ vehicleId: 'a', visits: [{ requestId: 'kept' }], frozen: 1 }]
    const { plan } = solve(problem, { objective: 'distance', iterations: 200, start })
    // The way to the fifth place, its minute of service and the way back to the first.
    expect(reasonsOf(problem, plan, start)).toEqual([
      { requestId: 'new', code: 'window', late: 540, vehicleId: 'a' },
    ])
  })

  it('is not the price of a request that has none', () => {
    const problem = line(3, { requests: [request('r', 1)], vehicles: [vehicle('a')] })
    expect(reasonsOf(problem, { routes: [], unassigned: ['r'] })).toEqual([
      { requestId: 'r', code: 'combination' },
    ])
  })

  it('is that there are no vehicles', () => {
    const problem = line(2, { requests: [request('r', 1)], vehicles: [] })
    expect(reasonOf(problem)).toEqual([{ requestId: 'r', code: 'no_vehicles' }])
  })

  it('is how much later its window would have to close, or that it cannot be reached', () => {
    const requests = [
      request('r', 10, { windows: [{ from: 0, until: 660 }] }, { priority: 1 }),
      request('s', 5, { service: 300, windows: [{ from: 0, until: 300 }] }, { priority: 2 }),
    ]
    const problem = line(12, { requests, vehicles: [vehicle('a')] })
    expect(reasonOf(problem)).toEqual([{ requestId: 'r', code: 'window', late: 240, vehicleId: 'a' }])
    const island = line(3, { requests: [request('r', 2)], vehicles: [vehicle('a')] })
    island.travel[0]!.seconds.fill(Number.POSITIVE_INFINITY, 0, 6).fill(0, 0, 1)
    expect(reasonOf(island)).toEqual([{ requestId: 'r', code: 'unreachable', stop: 0 }])
  })
})
