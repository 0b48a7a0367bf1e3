import type { TimedRoute } from '@rumbo/optimizer'
import {
  someOrder,
  someOrderStop,
  somePlan,
  somePlanVehicle,
  someWorkspace,
} from '@rumbo/planning/planning.factory'
import { expect, it } from 'vitest'
import { routeViews } from '../route-view.rules.ts'
import {
  barsOf,
  depotTimesOf,
  hourPixelsOf,
  labelledHours,
  marginOf,
  orderRows,
  overPlaceOf,
  secondAt,
  spanOf,
  widthOf,
  xOf,
} from './timeline.rules.ts'

const hour = 3_600

it('spans the shifts on whole hours, or the hours of the plan where there are none', () => {
  const workspace = someWorkspace({
    vehicles: [
      somePlanVehicle({ from: '2026-11-23T13:30:00.000Z', until: '2026-11-23T21:10:00.000Z' }),
      somePlanVehicle({ vehicleId: 'v2', from: null, until: null, unfit: 'no_shift' }),
    ],
  })
  const views = routeViews({ workspace, routes: [], timed: new Map() })
  expect(spanOf(somePlan(), workspace, views.values())).toEqual({ from: 7 * hour, until: 16 * hour })
  expect(spanOf(somePlan(), workspace, [])).toEqual({ from: 0, until: 24 * hour })
})

it('fits the span into the width, zooms in, and finds the second at a place', () => {
  const span = { from: 7 * hour, until: 17 * hour }
  const fitting = { span, hourPixels: hourPixelsOf(span, 1_000, 0) }
  expect(widthOf(fitting)).toBe(1_000)
  expect(xOf(fitting, 8.5 * hour)).toBe(150)
  expect(secondAt(fitting, 150)).toBe(8.5 * hour)
  expect(hourPixelsOf(span, 1_000, 4)).toBe(500)
  // Labels of a narrow day are further apart than an hour.
  expect(labelledHours({ span, hourPixels: 20 }).map((second) => second / hour)).toEqual([7, 10, 13, 16])
})

it('puts vehicles in the order of their numbers, and those that cannot be planned apart', () => {
  const vehicle = (vehicleNumber: string, unfit: 'no_shift' | null = null) =>
    somePlanVehicle({ vehicleId: vehicleNumber, vehicleNumber, unfit })
  const workspace = someWorkspace({
    vehicles: [vehicle('118'), vehicle('9'), vehicle('20', 'no_shift'), vehicle('30', 'no_shift')],
  })
  const routes = [
    {
      vehicleId: '30',
      visits: [{ serviceId: 's1', stopId: 'stop-1', lock: null }],
      startsAt: null,
      isLocked: false,
    },
  ]
  const { planned, unfit } = orderRows(routeViews({ workspace, routes, timed: new Map() }).values())
  expect(planned.map(({ vehicleId }) => vehicleId)).toEqual(['9', '30', '118'])
  expect(unfit.map(({ vehicleId }) => vehicleId)).toEqual(['20'])
})

it('shows stops that are over behind what comes before them, else before what comes next, beside each other', () => {
  const at = (arrives: number) => ({ times: { arrives, begins: arrives, departs: arrives + 60 }, over: null })
  const over = { times: null, over: 'cancelled' as const }
  const untimed = { times: null, over: null }
  const visits = [over, over, at(100), untimed, over, at(400), over, over]
  const places = visits.map((_, index) => overPlaceOf(visits, index))
  expect([0, 1, 4, 6, 7].map((index) => places[index])).toEqual([
    { second: 100, nth: 0 },
    { second: 100, nth: 1 },
    { second: 160, nth: 0 },
    { second: 460, nth: 0 },
    { second: 460, nth: 1 },
  ])
  expect(overPlaceOf([over], 0)).toEqual({ second: null, nth: 0 })
})

