import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { id, instant, onePlace, placeFields } from './lists.ts'
import { serviceTypes, stopTypes } from './services.contract.ts'

/** What a vehicle is doing: the service it is assigned to or carries out, of which it has one at most. */
export const currentService = z.object({
  vehicleId: id,
  serviceId: id,
  serviceNumber: z.number().int(),
  customerName: z.string(),
  serviceType: z.enum(serviceTypes),
  status: z.enum(['vehicle_assigned', 'in_progress']),
  statusSince: instant,
  /** Of the service; else the primary driver of the vehicle. */
  driverName: z.string().nullable(),
  /** The first stop that was not left, or the last once all were. */
  nextStop: z
    .object({
      /** From 1, of `count` stops. */
      number: z.number().int(),
      count: z.number().int(),
      stopType: z.enum(stopTypes),
      address: z.string(),
      latitude: z.number(),
      longitude: z.number(),
    })
    .nullable(),
})
export type CurrentService = z.infer<typeof currentService>

export const listCurrentServices = endpoint({
  name: 'services.current',
  method: 'GET',
  path: '/services-current',
  summary: 'The current service of each vehicle of a fleet or company that has one',
  access: 'services.read',
  feature: { name: 'services', of: [{ in: 'query', fleet: 'fleetId', company: 'companyId' }] },
  query: z.strictObject(placeFields).superRefine(onePlace),
  output: z.object({ items: z.array(currentService) }),
})
