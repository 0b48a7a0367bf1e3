import type { TimedRoute } from '@rumbo/optimizer'
import { someOrder, someOrderStop, somePlanVehicle, someWorkspace } from '@rumbo/planning/planning.factory'
import { expect, it } from 'vitest'
import { colourOf, routeViews, styleOf } from './route-view.rules.ts'

const hour = 3_600
const visit = (serviceId: string | null, stopId: string | null) => ({ serviceId, stopId, lock: null })
const timedRoute = (some: Partial<TimedRoute>): TimedRoute => ({
  vehicleId: 'v118',
  starts: 8 * hour,
  ends: 12 * hour,
  visits: [],
  breaks: [],
  metres: 12_000,
  travelling: hour,
  serving: hour,
  waiting: 0,
  violations: [],
  pastDue: { seconds: 0, stops: 0 },
  peaks: [0, 0, 0, 0],
  ...some,
})

const workspace = someWorkspace({
  vehicles: [somePlanVehicle(), somePlanVehicle({ vehicleId: 'v133', vehicleNumber: '133' })],
  orders: [
    someOrder({
      serviceId: 's1',
      state: 'under_way',
      stops: [
        someOrderStop({
          stopId: 'a',
          stopType: 'pickup',
          arrived: '2026-11-23T14:10:00.000Z',
          departed: '2026-11-23T14:15:00.000Z',
        }),
        someOrderStop({ stopId: 'b', windowEnd: '2026-11-23T15:00:00.000Z', place: 2 }),
      ],
    }),
    someOrder({ serviceId: 's2', stops: [someOrderStop({ stopId: 'c' })] }),
  ],
})

it('gives stops that were made their real times, and those to come the times of the plan', () => {
  const views = routeViews({
    workspace,
    routes: [
      {
        vehicleId: 'v118',
        visits: [visit('s1', 'a'), visit('s1', 'b'), visit(null, null), visit('s2', 'c'), visit('gone', 'x')],
        startsAt: null,
        isLocked: false,
      },
    ],
    timed: new Map([
      [
        'v118',
        timedRoute({
          visits: [
            { requestId: 's1', stop: 0, arrives: 9.5 * hour, begins: 9.5 * hour, departs: 9.6 * hour },
            { arrives: 10 * hour, begins: 10 * hour, departs: 10.2 * hour },
            { requestId: 's2', stop: 0, arrives: 11 * hour, begins: 11 * hour, departs: 11.1 * hour },
          ],
          violations: [
            { code: 'late', amount: 1_800, visit: 0, requestId: 's1', stop: 0 },
            { code: 'shift_end', amount: 60 },
          ],
          peaks: [2, 1_350, 0, 1],
        }),
      ],
    ]),
  })
  const view = views.get('v118')
  expect(
    view?.visits.map(({ number, times, ahead }) => [number, times && times.arrives / hour, ahead]),
  ).toEqual([
    [1, 8 + 1 / 6, null],
    [2, 9.5, 0],
    [0, 10, 1],
    [3, 11, 2],
    [4, null, null],
  ])
  expect(view?.visits[1]?.lateSeconds).toBe(1_800)
  expect(view?.violations.map(({ code }) => code)).toEqual(['shift_end'])
  expect(view?.wrongs).toBe(2)
  // 1,350 of 900 kg.
  expect(view?.loadShare).toBe(1.5)
  expect(view?.visits[4]?.order).toBeNull()
})

it('counts a route as wrong that nobody can time, unless all of it is over', () => {
  const viewOf = (visits: ReturnType<typeof visit>[]) =>
    routeViews({
      workspace,
      routes: [{ vehicleId: 'v118', visits, startsAt: null, isLocked: false }],
      timed: new Map(),
    }).get('v118')
  expect(viewOf([visit('s1', 'a'), visit('s2', 'c')])).toMatchObject({ isUntimed: true, wrongs: 1 })
  expect(viewOf([visit('s1', 'a'), visit(null, null)])).toMatchObject({ isUntimed: false, wrongs: 0 })
})

it('has an empty route for each vehicle without one, the same object each time', () => {
  const [one, other] = [0, 1].map(() => routeViews({ workspace, routes: [], timed: new Map() }).get('v133'))
  expect(one?.stops).toBe(0)
  expect(one?.route).toBe(other?.route)
})

it('gives routes of the same colour lines of different styles', () => {
  expect([0, 8, 16, 24].map(colourOf)).toEqual([0, 0, 0, 0])
  expect([0, 8, 16, 24].map(styleOf)).toEqual(['solid', 'dashed', 'dotted', 'solid'])
})

it('leaves routes the same objects that neither an edit nor the day changes', () => {
  const route = (vehicleId: string, stopId: string) => ({
    vehicleId,
    visits: [visit(stopId === 'c' ? 's2' : 's1', stopId)],
    startsAt: null,
    isLocked: false,
  })
  const [first, second] = [route('v118', 'b'), route('v133', 'c')]
  const timed = new Map<string, TimedRoute>()
  const before = routeViews({ workspace, routes: [first, second], timed })
  const edited = routeViews({ workspace, routes: [first, { ...second }], timed }, before)
  expect(edited.get('v118')).toBe(before.get('v118'))
  expect(edited.get('v133')).not.toBe(before.get('v133'))
  const [order, other] = workspace.orders
  const cancelled = { ...workspace, orders: [order!, { ...other!, state: 'cancelled' as const }] }
  const readAgain = routeViews({ workspace: cancelled, routes: [first, second], timed }, before)
  expect(readAgain.get('v118')).toBe(before.get('v118'))
  expect(readAgain.get('v133')?.visits[0]?.over).toBe('cancelled')
})
