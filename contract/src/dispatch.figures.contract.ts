import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { id, instant, onePlace, placeFields } from './lists.ts'

const seconds = z.number().int().nullable()
/** What dispatch achieved in an hour. Null where nothing was measured. */
export const dispatchFigures = z.object({
  /** Services that got a vehicle, and those cancelled while they waited for one. */
  matched: z.number().int(),
  abandoned: z.number().int(),
  /** From the start of the wait until a vehicle was assigned, in seconds. */
  waitMedian: seconds,
  waitP95: seconds,
  /** Arrival at the pickup as expected when the vehicle was chosen, in seconds. */
  arrivalMedian: seconds,
  arrivalP95: seconds,
  /** Actual less expected arrival, in seconds: positive where vehicles came later. */
  arrivalError: seconds,
  /** Vehicles taken back, for each 100 services that got one. */
  reassignments: z.number().nullable(),
  offers: z.number().int(),
  rejections: z.number().int(),
  /** Moves suggested to idle vehicles, and those that were followed. */
  suggestions: z.number().int(),
  followed: z.number().int(),
  /** Share of the vehicles' time with a service, from 0 to 1. */
  utilisation: z.number().nullable(),
  /** Variation of the vehicles' idle minutes: standard deviation by mean; 0 is fair. */
  fairness: z.number().nullable(),
  /** From the start of the wait until the first decision of the engine, in seconds. */
  decisionP95: seconds,
})
export type DispatchFigures = z.infer<typeof dispatchFigures>
export const storedHours = 24

export const readDispatchFigures = endpoint({
  name: 'dispatch.figures',
  method: 'GET',
  path: '/dispatch/figures',
  summary: 'What dispatch achieved in the last hour, and in each of the last 24 whole hours',
  access: 'dispatch.read',
  feature: { name: 'dispatch', of: [{ in: 'query', fleet: 'fleetId', company: 'companyId' }] },
  query: z.strictObject(placeFields).superRefine(onePlace),
  output: z.object({
    lastHour: dispatchFigures,
    /** By fleet and hour, the latest first. */
    hours: z.array(z.object({ fleetId: id, hour: instant, figures: dispatchFigures })),
  }),
})
