import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { id, instant } from './lists.ts'
import { vehicleStatuses } from './vehicles.contract.ts'

export const exclusionReasons = ['status', 'no_position', 'stale_position'] as const
/** A vehicle weighed for a service. Arrival is an estimate from the straight line until a road engine answers. */
export const candidate = z.object({
  vehicleId: id,
  vehicleNumber: z.string(),
  plateNumber: z.string(),
  type: z.string(),
  status: z.enum(vehicleStatuses),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  distanceMetres: z.number().nullable(),
  arrivalSeconds: z.number().nullable(),
  isEstimate: z.boolean(),
  isEligible: z.boolean(),
  reasons: z.array(z.enum(exclusionReasons)),
})
export type Candidate = z.infer<typeof candidate>
export const listCandidates = endpoint({
  name: 'dispatch.candidates',
  method: 'GET',
  path: '/services/:serviceId/candidates',
  summary: 'Vehicles of the service’s fleet, best first, those that cannot be assigned last with the reason',
  access: 'services.dispatch',
  feature: 'dispatch',
  params: z.strictObject({ serviceId: id }),
  output: z.object({ items: z.array(candidate) }),
  problems: ['service_not_found'],
})

/** What lies ahead is told for so many spans of so many minutes each. */
export const outlookQuarters = 8
export const outlookQuarterMinutes = 15
export const outlookQuarter = z.object({
  at: instant,
  /** Booked services to be dispatched within, not yet under way. */
  services: z.number().int(),
  /** Vehicles that could serve: not inactive, in maintenance or out of service, and allowed on the road throughout. */
  units: z.number().int(),
})
export type OutlookQuarter = z.infer<typeof outlookQuarter>
export const readOutlook = endpoint({
  name: 'dispatch.outlook',
  method: 'GET',
  path: '/dispatch/outlook',
  summary: 'Booked services of a fleet in the next two hours, against the vehicles that could serve then',
  access: 'dispatch.read',
  feature: 'services',
  query: z.strictObject({ fleetId: id }),
  output: z.object({
    /** The quarter of an hour it is now, and those after it; all zero for a fleet out of reach. */
    quarters: z.array(outlookQuarter).length(outlookQuarters),
    /** Services without a vehicle that should have been dispatched before the first quarter. */
    overdue: z.number().int(),
  }),
})
