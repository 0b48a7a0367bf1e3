import { someOrder, someOrderStop, somePlanVehicle, someWorkspace } from '@rumbo/planning/planning.factory'
import { expect, it } from 'vitest'
import { routeViews } from '../route-view.rules.ts'
import { isWithin, placesToShow, planShapes } from './plan-shapes.rules.ts'
import { partsOf } from './use-road-line.ts'

const workspace = someWorkspace({
  vehicles: [somePlanVehicle(), somePlanVehicle({ vehicleId: 'v133', vehicleNumber: '133', endPlace: null })],
  orders: [
    someOrder({ serviceId: 's1', stops: [someOrderStop({ stopId: 'a' })] }),
    someOrder({ serviceId: 's2', stops: [someOrderStop({ stopId: 'b', place: 2 })] }),
    someOrder({ serviceId: 's3', stops: [someOrderStop({ stopId: 'c', place: 2 })] }),
  ],
})
const route = (vehicleId: string, ...stops: [string, string][]) => ({
  vehicleId,
  visits: stops.map(([serviceId, stopId]) => ({ serviceId, stopId, lock: null })),
  startsAt: null,
  isLocked: false,
})
const viewsOf = (...routes: ReturnType<typeof route>[]) => routeViews({ workspace, routes, timed: new Map() })
const usual = {
  workspace,
  isReturning: true,
  unplanned: [],
  selected: new Set<string>(),
  vehicleId: null,
  roads: null,
  before: null,
}

it('draws routes from their start to their end, and orders without a route where their first stop is', () => {
  const { lines, stops, orders, depots } = planShapes({
    ...usual,
    views: viewsOf(route('v118', ['s1', 'a'], ['s2', 'b']), route('v133')),
    unplanned: workspace.orders.slice(2),
    selected: new Set(['s3']),
    vehicleId: 'v118',
  })
  expect(lines).toEqual([
    expect.objectContaining({
      name: '118',
      isStrong: true,
      points: [0, 1, 2, 0].map((at) => [workspace.places[at]?.longitude, workspace.places[at]?.latitude]),
    }),
  ])
  expect(stops.map(({ stopId, text, isStrong }) => [stopId, text, isStrong])).toEqual([
    ['a', '1', true],
    ['b', '2', true],
  ])
  expect(orders).toEqual([{ ...workspace.places[2], serviceId: 's3', isSelected: true }])
  expect(depots).toEqual([workspace.places[0]])
})

it('marks what a proposal moves, with the routes as they were', () => {
  const before = viewsOf(route('v118', ['s1', 'a'], ['s2', 'b']))
  const shapes = planShapes({
    ...usual,
    views: viewsOf(route('v118', ['s1', 'a']), route('v133', ['s2', 'b'])),
    before: { content: { routes: [...before.values()].map((view) => view.route) }, views: before },
  })
  expect(shapes.stops.map(({ stopId, isMoved }) => [stopId, isMoved])).toEqual([
    ['a', false],
    ['b', true],
  ])
  expect(shapes.former[0]).toHaveLength(4)
})

it('marks what a proposal visits earlier or later in the same route', () => {
  const before = viewsOf(route('v118', ['s1', 'a'], ['s2', 'b'], ['s3', 'c']))
  const { stops } = planShapes({
    ...usual,
    views: viewsOf(route('v118', ['s3', 'c'], ['s1', 'a'], ['s2', 'b'])),
    before: { content: { routes: [...before.values()].map((view) => view.route) }, views: before },
  })
  expect(stops.map(({ stopId, isMoved, isReordered }) => [stopId, isMoved, isReordered])).toEqual([
    ['c', false, true],
    ['a', false, false],
    ['b', false, false],
  ])
})

it('is brought to the selected route with its start and end, otherwise to all there is', () => {
  const views = viewsOf(route('v118', ['s1', 'a']), route('v133', ['s2', 'b']))
  const given = { ...usual, views, unplanned: workspace.orders.slice(2) }
  const [depot, first, second] = workspace.places
  expect(placesToShow(planShapes({ ...given, vehicleId: 'v118' }))).toEqual([depot, first, depot])
  expect(placesToShow(planShapes(given))).toEqual([first, second, second, depot])
})

it('finds what lies within a drawn ring, also one with a dent', () => {
  const ring = [
    { x: 0, y: 0 },
    { x: 10, y: 0 },
    { x: 10, y: 10 },
    { x: 5, y: 4 },
    { x: 0, y: 10 },
  ]
  expect(isWithin({ x: 2, y: 2 }, ring)).toBe(true)
  expect(isWithin({ x: 5, y: 8 }, ring)).toBe(false)
  expect(isWithin({ x: 12, y: 2 }, ring)).toBe(false)
})

it('asks for the roads of a long route in parts that share their ends', () => {
  expect(partsOf([1, 2, 3, 4, 5], 3)).toEqual([
    [1, 2, 3],
    [3, 4, 5],
  ])
  expect(partsOf([1, 2, 3, 4], 3)).toEqual([
    [1, 2, 3],
    [3, 4],
  ])
  expect(partsOf([1], 3)).toEqual([])
})
