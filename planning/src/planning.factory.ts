import { type Plan, planSettings } from '@rumbo/contract/planning.contract'
import type { LeftOutReason } from '@rumbo/contract/planning.runs.contract'
import type {
  Order,
  OrderStop,
  PlanVehicle,
  PlanWorkspace,
} from '@rumbo/contract/planning.workspace.contract'
import { unknownReason } from './reasons.ts'

const planId = '0193a000-0000-7000-8000-000000000001'

/** A stop of an order for tests: a drop at the second place. */
export const someOrderStop = (some: Partial<OrderStop> = {}): OrderStop => ({
  stopId: 'stop-1',
  stopType: 'drop',
  address: 'Paseo de la Reforma 222',
  place: 1,
  windowStart: null,
  windowEnd: null,
  serviceMinutes: null,
  contactName: null,
  contactPhone: null,
  reference: null,
  arrived: null,
  departed: null,
  isCancelled: false,
  ...some,
})

/** An open order for tests: a delivery to one place. */
export const someOrder = (some: Partial<Order> = {}): Order => ({
  serviceId: 's1',
  serviceNumber: 20431,
  serviceType: 'delivery',
  priorityLevel: 'medium',
  status: 'created',
  state: 'open',
  customerName: 'Café Progreso',
  notes: null,
  dispatchTime: '2026-11-23T14:00:00.000Z',
  requiredVehicleType: null,
  requiredSeats: null,
  requiredSkills: [],
  requiredLoadKg: null,
  requiredLoadM3: null,
  seriesId: null,
  assignedVehicleId: null,
  onlyVehicleIds: null,
  zoneName: null,
  otherPlanId: null,
  stops: [someOrderStop()],
  ...some,
})

/** An open order for tests that goes from the second place to the third; its stops are named after it. */
export const somePickupAndDrop = (serviceId: string, some: Partial<Order> = {}): Order =>
  someOrder({
    serviceId,
    stops: [
      someOrderStop({ stopId: `${serviceId}-pickup`, stopType: 'pickup', place: 1 }),
      someOrderStop({ stopId: `${serviceId}-drop`, place: 2 }),
    ],
    ...some,
  })

/** A vehicle on shift from 08:00 to 16:00 of Mexico City, which starts and ends at the first place. */
export const somePlanVehicle = (some: Partial<PlanVehicle> = {}): PlanVehicle => ({
  vehicleId: 'v118',
  vehicleNumber: '118',
  plateNumber: 'A-118',
  type: 'van',
  seats: 8,
  loadKg: 900,
  loadM3: null,
  skills: [],
  driverId: 'd1',
  driverName: 'R. Íñiguez',
  shiftId: 'shift-1',
  from: '2026-11-23T14:00:00.000Z',
  until: '2026-11-23T22:00:00.000Z',
  breaks: [],
  startPlace: 0,
  endPlace: 0,
  unfit: null,
  ...some,
})

/** The day of a plan for tests, which begins at midnight of Mexico City. */
export const someWorkspace = (some: Partial<PlanWorkspace> = {}): PlanWorkspace => ({
  planId,
  timeZone: 'America/Mexico_City',
  origin: '2026-11-23T06:00:00.000Z',
  now: '2026-11-22T18:00:00.000Z',
  places: [
    { latitude: 19.4326, longitude: -99.1332 },
    { latitude: 19.4284, longitude: -99.1627 },
    { latitude: 19.4361, longitude: -99.1547 },
  ],
  depotPlace: 0,
  orders: [someOrder()],
  vehicles: [somePlanVehicle()],
  warnings: [],
  isCut: false,
  ...some,
})

/** Why an order was left out for tests: no vehicle has nine seats. */
export const someLeftOut = (some: Partial<LeftOutReason> = {}): LeftOutReason => ({
  ...unknownReason,
  serviceId: 's1',
  code: 'capacity',
  ...(some.code === undefined && { dimension: 'seats', needed: 9, largest: 4 }),
  ...some,
})
/** An empty draft of 23 November for tests. */
export const somePlan = (some: Partial<Plan> = {}): Plan => ({
  id: planId,
  companyId: 'c1',
  fleetId: 'f1',
  date: '2026-11-23',
  name: 'Turno matutino',
  startTime: null,
  endTime: null,
  from: '2026-11-23T06:00:00.000Z',
  until: '2026-11-24T06:00:00.000Z',
  status: 'draft',
  figures: null,
  publishedAt: null,
  publishedBy: null,
  scheduleId: null,
  createdAt: '2026-11-22T18:00:00.000Z',
  updatedAt: '2026-11-22T18:00:00.000Z',
  updatedBy: 'Ana Ruiz',
  version: 3,
  settings: planSettings.parse({}),
  content: { routes: [] },
  ...some,
})
