import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { done, id, idParams, instant } from './lists.ts'
import { nameText } from './text.ts'
import { hourMs } from './time-units.ts'

/** Open alerts of one person. */
export const approachAlertLimit = 10
export const approachLastsMs = hourMs
export const approachMinutes = { min: 1, max: 60 } as const

/** Ends once a free vehicle of the fleet is near enough to a place by road, or when its time is over. */
export const approachAlert = z.object({
  id,
  companyId: id,
  fleetId: id,
  /** Describes the place. */
  label: z.string(),
  /** The vehicle whose place is watched, which does not end the alert itself; null for a fixed place. */
  vehicleId: id.nullable(),
  latitude: z.number(),
  longitude: z.number(),
  minutes: z.number().int(),
  createdAt: instant,
  expiresAt: instant,
  /** How it ended; null while it waits. `unchecked`: its time is over, but nobody checked for part of it. */
  outcome: z.enum(['near', 'expired', 'unchecked']).nullable(),
  endedAt: instant.nullable(),
  /** The vehicle that is near, with its driving time then. */
  near: z
    .object({ vehicleId: id, vehicleNumber: z.string(), seconds: z.number(), isEstimate: z.boolean() })
    .nullable(),
})
export type ApproachAlert = z.infer<typeof approachAlert>

export const listApproachAlerts = endpoint({
  name: 'approach.list',
  method: 'GET',
  path: '/approach-alerts',
  summary: 'The caller’s own approach alerts that wait, or that ended and were not removed, oldest first',
  access: 'watchpoints.read',
  feature: { name: 'radar', of: 'reach' },
  output: z.object({ items: z.array(approachAlert) }),
})
export const createApproachAlert = endpoint({
  name: 'approach.create',
  method: 'POST',
  path: '/approach-alerts',
  summary: 'Be notified once when a free vehicle of a fleet is near a place, within an hour',
  access: 'watchpoints.read',
  feature: { name: 'radar', of: [{ in: 'body', fleet: 'fleetId' }] },
  status: 201,
  body: z.strictObject({
    fleetId: id,
    label: nameText(200),
    vehicleId: id.nullable().default(null),
    latitude: z.number().min(-90).max(90),
    longitude: z.number().min(-180).max(180),
    minutes: z.number().int().min(approachMinutes.min).max(approachMinutes.max),
  }),
  output: approachAlert,
  problems: ['fleet_denied', 'vehicle_not_found', 'approach_full'],
})
export const removeApproachAlert = endpoint({
  name: 'approach.remove',
  method: 'DELETE',
  path: '/approach-alerts/:id',
  summary: 'Remove one of the caller’s own approach alerts, waiting or ended',
  access: 'watchpoints.read',
  params: idParams,
  output: done,
})
