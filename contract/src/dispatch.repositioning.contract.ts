import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { done, id, idParams, instant, onePlace, placeFields } from './lists.ts'

/** Moves are suggested for the requests of so many minutes ahead. */
export const demandMinutes = 20
/** Why a vehicle should move, in figures. */
const why = {
  /** Requests expected there within `demandMinutes`. */
  expected: z.number(),
  /** Vehicles that are there, or will be free there within that time. */
  vehiclesThere: z.number().int(),
  /** By road, in seconds. */
  driveSeconds: z.number().int(),
  isEstimate: z.boolean(),
}
const place = z.object({ latitude: z.number(), longitude: z.number() })
/** A move suggested to an idle vehicle. */
export const suggestion = z.object({
  id,
  fleetId: id,
  vehicleId: id,
  vehicleNumber: z.string(),
  driverName: z.string().nullable(),
  from: place,
  to: place,
  /** The name of a zone, or of what is there. */
  toName: z.string(),
  ...why,
  /** Seconds of waiting that the move is expected to save, less what the drive costs. */
  savedSeconds: z.number().int(),
  suggestedAt: instant,
  expiresAt: instant,
})
export type Suggestion = z.infer<typeof suggestion>
/** What the driver sees of it. */
export const driverSuggestion = z.object({ id, to: place, toName: z.string(), ...why, expiresAt: instant })

export const listSuggestions = endpoint({
  name: 'dispatch.suggestions',
  method: 'GET',
  path: '/dispatch/suggestions',
  summary: 'The open moves suggested to idle vehicles of a fleet or company',
  access: 'dispatch.read',
  feature: { name: 'dispatch', of: [{ in: 'query', fleet: 'fleetId', company: 'companyId' }] },
  query: z.strictObject(placeFields).superRefine(onePlace),
  output: z.object({ items: z.array(suggestion) }),
})
export const dismissSuggestion = endpoint({
  name: 'dispatch.dismissSuggestion',
  method: 'POST',
  path: '/dispatch/suggestions/:id/dismiss',
  summary: 'Withdraw a suggested move; the vehicle gets no other for half an hour',
  access: 'services.dispatch',
  feature: { name: 'dispatch', of: 'record' },
  params: idParams,
  output: done,
  problems: ['suggestion_not_found'],
})