/** Two services on one vehicle: `a` has a pickup and a drop, each with a window, `b` a drop with a window that only ends. */
const day = someWorkspace({
  orders: [
    someOrder({
      serviceId: 's1',
      stops: [
        someOrderStop({
          stopId: 'a1',
          stopType: 'pickup',
          windowStart: '2026-11-23T15:00:00.000Z',
          windowEnd: '2026-11-23T16:00:00.000Z',
        }),
        someOrderStop({ stopId: 'a2', place: 2, windowStart: '2026-11-23T16:00:00.000Z' }),
      ],
    }),
    someOrder({
      serviceId: 's2',
      stops: [someOrderStop({ stopId: 'b', windowEnd: '2026-11-23T18:00:00.000Z' })],
    }),
  ],
})
const route = {
  vehicleId: 'v118',
  visits: [
    { serviceId: 's1', stopId: 'a1', lock: null },
    { serviceId: 's1', stopId: 'a2', lock: null },
    { serviceId: 's2', stopId: 'b', lock: null },
  ],
  startsAt: null,
  isLocked: false,
}
const timedRoute: TimedRoute = {
  vehicleId: 'v118',
  starts: 8 * hour,
  ends: 11 * hour,
  metres: 9_000,
  waiting: 1_830,
  visits: [
    { requestId: 's1', stop: 0, arrives: 8.5 * hour, begins: 9 * hour, departs: 9.1 * hour },
    { requestId: 's1', stop: 1, arrives: 10 * hour, begins: 10 * hour + 30, departs: 10.1 * hour },
    { requestId: 's2', stop: 0, arrives: 10.4 * hour, begins: 10.4 * hour, departs: 10.5 * hour },
  ],
  breaks: [{ begins: 9.2 * hour, ends: 9.7 * hour }],
  violations: [],
  pastDue: { seconds: 0, stops: 0 },
  peaks: [],
} as unknown as TimedRoute
const viewOf = (timed: TimedRoute | null = timedRoute, workspace = day) => {
  const view = routeViews({
    workspace,
    routes: [route],
    timed: new Map(timed === null ? [] : [['v118', timed]]),
  }).get('v118')
  if (!view) throw new Error('no route')
  return view
}

it('has a bar of travel from start to end, over it where it waits a minute or more and where it rests', () => {
  expect(barsOf(viewOf())).toEqual([
    { kind: 'travel', from: 8 * hour, until: 11 * hour },
    { kind: 'waiting', from: 8.5 * hour, until: 9 * hour },
    { kind: 'break', from: 9.2 * hour, until: 9.7 * hour },
  ])
  expect(barsOf(viewOf(null))).toEqual([])
  expect(barsOf(viewOf({ ...timedRoute, visits: [] }))).toEqual([])
})

it('has a bar of its own for what was driven already', () => {
  const made = { arrived: '2026-11-23T14:10:00.000Z', departed: '2026-11-23T14:20:00.000Z' }
  const [first, second] = day.orders
  if (!first || !second) throw new Error('no orders')
  const [pickup, drop] = first.stops
  const under = {
    ...day,
    orders: [
      {
        ...first,
        stops: [
          { ...(pickup as (typeof first.stops)[0] & object), ...made },
          {
            ...(drop as (typeof first.stops)[0] & object),
            arrived: '2026-11-23T14:50:00.000Z',
            departed: '2026-11-23T15:00:00.000Z',
          },
        ],
      },
      second,
    ],
  }
  const rest = { ...timedRoute, starts: 9 * hour, visits: timedRoute.visits.slice(2), breaks: [] }
  expect(barsOf(viewOf(rest, under))).toEqual([
    { kind: 'travel', from: 8 * hour + 600, until: 9 * hour },
    { kind: 'travel', from: 9 * hour, until: 11 * hour },
  ])
})

it('gives windows as seconds of the plan, and the margin of the first window of a service alone', () => {
  const { visits } = viewOf()
  expect(visits.map(({ window }) => window)).toEqual([
    { from: 9 * hour, until: 10 * hour },
    { from: 10 * hour, until: null },
    { from: null, until: 12 * hour },
  ])
  expect(visits.map(marginOf)).toEqual([8.5 * hour, null, null])
})

it('leaves and returns to the depot where the route does', () => {
  const at = { depotPlace: 0, isReturning: true }
  expect(depotTimesOf(viewOf(), at)).toEqual({ leaves: 8 * hour, returns: 11 * hour })
  expect(depotTimesOf(viewOf(), { ...at, isReturning: false })).toEqual({ leaves: 8 * hour, returns: null })
  const none = { leaves: null, returns: null }
  expect(depotTimesOf(viewOf(), { ...at, depotPlace: null })).toEqual(none)
  expect(depotTimesOf(viewOf(null), at)).toEqual(none)
  // It is under way, and drives back.
  const away = { ...viewOf(), vehicle: somePlanVehicle({ startPlace: 2, endPlace: 0 }) }
  expect(depotTimesOf(away, at)).toEqual({ leaves: null, returns: 11 * hour })
})
