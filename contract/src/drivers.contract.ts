import * as z from 'zod'
import { offerKinds } from './dispatch.offers.contract.ts'
import { driverSuggestion } from './dispatch.repositioning.contract.ts'
import { endpoint } from './endpoint.ts'
import { done, id, instant, signedMoney } from './lists.ts'
import { proofKinds, service, serviceTypes } from './services.contract.ts'
import { imageContent, pin } from './services.proofs.contract.ts'
import { shift } from './shifts.contract.ts'
import { optionalNote } from './text.ts'
import { hourMs } from './time-units.ts'
import { vehicleStatuses } from './vehicles.contract.ts'

/** A service offered to the driver. What is not needed to decide, such as the customer's phone, comes with acceptance. */
export const driverOffer = z.object({
  id,
  kind: z.enum(offerKinds),
  offeredAt: instant,
  expiresAt: instant,
  serviceId: id,
  serviceNumber: z.number().int(),
  serviceType: z.enum(serviceTypes),
  /** Start of the pickup's window. */
  pickupAt: instant.nullable(),
  stops: z.array(z.object({ address: z.string(), latitude: z.number(), longitude: z.number() })),
  arrivalSeconds: z.number().int().nullable(),
  isEstimate: z.boolean(),
  plannedDistance: z.number().nullable(),
  plannedDuration: z.number().nullable(),
  estimatedCost: z.string().nullable(),
  currency: z.string(),
})
export type DriverOffer = z.infer<typeof driverOffer>

const driverVehicle = z.object({
  id,
  vehicleNumber: z.string(),
  plateNumber: z.string(),
  status: z.enum(vehicleStatuses),
})
/** What the driver page shows. */
export const driverState = z.object({
  /** The server's clock, so that countdowns are right on a phone whose clock is not. */
  now: instant,
  /** Of the driver's company. */
  timeZone: z.string(),
  /** Null for somebody who is no driver. */
  driver: z.object({ id, name: z.string() }).nullable(),
  /** The running shift, else null. */
  shift: shift.nullable(),
  /** Planned shifts that may be started, and the next ones. */
  shifts: z.array(shift),
  /** A planned shift may be started this long before its start. */
  earlyStartMinutes: z.number().int(),
  /** The vehicle of the running shift. */
  vehicle: driverVehicle.nullable(),
  /** Whether positions of the phone are used: the vehicle has a tracker, which they stand in for. */
  takesPositions: z.boolean(),
  /** The vehicles in which the driver may start a shift that nobody planned. */
  vehicles: z.array(driverVehicle),
  /** Since when the driver takes a break. */
  breakSince: instant.nullable(),
  offers: z.array(driverOffer),
  /** A move suggested to the idle vehicle of the running shift. */
  suggestion: driverSuggestion.nullable(),
  /** Assigned to the driver and not final: in the order of the published route, else by the time their current status began. */
  services: z.array(service),
  cash: z.array(
    z.object({ fleetId: id, owed: signedMoney, currency: z.string(), entries: z.number().int() }),
  ),
})
export type DriverState = z.infer<typeof driverState>
export const readDriverState = endpoint({
  name: 'drivers.state',
  method: 'GET',
  path: '/driver',
  summary: 'The caller’s shift, offers and services as a driver',
  access: 'services.read',
  feature: { name: 'services', of: 'reach' },
  output: driverState,
})

/** Actions older than this are refused. */
export const oldestActionMs = 24 * hourMs
export const maxActions = 100
export const driverActionKinds = [
  'accept',
  'reject',
  'give_back',
  'arrive',
  'pick_up',
  'deliver',
  'complete',
  'no_show',
  'start_break',
  'end_break',
  'dismiss_suggestion',
  'emergency',
] as const
export type DriverActionKind = (typeof driverActionKinds)[number]
/** What a driver shows at a stop: an image stored before, or what the customer said. */
const givenProof = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.enum(['photo', 'signature']), fileId: id }),
  z.strictObject({ kind: z.literal('pin'), pin }),
])
export type GivenProof = z.infer<typeof givenProof>
const proofs = z.array(givenProof).max(proofKinds.length).optional()
/** Wrong PINs of a service, after which only dispatch can complete it. */
export const maxWrongPins = 5

