import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { id, idParams, instant, version } from './lists.ts'
import { plan } from './planning.contract.ts'
import { stopTypes } from './services.contract.ts'

/** Why a service of a published plan got no reservation. */
export const unpublishedReasons = [
  'cancelled',
  'completed',
  'elsewhere',
  'reserved',
  'gone',
  'unsuited',
] as const
export const unpublished = z.object({
  serviceId: id,
  serviceNumber: z.number().int().nullable(),
  reason: z.enum(unpublishedReasons),
  /** The vehicle that has it, or was reserved for it. */
  vehicleNumber: z.string().nullable(),
})
export type Unpublished = z.infer<typeof unpublished>

const ofRecord = { name: 'dispatch', of: 'record' } as const

export const publishPlan = endpoint({
  name: 'planning.publish',
  method: 'POST',
  path: '/plans/:id/publish',
  summary: 'Reserve the vehicles of the plan for its services, and show drivers their routes',
  description:
    'Again after changes: reservations that changed are replaced, those of services that left the plan released. Reservations that people made otherwise, and services dispatched by hand, stay and are answered.',
  access: 'planning.edit',
  feature: ofRecord,
  params: idParams,
  body: z.strictObject({ version }),
  output: z.object({
    plan,
    reserved: z.number().int(),
    released: z.number().int(),
    unpublished: z.array(unpublished),
  }),
  problems: ['plan_not_found', 'stale_version', 'plan_empty'],
})
export const withdrawPlan = endpoint({
  name: 'planning.withdraw',
  method: 'POST',
  path: '/plans/:id/withdraw',
  summary: 'Release the reservations of a published plan; services under way stay',
  access: 'planning.edit',
  feature: ofRecord,
  params: idParams,
  body: z.strictObject({ version }),
  output: z.object({ plan, released: z.number().int() }),
  problems: ['plan_not_found', 'stale_version', 'plan_not_published'],
})

/**
 * - `out_of_service`: the vehicle cannot drive.
 * - `no_position`: nobody knows where it is.
 * - `elsewhere`: the service was given to another vehicle by hand, and is expected from that one.
 */
export const planObstacles = ['out_of_service', 'no_position', 'elsewhere'] as const
export type PlanObstacle = (typeof planObstacles)[number]

/** A stop of a published route: planned, and what became of it. */
export const liveVisit = z.object({
  vehicleId: id,
  serviceId: id,
  stopId: id,
  /** Place in the route, from 1. */
  sequence: z.number().int(),
  plannedArrival: instant,
  plannedBegin: instant,
  plannedDeparture: instant,
  windowEnd: instant.nullable(),
  arrived: instant.nullable(),
  departed: instant.nullable(),
  isCancelled: z.boolean(),
  /** Of stops to come: when the vehicle is expected, from where it was a minute ago; null where nobody knows, see `obstacle`. */
  predictedArrival: instant.nullable(),
  isEstimate: z.boolean(),
  /** Why a stop to come is not served as planned. */
  obstacle: z.enum(planObstacles).nullable(),
  /** Seconds after the end of its window, or of the pickup tolerance of the plan, reached or predicted. */
  lateSeconds: z.number(),
})
export type LiveVisit = z.infer<typeof liveVisit>
export const readLivePlan = endpoint({
  name: 'planning.live',
  method: 'GET',
  path: '/plans/:id/live',
  summary: 'A published plan against what happened, with predictions for what is to come',
  access: 'planning.read',
  feature: ofRecord,
  params: idParams,
  output: z.object({ now: instant, visits: z.array(liveVisit) }),
  problems: ['plan_not_found', 'plan_not_published'],
})

/** A stop of the caller's own published route. */
export const ownPlannedStop = z.object({
  planId: id,
  vehicleId: id,
  serviceId: id,
  serviceNumber: z.number().int(),
  stopId: id,
  sequence: z.number().int(),
  stopType: z.enum(stopTypes),
  address: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  reference: z.string().nullable(),
  contactName: z.string().nullable(),
  contactPhone: z.string().nullable(),
  plannedArrival: instant,
  plannedDeparture: instant,
  windowStart: instant.nullable(),
  windowEnd: instant.nullable(),
  arrived: instant.nullable(),
  departed: instant.nullable(),
  isCancelled: z.boolean(),
})
export type OwnPlannedStop = z.infer<typeof ownPlannedStop>
export const readOwnRoute = endpoint({
  name: 'planning.ownRoute',
  method: 'GET',
  path: '/plans/own-route',
  summary: 'The stops that published plans give the caller’s own vehicles today and tomorrow, in order',
  access: 'services.read',
  feature: { name: 'services', of: 'reach' },
  output: z.object({ items: z.array(ownPlannedStop) }),
})
