import { type Plan, type PlanRoute, type PlanVisit, planSettings } from '@rumbo/contract/planning.contract'
import type { PlanRun } from '@rumbo/contract/planning.runs.contract'
import type { Order, PlanVehicle, PlanWorkspace } from '@rumbo/contract/planning.workspace.contract'

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
export function somePlan(some: Partial<Plan> = {}): Plan {
  return {
    id: 'p1',
    companyId: 'c1',
    fleetId: 'f1',
    date: day,
    name: 'Lunes',
    startTime: null,
    endTime: null,
    from: `${day}T06:00:00.000Z`,
    until: '2031-03-04T06:00:00.000Z',
    status: 'draft',
    figures: null,
    publishedAt: null,
    publishedBy: null,
    scheduleId: null,
    createdAt: `${day}T00:00:00.000Z`,
    updatedAt: `${day}T00:00:00.000Z`,
    updatedBy: null,
    version: 1,
    settings: planSettings.parse({ isReturning: false }),
    content: { routes: [someRoute('v118', 's12a s12b'), someRoute('v121', 's13a s13b')] },
    ...some,
  }
}

/** A service of a day for tests, from one place to the next. */
function someOrder(number: number, some: Partial<Order> = {}, places: [number, number] = [0, 1]): Order {
  const stop = (letter: 'a' | 'b', place: number) => ({
    stopId: `s${number}${letter}`,
    stopType: letter === 'a' ? ('pickup' as const) : ('drop' as const),
    address: `Calle ${number}${letter}`,
    place,
    windowStart: null,
    windowEnd: null,
    serviceMinutes: null,
    contactName: null,
    contactPhone: null,
    reference: null,
    arrived: null,
    departed: null,
    isCancelled: false,
  })
  return {
    serviceId: `s${number}`,
    serviceNumber: number,
    serviceType: 'shuttle',
    priorityLevel: 'medium',
    status: 'created',
    state: 'open',
    customerName: `Cliente ${number}`,
    notes: null,
    dispatchTime: `${day}T14:00:00.000Z`,
    requiredVehicleType: null,
    requiredSeats: 1,
    requiredSkills: [],
    requiredLoadKg: null,
    requiredLoadM3: null,
    seriesId: null,
    assignedVehicleId: null,
    onlyVehicleIds: null,
    zoneName: null,
    otherPlanId: null,
    stops: [stop('a', places[0]), stop('b', places[1])],
    ...some,
  }
}

function somePlanVehicle(number: number, some: Partial<PlanVehicle> = {}): PlanVehicle {
  return {
    vehicleId: `v${number}`,
    vehicleNumber: String(number),
    plateNumber: `ABC-${number}`,
    type: 'van',
    seats: 4,
    loadKg: null,
    loadM3: null,
    skills: [],
    driverId: null,
    driverName: null,
    shiftId: null,
    from: `${day}T12:00:00.000Z`,
    until: '2031-03-04T04:00:00.000Z',
    breaks: [],
    startPlace: 0,
    endPlace: 0,
    unfit: null,
    ...some,
  }
}

/** The day of `somePlan`: service 14 is unplanned, and 15 needs more seats than any vehicle has. */
export function someWorkspace(some: Partial<PlanWorkspace> = {}): PlanWorkspace {
  return {
    planId: 'p1',
    timeZone: 'America/Mexico_City',
    origin: `${day}T06:00:00.000Z`,
    now: `${day}T06:00:00.000Z`,
    places: [0, 1, 2, 3, 4, 5].map((at) => ({ latitude: 19.4 + at / 100, longitude: -99.1 })),
    depotPlace: null,
    orders: [
      someOrder(12, {}, [0, 1]),
      someOrder(13, {}, [2, 3]),
      someOrder(14, {}, [4, 5]),
      someOrder(15, { requiredSeats: 9 }, [1, 5]),
    ],
    vehicles: [somePlanVehicle(118), somePlanVehicle(121)],
    warnings: [],
    isCut: false,
    ...some,
  }
}

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
    leftOut: [
      {
        serviceId: 's15',
        code: 'capacity',
        missing: [],
        dimension: 'seats',
        needed: 9,
        largest: 4,
        late: null,
        vehicleId: null,
        stopId: null,
      },
    ],
    iterations: 1_000,
    failure: null,
    relaxedVehicleIds: [],
    resumed: 0,
    ...some,
  }
}