const base = {
  /** Given by the phone: an action is done once, however often it is sent. */
  id,
  /** By the phone's clock. */
  at: instant,
}
export const driverAction = z.discriminatedUnion('kind', [
  z.strictObject({ ...base, kind: z.enum(['accept', 'reject']), offerId: id }),
  z.strictObject({
    ...base,
    kind: z.enum(['give_back', 'pick_up', 'no_show']),
    serviceId: id,
    note: optionalNote(500).optional(),
  }),
  z.strictObject({ ...base, kind: z.literal('complete'), serviceId: id, proofs }),
  z.strictObject({ ...base, kind: z.literal('arrive'), serviceId: id, stopId: id }),
  z.strictObject({ ...base, kind: z.literal('deliver'), serviceId: id, stopId: id, proofs }),
  z.strictObject({ ...base, kind: z.enum(['start_break', 'end_break']) }),
  z.strictObject({ ...base, kind: z.literal('dismiss_suggestion'), suggestionId: id }),
  z.strictObject({
    ...base,
    kind: z.literal('emergency'),
    latitude: z.number().min(-90).max(90).nullable(),
    longitude: z.number().min(-180).max(180).nullable(),
  }),
])
export type DriverAction = z.infer<typeof driverAction>
/** An action before the phone gave it an id and a time. */
export type NewDriverAction = DriverAction extends infer A
  ? A extends DriverAction
    ? Omit<A, 'id' | 'at'>
    : never
  : never
export const maxPhoneFixes = 200
export const sendPhoneFixes = endpoint({
  name: 'drivers.positions',
  method: 'POST',
  path: '/driver/positions',
  summary: 'Positions of the driver’s phone during the shift, a second device of the vehicle',
  access: 'services.read',
  feature: { name: 'services', of: 'reach' },
  body: z.strictObject({
    /** The phone's clock while it sends: times are corrected by the difference. */
    sentAt: instant,
    fixes: z
      .array(
        z.strictObject({
          at: instant,
          latitude: z.number().min(-90).max(90),
          longitude: z.number().min(-180).max(180),
          speedKmh: z.number().min(0).max(400).nullable(),
          heading: z.number().min(0).max(360).nullable(),
          accuracyMetres: z.number().min(0).max(100_000).nullable(),
        }),
      )
      .min(1)
      .max(maxPhoneFixes),
  }),
  output: done,
  problems: ['driver_off_duty'],
})
export const createPhoneKey = endpoint({
  name: 'drivers.createPhoneKey',
  method: 'POST',
  path: '/driver/phone-key',
  summary:
    'Give the caller’s phone an identifier for a tracker app, answered once; the former one stops working',
  access: 'services.read',
  feature: { name: 'services', of: 'reach' },
  status: 201,
  output: z.object({
    identifier: z.string(),
    host: z.string(),
    /** False for an address that no phone can reach. */
    isPublic: z.boolean(),
    /** Null while no gateway takes reports of phones. */
    port: z.number().int().nullable(),
  }),
  isRepeatable: false,
  problems: [],
})
export const sendProof = endpoint({
  name: 'drivers.sendProof',
  method: 'POST',
  path: '/driver/proofs',
  summary:
    'Store a photo or signature of an own service, for an action that will name it; the same id is stored once',
  access: 'services.read',
  feature: { name: 'services', of: 'reach' },
  body: z.strictObject({
    /** Given by the phone. */
    id,
    serviceId: id,
    /** A JPEG or PNG in base64. */
    content: imageContent,
  }),
  output: done,
  isRepeatable: false,
  problems: ['service_not_found', 'proof_unreadable', 'file_not_found'],
})
export const actAsDriver = endpoint({
  name: 'drivers.act',
  method: 'POST',
  path: '/driver/actions',
  summary: 'Do what a driver did on the phone, in order, each once; refused ones do not stop the others',
  access: 'services.read',
  feature: { name: 'services', of: 'reach' },
  body: z.strictObject({
    /** The phone's clock while it sends: times are corrected by the difference. */
    sentAt: instant,
    actions: z.array(driverAction).min(1).max(maxActions),
  }),
  output: z.object({
    /** `problem` is the code of a problem; null where the action was done, now or by an earlier request. */
    items: z.array(z.object({ id, problem: z.string().nullable() })),
  }),
})
