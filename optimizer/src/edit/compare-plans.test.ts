import { describe, expect, it } from 'vitest'
import { comparePlans, type RouteOrder } from '../index.ts'
import { solve } from '../solve.ts'
import { line, request, vehicle } from '../testing/line-problem.ts'
import { randomProblem } from '../testing/random-problem.ts'

const route = (vehicleId: string, text: string): RouteOrder => ({
  vehicleId,
  visits: text.split('').map((requestId) => ({ requestId, stop: 0 })),
})

describe('comparing plans', () => {
  const problem = line(10, {
    requests: [
      request('p', 1),
      request('q', 2, { windows: [{ from: 0, until: 150 }] }),
      request('r', 3, { due: 200 }),
      request('s', 4),
      request('t', 5),
    ],
    vehicles: [vehicle('a'), vehicle('b'), vehicle('c')],
  })

  it('gives the figures of both plans', () => {
    const { before, after } = comparePlans(problem, [route('a', 'qp'), route('b', 'r')], [route('a', 'pq')])
    expect(before).toEqual({
      vehicles: 2,
      metres: 4000 + 6000,
      travelling: 240 + 360,
      serving: 180,
      waiting: 0,
      working: 360 + 420,
      lateSeconds: 0,
      lateStops: 0,
      pastDueSeconds: 0,
      pastDueStops: 0,
      violations: 0,
      unassigned: 2,
    })
    expect(after).toMatchObject({ vehicles: 1, lateSeconds: 30, lateStops: 1, violations: 1, unassigned: 3 })
  })

  it('says which requests moved, came, went and changed places, per route too', () => {
    const compared = comparePlans(
      problem,
      [route('a', 'pqrs'), route('b', 't')],
      [route('a', 'rpq'), route('c', 's')],
    )
    expect(compared.moved).toEqual([{ requestId: 's', from: 'a', to: 'c' }])
    expect(compared.removed).toEqual([{ requestId: 't', from: 'b' }])
    expect(compared.added).toEqual([])
    expect(compared.resequenced).toEqual(['r'])
    expect(compared.routes).toMatchObject([
      { vehicleId: 'a', added: [], removed: ['s'], resequenced: ['r'], before: { vehicles: 1 } },
      { vehicleId: 'b', added: [], removed: ['t'], resequenced: [], after: { vehicles: 0, metres: 0 } },
      { vehicleId: 'c', added: ['s'], removed: [], resequenced: [], before: { vehicles: 0 } },
    ])
    const back = comparePlans(problem, [route('c', 's')], [route('c', 's'), route('b', 't')])
    expect(back.added).toEqual([{ requestId: 't', to: 'b' }])
  })

  it('finds no difference between a plan and itself, and lists a route with another departure', () => {
    const some = randomProblem(4)
    const { plan } = solve(some, { objective: 'distance', iterations: 100 })
    const { before, after, ...differences } = comparePlans(some, plan.routes, plan.routes)
    expect(before).toEqual(after)
    expect(before.unassigned).toBe(plan.unassigned.length)
    expect(differences).toEqual({ moved: [], added: [], removed: [], resequenced: [], routes: [] })
    const [one] = comparePlans(problem, [route('a', 'p')], [{ ...route('a', 'p'), startsAt: 100 }]).routes
    expect(one).toMatchObject({ vehicleId: 'a', added: [], resequenced: [] })
  })

  it('refuses what does not exist', () => {
    expect(() => comparePlans(problem, [], [route('x', 'p')])).toThrow('there is no vehicle x')
    expect(() => comparePlans(problem, [route('a', 'x')], [])).toThrow('there is no request x')
  })
})
