import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { id, idParams, instant, version } from './lists.ts'
import { service } from './services.contract.ts'
import { nameText, optionalNote } from './text.ts'

/** Newest changes of a service that its history shows. */
export const changesOfService = 500
const stopParams = z.strictObject({ id, stopId: id })
const ofService = {
  name: 'services',
  of: [{ in: 'output', fleet: 'fleetId', company: 'companyId' }],
} as const

export const correctStop = endpoint({
  name: 'services.correctStop',
  method: 'POST',
  path: '/services/:id/stops/:stopId/correct',
  summary:
    'Record or correct by hand when a stop was executed, with the reason; also after the service was completed',
  access: 'services.dispatch',
  feature: ofService,
  params: stopParams,
  body: z.strictObject({
    version,
    arrived: instant,
    /** Null: the vehicle is still there, or nobody knows. */
    departed: instant.nullable().default(null),
    /** Metres driven since the arrival at the stop before. */
    distance: z.number().min(0).max(10_000_000).nullable().default(null),
    notes: optionalNote(500),
    reason: nameText(300),
  }),
  output: service,
  problems: ['service_not_found', 'stop_not_found', 'service_wrong_state', 'stale_version'],
})
export const cancelStop = endpoint({
  name: 'services.cancelStop',
  method: 'POST',
  path: '/services/:id/stops/:stopId/cancel',
  summary: 'Cancel one stop of a service that is not final; the others stay',
  access: 'services.dispatch',
  feature: ofService,
  params: stopParams,
  body: z.strictObject({
    version,
    by: z.enum(['client', 'driver', 'central']).default('central'),
    note: optionalNote(500),
  }),
  output: service,
  problems: [
    'service_not_found',
    'stop_not_found',
    'stop_recorded',
    'last_stop',
    'service_wrong_state',
    'stale_version',
  ],
})

export const serviceChange = z.object({
  id,
  at: instant,
  /** Null: the system itself. */
  by: z.string().nullable(),
  /** The network address of the person; null for the system, and for readers who may not dispatch. */
  address: z.string().nullable(),
  /** `service.created`, `service.stop_arrived` */
  action: z.string(),
  /** Field by field: before and after. */
  changes: z.record(z.string(), z.tuple([z.unknown(), z.unknown()])),
})
export type ServiceChange = z.infer<typeof serviceChange>

export const listServiceChanges = endpoint({
  name: 'services.changes',
  method: 'GET',
  path: '/services/:id/changes',
  summary: 'The history of a service, newest first: what changed, who changed it, when and from where',
  access: 'services.read',
  feature: { name: 'services', of: 'record' },
  params: idParams,
  output: z.object({ items: z.array(serviceChange).max(changesOfService) }),
  problems: ['service_not_found'],
})
