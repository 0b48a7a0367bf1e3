import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { phone } from './identity.contract.ts'
import {
  anyOf,
  boundsFields,
  done,
  id,
  idParams,
  instant,
  listOf,
  listQuery,
  money,
  signedMoney,
  version,
  wholeBounds,
} from './lists.ts'
import { isCurrency } from './money.ts'
import { nameText, optionalName, optionalNote } from './text.ts'
import { loadLimits, skillLimit, vehicleTypes } from './vehicles.contract.ts'

export const serviceStatuses = [
  'created',
  'on_dispatch',
  'vehicle_assigned',
  'in_progress',
  'completed',
  'cancelled_by_client',
  'cancelled_by_driver',
  'cancelled_by_central',
] as const
export type ServiceStatus = (typeof serviceStatuses)[number]
export const finalStatuses = [
  'completed',
  'cancelled_by_client',
  'cancelled_by_driver',
  'cancelled_by_central',
] as const satisfies readonly ServiceStatus[]
export const serviceTypes = ['taxi', 'delivery', 'shuttle', 'package', 'custom'] as const
export const priorities = ['critical', 'high', 'medium', 'low'] as const
export const paymentMethods = ['cash', 'card', 'account', 'app'] as const
export const paymentStatuses = ['pending', 'paid', 'refunded', 'cancelled'] as const
export type PaymentStatus = (typeof paymentStatuses)[number]
/** Who finds the vehicle of a service. */
export const handlings = ['automatic', 'manual'] as const
export const stopTypes = ['pickup', 'checkpoint', 'drop'] as const
export const executedStatuses = [
  'executed',
  'cancelled_by_client',
  'cancelled_by_driver',
  'cancelled_by_central',
] as const
export const stopOperators = ['client', 'driver', 'central', 'system'] as const
/** What shows that a stop was served; a PIN is known to the customer only. */
export const proofKinds = ['photo', 'signature', 'pin'] as const
export type ProofKind = (typeof proofKinds)[number]
/** Names an extra of a tariff; stable within the tariffs of a fleet. */
export const extraKey = z.string().regex(/^[a-z0-9-]{1,40}$/)
export const maxExtras = 20
/** A dispatch time this far in the past is accepted, since filling in the form takes time. */
export const dispatchToleranceSeconds = 60
export const dispatchMarginMinutes = 30
/** A service waiting longer than this for a vehicle is overdue. */
export const waitLimitSeconds = 300

/** The longest planned time at a stop. */
export const maxServiceMinutes = 480

export const plannedStopInput = z.strictObject({
  stopType: z.enum(stopTypes),
  address: nameText(300),
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  timeWindowStart: instant.nullable().default(null),
  timeWindowEnd: instant.nullable().default(null),
  reference: optionalNote(300),
  contactName: optionalName(150),
  contactPhone: phone.nullable().default(null),
  extraCost: money.nullable().default(null),
  /** Planned time at the stop. Null: what the plan that visits it sets. */
  serviceMinutes: z.number().int().min(0).max(maxServiceMinutes).nullable().default(null),
})
export type PlannedStopInput = z.input<typeof plannedStopInput>
export const plannedStop = z.object({
  id,
  sequence: z.number().int(),
  stopType: z.enum(stopTypes),
  address: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  timeWindowStart: instant.nullable(),
  timeWindowEnd: instant.nullable(),
  reference: z.string().nullable(),
  contactName: z.string().nullable(),
  contactPhone: z.string().nullable(),
  extraCost: z.string().nullable(),
  serviceMinutes: z.number().int().nullable(),
})
export type PlannedStop = z.infer<typeof plannedStop>
export const executedStop = plannedStop.extend({
  arrived: instant.nullable(),
  departed: instant.nullable(),
  costAtStop: z.string().nullable(),
  distanceAtStop: z.number().nullable(),
  notes: z.string().nullable(),
  status: z.enum(executedStatuses),
  operator: z.enum(stopOperators),
  /** Set where a person corrected what was recorded. */
  correctedBy: z.string().nullable(),
  correctionReason: z.string().nullable(),
})
export type ExecutedStop = z.infer<typeof executedStop>
export const statusChange = z.object({
  status: z.enum(serviceStatuses),
  at: instant,
  by: z.string().nullable(),
  note: z.string().nullable(),
})

