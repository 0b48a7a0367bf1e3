import { type PlanException, type PlanRoute, planSettings } from '@rumbo/contract/planning.contract'
import { timeRoute } from '@rumbo/optimizer/edit/time-route'
import { describe, expect, it } from 'vitest'
import { acceptRoutes, solverVisits } from './content.ts'
import { splitViolations, withKnownExceptions } from './exceptions.ts'
import { figuresByRoute } from './figures-by-route.ts'
import { withExceptions } from './loosened.ts'
import { someOrder, someOrderStop, someWorkspace } from './planning.factory.ts'
import { problemOf, stopsToComeOf } from './problem.ts'
import { travelOf } from './travel.ts'

const at = '2026-11-23T15:00:00.000Z'
const ana = { vehicleIds: null, by: 'Ana Ruiz', at }
/** A ride that is dispatched an hour before the first vehicle's shift begins, so that its first stop is late. */
const workspace = someWorkspace({
  places: [0, 1, 2].map((step) => ({ latitude: 19.4 + step / 100, longitude: -99.1 })),
  orders: [
    someOrder({
      serviceType: 'shuttle',
      dispatchTime: '2026-11-23T13:00:00.000Z',
      stops: [
        someOrderStop({ stopId: 'a', stopType: 'pickup', place: 1 }),
        someOrderStop({ stopId: 'b', place: 2 }),
      ],
    }),
  ],
})
const route: PlanRoute = {
  vehicleId: 'v118',
  visits: ['a', 'b'].map((stopId) => ({ serviceId: 's1', stopId, lock: null })),
  startsAt: null,
  isLocked: false,
}
const strict = planSettings.parse({ pickupToleranceMinutes: 30, mostKilometres: 3, mostStops: 1 })
const input = { workspace, settings: strict, content: { routes: [route] }, known: null }
const loosened = (change: object) => withExceptions(input, { ...strict, ...change }, ana)
const exceptionsIn = ({ routes }: { routes: PlanRoute[] }) => routes[0]?.exceptions

describe('exceptions', () => {
  it('name what a route breaks of the plan and not of the looser settings, who accepted it and when', () => {
    expect(figuresByRoute(input)).toMatchObject({ violations: 3, lateStops: 1 })
    const { routes } = loosened({ pickupToleranceMinutes: 120 })
    expect(routes[0]?.exceptions).toEqual([
      { code: 'late', stopId: 'a', amount: expect.any(Number), allowed: 120, by: 'Ana Ruiz', at },
    ])
    expect(figuresByRoute({ ...input, content: { routes } })).toMatchObject({ violations: 2, lateStops: 0 })
    const all = loosened({ pickupToleranceMinutes: null, mostKilometres: null, mostStops: 2 })
    expect(exceptionsIn(all)?.map(({ code, stopId, allowed }) => [code, stopId, allowed])).toEqual([
      ['late', 'a', null],
      ['max_metres', null, null],
      ['max_stops', null, 2],
    ])
    expect(figuresByRoute({ ...input, content: all })).toMatchObject({ violations: 0, lateStops: 0 })
  })

  it('are none of settings that are no looser, do not help, or belong to routes that were not taken', () => {
    expect(loosened({ pickupToleranceMinutes: 10 })).toBe(input.content)
    expect(exceptionsIn(loosened({ pickupToleranceMinutes: 31 }))).toBeUndefined()
    const looser = { ...strict, mostKilometres: null }
    expect(exceptionsIn(withExceptions(input, looser, { ...ana, vehicleIds: ['v200'] }))).toBeUndefined()
  })

  it('end where the route breaks more than was accepted', () => {
    const [accepted] = loosened({ pickupToleranceMinutes: 120 }).routes
    const split = (now: PlanRoute) => {
      const problem = problemOf({ workspace, settings: strict, travel: travelOf(workspace.places, null) })
      const stopsToCome = stopsToComeOf(workspace)
      const visits = solverVisits(now, stopsToCome)
      const startsAt = now.startsAt === null ? undefined : 10 * 3_600
      return splitViolations(now, timeRoute(problem, { vehicleId: 'v118', visits, startsAt }), stopsToCome)
    }
    expect(split(accepted!).accepted.map(({ violation }) => violation.code)).toEqual(['late'])
    const later = split({ ...accepted!, startsAt: '2026-11-23T16:00:00.000Z' })
    expect(later.accepted).toEqual([])
    expect(later.violations.map(({ code }) => code)).toContain('late')
  })

  it('stay through the proposals of later searches, and add up', () => {
    const first = loosened({ pickupToleranceMinutes: 120 })
    const second = withExceptions({ ...input, content: first }, { ...strict, mostStops: null }, ana)
    expect(exceptionsIn(second)?.map(({ code }) => code)).toEqual(['late', 'max_stops'])
    expect(exceptionsIn(acceptRoutes(second, { routes: [route] }, null))).toEqual(exceptionsIn(second))
  })

  it('are those of who saves them where the plan did not have them', () => {
    const forged: PlanException = {
      code: 'max_stops',
      stopId: null,
      amount: 9,
      allowed: null,
      by: 'Somebody',
      at: '2020-01-01T00:00:00.000Z',
    }
    const before = loosened({ pickupToleranceMinutes: 120 })
    const [own] = before.routes
    const saved = withKnownExceptions(
      { routes: [{ ...own!, exceptions: [...(own?.exceptions ?? []), forged] }] },
      before,
      { by: 'Berta', at: '2026-11-23T16:00:00.000Z' },
    )
    expect(exceptionsIn(saved)?.map(({ by }) => by)).toEqual(['Ana Ruiz', 'Berta'])
  })
})
