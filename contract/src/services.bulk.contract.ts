import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { id, version } from './lists.ts'
import { priorities, serviceStatuses } from './services.contract.ts'
import { optionalNote } from './text.ts'

/** Services of one bulk call. */
export const serviceBulkLimit = 100
export const bulkRefusals = [
  'service_not_found',
  'service_wrong_state',
  'service_not_deletable',
  'service_has_payments',
  'service_in_closeout',
  'service_on_account',
  'stale_version',
  'fleet_denied',
  'forbidden',
  'feature_off',
  'feature_locked',
  'internal',
] as const

const change = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('dispatch') }),
  z.strictObject({
    action: z.literal('cancel'),
    by: z.enum(['client', 'driver', 'central']),
    note: optionalNote(500),
  }),
  z.strictObject({ action: z.literal('prioritise'), priorityLevel: z.enum(priorities) }),
  z.strictObject({ action: z.literal('delete') }),
])
export type ServicesChange = z.infer<typeof change>

export const changeServices = endpoint({
  name: 'services.bulk',
  method: 'POST',
  path: '/services/bulk',
  summary: 'Do the same with many services, each by itself, with a result for each',
  access: 'services.dispatch',
  feature: { name: 'services', of: 'record' },
  body: z.strictObject({
    services: z.array(z.strictObject({ id, version })).min(1).max(serviceBulkLimit),
    change,
  }),
  output: z.object({
    /** In the order of the services, each once. */
    items: z.array(
      z.object({
        id,
        /** Null where the caller may not read the service, or it was deleted before. */
        serviceNumber: z.number().int().nullable(),
        /** Null where it was done. */
        problem: z.enum(bulkRefusals).nullable(),
        /** As it now is; null where it cannot be read. */
        status: z.enum(serviceStatuses).nullable(),
      }),
    ),
  }),
})
