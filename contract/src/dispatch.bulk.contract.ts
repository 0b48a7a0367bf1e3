import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { id, version } from './lists.ts'
import { bulkRefusals, serviceBulkLimit } from './services.bulk.contract.ts'
import { serviceStatuses } from './services.contract.ts'

/** `no_vehicle`: the engine's rules permit none, or the permitted ones serve others of the same call better. */
export const waitingRefusals = [
  ...bulkRefusals,
  'no_vehicle',
  'vehicle_not_assignable',
  'vehicle_other_type',
  'vehicle_few_seats',
  'vehicle_small_load',
  'vehicle_lacks_skills',
  'vehicle_insurance_expired',
  'vehicle_permit_expired',
  'driver_inactive',
  'driver_licence_missing',
  'driver_licence_expired',
  'driver_hours_exceeded',
  'driver_on_break',
] as const
/** `hold` keeps a waiting service from the engine until `release`; a person may assign it all the same. */
export const waitingChanges = ['assign', 'hold', 'release'] as const
export type WaitingChange = (typeof waitingChanges)[number]

export const changeWaiting = endpoint({
  name: 'dispatch.bulk',
  method: 'POST',
  path: '/dispatch/bulk',
  summary:
    'Assign the best vehicles to many waiting services, at the least total cost, or keep them from the engine; with a result for each',
  access: 'services.dispatch',
  feature: { name: 'dispatch', of: 'record' },
  body: z.strictObject({
    services: z.array(z.strictObject({ id, version })).min(1).max(serviceBulkLimit),
    action: z.enum(waitingChanges),
  }),
  output: z.object({
    /** In the order of the services, each once. */
    items: z.array(
      z.object({
        id,
        /** Null where the caller may not read the service. */
        serviceNumber: z.number().int().nullable(),
        /** Null where it was done. */
        problem: z.enum(waitingRefusals).nullable(),
        /** As it now is; null where it cannot be read. */
        status: z.enum(serviceStatuses).nullable(),
        /** The vehicle it now has. */
        vehicleNumber: z.string().nullable(),
      }),
    ),
  }),
})
