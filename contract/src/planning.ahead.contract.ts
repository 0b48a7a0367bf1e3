import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { calendarDate, id, idParams, instant, onePlace, placeFields } from './lists.ts'
import { liveVisit } from './planning.publish.contract.ts'
import { serviceStatuses, stopTypes } from './services.contract.ts'

/** What published plans still give a vehicle in their hours, or today. */
export const routeAhead = z.object({
  vehicleId: id,
  /** Services with stops that are left: under way, or reserved for the vehicle. */
  services: z.number().int(),
  /** How many of them are under way. */
  underWay: z.number().int(),
  /** The one under way whose stop comes next; null: none of them is under way. */
  currentServiceId: id.nullable(),
})
export type RouteAhead = z.infer<typeof routeAhead>
export const listRoutesAhead = endpoint({
  name: 'planning.ahead',
  method: 'GET',
  path: '/plans/ahead',
  summary: 'How many services published plans still give each vehicle of a fleet or company',
  access: 'planning.read',
  feature: { name: 'dispatch', of: [{ in: 'query', fleet: 'fleetId', company: 'companyId' }] },
  query: z.strictObject(placeFields).superRefine(onePlace),
  output: z.object({ items: z.array(routeAhead) }),
})

/** A stop that is left of a vehicle's published route, with its prediction. */
export const stopAhead = liveVisit.omit({ vehicleId: true, departed: true, isCancelled: true }).extend({
  planId: id,
  serviceNumber: z.number().int(),
  serviceStatus: z.enum(serviceStatuses),
  customerName: z.string(),
  stopType: z.enum(stopTypes),
  address: z.string(),
})
export type StopAhead = z.infer<typeof stopAhead>
export const readVehicleRoute = endpoint({
  name: 'planning.vehicleRoute',
  method: 'GET',
  path: '/vehicles/:id/route',
  summary: 'The stops that are left of a vehicle in published plans, in their order, with predictions',
  access: 'planning.read',
  feature: { name: 'dispatch', of: 'record' },
  params: idParams,
  output: z.object({
    now: instant,
    /** The plans that they come from. */
    plans: z.array(z.object({ id, name: z.string(), date: calendarDate })),
    stops: z.array(stopAhead),
  }),
  problems: ['vehicle_not_found'],
})
