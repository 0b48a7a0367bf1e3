import { describe, expect, it } from 'vitest'
import { optimizeOrder, type RouteOrder, timeRoute } from '../index.ts'
import { createRandom } from '../search/random.ts'
import { line, request, vehicle } from '../testing/line-problem.ts'
import { randomProblem } from '../testing/random-problem.ts'
import { randomRoute } from '../testing/random-route.ts'

const closes = (until: number) => ({ windows: [{ from: 0, until }] })
const route = (text: string, more: Partial<RouteOrder> = {}): RouteOrder => ({
  vehicleId: 'a',
  visits: text.split(' ').map((requestId) => ({ requestId, stop: 0 })),
  ...more,
})
const idsOf = ({ visits }: RouteOrder) => visits.map(({ requestId }) => requestId).join(' ')

describe('optimizing the order of a route', () => {
  it('finds the shortest order, whatever the vehicle may serve otherwise', () => {
    const requests = [1, 2, 3, 4].map((place) =>
      request(`r${place}`, place, {}, { vehicleIds: ['b'], skills: ['cold'], penalty: 1 }),
    )
    const problem = line(6, { requests, vehicles: [vehicle('a', { end: undefined }), vehicle('b')] })
    expect(idsOf(optimizeOrder(problem, route('r3 r1 r4 r2')))).toBe('r1 r2 r3 r4')
    expect(idsOf(optimizeOrder(problem, route('r3 r1 r4 r2', { frozen: 1 })))).toBe('r3 r4 r2 r1')
    expect(idsOf(optimizeOrder(problem, route('r3 r1', { isClosed: true })))).toBe('r3 r1')
  })

  it('makes a route hold that did not', () => {
    const problem = line(8, {
      requests: [request('x', 6, closes(400)), request('y', 1), request('z', 5, closes(1000))],
      vehicles: [vehicle('a')],
    })
    const before = route('y z x')
    expect(timeRoute(problem, before).violations.map(({ code }) => code)).toEqual(['late'])
    const after = optimizeOrder(problem, before)
    expect(timeRoute(problem, after).violations).toEqual([])
  })

  it('breaks as little as it can where no order holds', () => {
    const problem = line(12, {
      requests: [request('x', 10, closes(100)), request('y', 2, closes(130)), request('z', 11, closes(200))],
      vehicles: [vehicle('a', { capacity: [2], shift: { from: 0, until: 1000 } })],
    })
    const lateOf = (one: RouteOrder) =>
      timeRoute(problem, one).violations.reduce(
        (sum, { amount, code }) => sum + (code === 'late' ? amount : 0),
        0,
      )
    const after = optimizeOrder(problem, route('z x y'))
    expect(idsOf(after)).toBe('y x z')
    expect(lateOf(after)).toBeLessThan(lateOf(route('z x y')))
  })

  it('begins with a fixed departure', () => {
    const problem = line(8, {
      requests: [request('x', 1, closes(700)), request('y', 4, closes(790))],
      vehicles: [vehicle('a')],
    })
    const after = optimizeOrder(problem, route('y x', { startsAt: 600 }))
    expect(after.startsAt).toBe(600)
    expect(idsOf(after)).toBe('x y')
  })

  it('returns a route with missing or repeated stops as it is, and refuses what does not exist', () => {
    const pair = { id: 'p', stops: [1, 2].map((location) => ({ location, service: 0 })) }
    const problem = line(4, { requests: [pair, request('r', 1)], vehicles: [vehicle('a')] })
    expect(optimizeOrder(problem, route('r p'))).toEqual(route('r p'))
    expect(optimizeOrder(problem, route('r r'))).toEqual(route('r r'))
    expect(() => optimizeOrder(problem, route('x'))).toThrow('there is no request x')
    expect(() => optimizeOrder(problem, { ...route('r'), vehicleId: 'x' })).toThrow('there is no vehicle x')
  })

  it('serves the same stops, breaks nothing new, and is the same each time', () => {
    const sorted = ({ visits }: RouteOrder) =>
      visits.flatMap(({ requestId, stop }) => (requestId === undefined ? [] : `${requestId} ${stop}`)).sort()
    let improved = 0
    for (let seed = 0; seed < 40; seed++) {
      const problem = randomProblem(seed)
      const before = randomRoute(problem, createRandom(seed), 6)
      const once = () => optimizeOrder(problem, before, { iterations: 200 })
      const after = once()
      expect(once()).toEqual(after)
      expect(sorted(after)).toEqual(sorted(before))
      const [was, is] = [timeRoute(problem, before), timeRoute(problem, after)]
      if (was.violations.length === 0) expect(is.violations).toEqual([])
      if (is.metres < was.metres - 1) improved++
    }
    expect(improved).toBeGreaterThan(10)
  })
})
