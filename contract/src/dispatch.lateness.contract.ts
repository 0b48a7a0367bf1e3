import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { id, instant, onePlace, placeFields } from './lists.ts'

/**
 * Why a vehicle will be late: it is still too far away, it stands, an earlier stop delays it, or no vehicle is near.
 * Traffic is unknown: predictions assume that roads are free.
 */
export const latenessCauses = ['distance', 'standing', 'no_vehicle', 'earlier_stop'] as const
export type LatenessCause = (typeof latenessCauses)[number]
/** Lateness below this is not worth a warning, in seconds. */
export const lateAfterSeconds = 60
/**
 * A service whose vehicle will be later than this becomes an event, in seconds; it is resolved once the lateness is no
 * longer above the second figure, so that a vehicle around the limit raises one event.
 */
export const delayedAfterSeconds = 300
export const delayedUntilSeconds = 120
/** A prediction that was not renewed for this long says nothing any more. */
export const stalePredictionMinutes = 5

export const prediction = z.object({
  serviceId: id,
  stopId: id,
  promisedAt: instant,
  /** The promise is the end of a window; otherwise it is what was first predicted. */
  hasWindow: z.boolean(),
  arrivesAt: instant,
  isEstimate: z.boolean(),
  cause: z.enum(latenessCauses),
  /** Since when it is predicted to be late; null while it is in time. */
  lateSince: instant.nullable(),
})
export type Prediction = z.infer<typeof prediction>
export const listPredictions = endpoint({
  name: 'dispatch.predictions',
  method: 'GET',
  path: '/dispatch/predictions',
  summary:
    'When vehicles are expected at the next stops of the services of a fleet or company, and which are late',
  access: 'dispatch.read',
  feature: { name: 'services', of: [{ in: 'query', fleet: 'fleetId', company: 'companyId' }] },
  query: z.strictObject(placeFields).superRefine(onePlace),
  output: z.object({ items: z.array(prediction) }),
})
