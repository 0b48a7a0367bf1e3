import { somePlan, somePlanVehicle, someWorkspace } from '@rumbo/planning/planning.factory'
import { expect, it } from 'vitest'
import { routeViews } from '../route-view.rules.ts'
import {
  hourPixelsOf,
  labelledHours,
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
