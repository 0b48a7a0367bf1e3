import { describe, expect, it } from 'vitest'
import { timeRoute } from '../index.ts'
import { buildModel } from '../model/model.ts'
import type { PlannedRoute, PlanVehicle, Problem } from '../problem/problem.ts'
import { createRandom } from '../search/random.ts'
import { solve } from '../solve.ts'
import { checkPlan } from '../testing/checker.ts'
import { line, request, vehicle } from '../testing/line-problem.ts'
import { randomProblem } from '../testing/random-problem.ts'
import { randomRoute } from '../testing/random-route.ts'

const checked = (problem: Problem, route: PlannedRoute) => {
  const planned = new Set(route.visits.map(({ requestId }) => requestId))
  const unassigned = problem.requests.map(({ id }) => id).filter((id) => !planned.has(id))
  return checkPlan(problem, { routes: [route], unassigned })
}
const codesOf = (problem: Problem, visits: Parameters<typeof timeRoute>[1]['visits'], startsAt?: number) =>
  timeRoute(problem, { vehicleId: 'a', visits, startsAt }).violations.map(({ code }) => code)

describe('timing a route', () => {
  it('gives the routes of three hundred plans the times that they have, and finds nothing against them', () => {
    for (let seed = 0; seed < 300; seed++) {
      const problem = randomProblem(seed)
      const { plan } = solve(problem, { objective: 'distance', iterations: 50, seed })
      for (const route of plan.routes) {
        const { violations, pastDue, peaks, ...timed } = timeRoute(problem, route)
        expect(timed, `problem ${seed}`).toEqual(route)
        expect(violations, `problem ${seed}`).toEqual([])
        expect(pastDue.seconds >= 0 && peaks.length === 2).toBe(true)
      }
    }
  })

  it('finds a violation exactly where the checker does', () => {
    const counts = { kept: 0, broken: 0 }
    for (let seed = 0; seed < 4000; seed++) {
      const problem = randomProblem(seed % 500)
      const random = createRandom(seed)
      const [{ shift, isStartFixed }] = problem.vehicles as [PlanVehicle]
      const startsAt = random() < 0.2 && !isStartFixed ? shift.from + random() * 9000 - 1000 : undefined
      const route = { ...randomRoute(problem, random, random() < 0.5 ? 2 : 8), startsAt }
      if (route.visits.length === 0) continue
      const timed = timeRoute(problem, route)
      const errors = checked(problem, timed)
      expect(errors.length > 0, `${seed}: ${errors} ${JSON.stringify(timed.violations)}`).toBe(
        timed.violations.length > 0,
      )
      counts[errors.length > 0 ? 'broken' : 'kept']++
      const { starts, ends, travelling, serving, waiting, breaks } = timed
      const paused = breaks.reduce((sum, one) => sum + one.ends - one.begins, 0)
      expect(travelling + serving + waiting + paused, `problem ${seed}`).toBeCloseTo(ends - starts, 4)
      for (const { amount } of timed.violations) expect(amount).toBeGreaterThan(0)
    }
    expect(Math.min(counts.kept, counts.broken)).toBeGreaterThan(300)
  })

  it('begins on arrival where it is late, and says by how much', () => {
    const closes = (until: number) => ({ windows: [{ from: 0, until }] })
    const problem = line(6, {
      requests: [request('near', 1, closes(200)), request('far', 5, closes(300))],
      vehicles: [vehicle('a')],
    })
    const route = timeRoute(problem, {
      vehicleId: 'a',
      visits: [{ requestId: 'far' }, { requestId: 'near', stop: 0 }],
    })
    expect(route.starts).toBe(0)
    expect(route.visits.map(({ arrives, begins, departs }) => [arrives, begins, departs])).toEqual([
      [300, 300, 360],
      [600, 600, 660],
    ])
    expect(route.violations).toEqual([{ code: 'late', visit: 1, requestId: 'near', stop: 0, amount: 400 }])
    expect(route).toMatchObject({ ends: 720, metres: 10_000, travelling: 600, serving: 120, waiting: 0 })
  })

  it('starts as late as it can, or when it is asked to', () => {
    const problem = line(3, {
      requests: [request('r', 1, { windows: [{ from: 1000, until: 1300 }], due: 900 })],
      vehicles: [vehicle('a', { shift: { from: 100, until: 3000 } })],
    })
    const at = (startsAt?: number) =>
      timeRoute(problem, { vehicleId: 'a', visits: [{ requestId: 'r' }], startsAt })
    expect(at()).toMatchObject({ starts: 940, ends: 1120, waiting: 0, pastDue: { seconds: 100, stops: 1 } })
    expect(at(500)).toMatchObject({ starts: 500, ends: 1120, waiting: 440, violations: [] })
    expect(at(1300)).toMatchObject({ starts: 1300, violations: [{ code: 'late', amount: 60 }] })
    expect(at(40).violations).toEqual([{ code: 'shift_start', amount: 60 }])
  })

  it('does not wait at its start until after something is due', () => {
    const opens = { windows: [{ from: 5_000, until: 6_000 }] }
    const startOf = (due?: number) => {
      const requests = [request('r', 1, { due }), request('later', 2, opens)]
      const problem = line(3, { requests, vehicles: [vehicle('a')] })
      const visits = [{ requestId: 'r' }, { requestId: 'later' }]
      return timeRoute(problem, { vehicleId: 'a', visits }).starts
    }
    // On time for the second stop: two minutes of driving and the minute at the first one.
    expect(startOf()).toBe(4_820)
    expect(startOf(600)).toBe(540)
    expect(startOf(30)).toBe(0)
  })

  it('takes a break that comes too late all the same, and says so', () => {
    const pause = { window: { from: 100, until: 200 }, seconds: 600 }
    const problem = line(12, {
      requests: [request('r', 10, { windows: [{ from: 0, until: 650 }] })],
      vehicles: [vehicle('a', { breaks: [pause] })],
    })
    const visits = [{ requestId: 'r' }]
    const route = timeRoute(problem, { vehicleId: 'a', visits })
    expect(route.breaks).toEqual([{ begins: 660, ends: 1260, after: 1 }])
    expect(route.violations).toEqual([{ code: 'break', break: 0, amount: 460 }])
    const later = timeRoute(problem, { vehicleId: 'a', visits, startsAt: 300 })
    expect(later.violations.map(({ code }) => code)).toContain('break')
  })

  it('names what the vehicle lacks, carries too much, and may not do', () => {
    const pair = (id: string, from: number, to: number) => ({
      id,
      stops: [
        { location: from, service: 0, load: [3] },
        { location: to, service: 0, load: [-3] },
      ],
      skills: ['cold', 'lift'],
      vehicleIds: ['b'],
    })
    const problem = line(6, {
      requests: [pair('p', 1, 3), pair('q', 2, 4)],
      vehicles: [vehicle('a', { skills: ['lift'], maxMetres: 7_000, maxSeconds: 400, maxStops: 3 })],
    })
    const route = timeRoute(problem, {
      vehicleId: 'a',
      visits: [
        { requestId: 'p', stop: 0 },
        { requestId: 'q', stop: 0 },
        { requestId: 'p', stop: 1 },
        { requestId: 'q', stop: 1 },
      ],
    })
    expect(route.peaks).toEqual([6])
    expect(route.violations).toEqual([
      { code: 'skills', visit: 0, requestId: 'p', stop: 0, amount: 1, skills: ['cold'] },
      { code: 'vehicle', visit: 0, requestId: 'p', stop: 0, amount: 1 },
      { code: 'skills', visit: 1, requestId: 'q', stop: 0, amount: 1, skills: ['cold'] },
      { code: 'vehicle', visit: 1, requestId: 'q', stop: 0, amount: 1 },
      { code: 'capacity', visit: 1, requestId: 'q', stop: 0, dimension: 0, amount: 2 },
      { code: 'max_seconds', amount: 80 },
      { code: 'max_metres', amount: 1000 },
      { code: 'max_stops', amount: 1 },
    ])
  })

  it('finds stops in the wrong order, missing and repeated, and reloads that are not allowed', () => {
    const stops = [1, 2].map((location, index) => ({ location, service: 0, load: [index === 0 ? 1 : -1] }))
    const problem = line(4, { requests: [{ id: 'p', stops }], vehicles: [vehicle('a')] })
    const visit = (stop: number) => ({ requestId: 'p', stop })
    expect(codesOf(problem, [visit(0), visit(1)])).toEqual([])
    expect(codesOf(problem, [visit(1), visit(0)])).toEqual(['order'])
    expect(codesOf(problem, [visit(0)])).toEqual(['order'])
    expect(codesOf(problem, [visit(1)])).toEqual(['order'])
    expect(codesOf(problem, [visit(0), visit(1), visit(1)])).toEqual(['order'])
    expect(codesOf(problem, [visit(0), {}, visit(1)])).toEqual(['reload'])
  })

  it('keeps its times where there is no way', () => {
    const problem = line(3, { requests: [request('r', 2), request('s', 1)], vehicles: [vehicle('a')] })
    problem.travel[0]!.seconds[1 * 3 + 2] = Infinity
    const route = timeRoute(problem, { vehicleId: 'a', visits: [{ requestId: 's' }, { requestId: 'r' }] })
    expect(route.violations).toEqual([{ code: 'unreachable', visit: 1, requestId: 'r', stop: 0, amount: 1 }])
    expect(route).toMatchObject({ ends: 60 + 60 + 60 + 120, metres: 3000 })
  })

  it('leaves a vehicle without visits where it is', () => {
    const problem = line(3, { requests: [], vehicles: [vehicle('a', { start: 1 })] })
    expect(timeRoute(problem, { vehicleId: 'a', visits: [] })).toMatchObject({
      starts: 0,
      ends: 0,
      metres: 0,
      violations: [],
    })
  })

  it('refuses only what does not exist', () => {
    const problem = line(3, { requests: [request('r', 1)], vehicles: [vehicle('a')] })
    const time = (vehicleId: string, requestId: string, stop: number) => () =>
      timeRoute(problem, { vehicleId, visits: [{ requestId, stop }] })
    expect(time('x', 'r', 0)).toThrow('there is no vehicle x')
    expect(time('a', 'x', 0)).toThrow('there is no request x')
    expect(time('a', 'r', 1)).toThrow('request r has no stop 1')
    expect(time('a', 'r', 0.5)).toThrow('request r has no stop 0.5')
    expect(() => buildModel({ ...problem, travel: [] })).toThrow(RangeError)
  })
})
