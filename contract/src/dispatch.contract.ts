import * as z from 'zod'
import { prediction } from './dispatch.lateness.contract.ts'
import { endpoint } from './endpoint.ts'
import { id, instant, listOf, listQuery, onePlace, placeFields } from './lists.ts'
import { priorities, service } from './services.contract.ts'
import { ineligibilities } from './shifts.drivers.contract.ts'
import { expiredDocuments, vehicleStatuses } from './vehicles.contract.ts'

/** Why a vehicle cannot get a service. */
export const exclusionReasons = [
  'status',
  'no_position',
  'stale_position',
  /** By hand, or since it does not report. */
  'inactive',
  'type',
  'seats',
  'load',
  'skills',
  'rejected',
  'offered',
  'reserved',
  'too_far',
  ...ineligibilities,
  ...expiredDocuments,
  /** The pickup lies outside the zones that the vehicle works in. */
  'zone',
  /** The driver's shift ends before the vehicle would be at the pickup. */
  'shift_ends',
] as const
/** A person may assign the vehicle all the same; the engine does not. */
export const advisoryReasons = [
  'no_position',
  'stale_position',
  'inactive',
  'no_shift',
  'rejected',
  'offered',
  'reserved',
  'zone',
  'shift_ends',
] as const satisfies readonly (typeof exclusionReasons)[number][]
/** What a vehicle lacks of what the service requires: a person can neither assign nor reserve it. */
export const unsuitedReasons = [
  'type',
  'seats',
  'load',
  'skills',
] as const satisfies readonly (typeof exclusionReasons)[number][]
/** The parts of a cost, in seconds; those that are zero are left out. */
export const costParts = [
  'arrival',
  'empty',
  'lateness',
  'shift_risk',
  'idle',
  'age',
  'urgency',
  'brevity',
  'cover',
  'swap',
  'priority',
] as const
export type CostPart = (typeof costParts)[number]
/** A vehicle ranked for a service. Arrival is by road, or an estimate from the straight line where no road engine answers. */
export const candidate = z.object({
  vehicleId: id,
  vehicleNumber: z.string(),
  plateNumber: z.string(),
  type: z.string(),
  status: z.enum(vehicleStatuses),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  distanceMetres: z.number().nullable(),
  arrivalSeconds: z.number().nullable(),
  isEstimate: z.boolean(),
  isEligible: z.boolean(),
  /** By the rules of the engine, in seconds: the sum of the parts. Null where the arrival is unknown. */
  cost: z.number().nullable(),
  parts: z.partialRecord(z.enum(costParts), z.number()),
  reasons: z.array(z.enum(exclusionReasons)),
})
export type Candidate = z.infer<typeof candidate>
export const listCandidates = endpoint({
  name: 'dispatch.candidates',
  method: 'GET',
  path: '/services/:serviceId/candidates',
  summary: 'Vehicles of the service’s fleet, best first, those that cannot be assigned last with the reason',
  access: 'services.dispatch',
  feature: { name: 'dispatch', of: 'record' },
  params: z.strictObject({ serviceId: id }),
  output: z.object({ items: z.array(candidate) }),
  problems: ['service_not_found'],
})

/** Maximum number of services ranked by one call. */
export const maxBest = 25
export const listBest = endpoint({
  name: 'dispatch.best',
  method: 'GET',
  path: '/dispatch/best',
  summary: 'The best vehicle of each of these services; services out of reach are left out',
  access: 'services.dispatch',
  feature: { name: 'dispatch', of: 'record' },
  query: z.strictObject({
    serviceId: z.preprocess(
      (value) => (Array.isArray(value) ? value : [value]),
      z.array(id).min(1).max(maxBest),
    ),
  }),
  output: z.object({
    /** `best` is null where no vehicle can be assigned. */
    items: z.array(
      z.object({
        serviceId: id,
        best: candidate
          .pick({ vehicleId: true, vehicleNumber: true, arrivalSeconds: true, isEstimate: true })
          .nullable(),
      }),
    ),
  }),
})

export const readQueue = endpoint({
  name: 'dispatch.queue',
  method: 'GET',
  path: '/dispatch/queue',
  summary:
    'How many services of a fleet or company wait for a vehicle and are under way, the oldest and the newest that wait',
  access: 'services.read',
  feature: { name: 'services', of: [{ in: 'query', fleet: 'fleetId', company: 'companyId' }] },
  query: z.strictObject(placeFields).superRefine(onePlace),
  output: z.object({
    waiting: z.number().int(),
    running: z.number().int(),
    /** Null while no service is due and waiting. */
    oldestSince: instant.nullable(),
    newest: z
      .object({
        serviceId: id,
        serviceNumber: z.number().int(),
        priorityLevel: z.enum(priorities),
        /** When it was sent to dispatch. */
        at: instant,
      })
      .nullable(),
  }),
})

export const serviceNeeds = ['unassigned', 'silent', 'late'] as const
/** Waiting this long for a vehicle, or with a vehicle that has not reported for this long, a service needs a person. */
export const needAfterSeconds = 180
export const listServiceNeeds = endpoint({
  name: 'dispatch.needs',
  method: 'GET',
  path: '/dispatch/needs',
  summary:
    'Services of a fleet or company that need a person: unassigned, silent, late; within each the longest first',
  access: 'services.read',
  feature: { name: 'services', of: [{ in: 'query', fleet: 'fleetId', company: 'companyId' }] },
  query: listQuery(['rank'], placeFields)
    .pick({ page: true, size: true, fleetId: true, companyId: true })
    .superRefine(onePlace),
  output: listOf(
    z.object({
      kind: z.enum(serviceNeeds),
      /** When it began to need a person. */
      since: instant,
      /** Of a late service: when its vehicle is expected, and why so late; null where the window is over already. */
      prediction: prediction.nullable(),
      service,
    }),
  ).extend({
    /** When time alone may change this answer next; null where it does not. */
    changesAt: instant.nullable(),
  }),
})

/** The forecast: the number of intervals and their length in minutes. */
export const outlookQuarters = 8
export const outlookQuarterMinutes = 15
export const outlookQuarter = z.object({
  at: instant,
  /** Booked services to be dispatched within, not yet under way; the first quarter adds the earlier ones without a vehicle. */
  services: z.number().int(),
  /** Vehicles that could serve: not inactive, in maintenance or out of service, and allowed on the road throughout. */
  units: z.number().int(),
})
export type OutlookQuarter = z.infer<typeof outlookQuarter>
export const readOutlook = endpoint({
  name: 'dispatch.outlook',
  method: 'GET',
  path: '/dispatch/outlook',
  summary:
    'Booked services of a fleet or company in the next two hours, against the vehicles that could serve then',
  access: 'dispatch.read',
  feature: { name: 'services', of: [{ in: 'query', fleet: 'fleetId', company: 'companyId' }] },
  query: z.strictObject(placeFields).superRefine(onePlace),
  output: z.object({
    /** The quarter of an hour it is now, and those after it; all zero for a fleet out of reach. */
    quarters: z.array(outlookQuarter).length(outlookQuarters),
    /** Services without a vehicle whose dispatch time has come. */
    waiting: z.number().int(),
  }),
})
