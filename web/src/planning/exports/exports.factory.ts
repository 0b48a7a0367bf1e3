import type { Order, OrderStop, PlanVehicle } from '@rumbo/contract/planning.workspace.contract'
import type { ExportedPlan, ExportedVisit } from './exported.ts'

const stop = (some: Partial<OrderStop> = {}): OrderStop => ({
  stopId: '01930000-0000-7000-8000-000000000001',
  stopType: 'drop',
  address: 'Paseo de la Reforma 222, Juárez',
  place: 1,
  windowStart: '2026-11-23T15:00:00.000Z',
  windowEnd: '2026-11-23T16:30:00.000Z',
  serviceMinutes: null,
  contactName: 'Ana López',
  contactPhone: '+52 55 5512 3456',
  reference: 'Portón verde',
  arrived: null,
  departed: null,
  isCancelled: false,
  ...some,
})
const order = (some: Partial<Order> = {}): Order => ({
  serviceId: 's1',
  serviceNumber: 20431,
  serviceType: 'delivery',
  priorityLevel: 'medium',
  status: 'created',
  state: 'open',
  customerName: 'Café Progreso',
  notes: 'Tocar el timbre',
  dispatchTime: '2026-11-23T14:00:00.000Z',
  requiredVehicleType: null,
  requiredSeats: null,
  requiredSkills: [],
  requiredLoadKg: 120.5,
  requiredLoadM3: null,
  seriesId: null,
  assignedVehicleId: null,
  onlyVehicleIds: null,
  zoneName: null,
  otherPlanId: null,
  stops: [stop()],
  ...some,
})
const vehicle = (some: Partial<PlanVehicle> = {}): PlanVehicle => ({
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

/** A visit for tests: the first of its route, from 09:10 to 09:15 of Mexico City. */
export const someVisit = (
  some: Partial<Omit<ExportedVisit, 'order' | 'stop'>> & {
    order?: Partial<Order> | null
    stop?: Partial<OrderStop> | null
  } = {},
): ExportedVisit => ({
  number: 1,
  place: { latitude: 19.4284, longitude: -99.1627 },
  times: { arrives: 33_000, begins: 33_000, departs: 33_300 },
  ...some,
  order: some.order === null ? null : order(some.order),
  stop: some.stop === null ? null : stop(some.stop),
})

/** A plan for tests: vehicle 118 with a delivery, a reload and a second delivery; vehicle 204 without stops. */
export const someExportedPlan = (some: Partial<ExportedPlan> = {}): ExportedPlan => ({
  id: 'p1',
  name: 'Turno matutino',
  date: '2026-11-23',
  version: 7,
  origin: '2026-11-23T06:00:00.000Z',
  timeZone: 'America/Mexico_City',
  routes: [
    {
      vehicleId: 'v118',
      vehicle: vehicle(),
      timed: { starts: 32_400, ends: 36_600, metres: 18_250 },
      visits: [
        someVisit(),
        someVisit({
          number: 0,
          order: null,
          stop: null,
          times: { arrives: 34_000, begins: 34_000, departs: 34_900 },
        }),
        someVisit({
          number: 2,
          order: { serviceId: 's2', serviceNumber: 20432, customerName: '=SUMA(A1)', notes: null },
          stop: {
            stopId: '01930000-0000-7000-8000-000000000002',
            address: 'Hamburgo 10; int. 3',
            windowStart: null,
            windowEnd: null,
            contactName: null,
            contactPhone: null,
            reference: null,
          },
          times: { arrives: 36_000, begins: 36_000, departs: 36_300 },
        }),
      ],
    },
    {
      vehicleId: 'v204',
      vehicle: vehicle({ vehicleId: 'v204', vehicleNumber: '204', driverName: null }),
      timed: null,
      visits: [],
    },
  ],
  ...some,
})
