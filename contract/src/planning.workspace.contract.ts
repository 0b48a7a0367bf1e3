import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { id, idParams, instant } from './lists.ts'
import { priorities, serviceStatuses, serviceTypes, stopTypes } from './services.contract.ts'

/** A stop of an order. `place` is an index of `places`. */
export const orderStop = z.object({
  stopId: id,
  stopType: z.enum(stopTypes),
  address: z.string(),
  place: z.number().int(),
  windowStart: instant.nullable(),
  windowEnd: instant.nullable(),
  /** Null: the plan's setting. */
  serviceMinutes: z.number().int().nullable(),
  contactName: z.string().nullable(),
  contactPhone: z.string().nullable(),
  /** What helps to find it, such as a floor. */
  reference: z.string().nullable(),
  /** Recorded in reality; null where it is not. */
  arrived: instant.nullable(),
  departed: instant.nullable(),
  isCancelled: z.boolean(),
})
export type OrderStop = z.infer<typeof orderStop>

/**
 * - `open`: waits, and may be planned.
 * - `under_way`: has a vehicle: by this plan or by hand, see `assignedVehicleId`.
 * - `completed`, `cancelled`: over.
 */
export const orderStates = ['open', 'under_way', 'completed', 'cancelled'] as const
/** A service as the planner sees it. */
export const order = z.object({
  serviceId: id,
  serviceNumber: z.number().int(),
  serviceType: z.enum(serviceTypes),
  priorityLevel: z.enum(priorities),
  status: z.enum(serviceStatuses),
  state: z.enum(orderStates),
  customerName: z.string(),
  notes: z.string().nullable(),
  dispatchTime: instant,
  requiredVehicleType: z.string().nullable(),
  requiredSeats: z.number().nullable(),
  requiredSkills: z.array(z.string()),
  requiredLoadKg: z.number().nullable(),
  requiredLoadM3: z.number().nullable(),
  seriesId: id.nullable(),
  assignedVehicleId: id.nullable(),
  /** Named by zones or by a reservation outside of this plan; null: any vehicle. */
  onlyVehicleIds: z.array(id).nullable(),
  /** The zone of its first stop. */
  zoneName: z.string().nullable(),
  /** Another plan, published, has it. Null in a draft of the same hours, which may try things out with it. */
  otherPlanId: id.nullable(),
  stops: z.array(orderStop),
})
export type Order = z.infer<typeof order>

export const planVehicle = z.object({
  vehicleId: id,
  vehicleNumber: z.string(),
  plateNumber: z.string(),
  type: z.string(),
  seats: z.number().nullable(),
  loadKg: z.number().nullable(),
  loadM3: z.number().nullable(),
  skills: z.array(z.string()),
  driverId: id.nullable(),
  driverName: z.string().nullable(),
  shiftId: id.nullable(),
  /** When it may drive for this plan: its shift within the plan's hours; null where it has none, and cannot be planned. */
  from: instant.nullable(),
  until: instant.nullable(),
  breaks: z.array(z.object({ from: instant, until: instant, minutes: z.number().int() })),
  /** Indexes of `places`; null where neither depot nor position is known. */
  startPlace: z.number().int().nullable(),
  endPlace: z.number().int().nullable(),
  /** Why it cannot be planned, if so. */
  unfit: z.enum(['no_shift', 'no_start', 'inactive', 'documents', 'other_plan']).nullable(),
})
export type PlanVehicle = z.infer<typeof planVehicle>

/** What happened since the plan was saved, or is doubtful, to be shown and dealt with by the planner. */
export const planWarning = z.object({
  code: z.enum([
    /** A planned service was cancelled, or completed. */
    'service_cancelled',
    /** A planned service was given another vehicle by hand. */
    'service_elsewhere',
    /** A planned service was deleted, or moved to another fleet or day. */
    'service_gone',
    /** Another order of the same customer at the same place and time. */
    'duplicate',
    /** The vehicle of a route has no shift any more, or left the fleet. */
    'vehicle_gone',
    /** Vehicles have further shifts in the hours of the plan: only the first one counts. */
    'further_shifts',
    /** A place no road leads to. */
    'unreachable',
    /** So many orders that a run takes long. */
    'many_orders',
    /** A published plan of the same hours has these services: until it is withdrawn, this one cannot reserve them. */
    'trial',
    /** Travel times are estimates. */
    'estimates',
  ]),
  serviceId: id.nullable(),
  vehicleId: id.nullable(),
  /** `duplicate`: the other service. */
  otherServiceId: id.nullable(),
  /** `service_elsewhere`: the vehicle it has now. `further_shifts`: all of them, with commas between. */
  vehicleNumber: z.string().nullable(),
  /** `many_orders`: expected. */
  seconds: z.number().nullable(),
})
export type PlanWarning = z.infer<typeof planWarning>

export const planWorkspace = z.object({
  planId: id,
  timeZone: z.string(),
  /** The instant that counts as second 0 of the plan. */
  origin: instant,
  now: instant,
  places: z.array(z.object({ latitude: z.number(), longitude: z.number() })),
  /** Index of `places`; null without a depot. */
  depotPlace: z.number().int().nullable(),
  orders: z.array(order),
  vehicles: z.array(planVehicle),
  warnings: z.array(planWarning),
  /** Orders were left out: there are more than `mostOrders`, or those that no route has would exceed `mostPlaces`. */
  isCut: z.boolean(),
})
export type PlanWorkspace = z.infer<typeof planWorkspace>

export const readPlanWorkspace = endpoint({
  name: 'planning.workspace',
  method: 'GET',
  path: '/plans/:id/workspace',
  summary: 'Orders and vehicles of the day of a plan',
  access: 'planning.read',
  feature: { name: 'dispatch', of: 'record' },
  params: idParams,
  output: planWorkspace,
  problems: ['plan_not_found'],
})

/** Travel between the places of a workspace, as far as it is known. */
export const planTravel = z.object({
  /** From 0 to 1; at 1 it is complete. */
  share: z.number(),
  /** Number of places; the matrices have its square of entries, in row order. */
  places: z.number().int(),
  /** The places it is of, to be compared with those of the workspace: latitude and longitude in turn. */
  coordinates: z.array(z.number()),
  /** Little-endian unsigned 16-bit numbers in base64: seconds, 65535 where there is no way. Null until it is complete, or where there are more than `mostTimedPlaces`. */
  seconds: z.string().nullable(),
  /** Little-endian unsigned 32-bit numbers in base64: metres. */
  metres: z.string().nullable(),
  engine: z.string().nullable(),
  /** At least one entry is an estimate from the straight line. */
  isEstimate: z.boolean(),
})
export type PlanTravel = z.infer<typeof planTravel>
export const readPlanTravel = endpoint({
  name: 'planning.travel',
  method: 'GET',
  path: '/plans/:id/travel',
  summary: 'Travel times between the places of a plan',
  access: 'planning.read',
  feature: { name: 'dispatch', of: 'record' },
  params: idParams,
  output: planTravel,
  problems: ['plan_not_found'],
})
/** Repeated for new places; those known stay. The worker computes; the hint `planning` with the plan's id says when there is more. */
export const preparePlanTravel = endpoint({
  name: 'planning.prepareTravel',
  method: 'POST',
  path: '/plans/:id/travel',
  summary: 'Have the travel times of a plan computed, as far as they are missing',
  access: 'planning.read',
  feature: { name: 'dispatch', of: 'record' },
  params: idParams,
  output: z.object({ isComplete: z.boolean() }),
  problems: ['plan_not_found'],
})
