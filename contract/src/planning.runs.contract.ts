import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { done, id, idParams, instant, version } from './lists.ts'
import { plan, planContent, planFigures, planSettings } from './planning.contract.ts'

/**
 * - `replan`: everything that is not locked.
 * - `insert`: planned stops keep their driver, new orders are fitted in.
 * - `fill_idle`: routes with stops stay as they are, only vehicles without any get orders.
 * - `repair`: during the day; what is under way and the next stop of each vehicle stay.
 */
export const runModes = ['replan', 'insert', 'fill_idle', 'repair'] as const
export type RunMode = (typeof runModes)[number]
export const runSecondsChoices = [5, 20, 60] as const
export const runStatuses = [
  'waiting',
  'travel',
  'searching',
  'finished',
  'failed',
  'discarded',
  'accepted',
] as const
export type RunStatus = (typeof runStatuses)[number]

/** Why a run left out an order: the first constraint that, relaxed alone, would have let it in. */
export const leftOutReason = z.object({
  serviceId: id,
  code: z.enum([
    'no_vehicles',
    'skills',
    'vehicles',
    'capacity',
    'unreachable',
    'windows_exclude',
    'window_impossible',
    'shift',
    'window',
    'overtime',
    'full',
    'limits',
    'penalty',
    'combination',
    /** The run ended before anybody asked why. */
    'undetermined',
  ]),
  /** `skills`: what no vehicle has, a vehicle type among them as `type:van`. */
  missing: z.array(z.string()).default([]),
  /** `capacity` and `full`: of seats, kilograms or cubic metres; null where the vehicle may take nobody else meanwhile. */
  dimension: z.enum(['seats', 'kg', 'm3']).nullable().default(null),
  needed: z.number().nullable().default(null),
  largest: z.number().nullable().default(null),
  /** `capacity`: larger vehicles may have it, but their routes may not change. */
  isFree: z.boolean().default(false),
  /** `limits`: what is exceeded, `needed` in metres, seconds or stops; null where several are. */
  limit: z.enum(['metres', 'seconds', 'stops']).nullable().default(null),
  /** `full`: what the vehicle has free of what is needed; `limits`: what the plan allows. */
  available: z.number().nullable().default(null),
  /** Seconds by which it would be late, or by which a shift would have to be longer. */
  late: z.number().nullable().default(null),
  /** The vehicle that comes nearest to serving it; null where a limit is exceeded by the service alone. */
  vehicleId: id.nullable().default(null),
  /** `unreachable`, `window` and `window_impossible`: which stop; null where the windows of several are missed. */
  stopId: id.nullable().default(null),
  /** The window of that stop when the run began. */
  window: z.object({ from: instant, until: instant }).nullable().default(null),
})
export type LeftOutReason = z.infer<typeof leftOutReason>

/** A point of the cost curve. */
export const runPoint = z.object({
  /** Seconds since the search began. */
  at: z.number(),
  cost: z.number(),
  vehicles: z.number().int(),
  metres: z.number(),
  unplanned: z.number().int(),
})
export type RunPoint = z.infer<typeof runPoint>

export const planRun = z.object({
  id,
  planId: id,
  mode: z.enum(runModes),
  seconds: z.number().int(),
  status: z.enum(runStatuses),
  /** The version of the plan that it began with. */
  planVersion: version,
  /** Of the travel times it waits for, from 0 to 1. */
  travelShare: z.number(),
  startedBy: z.string(),
  createdAt: instant,
  searchingSince: instant.nullable(),
  endedAt: instant.nullable(),
  isStopped: z.boolean(),
  points: z.array(runPoint),
  /** The best so far, a proposal once it finished; null until there is one. */
  content: planContent.nullable(),
  figures: planFigures.nullable(),
  /** Of the plan it began with. */
  figuresBefore: planFigures.nullable(),
  /** Of orders that it was not to search for, and until it ends, what the runs before it found. */
  leftOut: z.array(leftOutReason),
  iterations: z.number().int(),
  /** Of a run that failed: what, as a code with an id to find it in the log. */
  failure: z
    .object({ code: z.enum(['contradiction', 'no_result', 'internal']), errorId: z.string() })
    .nullable(),
  /** Vehicles with locks that do not hold together, which were lifted for the run. */
  relaxedVehicleIds: z.array(id),
  /** The worker died meanwhile; the best so far was kept and the search went on from there. */
  resumed: z.number().int(),
})
export type PlanRun = z.infer<typeof planRun>

const ofRecord = { name: 'dispatch', of: 'record' } as const

export const startPlanRun = endpoint({
  name: 'planning.startRun',
  method: 'POST',
  path: '/plans/:id/runs',
  summary: 'Search a better plan; the result is a proposal',
  access: 'planning.edit',
  feature: ofRecord,
  status: 202,
  params: idParams,
  body: z.strictObject({
    version,
    mode: z.enum(runModes),
    seconds: z.number().int().min(1).max(600),
    /** Instead of the plan's settings, for this run only. */
    settings: planSettings.nullable().default(null),
    /** Only these orders, beside what is planned; null: all. */
    serviceIds: z.array(id).max(5_000).nullable().default(null),
  }),
  output: planRun,
  problems: [
    'plan_not_found',
    'stale_version',
    'plan_run_active',
    'plan_no_orders',
    'plan_no_vehicles',
    'plan_too_large',
  ],
})
export const listPlanRuns = endpoint({
  name: 'planning.runs',
  method: 'GET',
  path: '/plans/:id/runs',
  summary: 'The latest runs of a plan, the newest first, without their routes',
  access: 'planning.read',
  feature: ofRecord,
  params: idParams,
  output: z.object({ items: z.array(planRun.omit({ content: true, points: true, leftOut: true })) }),
  problems: ['plan_not_found'],
})
export const readPlanRun = endpoint({
  name: 'planning.readRun',
  method: 'GET',
  path: '/plan-runs/:id',
  summary: 'A run with the best plan so far',
  access: 'planning.read',
  feature: ofRecord,
  params: idParams,
  output: planRun,
  problems: ['plan_not_found'],
})
export const stopPlanRun = endpoint({
  name: 'planning.stopRun',
  method: 'POST',
  path: '/plan-runs/:id/stop',
  summary: 'End a run with the best plan so far as its proposal',
  access: 'planning.edit',
  feature: ofRecord,
  params: idParams,
  output: done,
  problems: ['plan_not_found'],
})
export const acceptPlanRun = endpoint({
  name: 'planning.acceptRun',
  method: 'POST',
  path: '/plan-runs/:id/accept',
  summary: 'Make the proposal the plan: all of it, or the routes of some vehicles',
  access: 'planning.edit',
  feature: ofRecord,
  params: idParams,
  body: z.strictObject({
    version,
    /** Null: all routes. */
    vehicleIds: z.array(id).min(1).max(1_000).nullable(),
  }),
  output: plan,
  problems: ['plan_not_found', 'stale_version', 'plan_run_not_finished'],
})
export const discardPlanRun = endpoint({
  name: 'planning.discardRun',
  method: 'POST',
  path: '/plan-runs/:id/discard',
  summary: 'Discard a proposal',
  access: 'planning.edit',
  feature: ofRecord,
  params: idParams,
  output: done,
  problems: ['plan_not_found'],
})
