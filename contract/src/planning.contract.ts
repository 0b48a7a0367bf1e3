import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { calendarDate, done, id, idParams, instant, listOf, listQuery, version } from './lists.ts'
import { nameText } from './text.ts'

/** A time of day such as 06:30, in the company's time zone. */
export const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)

export const planObjectives = ['fewest_vehicles', 'distance', 'punctuality', 'balance'] as const
export type PlanObjective = (typeof planObjectives)[number]

/** Most orders of one plan, and from how many on a run takes noticeably longer. */
export const mostOrders = 5_000
export const manyOrders = 500
/** Of a plan that is saved: `mostOrders` with two stops take about a quarter of it. */
const mostPlanBytes = 4_194_304
/** Most places of one plan that routes are calculated for: travel times between all of them grow with their square. */
export const mostPlaces = 4_500
/** Plans of a fleet and day, and versions with a name of a plan. */
export const plansPerDay = 50
export const versionsPerPlan = 100
/** Up to this many places the browser gets all travel times; beyond, edits are timed by the formula and labelled so. */
export const mostTimedPlaces = 1_000

const minutes = (most: number) => z.number().int().min(0).max(most)

export const planDepot = z.strictObject({
  address: nameText(300),
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
})
export type PlanDepot = z.infer<typeof planDepot>

/** How a plan is to be made. */
export const planSettings = z.strictObject({
  objective: z.enum(planObjectives).default('fewest_vehicles'),
  /** Minutes at a stop that has none of its own. */
  serviceMinutes: z
    .strictObject({
      pickup: minutes(240).default(2),
      checkpoint: minutes(240).default(2),
      drop: minutes(240).default(3),
    })
    .prefault({}),
  /** A first stop without a window begins within so many minutes of its service's dispatch time; null: any time after it. */
  pickupToleranceMinutes: minutes(1_440).nullable().default(60),
  /** Where vehicles start and load; null: each where it is. */
  depot: planDepot.nullable().default(null),
  /** Whether a route ends where it began. */
  isReturning: z.boolean().default(true),
  /** How often a vehicle may load again at the depot within its shift, and how long that takes. */
  reloads: z
    .strictObject({ most: z.number().int().min(0).max(9).default(0), minutes: minutes(240).default(15) })
    .prefault({}),
  mostStops: z.number().int().min(1).max(500).nullable().default(null),
  mostMinutes: z.number().int().min(15).max(1_440).nullable().default(null),
  mostKilometres: z.number().int().min(1).max(2_000).nullable().default(null),
  /**
   * An order of medium priority may be left out where it would cost more than so many minutes of driving, others from half to
   * four times as many on; null: only where nothing else is possible.
   */
  leaveOutAboveMinutes: z.number().int().min(1).max(1_440).nullable().default(null),
  /** Vehicles that this plan does not use. */
  unusedVehicleIds: z.array(id).max(1_000).default([]),
})
export type PlanSettings = z.infer<typeof planSettings>

/** What a later run may not change: the vehicle of the order, or its vehicle and its place in the order of the route. */
export const planLocks = ['vehicle', 'order'] as const
export type PlanLock = (typeof planLocks)[number]

/** A stop of a service in a route; a reload at the depot where both ids are null. */
export const planVisit = z.strictObject({
  serviceId: id.nullable(),
  stopId: id.nullable(),
  lock: z.enum(planLocks).nullable().default(null),
})
export type PlanVisit = z.infer<typeof planVisit>

/**
 * What a route breaks of its plan's settings with everybody's consent: a search with looser settings found it and its proposal
 * was accepted.
 */
export const planException = z.strictObject({
  code: z.enum(['late', 'max_seconds', 'max_metres', 'max_stops']),
  /** `late`: which stop begins after the plan's tolerance; null for what is true of the whole route. */
  stopId: id.nullable(),
  /** Seconds, metres or stops beyond the plan's settings that were accepted. */
  amount: z.number().min(0),
  /** What the search allowed instead, in minutes, kilometres or stops; null: any. */
  allowed: z.number().nullable(),
  /** Who accepted it, and when. What a client says here counts only where it was known before. */
  by: nameText(300).nullable(),
  at: instant,
})
export type PlanException = z.infer<typeof planException>

/** What a vehicle does, in this order. Times are computed from it (`timeRoute` of the optimizer). */
export const planRoute = z.strictObject({
  vehicleId: id,
  visits: z.array(planVisit).max(1_000),
  /** When it leaves; null: as late as its stops allow. */
  startsAt: instant.nullable().default(null),
  /** Nothing in it changes in a run. */
  isLocked: z.boolean().default(false),
  /** Absent: none. */
  exceptions: z.array(planException).max(1_000).optional(),
})
export type PlanRoute = z.infer<typeof planRoute>

