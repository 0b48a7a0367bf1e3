import { describe, expect, it } from 'vitest'
import { previewMove, type RouteOrder, type RouteStop, timeRoute } from '../index.ts'
import type { PlanRequest, Problem } from '../problem/problem.ts'
import { createRandom } from '../search/random.ts'
import { line, request, vehicle } from '../testing/line-problem.ts'
import { randomProblem } from '../testing/random-problem.ts'
import { randomRoute } from '../testing/random-route.ts'

const pair = (id: string, from: number, to: number, more: Partial<PlanRequest> = {}): PlanRequest => ({
  id,
  stops: [
    { location: from, service: 0, load: [1] },
    { location: to, service: 0, load: [-1] },
  ],
  ...more,
})
const visitsOf = (text: string): RouteStop[] =>
  text.split(' ').flatMap((one) => (one ? [{ requestId: one[0]!, stop: Number(one[1] ?? 0) }] : []))
const route = (vehicleId: string, text: string, more: Partial<RouteOrder> = {}): RouteOrder => ({
  vehicleId,
  visits: visitsOf(text),
  ...more,
})
const shown = (routes: readonly RouteOrder[]) =>
  routes.map(
    ({ vehicleId, visits }) =>
      `${vehicleId}: ${visits.map(({ requestId, stop }) => `${requestId ?? '-'}${stop ?? ''}`).join(' ')}`,
  )

/** Routes that share the requests of a problem out to its vehicles at random. */
function randomRoutes(problem: Problem, random: () => number): RouteOrder[] {
  const shares = problem.vehicles.map((): PlanRequest[] => [])
  for (const one of problem.requests) shares[Math.floor(random() * shares.length)]!.push(one)
  return shares.map((requests, index) => randomRoute({ ...problem, requests }, random, 6, index))
}

