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

/** A service that waits for a vehicle, which is still busy or gets it later; by a person also one not sent to dispatch yet. */
export const reservation = z.object({
  vehicleId: id,
  vehicleNumber: z.string(),
  serviceId: id,
  serviceNumber: z.number().int(),
  /** From 1, among those of the vehicle that people made, or among those that the engine made. */
  place: z.number().int(),
  /**
   * When the vehicle is expected at its pickup; where a person made it, by the estimate once the service is due. Null:
   * nobody knows.
   */
  arrivesAt: instant.nullable(),
  isEstimate: z.boolean(),
  /** Its present version, with which the reservation may be changed. */
  version,
  /** The person who made it, or published the plan; null: the engine, which may change it at any time. */
  reservedByName: z.string().nullable(),
  /** The published plan that it comes from, whose order it has. */
  planName: z.string().nullable(),
  /** Distinguishes it from another reservation of the same vehicle for the same service. */
  reservedAt: instant,
  /** When the service becomes due. */
  dispatchTime: instant,
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

/** The most reservations of one vehicle made by people; those of plans do not count. */
export const mostReservations = 20
/** A reservation of a person ends once its vehicle could not serve for this long although the service was due. */
export const reservationBlockedSeconds = 600
export const reserveVehicle = endpoint({
  name: 'dispatch.reserve',
  method: 'POST',
  path: '/dispatch/services/:serviceId/reservation',
  summary:
    'Reserve a busy vehicle for a waiting service, or any vehicle of the fleet for one that is later or not sent to dispatch yet; its status stays',
  access: 'services.dispatch',
  feature: { name: 'dispatch', of: 'record' },
  params: z.strictObject({ serviceId: id }),
  body: z.strictObject({
    vehicleId: id,
    version,
    /** Among the reservations of the vehicle that people made, from 1; null: after the others. */
    place: z.number().int().min(1).max(mostReservations).nullable().default(null),
  }),
  output: reservation.extend({
    /** Whether the caller had another reservation of the service, which can be restored. */
    isReplacement: z.boolean(),
  }),
  problems: [
    'service_not_found',
    'service_wrong_state',
    'stale_version',
    'service_reserved',
    'service_reserved_by_plan',
    'reservations_full',
    'vehicle_not_found',
    'vehicle_other_fleet',
    'vehicle_not_assignable',
    'vehicle_not_busy',
    'vehicle_other_type',
    'vehicle_few_seats',
    'vehicle_small_load',
    'vehicle_lacks_skills',
  ],
})
export const releaseReservation = endpoint({
  name: 'dispatch.releaseReservation',
  method: 'DELETE',
  path: '/dispatch/services/:serviceId/reservation',
  summary: 'End the reservation that a person made for a service, which then is matched like any other',
  access: 'services.dispatch',
  feature: { name: 'dispatch', of: 'record' },
  params: z.strictObject({ serviceId: id }),
  /** The reservation as the caller knows it. */
  query: z.strictObject({ vehicleId: id, reservedAt: instant }),
  output: z.object({ done: z.literal(true) }),
  problems: ['service_not_found', 'reservation_not_found', 'service_reserved', 'service_reserved_by_plan'],
})

/** A released or replaced reservation can be restored this long, in seconds; the screen offers it a little shorter. */
export const restoreSeconds = 13
export const restoreReservation = endpoint({
  name: 'dispatch.restoreReservation',
  method: 'POST',
  path: '/dispatch/services/:serviceId/reservation/restore',
  summary:
    'Undo the release or the replacement of a reservation by the caller some seconds ago: the reservation as it was, of whom it was',
  access: 'services.dispatch',
  feature: { name: 'dispatch', of: 'record' },
  params: z.strictObject({ serviceId: id }),
  /** `replaces`: the caller's reservation that is undone with it; null: there must be none. */
  body: z.strictObject({
    replaces: reservation.pick({ vehicleId: true, reservedAt: true }).strict().nullable(),
  }),
  output: reservation,
  problems: [
    'service_not_found',
    'service_wrong_state',
    'service_reserved',
    'service_reserved_by_plan',
    'reservation_not_found',
    'reservations_full',
    'vehicle_not_found',
  ],
})
export const moveReservation = endpoint({
  name: 'dispatch.moveReservation',
  method: 'PUT',
  path: '/dispatch/services/:serviceId/reservation/place',
  summary: 'Change the place of a reservation among those of the vehicle that people made',
  access: 'services.dispatch',
  feature: { name: 'dispatch', of: 'record' },
  params: z.strictObject({ serviceId: id }),
  body: z.strictObject({
    vehicleId: id,
    reservedAt: instant,
    /** From 1; the last one where it is more. */
    place: z.number().int().min(1).max(mostReservations),
  }),
  output: reservation,
  problems: [
    'service_not_found',
    'reservation_not_found',
    'service_reserved',
    'service_reserved_by_plan',
    'reservation_planned',
  ],
})
