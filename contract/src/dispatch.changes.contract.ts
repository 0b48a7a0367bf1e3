import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { id, instant, onePlace, placeFields, version } from './lists.ts'

const seconds = z.number().int().nullable()

/** What an assignment would mean for another service of the vehicle. */
export const changeEffects = ['loses', 'waits'] as const
export const assignmentCost = z.object({
  vehicleId: id,
  vehicleNumber: z.string(),
  /** Seconds until its pickup with the vehicle that it has, and with this one; null without one, or where no road leads. */
  beforeSeconds: seconds,
  afterSeconds: seconds,
  /** Some of the figures are guessed from the straight line. */
  isEstimate: z.boolean(),
  /**
   * `loses`: it is on its way to this one, which would look for another vehicle. `waits`: the vehicle is reserved for it.
   * Seconds until its pickup, before and after; null after where no other vehicle is free.
   */
  others: z.array(
    z.object({
      serviceId: id,
      serviceNumber: z.number().int(),
      customerName: z.string(),
      version,
      effect: z.enum(changeEffects),
      beforeSeconds: seconds,
      afterSeconds: seconds,
    }),
  ),
})
export type AssignmentCost = z.infer<typeof assignmentCost>
export const readAssignmentCost = endpoint({
  name: 'dispatch.assignmentCost',
  method: 'GET',
  path: '/services/:serviceId/assignment-cost/:vehicleId',
  summary:
    'What giving the vehicle to the service costs it, and the services that lose the vehicle or wait for it',
  access: 'services.dispatch',
  feature: { name: 'dispatch', of: 'record' },
  params: z.strictObject({ serviceId: id, vehicleId: id }),
  output: assignmentCost,
  problems: ['service_not_found', 'service_wrong_state', 'vehicle_not_found', 'vehicle_not_assignable'],
})

/** A service that waits for a vehicle which is still busy. */
export const reservation = z.object({
  vehicleId: id,
  serviceId: id,
  serviceNumber: z.number().int(),
  /** Among those of the vehicle, from 1. */
  place: z.number().int(),
  /** When the vehicle is expected at its pickup. */
  arrivesAt: instant,
  isEstimate: z.boolean(),
})
export type Reservation = z.infer<typeof reservation>
export const listReservations = endpoint({
  name: 'dispatch.reservations',
  method: 'GET',
  path: '/dispatch/reservations',
  summary: 'The services that wait for busy vehicles of a fleet or company, by vehicle in their order',
  access: 'dispatch.read',
  feature: { name: 'dispatch', of: [{ in: 'query', fleet: 'fleetId', company: 'companyId' }] },
  query: z.strictObject(placeFields).superRefine(onePlace),
  output: z.object({ items: z.array(reservation) }),
})