/** A vehicle has one route at most, a service is in one, a stop is visited once; what no route contains is unplanned. */
export const planContent = z
  .strictObject({ routes: z.array(planRoute).max(1_000) })
  .superRefine(({ routes }, context) => {
    const vehicles = new Set<string>()
    const stops = new Set<string>()
    const routeOf = new Map<string, number>()
    for (const [at, route] of routes.entries()) {
      if (vehicles.has(route.vehicleId))
        context.addIssue({ code: 'custom', path: ['routes', at, 'vehicleId'], params: { code: 'duplicate' } })
      vehicles.add(route.vehicleId)
      for (const [visitAt, { serviceId, stopId }] of route.visits.entries()) {
        const path = ['routes', at, 'visits', visitAt]
        if ((serviceId === null) !== (stopId === null))
          context.addIssue({ code: 'custom', path, params: { code: 'required' } })
        if (serviceId === null || stopId === null) continue
        const isElsewhere = (routeOf.get(serviceId) ?? at) !== at
        routeOf.set(serviceId, at)
        if (isElsewhere || stops.has(stopId))
          context.addIssue({ code: 'custom', path, params: { code: 'duplicate' } })
        stops.add(stopId)
      }
    }
  })
export type PlanContent = z.infer<typeof planContent>

/** Figures of a plan; null where its travel times are not known yet. */
export const planFigures = z.object({
  vehicles: z.number().int(),
  orders: z.number().int(),
  unplanned: z.number().int(),
  metres: z.number(),
  /** Seconds from leaving to the end, of all routes, and of them waiting. */
  workSeconds: z.number(),
  waitingSeconds: z.number(),
  lateStops: z.number().int(),
  lateSeconds: z.number(),
  /**
   * How full routes are at their peak, from 0, on average of those that carry something counted; null without one. Absent from
   * figures that were kept before it was among them.
   */
  loadShare: z.number().nullish(),
  violations: z.number().int(),
  /** Some of it rests on estimates from the straight line. */
  isEstimate: z.boolean(),
})
export type PlanFigures = z.infer<typeof planFigures>

export const planStatuses = ['draft', 'published', 'changed'] as const

const planFields = {
  id,
  companyId: id,
  fleetId: id,
  /** The day in the company's time zone. */
  date: calendarDate,
  name: z.string(),
  /** The shift that is planned, as times of the day; null: the whole day. An end before the start is on the next day. */
  startTime: timeOfDay.nullable(),
  endTime: timeOfDay.nullable(),
  /** The same as instants; `until` is exclusive. */
  from: instant,
  until: instant,
  /** `changed`: published, and different since. */
  status: z.enum(planStatuses),
  figures: planFigures.nullable(),
  publishedAt: instant.nullable(),
  publishedBy: z.string().nullable(),
  /** Created by this recurring plan. */
  scheduleId: id.nullable(),
  createdAt: instant,
  updatedAt: instant,
  updatedBy: z.string().nullable(),
  version,
}
export const planSummary = z.object(planFields)
export type PlanSummary = z.infer<typeof planSummary>
export const plan = z.object({ ...planFields, settings: planSettings, content: planContent })
export type Plan = z.infer<typeof plan>

const ofQuery = { name: 'dispatch', of: [{ in: 'query', fleet: 'fleetId' }] } as const
const ofBody = { name: 'dispatch', of: [{ in: 'body', fleet: 'fleetId' }] } as const
const ofRecord = { name: 'dispatch', of: 'record' } as const
const named = nameText(80)
const times = { startTime: timeOfDay.nullable().default(null), endTime: timeOfDay.nullable().default(null) }
/** Refuses one time without the other. */
export const bothTimes = (
  given: { startTime: string | null; endTime: string | null },
  context: z.core.$RefinementCtx,
) => {
  if ((given.startTime === null) !== (given.endTime === null))
    context.addIssue({ code: 'custom', path: ['endTime'], params: { code: 'required' } })
}

