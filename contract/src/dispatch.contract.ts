import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { id } from './lists.ts'
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
