import * as z from 'zod'
import { chargeLine } from './billing.contract.ts'
import { endpoint } from './endpoint.ts'
import { phone } from './identity.contract.ts'
import { languages } from './identity.users.contract.ts'
import { done, id, idParams, instant } from './lists.ts'
import { readBasemap } from './places.contract.ts'
import {
  executedStatuses,
  paymentMethods,
  paymentStatuses,
  serviceStatuses,
  serviceTypes,
  stopTypes,
} from './services.contract.ts'
import { pin } from './services.proofs.contract.ts'
import { optionalNote } from './text.ts'
import { vehicleColors } from './vehicles.contract.ts'

/** Links of one service that are open at the same time; one more closes the oldest. */
export const maxOpenLinks = 5
/** A link stays open this long after the service ended. */
export const linkHoursAfterEnd = 1
export const ratingCommentLength = 500

export const trackingLink = z.object({
  id,
  language: z.enum(languages),
  createdAt: instant,
  createdBy: z.string().nullable(),
  /** When a customer first opened it. */
  openedAt: instant.nullable(),
  status: z.enum(['open', 'revoked', 'expired']),
})
export type TrackingLink = z.infer<typeof trackingLink>

const rating = z.object({ stars: z.number().int(), comment: z.string().nullable(), ratedAt: instant })

export const readTracking = endpoint({
  name: 'tracking.read',
  method: 'GET',
  path: '/services/:id/tracking',
  summary: 'The customer’s rating of a service; and, for those who may dispatch, its tracking links',
  access: 'services.read',
  feature: { name: 'services', of: 'record' },
  params: idParams,
  output: z.object({
    /** Newest first, the twenty latest; empty for those who may not dispatch. */
    links: z.array(trackingLink),
    rating: rating.nullable(),
    /** Of the latest link to the same customer, else Spanish. */
    language: z.enum(languages),
    /** Whether text messages can be sent from here. */
    hasTextMessages: z.boolean(),
  }),
  problems: ['service_not_found'],
})

export const createLink = endpoint({
  name: 'tracking.createLink',
  method: 'POST',
  path: '/services/:id/tracking-links',
  summary: 'Make a link for the customer; its address is answered once and not stored',
  access: 'services.dispatch',
  feature: { name: 'services', of: 'record' },
  params: idParams,
  body: z.strictObject({
    language: z.enum(languages),
    /** Send it by e-mail to this address. */
    email: z.email().max(254).nullable().default(null),
    /** Send it as a text message to this number. */
    phone: phone.nullable().default(null),
  }),
  status: 201,
  output: z.object({ link: trackingLink, url: z.string() }),
  isRepeatable: false,
  limit: { calls: 60, seconds: 60 },
  problems: ['service_not_found', 'service_wrong_state', 'channel_not_configured'],
})

export const revokeLink = endpoint({
  name: 'tracking.revokeLink',
  method: 'DELETE',
  path: '/services/:id/tracking-links/:linkId',
  summary: 'Close a link',
  access: 'services.dispatch',
  feature: { name: 'services', of: 'record' },
  params: z.strictObject({ id, linkId: id }),
  output: done,
  problems: ['service_not_found', 'not_found'],
})

/** Whatever stands in the address: texts that are no token get the answer of unknown ones. */
const tokenParams = z.strictObject({ token: z.string() })

/** What the holder of a link sees: this service only, and nobody's data but the customer's own. */
export const trackedService = z.object({
  companyName: z.string(),
  companyPhone: z.string().nullable(),
  language: z.enum(languages),
  timeZone: z.string(),
  serviceNumber: z.number().int(),
  serviceType: z.enum(serviceTypes),
  status: z.enum(serviceStatuses),
  statusSince: instant,
  dispatchTime: instant,
  stops: z.array(
    z.object({
      number: z.number().int(),
      stopType: z.enum(stopTypes),
      address: z.string(),
      latitude: z.number(),
      longitude: z.number(),
      status: z.enum(['pending', ...executedStatuses]),
      at: instant.nullable(),
    }),
  ),
  /** What the customer says to the driver; null where none is required, and once the service has ended. */
  pin: pin.nullable(),
  vehicle: z
    .object({
      number: z.string(),
      plate: z.string(),
      color: z.enum(vehicleColors),
      make: z.string(),
      model: z.string(),
    })
    .nullable(),
  driverFirstName: z.string().nullable(),
  /** Null unless the vehicle is on this service, its time is near and the fix is recent. */
  position: z
    .object({
      latitude: z.number(),
      longitude: z.number(),
      heading: z.number().nullable(),
      at: instant,
    })
    .nullable(),
  /** When it reaches the next stop. */
  arrival: z.object({ stopNumber: z.number().int(), at: instant, isEstimate: z.boolean() }).nullable(),
  /** Until when the vehicle was to be at the stop of `arrival`. */
  promisedAt: instant.nullable(),
  /** Once completed. */
  receipt: z
    .object({
      startedAt: instant.nullable(),
      endedAt: instant,
      finalCost: z.string().nullable(),
      /** What the cost is made up of; the reason of an adjustment is for the staff only. */
      lines: z.array(chargeLine),
      currency: z.string(),
      paymentMethod: z.enum(paymentMethods),
      paymentStatus: z.enum(paymentStatuses),
    })
    .nullable(),
  mayRate: z.boolean(),
  rating: rating.nullable(),
  /** When the link closes; null until the service has ended. */
  closesAt: instant.nullable(),
  now: instant,
})
export type TrackedService = z.infer<typeof trackedService>

/** One phone asks twelve times a minute, and many phones share the address of a mobile network. */
const perAddress = { calls: 1_200, seconds: 60 }

export const readTracked = endpoint({
  name: 'tracking.follow',
  method: 'GET',
  path: '/tracking/:token',
  summary: 'The service of a link, for its customer; unknown, closed and expired links are answered alike',
  access: 'public',
  limit: perAddress,
  params: tokenParams,
  output: trackedService,
  problems: ['not_found'],
})
export const readTrackedBasemap = endpoint({
  name: 'tracking.basemap',
  method: 'GET',
  path: '/tracking/:token/basemap',
  summary: 'Tiles for the map of a link’s page',
  access: 'public',
  limit: perAddress,
  params: tokenParams,
  output: readBasemap.output,
  problems: ['not_found'],
})
export const rateTracked = endpoint({
  name: 'tracking.rate',
  method: 'PUT',
  path: '/tracking/:token/rating',
  summary: 'Rate a completed service; it can be changed until the link closes',
  access: 'public',
  limit: { calls: 120, seconds: 60 },
  params: tokenParams,
  body: z.strictObject({
    stars: z.number().int().min(1).max(5),
    comment: optionalNote(ratingCommentLength),
  }),
  output: rating,
  problems: ['not_found', 'service_wrong_state'],
})