/** What a vehicle must have to get the service, and what its driver must show where it ends. */
export const requirementFields = {
  requiredVehicleType: z.enum(vehicleTypes).nullable().default(null),
  /** Passengers. */
  requiredSeats: z.number().int().min(1).max(300).nullable().default(null),
  /** Of all that it carries at once. A vehicle whose own is not known is not refused for it. */
  requiredLoadKg: z.number().positive().max(loadLimits.kg).nullable().default(null),
  requiredLoadM3: z.number().positive().max(loadLimits.m3).nullable().default(null),
  /** Compared with the vehicle's without case and accents. */
  requiredSkills: z.array(nameText(40)).max(skillLimit).default([]),
  /** At every drop, or at the only stop. */
  requiredProofs: z.array(z.enum(proofKinds)).max(proofKinds.length).default([]),
}
export const requirements = z.object({
  requiredVehicleType: z.enum(vehicleTypes).nullable(),
  requiredSeats: z.number().int().nullable(),
  requiredLoadKg: z.number().nullable(),
  requiredLoadM3: z.number().nullable(),
  requiredSkills: z.array(z.string()),
  requiredProofs: z.array(z.enum(proofKinds)),
})
export type Requirements = z.infer<typeof requirements>

const serviceFields = {
  fleetId: id,
  serviceType: z.enum(serviceTypes),
  priorityLevel: z.enum(priorities).default('medium'),
  customerName: nameText(150),
  customerPhone: phone,
  customerEmail: z.email().max(254).nullable().default(null),
  requesterContactId: id,
  dispatchTime: instant,
  notes: optionalNote(2000),
  /** A price agreed with the customer, which holds until the end. Null: the tariff decides. */
  estimatedCost: money.nullable().default(null),
  /** Keys of extras of the tariff in force. */
  extras: z.array(extraKey).max(maxExtras).default([]),
  /** Default: the company's currency; any other is refused. */
  currency: z.string().trim().toUpperCase().refine(isCurrency).optional(),
  paymentMethod: z.enum(paymentMethods).default('cash'),
  paymentStatus: z.enum(paymentStatuses).default('pending'),
  ...requirementFields,
  plannedStops: z.array(plannedStopInput).min(1).max(50),
  /** A person confirmed that stops far from every street, or from where the fleet drives, are right. */
  areStopsConfirmed: z.boolean().default(false),
}

export const newService = z.strictObject({
  ...serviceFields,
  /** Null: the caller becomes a contact, with the customer's name and phone. */
  requesterContactId: id.nullable(),
})

export const service = z.object({
  id,
  companyId: id,
  fleetId: id,
  /** Consecutive within a company; short enough to say on the phone. */
  serviceNumber: z.number().int(),
  serviceType: z.enum(serviceTypes),
  priorityLevel: z.enum(priorities),
  customerName: z.string(),
  customerPhone: z.string(),
  customerEmail: z.string().nullable(),
  requesterContactId: id,
  dispatchTime: instant,
  status: z.enum(serviceStatuses),
  createdAt: instant,
  startedAt: instant.nullable(),
  endedAt: instant.nullable(),
  /** Seconds from start to end, null while it runs. */
  duration: z.number().nullable(),
  notes: z.string().nullable(),
  estimatedCost: z.string().nullable(),
  /** The estimated cost was typed, and does not follow the tariff. */
  isPriceAgreed: z.boolean(),
  currentCost: z.string().nullable(),
  finalCost: z.string().nullable(),
  currency: z.string(),
  paymentMethod: z.enum(paymentMethods),
  paymentStatus: z.enum(paymentStatuses),
  /** Received less refunded. */
  paidAmount: signedMoney,
  assignedVehicleId: id.nullable(),
  assignedVehicleNumber: z.string().nullable(),
  assignedDriverId: id.nullable(),
  driverName: z.string().nullable(),
  driverPhone: z.string().nullable(),
  extras: z.array(z.object({ key: z.string(), name: z.string() })),
  ...requirements.shape,
  /** Metres by road through the planned stops; null where no road connects them. */
  plannedDistance: z.number().nullable(),
  /** Seconds, without the time at stops. */
  plannedDuration: z.number().nullable(),
  /** Planned distance and duration are guessed from the straight line: to be labelled so wherever they are shown. */
  isRouteEstimated: z.boolean(),
  plannedStops: z.array(plannedStop),
  executedStops: z.array(executedStop),
  statusHistory: z.array(statusChange),
  /** The series of recurring services that created it. */
  seriesId: id.nullable(),
  /** When the current status began. */
  statusSince: instant,
  /** When it began to wait for a vehicle, not before its dispatch time. Stays the same when a vehicle is taken back. */
  waitingSince: instant,
  updatedAt: instant,
  version,
})
export type Service = z.infer<typeof service>

