import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { id, onePlace, placeFields } from './lists.ts'
import { handlings, priorities, serviceTypes } from './services.contract.ts'

/** Open services that are alike to every filter of the dispatch monitor. */
export const serviceGroup = z.object({
  /** In its list of waiting services; else in that of services with a vehicle. */
  isWaiting: z.boolean(),
  serviceType: z.enum(serviceTypes),
  priorityLevel: z.enum(priorities),
  isLate: z.boolean(),
  handling: z.enum(handlings),
  isMine: z.boolean(),
  /** The zones that contain the next stop. */
  zoneIds: z.array(id),
  count: z.number().int(),
})
export type ServiceGroup = z.infer<typeof serviceGroup>

export const listServiceGroups = endpoint({
  name: 'services.groups',
  method: 'GET',
  path: '/services-groups',
  summary:
    'How many waiting and running services of a fleet or company have which type, priority, lateness, handling and zone',
  access: 'dispatch.read',
  feature: { name: 'services', of: [{ in: 'query', fleet: 'fleetId', company: 'companyId' }] },
  query: z.strictObject(placeFields).superRefine(onePlace),
  output: z.object({
    groups: z.array(serviceGroup),
    /** The zones of the fleets, by name. */
    zones: z.array(z.object({ id, name: z.string() })),
  }),
})
