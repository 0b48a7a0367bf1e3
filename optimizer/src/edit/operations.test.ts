import { describe, expect, it } from 'vitest'
import { mergeRoutes, type RouteOrder, type RouteStop, reverseRoute, splitRoute } from '../index.ts'
import { createRandom } from '../search/random.ts'
import { randomProblem } from '../testing/random-problem.ts'
import { randomRoute } from '../testing/random-route.ts'

/** `p0 - q0`: stop 0 of p, a reload, stop 0 of q. */
const route = (vehicleId: string, text: string, more: Partial<RouteOrder> = {}): RouteOrder => ({
  vehicleId,
  visits: text
    .split(' ')
    .map((one): RouteStop => (one === '-' ? {} : { requestId: one[0]!, stop: Number(one[1]) })),
  ...more,
})
const shown = ({ vehicleId, visits }: RouteOrder) =>
  `${vehicleId}: ${visits.map(({ requestId, stop }) => (requestId === undefined ? '-' : `${requestId}${stop}`)).join(' ')}`

describe('operations on routes', () => {
  it('reverses the requests of a route, and keeps the order of their stops', () => {
    expect(shown(reverseRoute(route('a', 'p0 q0 p1 q1')))).toBe('a: q0 p0 q1 p1')
    expect(shown(reverseRoute(route('a', 'p0 p1 q0 q1 - r0')))).toBe('a: r0 - q0 q1 p0 p1')
    expect(shown(reverseRoute(route('a', 'p0 q0 p1 q1', { frozen: 1 })))).toBe('a: p0 q0 p1 q1')
    expect(reverseRoute(route('a', 'p0 q0', { startsAt: 7 })).startsAt).toBe(7)
  })

  it('keeps every stop, and the order of stops, of any route it reverses or splits', () => {
    for (let seed = 0; seed < 300; seed++) {
      const random = createRandom(seed)
      const problem = randomProblem(seed)
      const one = randomRoute(problem, random, 8)
      const parts = splitRoute(one, Math.floor(random() * (one.visits.length + 1)), 'other')
      for (const changed of [[reverseRoute(one)], parts]) {
        const stopsOf = (routes: readonly RouteOrder[]) =>
          routes.flatMap(({ visits }) => visits.filter(({ requestId }) => requestId !== undefined))
        expect(stopsOf(changed)).toHaveLength(stopsOf([one]).length)
        for (const { id } of problem.requests) {
          const of = (visits: readonly RouteStop[]) => visits.filter(({ requestId }) => requestId === id)
          expect(changed.filter(({ visits }) => of(visits).length > 0).length).toBeLessThan(2)
          expect(of(stopsOf(changed))).toEqual(of(one.visits))
        }
      }
    }
  })

  it('splits a route, requests whole where their first stop is', () => {
    const split = (text: string, at: number, more?: Partial<RouteOrder>) =>
      splitRoute(route('a', text, more), at, 'b').map(shown)
    expect(split('p0 q0 p1 r0 q1 r1', 3)).toEqual(['a: p0 q0 p1 q1', 'b: r0 r1'])
    expect(split('p0 q0 p1 r0 q1 r1', 2)).toEqual(['a: p0 q0 p1 q1', 'b: r0 r1'])
    expect(split('p0 p1 - q0 q1', 2)).toEqual(['a: p0 p1', 'b: q0 q1'])
    expect(split('p0 p1 - q0 q1', 3)).toEqual(['a: p0 p1', 'b: q0 q1'])
    expect(split('p0 p1', 0)).toEqual(['b: p0 p1'])
    expect(split('p0 p1', 2)).toEqual(['a: p0 p1'])
    expect(() => split('p0 p1', 1, { frozen: 2 })).toThrow('frozen until visit 2')
    expect(() => splitRoute(route('a', 'p0 p1'), 1, 'a')).toThrow('stays on its vehicle')
    const parts = splitRoute(route('a', 'p0 q0', { startsAt: 5, frozen: 1 }), 1, 'b')
    expect(parts).toMatchObject([{ startsAt: 5, frozen: 1 }, { vehicleId: 'b' }])
    expect(parts[1]?.startsAt).toBeUndefined()
  })

  it('puts one route behind another', () => {
    const merged = mergeRoutes(route('a', 'p0 p1', { frozen: 1 }), route('b', 'q0 q1', { startsAt: 5 }))
    expect(shown(merged)).toBe('a: p0 p1 q0 q1')
    expect(merged.frozen).toBe(1)
    expect(() => mergeRoutes(route('a', 'p0'), route('b', 'q0', { frozen: 1 }))).toThrow(
      'vehicle b are frozen',
    )
  })

  it('refuses closed routes', () => {
    const closed = route('a', 'p0', { isClosed: true })
    const open = route('b', 'q0')
    for (const change of [
      () => reverseRoute(closed),
      () => splitRoute(closed, 0, 'c'),
      () => mergeRoutes(open, closed),
    ])
      expect(change).toThrow('the route of vehicle a is closed')
  })

  it('leaves the routes it was given as they are', () => {
    const one = route('a', 'p0 q0 p1 q1')
    const copy = structuredClone(one)
    reverseRoute(one)
    splitRoute(one, 2, 'b')
    mergeRoutes(one, route('b', 'r0'))
    expect(one).toEqual(copy)
  })
})
