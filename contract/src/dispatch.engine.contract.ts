import * as z from 'zod'
import { costParts, exclusionReasons } from './dispatch.contract.ts'
import { endpoint } from './endpoint.ts'
import { calendarDate, id, instant, version } from './lists.ts'
import { vehicleStatuses } from './vehicles.contract.ts'

/** How vehicles are found: by people, by people with a proposal, or by the engine. */
export const dispatchModes = ['manual', 'suggest', 'automatic'] as const
export type DispatchMode = (typeof dispatchModes)[number]
/** What counts most for the engine. */
export const dispatchPresets = ['fastest_pickup', 'fair_queue', 'least_empty', 'longest_idle'] as const

const settings = {
  mode: z.enum(dispatchModes),
  preset: z.enum(dispatchPresets),
  /** Minutes until the vehicle is at the pickup; those further away get nothing. */
  longestArrivalMinutes: z.number().int().min(1).max(120),
  /** Vehicles without a driver on duty get nothing. */
  requiresShift: z.boolean(),
  /** In automatic mode a driver on duty is asked first, and may reject. */
  offersToDrivers: z.boolean(),
  /** Idle vehicles get suggestions to move to where requests are expected. */
  repositions: z.boolean(),
  /** The most vehicles with such a suggestion at a time. */
  mostMoving: z.number().int().min(1).max(200),
  /** Of one move, by road. */
  longestMoveMinutes: z.number().int().min(1).max(60),
  /** Of the suggested moves of one vehicle within an hour. */
  hourlyMoveMinutes: z.number().int().min(1).max(60),
}
export const dispatchSettings = z.object({
  fleetId: id,
  ...settings,
  /** 0 while the fleet has the default settings. */
  version: z.number().int().min(0),
})
export type DispatchSettings = z.infer<typeof dispatchSettings>
/** How a fleet is dispatched until somebody changes it. */
export const defaultDispatchSettings: Omit<DispatchSettings, 'fleetId'> = {
  mode: 'manual',
  preset: 'fastest_pickup',
  longestArrivalMinutes: 15,
  requiresShift: false,
  offersToDrivers: false,
  repositions: false,
  mostMoving: 5,
  longestMoveMinutes: 15,
  hourlyMoveMinutes: 30,
  version: 0,
}

/** The published plan that gave a service its vehicle. */
export const reservingPlan = z.object({ id, name: z.string(), date: calendarDate })
export type ReservingPlan = z.infer<typeof reservingPlan>

/**
 * `offered`: the driver was asked. `reserved`: for a vehicle that is still busy. `held`: too many drivers rejected it, so
 * it is left to a person. `released`: taken back from a vehicle that went silent. `assigned_as_reserved`,
 * `offered_as_reserved`: to the vehicle that a person or a plan had reserved. `reservation_ended`: that vehicle could not serve, for
 * the excluded reason.
 */
export const decisionOutcomes = [
  'assigned',
  'offered',
  'reserved',
  'suggested',
  'held',
  'none',
  'released',
  'assigned_as_reserved',
  'offered_as_reserved',
  'reservation_ended',
] as const
/** In automatic mode a service is taken back from a vehicle that is silent on its way for this long. */
export const silentReleaseSeconds = 600
/** A decision names so many of the vehicles that were not compared, the nearest to the pickup. */
export const mostExcludedNamed = 50
export const decision = z.object({
  id,
  serviceId: id,
  at: instant,
  mode: z.enum(dispatchModes),
  outcome: z.enum(decisionOutcomes),
  vehicleId: id.nullable(),
  vehicleNumber: z.string().nullable(),
  /** Of the chosen vehicle, in seconds from then. */
  arrivalSeconds: z.number().int().nullable(),
  preset: z.enum(dispatchPresets),
  /**
   * The vehicles that were compared, the cheapest first; at most ten. The last is the chosen or reserved one where that is
   * not among the ten cheapest.
   */
  considered: z.array(
    z.object({
      /** Of then, as everywhere here: it may have another number now, or be deleted. */
      vehicleNumber: z.string(),
      arrivalSeconds: z.number(),
      isEstimate: z.boolean(),
      /** In seconds; the sum of the parts. */
      cost: z.number(),
      parts: z.partialRecord(z.enum(costParts), z.number()),
    }),
  ),
  /** How many vehicles each constraint removed; a vehicle counts under its first reason. */
  excluded: z.array(z.object({ reason: z.enum(exclusionReasons), vehicles: z.number().int() })),
  /** Compared as well, dearer than those considered; the cheapest first. */
  dearer: z.array(
    z.object({
      vehicleNumber: z.string(),
      arrivalSeconds: z.number().int(),
      /** In seconds. */
      cost: z.number().int(),
    }),
  ),
  /**
   * The nearest of the vehicles that were not compared, then those without a position; empty in older decisions. Of a `held`
   * decision those that rejected the service; `released` and `reservation_ended` compare nobody and name nobody.
   */
  others: z.array(
    z.object({
      vehicleNumber: z.string(),
      /** Where it was, from the pickup in a straight line; null: it had no position. */
      metres: z.number().int().nullable(),
      /** What it lacked; `too_far` alone: it arrives too late, or enough others were nearer. */
      reasons: z.array(z.enum(exclusionReasons)),
      /** With the reason `status`. */
      status: z.enum(vehicleStatuses).nullable(),
    }),
  ),
  /** The longest arrival that was allowed, in seconds; null in older decisions. */
  longestArrivalSeconds: z.number().int().nullable(),
  /** The reservation that it served or ended: of a person, or of a plan that this person published. */
  reservation: z
    .object({ reservedByName: z.string(), reservedAt: instant, plan: reservingPlan.nullable() })
    .nullable(),
})
export type Decision = z.infer<typeof decision>

export const readDispatchSettings = endpoint({
  name: 'dispatch.settings',
  method: 'GET',
  path: '/dispatch/settings/:fleetId',
  summary: 'How a fleet is dispatched',
  access: 'dispatch.read',
  feature: { name: 'dispatch', of: 'record' },
  params: z.strictObject({ fleetId: id }),
  output: dispatchSettings,
  problems: ['fleet_denied'],
})
export const saveDispatchSettings = endpoint({
  name: 'dispatch.saveSettings',
  method: 'PUT',
  path: '/dispatch/settings/:fleetId',
  summary: 'Choose how a fleet is dispatched: by people, with proposals, or automatically',
  access: 'services.dispatch',
  feature: { name: 'dispatch', of: 'record' },
  params: z.strictObject({ fleetId: id }),
  body: z.strictObject({ ...settings, version: version.or(z.literal(0)) }),
  output: dispatchSettings,
  problems: ['fleet_denied', 'stale_version'],
})
/** Decisions of a service shown at once, and read at most. */
export const decisionsShown = 50
export const mostDecisions = 1_000
export const listDecisions = endpoint({
  name: 'dispatch.decisions',
  method: 'GET',
  path: '/services/:serviceId/decisions',
  summary: 'What was decided for a service, who was considered and who was not, the latest first',
  access: 'services.dispatch',
  feature: { name: 'dispatch', of: 'record' },
  params: z.strictObject({ serviceId: id }),
  query: z.strictObject({ size: z.coerce.number().int().min(1).max(mostDecisions).default(decisionsShown) }),
  output: z.object({ items: z.array(decision), total: z.number().int() }),
  problems: ['service_not_found'],
})