export const listPlans = endpoint({
  name: 'planning.list',
  method: 'GET',
  path: '/plans',
  summary: 'Plans of a fleet, by day',
  access: 'planning.read',
  feature: ofQuery,
  query: listQuery(['date', 'name', 'updatedAt'], {
    fleetId: id,
    from: calendarDate.optional(),
    /** Inclusive. */
    to: calendarDate.optional(),
  }),
  output: listOf(planSummary),
})
export const readPlan = endpoint({
  name: 'planning.read',
  method: 'GET',
  path: '/plans/:id',
  summary: 'One plan with its routes',
  access: 'planning.read',
  feature: ofRecord,
  params: idParams,
  output: plan,
  problems: ['plan_not_found'],
})
export const createPlan = endpoint({
  name: 'planning.create',
  method: 'POST',
  path: '/plans',
  summary: 'Begin a plan of a day, empty or as a copy of another one to try something out',
  access: 'planning.edit',
  feature: ofBody,
  status: 201,
  body: z
    .strictObject({
      fleetId: id,
      date: calendarDate,
      name: named,
      ...times,
      settings: planSettings.prefault({}),
      /** A plan of the same fleet and day whose routes and settings it begins with. */
      copyOf: id.nullable().default(null),
    })
    .superRefine(bothTimes),
  output: plan,
  problems: ['fleet_denied', 'plan_not_found', 'plans_full', 'name_taken'],
})
export const savePlan = endpoint({
  name: 'planning.save',
  method: 'PUT',
  path: '/plans/:id',
  summary: 'Change name, shift, settings and routes of a plan',
  description:
    'With `stale_version`: the plan as it is now, who changed it and when. Nothing reaches a driver.',
  access: 'planning.edit',
  feature: ofRecord,
  params: idParams,
  bodyBytes: mostPlanBytes,
  body: z
    .strictObject({ name: named, ...times, settings: planSettings, content: planContent, version })
    .superRefine(bothTimes),
  output: plan,
  problems: ['plan_not_found', 'stale_version', 'name_taken', 'plan_stop_unknown', 'plan_vehicle_unknown'],
})
export const deletePlan = endpoint({
  name: 'planning.delete',
  method: 'DELETE',
  path: '/plans/:id',
  summary: 'Delete a plan that is not published',
  access: 'planning.edit',
  feature: ofRecord,
  params: idParams,
  query: z.strictObject({ version: z.coerce.number().int().positive() }),
  output: done,
  problems: ['plan_not_found', 'stale_version', 'plan_published', 'plan_under_way'],
})

/** Who has a plan open, and the vehicle or service at work there. */
export const planPresence = z.object({
  userId: id,
  name: z.string(),
  vehicleId: id.nullable(),
  serviceId: id.nullable(),
  at: instant,
})
export type PlanPresence = z.infer<typeof planPresence>
/** A page repeats its presence this often, and is forgotten after three times as long. */
export const presenceSeconds = 15
export const notePresence = endpoint({
  name: 'planning.presence',
  method: 'POST',
  path: '/plans/:id/presence',
  summary: 'Say that the caller has the plan open and where; who else has',
  access: 'planning.read',
  feature: ofRecord,
  params: idParams,
  body: z.strictObject({
    vehicleId: id.nullable(),
    serviceId: id.nullable(),
    isLeaving: z.boolean().default(false),
  }),
  output: z.object({ others: z.array(planPresence) }),
  problems: ['plan_not_found'],
})

export const planVersion = z.object({
  id,
  planId: id,
  /** Null: kept by the product, see `cause`. */
  name: z.string().nullable(),
  cause: z.enum(['named', 'before_run', 'before_accept', 'published', 'before_restore']),
  planVersion: version,
  figures: planFigures.nullable(),
  at: instant,
  by: z.string().nullable(),
})
export type PlanVersion = z.infer<typeof planVersion>
export const planVersionWithContent = planVersion.extend({ settings: planSettings, content: planContent })

export const listPlanVersions = endpoint({
  name: 'planning.versions',
  method: 'GET',
  path: '/plans/:id/versions',
  summary: 'Versions that were kept of a plan, the newest first',
  access: 'planning.read',
  feature: ofRecord,
  params: idParams,
  output: z.object({ items: z.array(planVersion) }),
  problems: ['plan_not_found'],
})
export const readPlanVersion = endpoint({
  name: 'planning.readVersion',
  method: 'GET',
  path: '/plan-versions/:id',
  summary: 'A version of a plan with its routes, to compare',
  access: 'planning.read',
  feature: ofRecord,
  params: idParams,
  output: planVersionWithContent,
  problems: ['plan_not_found'],
})
export const keepPlanVersion = endpoint({
  name: 'planning.keepVersion',
  method: 'POST',
  path: '/plans/:id/versions',
  summary: 'Keep the plan as it is under a name',
  access: 'planning.edit',
  feature: ofRecord,
  status: 201,
  params: idParams,
  body: z.strictObject({ name: named, version }),
  output: planVersion,
  problems: ['plan_not_found', 'stale_version', 'name_taken', 'plan_versions_full'],
})
export const restorePlanVersion = endpoint({
  name: 'planning.restoreVersion',
  method: 'POST',
  path: '/plan-versions/:id/restore',
  summary: 'Make a kept version the present plan; what is replaced is kept as a version',
  access: 'planning.edit',
  feature: ofRecord,
  params: idParams,
  body: z.strictObject({ version }),
  output: plan,
  problems: ['plan_not_found', 'stale_version'],
})
export const deletePlanVersion = endpoint({
  name: 'planning.deleteVersion',
  method: 'DELETE',
  path: '/plan-versions/:id',
  summary: 'Delete a version with a name',
  access: 'planning.edit',
  feature: ofRecord,
  params: idParams,
  output: done,
  problems: ['plan_not_found'],
})
