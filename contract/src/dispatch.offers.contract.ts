import * as z from 'zod'
import { exclusionReasons } from './dispatch.contract.ts'
import { reservingPlan } from './dispatch.engine.contract.ts'
import { endpoint } from './endpoint.ts'
import { id, instant, onePlace, placeFields } from './lists.ts'

/** `booked`: for later. `rescued`: it had a vehicle before. */
export const offerKinds = ['now', 'booked', 'rescued'] as const
export type OfferKind = (typeof offerKinds)[number]
/** How long a driver may think. */
export const offerSeconds = { now: 45, booked: 90, rescued: 180 } as const satisfies Record<OfferKind, number>
/** An answer on its way when the offer expires still counts within this time. */
export const offerGraceSeconds = 3
export const offerStatuses = ['open', 'accepted', 'rejected', 'expired', 'withdrawn'] as const
/** A driver who rejected a service, or let its offer expire, is not asked again for this long. */
export const rejectionMinutes = 10
/** After so many rejections a service is left to a person. */
export const mostRejections = 5

/**
 * What the engine is doing for a waiting service. `held`: drivers rejected it too often. `on_hold`: a person keeps it from
 * the engine. `reservation_ended`: the vehicle that a person reserved could not serve, and no other was found since.
 */
export const searchStates = [
  'searching',
  'offered',
  'reserved',
  'suggested',
  'held',
  'none',
  'on_hold',
  'reservation_ended',
] as const
export const search = z.object({
  serviceId: id,
  state: z.enum(searchStates),
  vehicleId: id.nullable(),
  vehicleNumber: z.string().nullable(),
  /** Of an open offer. */
  expiresAt: instant.nullable(),
  /** Seconds, as the engine expected them. */
  arrivalSeconds: z.number().int().nullable(),
  /** With `reserved`. */
  isEstimate: z.boolean(),
  /** How many drivers were asked, and how many of them rejected it or did not answer. */
  offers: z.number().int(),
  rejections: z.number().int(),
  /** With `reserved`: the person who did it, or published the plan; null: the engine. */
  reservedByName: z.string().nullable(),
  /** With `reserved`: the published plan that it comes from. */
  plan: reservingPlan.nullable(),
  /** With `reserved`. */
  reservedAt: instant.nullable(),
  /** Why the reserved vehicle cannot serve now, or could not. */
  blockedReason: z.enum(exclusionReasons).nullable(),
})
export type Search = z.infer<typeof search>
export const maxSearches = 1_000
export const listSearches = endpoint({
  name: 'dispatch.searches',
  method: 'GET',
  path: '/dispatch/searches',
  summary: 'What the engine is doing for each waiting service of a fleet or company',
  access: 'dispatch.read',
  feature: { name: 'dispatch', of: [{ in: 'query', fleet: 'fleetId', company: 'companyId' }] },
  query: z.strictObject(placeFields).superRefine(onePlace),
  output: z.object({ items: z.array(search) }),
})