export const listServices = endpoint({
  name: 'services.list',
  method: 'GET',
  path: '/services',
  summary: 'Services within the caller’s scopes',
  access: 'services.read',
  feature: { name: 'services', of: [{ in: 'query', fleet: 'fleetId', company: 'companyId' }] },
  query: listQuery(
    [
      'dispatchTime',
      'serviceNumber',
      'createdAt',
      'status',
      'priorityLevel',
      'customerName',
      /** By minutes overdue, then priority, then age; then services not due yet, then final ones. */
      'risk',
      /** When it began to wait: the later of its last status change and its dispatch time. */
      'waitingSince',
    ],
    {
      companyId: id.optional(),
      fleetId: id.optional(),
      status: anyOf(z.enum(serviceStatuses)),
      serviceType: anyOf(z.enum(serviceTypes)),
      priorityLevel: anyOf(z.enum(priorities)),
      paymentMethod: anyOf(z.enum(paymentMethods)),
      paymentStatus: anyOf(z.enum(paymentStatuses)),
      vehicleId: id.optional(),
      driverId: id.optional(),
      /** Past its wait or the window of its next stop, or predicted to be late. */
      isLate: z.stringbool().optional(),
      /** Who finds its vehicle, or found it: the engine, or a person. */
      handling: z.enum(handlings).optional(),
      /** Created, or changed last, by the caller. */
      isMine: z.stringbool().optional(),
      /** A zone of its fleet that contains its next stop. */
      zoneId: id.optional(),
      /** The customer. */
      requesterContactId: id.optional(),
      /** Range of dispatch times; `to` is exclusive. */
      from: instant.optional(),
      to: instant.optional(),
      /** With a range: also the open services outside of it. */
      withOpen: z.stringbool().optional(),
      /** Only services completed or cancelled since then. */
      endedSince: instant.optional(),
      /** Bounds of the next stop: the first one not departed from, or the last stop if there is none. */
      ...boundsFields,
    },
  ).superRefine(wholeBounds),
  /** `isTotalBound`: more match than `total` says, see `exactTotalLimit`. */
  output: listOf(service).extend({ isTotalBound: z.boolean().optional() }),
})
export const readService = endpoint({
  name: 'services.read',
  method: 'GET',
  path: '/services/:id',
  summary: 'One service',
  access: 'services.read',
  feature: { name: 'services', of: [{ in: 'output', fleet: 'fleetId', company: 'companyId' }] },
  params: idParams,
  output: service,
  problems: ['service_not_found'],
})
export const createService = endpoint({
  name: 'services.create',
  method: 'POST',
  path: '/services',
  summary: 'Create a service',
  access: 'services.dispatch',
  feature: { name: 'services', of: [{ in: 'body', fleet: 'fleetId' }] },
  status: 201,
  body: newService,
  output: service,
  problems: ['fleet_denied', 'contact_not_found', 'company_denied', 'stop_doubtful'],
})
export const updateService = endpoint({
  name: 'services.update',
  method: 'PUT',
  path: '/services/:id',
  summary: 'Change a service that is not final',
  access: 'services.dispatch',
  feature: {
    name: 'services',
    of: [
      { in: 'body', fleet: 'fleetId' },
      { in: 'output', fleet: 'fleetId', company: 'companyId' },
    ],
  },
  params: idParams,
  body: z.strictObject({ ...serviceFields, version }),
  output: service,
  problems: [
    'service_not_found',
    'fleet_denied',
    'contact_not_found',
    'stale_version',
    'stop_doubtful',
    'service_wrong_state',
  ],
})
export const deleteService = endpoint({
  name: 'services.delete',
  method: 'DELETE',
  path: '/services/:id',
  summary: 'Delete a service that was never assigned, or is final',
  access: 'services.dispatch',
  feature: { name: 'services', of: 'record' },
  params: idParams,
  output: done,
  problems: [
    'service_not_found',
    'service_not_deletable',
    'service_has_payments',
    'service_in_closeout',
    'service_on_account',
  ],
})
export const countServices = endpoint({
  name: 'services.counts',
  method: 'GET',
  path: '/services-counts',
  summary: 'How many services stand in each status; those that ended count only since a time',
  access: 'services.read',
  feature: { name: 'services', of: [{ in: 'query', fleet: 'fleetId', company: 'companyId' }] },
  query: z.strictObject({
    companyId: id.optional(),
    fleetId: id.optional(),
    /** If omitted, the counts of completed and cancelled services are 0. */
    endedSince: instant.optional(),
  }),
  output: z.object({ counts: z.record(z.enum(serviceStatuses), z.number().int()) }),
})
