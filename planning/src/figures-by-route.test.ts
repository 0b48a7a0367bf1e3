import type { PlanContent } from '@rumbo/contract/planning.contract'
import { planSettings } from '@rumbo/contract/planning.contract'
import { describe, expect, it } from 'vitest'
import { figuresOf } from './figures.ts'
import { figuresByRoute, partOf } from './figures-by-route.ts'
import { someOrder, someOrderStop, somePlanVehicle, someWorkspace } from './planning.factory.ts'
import { problemOf } from './problem.ts'
import { travelOf } from './travel.ts'

const settings = planSettings.parse({})
const order = (serviceId: string, from: number, to: number) =>
  someOrder({
    serviceId,
    stops: [
      someOrderStop({ stopId: `${serviceId}-pickup`, stopType: 'pickup', place: from }),
      someOrderStop({ stopId: `${serviceId}-drop`, place: to, windowEnd: '2026-11-23T14:05:00.000Z' }),
    ],
  })
const workspace = someWorkspace({
  places: [0, 1, 2, 3, 4].map((step) => ({ latitude: 19.4 + step / 100, longitude: -99.1 })),
  orders: [order('a', 1, 2), order('b', 3, 4), order('c', 2, 4), { ...order('d', 1, 2), state: 'cancelled' }],
  vehicles: [
    somePlanVehicle({ vehicleId: 'one' }),
    somePlanVehicle({ vehicleId: 'two', endPlace: null }),
    somePlanVehicle({ vehicleId: 'ill', unfit: 'inactive' }),
  ],
})
const route = (vehicleId: string, ...ids: string[]): PlanContent['routes'][number] => ({
  vehicleId,
  startsAt: null,
  isLocked: false,
  visits: ids.flatMap((serviceId) =>
    ['pickup', 'drop'].map((kind) => ({ serviceId, stopId: `${serviceId}-${kind}`, lock: null })),
  ),
})
const content: PlanContent = { routes: [route('one', 'a', 'd'), route('two', 'b'), route('ill')] }

describe('figures route by route', () => {
  it('are those of the whole plan, to the last late stop', () => {
    const travel = travelOf(workspace.places, null)
    const whole = figuresOf(content, {
      workspace,
      problem: problemOf({ workspace, settings, travel }),
      isEstimate: travel.isEstimate,
    })
    expect(whole).toMatchObject({ vehicles: 2, orders: 2, unplanned: 1, isEstimate: true })
    expect(whole.lateStops).toBeGreaterThan(0)
    expect(figuresByRoute({ workspace, settings, content, known: null })).toEqual(whole)
  })

  it('are no estimate where roads answered for the places of the routes, whatever they did not answer for', () => {
    const places = workspace.places.slice(0, 3)
    const known = {
      travel: travelOf(places, null),
      coordinates: places.flatMap(({ latitude, longitude }) => [latitude, longitude]),
      isEstimate: false,
    }
    const isEstimate = (...routes: PlanContent['routes']) =>
      figuresByRoute({ workspace, settings, content: { routes }, known }).isEstimate
    expect(isEstimate(route('one', 'a'))).toBe(false)
    expect(isEstimate(route('one', 'a'), route('two', 'b'))).toBe(true)
    expect(isEstimate(route('one', 'a'), route('two'))).toBe(false)
  })

  it('look at the vehicle, orders and places of each route alone', () => {
    const orders = new Map(workspace.orders.map((one) => [one.serviceId, one]))
    const part = partOf(route('two', 'b', 'unknown'), workspace, orders)
    expect(
      part.vehicles.map(({ vehicleId, startPlace, endPlace }) => [vehicleId, startPlace, endPlace]),
    ).toEqual([['two', 0, null]])
    expect(part.orders.flatMap(({ stops }) => stops.map(({ place }) => part.places[place]))).toEqual([
      workspace.places[3],
      workspace.places[4],
    ])
    expect(part.places).toHaveLength(3)
    const torn = { ...workspace, places: workspace.places.slice(0, 4) }
    expect(() => partOf(route('two', 'b'), torn, orders)).toThrow(RangeError)
  })
})
