import type { Order, OrderStop } from '@rumbo/contract/planning.workspace.contract'
import { someOrder, someOrderStop, somePlanVehicle } from '@rumbo/planning/planning.factory'
import type { ExportedPlan, ExportedVisit } from './exported.ts'

const usualStop: Partial<OrderStop> = {
  stopId: '01930000-0000-7000-8000-000000000001',
  address: 'Paseo de la Reforma 222, Juárez',
  windowStart: '2026-11-23T15:00:00.000Z',
  windowEnd: '2026-11-23T16:30:00.000Z',
  contactName: 'Ana López',
  contactPhone: '+52 55 5512 3456',
  reference: 'Portón verde',
}
const stop = (some: Partial<OrderStop> = {}) => someOrderStop({ ...usualStop, ...some })
const order = (some: Partial<Order> = {}) =>
  someOrder({ notes: 'Tocar el timbre', requiredLoadKg: 120.5, stops: [stop()], ...some })

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
      vehicle: somePlanVehicle(),
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
      vehicle: somePlanVehicle({ vehicleId: 'v204', vehicleNumber: '204', driverName: null }),
      timed: null,
      visits: [],
    },
  ],
  ...some,
})
