import { type Plan, type PlanRoute, type PlanVisit, planSettings } from '@rumbo/contract/planning.contract'
import type { PlanRun } from '@rumbo/contract/planning.runs.contract'
import type { Order, PlanVehicle, PlanWorkspace } from '@rumbo/contract/planning.workspace.contract'
import {
  someLeftOut,
  someOrder,
  someOrderStop,
  somePlan,
  somePlanVehicle,
  someWorkspace,
} from '@rumbo/planning/planning.factory'

const day = '2031-03-03'

const someVisit = (stopId: string, lock: PlanVisit['lock'] = null): PlanVisit => ({
  serviceId: stopId.slice(0, -1),
  stopId,
  lock,
})

/** The route of a vehicle with stops such as `s12a`, the first one of the service `s12`. */
export const someRoute = (vehicleId: string, stops: string, more: Partial<PlanRoute> = {}): PlanRoute => ({
  vehicleId,
  visits: stops
    .split(' ')
    .filter(Boolean)
    .map((stopId) => someVisit(stopId)),
  startsAt: null,
  isLocked: false,
  ...more,
})

/** A plan for tests: the services 12 and 13 on the vehicles 118 and 121. */
export const editedPlan = (some: Partial<Plan> = {}): Plan =>
  somePlan({
    id: 'p1',
    date: day,
    name: 'Lunes',
    from: `${day}T06:00:00.000Z`,
    until: '2031-03-04T06:00:00.000Z',
    version: 1,
    settings: planSettings.parse({ isReturning: false }),
    content: { routes: [someRoute('v118', 's12a s12b'), someRoute('v121', 's13a s13b')] },
    ...some,
  })

/** A service of a day for tests, from one place to the next. */
function ride(number: number, some: Partial<Order> = {}, places: [number, number] = [0, 1]): Order {
  const stop = (letter: 'a' | 'b', place: number) =>
    someOrderStop({
      stopId: `s${number}${letter}`,
      stopType: letter === 'a' ? 'pickup' : 'drop',
      address: `Calle ${number}${letter}`,
      place,
    })
  return someOrder({
    serviceId: `s${number}`,
    serviceNumber: number,
    serviceType: 'shuttle',
    customerName: `Cliente ${number}`,
    dispatchTime: `${day}T14:00:00.000Z`,
    requiredSeats: 1,
    stops: [stop('a', places[0]), stop('b', places[1])],
    ...some,
  })
}

const vehicle = (number: number): PlanVehicle =>
  somePlanVehicle({
    vehicleId: `v${number}`,
    vehicleNumber: String(number),
    plateNumber: `ABC-${number}`,
    seats: 4,
    loadKg: null,
    driverId: null,
    driverName: null,
    shiftId: null,
    from: `${day}T12:00:00.000Z`,
    until: '2031-03-04T04:00:00.000Z',
  })

/** The day of `editedPlan`: service 14 is unplanned, and 15 needs more seats than any vehicle has. */
export const editedDay = (some: Partial<PlanWorkspace> = {}): PlanWorkspace =>
  someWorkspace({
    planId: 'p1',
    origin: `${day}T06:00:00.000Z`,
    now: `${day}T06:00:00.000Z`,
    places: [0, 1, 2, 3, 4, 5].map((at) => ({ latitude: 19.4 + at / 100, longitude: -99.1 })),
    depotPlace: null,
    orders: [
      ride(12, {}, [0, 1]),
      ride(13, {}, [2, 3]),
      ride(14, {}, [4, 5]),
      ride(15, { requiredSeats: 9 }, [1, 5]),
    ],
    vehicles: [vehicle(118), vehicle(121)],
    ...some,
  })

/** A search that ended with a proposal: service 14 on vehicle 118. */
export function someRun(some: Partial<PlanRun> = {}): PlanRun {
  const figures = {
    vehicles: 2,
    orders: 3,
    unplanned: 1,
    metres: 8_200,
    workSeconds: 5_400,
    waitingSeconds: 0,
    lateStops: 0,
    lateSeconds: 0,
    loadShare: 0.4,
    violations: 0,
    isEstimate: false,
  }
  return {
    id: 'r1',
    planId: 'p1',
    mode: 'insert',
    seconds: 5,
    status: 'finished',
    planVersion: 1,
    travelShare: 1,
    startedBy: 'Ana',
    createdAt: `${day}T06:00:00.000Z`,
    searchingSince: `${day}T06:00:01.000Z`,
    endedAt: `${day}T06:00:06.000Z`,
    isStopped: false,
    points: [
      { at: 0, cost: 9_000, vehicles: 2, metres: 10_000, unplanned: 2 },
      { at: 2, cost: 7_000, vehicles: 2, metres: 8_200, unplanned: 1 },
    ],
    content: { routes: [someRoute('v118', 's12a s12b s14a s14b'), someRoute('v121', 's13a s13b')] },
    figures,
    figuresBefore: { ...figures, orders: 2, unplanned: 2, metres: 10_000, lateStops: 3 },
    leftOut: [someLeftOut({ serviceId: 's15' })],
    iterations: 1_000,
    failure: null,
    relaxedVehicleIds: [],
    resumed: 0,
    ...some,
  }
}
