import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { id, idParams, instant } from './lists.ts'
import { serviceStatuses, serviceTypes, stopTypes } from './services.contract.ts'
import { serviceTemplate } from './services.templates.contract.ts'

export const callerLimits = { services: 5, places: 8 } as const

const place = {
  address: z.string(),
  latitude: z.number(),
  longitude: z.number(),
}
/** A service of the caller, as far as it is needed to order it again. */
const pastService = z.object({
  id,
  serviceNumber: z.number().int(),
  serviceType: z.enum(serviceTypes),
  status: z.enum(serviceStatuses),
  dispatchTime: instant,
  stops: z.array(
    z.object({
      ...place,
      stopType: z.enum(stopTypes),
      reference: z.string().nullable(),
      contactName: z.string().nullable(),
      contactPhone: z.string().nullable(),
    }),
  ),
})
export type PastService = z.infer<typeof pastService>
const knownPlace = z.object({
  ...place,
  /** An address on the contact's record; others come from past services. */
  isOwn: z.boolean(),
  /** In how many of the past services. */
  uses: z.number().int(),
})
export type KnownPlace = z.infer<typeof knownPlace>

export const readCaller = endpoint({
  name: 'services.caller',
  method: 'GET',
  path: '/services/callers/:id',
  summary: 'What is known of a contact who orders: templates, recent services, own and past addresses',
  access: 'services.dispatch',
  feature: { name: 'services', of: [{ in: 'output', company: 'companyId' }] },
  params: idParams,
  output: z.object({
    companyId: id,
    /** By name. */
    templates: z.array(serviceTemplate),
    /** The latest first. */
    services: z.array(pastService),
    /** Own addresses first, then those used most. */
    places: z.array(knownPlace),
  }),
  problems: ['contact_not_found'],
})