describe('previewing a move', () => {
  const problem = line(10, {
    requests: [pair('p', 1, 5), pair('q', 2, 6), pair('r', 3, 8)],
    vehicles: [vehicle('a', { end: undefined }), vehicle('b', { end: undefined })],
  })
  const routes = [route('a', 'p0 p1'), route('b', 'q0 q1')]

  it('puts the dragged stop into the gap and its drop where that costs least', () => {
    const at = (index: number) =>
      shown(previewMove(problem, routes, [{ requestId: 'r' }]).drop({ vehicleId: 'a', index }))[0]
    expect(at(0)).toBe('a: r0 p0 p1 r1')
    expect(at(1)).toBe('a: p0 r0 p1 r1')
    expect(at(2)).toBe('a: p0 p1 r0 r1')
    const drop = { requestId: 'r', stops: [1] }
    expect(shown(previewMove(problem, routes, [drop]).drop({ vehicleId: 'a', index: 1 }))[0]).toBe(
      'a: p0 r0 r1 p1',
    )
  })

  it('names first the vehicles whose routes pass nearest, without what is moved', () => {
    const far = { ...problem, requests: [...problem.requests, pair('s', 9, 9)] }
    const nearest = (given: RouteOrder[], id: string) =>
      previewMove(far, given, [{ requestId: id }]).nearest()
    expect(nearest(routes, 's')).toEqual(['b', 'a'])
    expect(nearest([route('a', 'p0 p1'), route('b', 's0 s1')], 's')).toEqual(['a', 'b'])
  })

  it('says what each gap of every vehicle adds', () => {
    const costs = previewMove(problem, routes, [{ requestId: 'r' }]).gaps()
    expect(costs.map(({ vehicleId, index }) => `${vehicleId}${index}`)).toEqual([
      'a0',
      'a1',
      'a2',
      'b0',
      'b1',
      'b2',
    ])
    expect(costs[1]).toEqual({ vehicleId: 'a', index: 1, seconds: 180, metres: 3000, violations: [] })
  })

  it('takes a pair from one vehicle to another, and says what the first one saves', () => {
    const preview = previewMove(problem, routes, [{ requestId: 'q', stops: [0] }])
    expect(preview.gap('a', 1)).toMatchObject({ metres: 1000, seconds: 60, violations: [] })
    expect(preview.removals()).toEqual([{ vehicleId: 'b', metres: -6000, seconds: -360, violations: [] }])
    expect(shown(preview.drop({ vehicleId: 'a', index: 1 }))).toEqual(['a: p0 q0 p1 q1'])
    expect(shown(preview.drop(undefined))).toEqual(['a: p0 p1'])
  })

  it('moves one stop within its own route, and the others only where the order of stops asks for it', () => {
    const own = [route('a', 'p0 q0 q1 p1 r0 r1')]
    const drop = (requestId: string, stop: number, index: number) =>
      shown(previewMove(problem, own, [{ requestId, stops: [stop] }]).drop({ vehicleId: 'a', index }))[0]
    expect(drop('p', 0, 2)).toBe('a: q0 p0 q1 p1 r0 r1')
    expect(drop('p', 0, 0)).toBe('a: p0 q0 q1 p1 r0 r1')
    expect(drop('p', 0, 1)).toBe('a: p0 q0 q1 p1 r0 r1')
    expect(drop('p', 1, 6)).toBe('a: p0 q0 q1 r0 r1 p1')
    expect(drop('p', 0, 6)).toBe('a: q0 q1 r0 r1 p0 p1')
    expect(drop('r', 1, 4)).toMatch(/^a: (r0 )?p0 (r0 )?q0 (r0 )?q1 (r0 )?p1 r1$|^a: p0 q0 q1 p1 r0 r1$/)
    const whole = previewMove(problem, own, [{ requestId: 'p' }]).drop({ vehicleId: 'a', index: 2 })
    expect(shown(whole)[0]).toBe('a: q0 p0 p1 q1 r0 r1')
    expect(previewMove(problem, own, [{ requestId: 'p', stops: [0] }]).gap('a', 1)).toMatchObject({
      seconds: 0,
      metres: 0,
    })
  })

  it('puts several requests behind each other in their order', () => {
    const group = [{ requestId: 'r' }, { requestId: 'q' }]
    expect(shown(previewMove(problem, routes, group).drop({ vehicleId: 'a', index: 1 }))).toEqual([
      'a: p0 r0 q0 p1 q1 r1',
    ])
    const small = { ...problem, vehicles: [vehicle('a', { capacity: [1] }), vehicle('b')] }
    expect(shown(previewMove(small, routes, group).drop({ vehicleId: 'a', index: 2 }))).toEqual([
      'a: p0 p1 r0 r1 q0 q1',
    ])
  })

  it('keeps both dragged stops of a request together', () => {
    const both = [{ requestId: 'r', stops: [0, 1] }]
    expect(shown(previewMove(problem, routes, both).drop({ vehicleId: 'a', index: 0 }))[0]).toBe(
      'a: r0 r1 p0 p1',
    )
  })

  it('names what arises, not what was there', () => {
    const closes = (until: number) => ({ windows: [{ from: 0, until }] })
    const tight = line(6, {
      requests: [
        request('x', 2, closes(60)),
        request('y', 3, closes(240)),
        request('z', 1, {}, { skills: ['cold'] }),
      ],
      vehicles: [vehicle('a')],
    })
    const [first, , last] = previewMove(tight, [route('a', 'x y')], [{ requestId: 'z' }]).gaps()
    expect(first?.violations).toEqual([
      { code: 'late', visit: 1, requestId: 'x', stop: 0, amount: 120, before: 60 },
      { code: 'late', visit: 2, requestId: 'y', stop: 0, amount: 60, before: 0 },
      { code: 'skills', visit: 0, requestId: 'z', stop: 0, amount: 1, skills: ['cold'], before: 0 },
    ])
    expect(last?.violations.map(({ code }) => code)).toEqual(['skills'])
  })

  it('puts nothing into what is closed or frozen, and takes nothing from there', () => {
    const fixed = [route('a', 'p0 p1', { frozen: 1 }), route('b', 'q0 q1', { isClosed: true })]
    const preview = previewMove(problem, fixed, [{ requestId: 'r' }])
    expect(preview.gaps().map(({ vehicleId, index }) => `${vehicleId}${index}`)).toEqual(['a1', 'a2'])
    expect(() => preview.drop({ vehicleId: 'b', index: 0 })).toThrow(RangeError)
    expect(previewMove(problem, fixed, [{ requestId: 'q' }]).gaps()).toEqual([])
    expect(() => previewMove(problem, fixed, [{ requestId: 'p' }]).drop(undefined)).toThrow(RangeError)
    const ownDrop = previewMove(
      problem,
      [route('a', 'p0 q0 q1 p1', { frozen: 1 })],
      [{ requestId: 'p', stops: [1] }],
    )
    expect(ownDrop.gaps().map(({ vehicleId, index }) => `${vehicleId}${index}`)).toEqual([
      'a1',
      'a2',
      'a3',
      'a4',
    ])
  })

  it('keeps fixed departures', () => {
    const fixed = [route('a', 'p0 p1', { startsAt: 700 })]
    const [moved] = previewMove(problem, fixed, [{ requestId: 'r' }]).drop({ vehicleId: 'a', index: 1 })
    expect(moved?.startsAt).toBe(700)
  })

  it('refuses what does not exist', () => {
    expect(() => previewMove(problem, routes, [{ requestId: 'x' }])).toThrow('there is no request x')
    expect(() => previewMove(problem, routes, [{ requestId: 'p', stops: [2] }])).toThrow('has no stop 2')
    expect(() => previewMove(problem, routes, [{ requestId: 'p', stops: [] }])).toThrow(
      'no stop of request p',
    )
    expect(() => previewMove(problem, [routes[0]!, routes[0]!], [])).toThrow('two routes')
    const preview = previewMove(problem, routes, [{ requestId: 'r' }])
    expect(() => preview.gap('x', 0)).toThrow('there is no vehicle x')
    expect([preview.gap('a', 3), preview.gap('a', -1), preview.gap('a', 0.5)]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })

  it('changes neither the routes nor what it returned before', () => {
    const frozen = structuredClone(routes)
    const preview = previewMove(problem, routes, [{ requestId: 'q' }])
    const first = preview.gaps()
    preview.drop({ vehicleId: 'a', index: 0 })
    expect(preview.gaps()).toEqual(first)
    expect(routes).toEqual(frozen)
  })

  it('finds for every pair the best of all places, and its costs are those of the routes after the drop', () => {
    let compared = 0
    for (let seed = 0; seed < 250; seed++) {
      const random = createRandom(seed)
      const some = randomProblem(seed)
      const plan = randomRoutes(some, random)
      const moved = some.requests[Math.floor(random() * some.requests.length)]!
      const dragged = Math.floor(random() * moved.stops.length)
      const preview = previewMove(some, plan, [{ requestId: moved.id, stops: [dragged] }])
      for (const cost of preview.gaps()) {
        const before = plan.find(({ vehicleId }) => vehicleId === cost.vehicleId)!
        const after = preview.drop(cost).find(({ vehicleId }) => vehicleId === cost.vehicleId)!
        const [was, is] = [timeRoute(some, before), timeRoute(some, after)]
        expect(cost.seconds).toBeCloseTo(is.ends - is.starts - (was.ends - was.starts), 5)
        expect(cost.metres).toBeCloseTo(is.metres - was.metres, 5)
        const stopsOf = (one: RouteOrder) => one.visits.filter(({ requestId }) => requestId === moved.id)
        expect(stopsOf(after).map(({ stop }) => stop)).toEqual(moved.stops.map((_, stop) => stop))
        const others = (one: RouteOrder) => one.visits.filter(({ requestId }) => requestId !== moved.id)
        expect(others(after)).toEqual(others(before))
        const isElsewhere = stopsOf(before).length === 0
        const place = after.visits.findIndex(
          ({ requestId, stop }) => requestId === moved.id && stop === dragged,
        )
        const inFront = after.visits.slice(0, place).filter(({ requestId }) => requestId !== moved.id).length
        if (isElsewhere) expect(inFront).toBe(cost.index)
        if (!isElsewhere || moved.stops.length !== 2) continue
        compared++
        const { costs } = some.vehicles.find(({ id }) => id === cost.vehicleId)!
        const priceOf = (one: typeof is) => costs.perMetre * one.metres + costs.perSecond * one.travelling
        const alternatives = others(before)
          .concat({})
          .flatMap((_, at) => {
            if (dragged === 0 ? at < cost.index : at > cost.index) return []
            const visits: RouteStop[] = [...others(before)]
            const [early, late] = [Math.min(at, cost.index), Math.max(at, cost.index)]
            visits.splice(late, 0, { requestId: moved.id, stop: 1 })
            visits.splice(early, 0, { requestId: moved.id, stop: 0 })
            return [timeRoute(some, { vehicleId: cost.vehicleId, visits })]
          })
          .filter(({ violations }) => violations.length === 0)
        if (alternatives.length === 0) continue
        expect(is.violations).toEqual([])
        expect(priceOf(is)).toBeLessThanOrEqual(Math.min(...alternatives.map(priceOf)) + 1e-5)
      }
    }
    expect(compared).toBeGreaterThan(1000)
  })
})
