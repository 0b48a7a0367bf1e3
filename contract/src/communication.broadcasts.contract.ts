import * as z from 'zod'
import { messagePriorities, messageRecipient, messageText } from './communication.messages.contract.ts'
import { endpoint } from './endpoint.ts'
import { id, idParams, instant, listOf, listQuery } from './lists.ts'
import { serviceTypes } from './services.contract.ts'
import { vehicleStatuses, vehicleTypes } from './vehicles.contract.ts'

/** Drivers that are chosen one by one. */
export const broadcastSelection = 500
/** A broadcast to more drivers than this needs a manager. */
export const broadcastOfDispatchers = 200
/** Names in a preview. */
export const broadcastNames = 100
export const broadcastStatuses = ['scheduled', 'sent', 'cancelled'] as const

/** Which drivers on duty get it, or which drivers at all. */
export const broadcastFilter = z.discriminatedUnion('kind', [
  /** Every driver of the fleet, on duty or not. */
  z.strictObject({ kind: z.literal('fleet') }),
  /** Every driver on duty. */
  z.strictObject({ kind: z.literal('onDuty') }),
  z.strictObject({ kind: z.literal('drivers'), driverIds: z.array(id).min(1).max(broadcastSelection) }),
  /** Drivers on duty in vehicles with one of these statuses. */
  z.strictObject({ kind: z.literal('status'), statuses: z.array(z.enum(vehicleStatuses)).min(1) }),
  /** Drivers on duty in vehicles of one of these types. */
  z.strictObject({
    kind: z.literal('vehicleType'),
    types: z.array(z.enum(vehicleTypes)).min(1),
  }),
  /** Drivers on duty who carry out a service of one of these types now. */
  z.strictObject({ kind: z.literal('serviceType'), types: z.array(z.enum(serviceTypes)).min(1) }),
  /** Drivers on duty in vehicles whose last position lies in the polygon: corners in order, not closed. */
  z.strictObject({
    kind: z.literal('polygon'),
    corners: z
      .array(
        z.strictObject({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) }),
      )
      .min(3)
      .max(200),
  }),
])
export type BroadcastFilter = z.infer<typeof broadcastFilter>

export const broadcast = z.object({
  id,
  companyId: id,
  fleetId: id,
  filter: broadcastFilter,
  text: z.string(),
  /** Of the template, by language, with variables; null for one without a template. */
  texts: z.object({ es: z.string(), en: z.string() }).nullable(),
  priority: z.enum(messagePriorities),
  author: z.string(),
  status: z.enum(broadcastStatuses),
  createdAt: instant,
  scheduledAt: instant.nullable(),
  sentAt: instant.nullable(),
  cancelledAt: instant.nullable(),
  cancelledBy: z.string().nullable(),
  /** Fixed when it was sent. */
  recipients: z.number().int(),
  read: z.number().int(),
  failed: z.number().int(),
  held: z.number().int(),
})
export type Broadcast = z.infer<typeof broadcast>

const ofBody = { name: 'dispatch', of: [{ in: 'body', fleet: 'fleetId' }] } as const
const ofRecord = { name: 'dispatch', of: 'record' } as const

export const previewBroadcast = endpoint({
  name: 'broadcasts.preview',
  method: 'POST',
  path: '/broadcasts/preview',
  summary: 'Whom a broadcast would reach now, with the first 100 names',
  access: 'communication.write',
  feature: ofBody,
  body: z.strictObject({ fleetId: id, filter: broadcastFilter }),
  output: z.object({
    recipients: z.number().int(),
    names: z
      .array(z.object({ id, name: z.string(), vehicleNumber: z.string().nullable() }))
      .max(broadcastNames),
    /** Whether the caller may send it to so many. */
    maySend: z.boolean(),
  }),
})
export const createBroadcast = endpoint({
  name: 'broadcasts.create',
  method: 'POST',
  path: '/broadcasts',
  summary:
    'Send a message to many drivers, each in their own conversation, now or later; the same id is sent once',
  access: 'communication.write',
  feature: ofBody,
  body: z
    .strictObject({
      /** Given by the client. */
      id,
      fleetId: id,
      filter: broadcastFilter,
      text: messageText.default(''),
      /** Instead of a text: each gets it in their language, with their own words for its variables. */
      templateId: id.optional(),
      priority: z.enum(messagePriorities).default('normal'),
      scheduledAt: instant.nullable().default(null),
    })
    .refine((given) => (given.text === '') === (given.templateId !== undefined), {
      path: ['text'],
      params: { code: 'required' },
    }),
  output: broadcast,
  status: 201,
  problems: ['broadcast_too_large', 'broadcast_empty', 'message_id_taken', 'message_changed', 'not_found'],
})
export const listBroadcasts = endpoint({
  name: 'broadcasts.list',
  method: 'GET',
  path: '/broadcasts',
  summary: 'Broadcasts of a fleet, the latest first',
  access: 'communication.read',
  feature: { name: 'dispatch', of: [{ in: 'query', fleet: 'fleetId' }] },
  query: listQuery(['createdAt'], { fleetId: id, order: z.enum(['asc', 'desc']).default('desc') }),
  output: listOf(broadcast),
})
export const readBroadcast = endpoint({
  name: 'broadcasts.read',
  method: 'GET',
  path: '/broadcasts/:id',
  summary: 'A broadcast, with up to 500 of its recipients who have not read it',
  access: 'communication.read',
  feature: ofRecord,
  params: idParams,
  output: broadcast.extend({
    notRead: z.array(messageRecipient.extend({ threadId: id, messageId: id })).max(500),
  }),
  problems: ['broadcast_not_found'],
})
/** People to whom a broadcast is sent by another method at once. */
export const broadcastRetriesAtOnce = 500
export const retryBroadcast = endpoint({
  name: 'broadcasts.retry',
  method: 'POST',
  path: '/broadcasts/:id/retry',
  summary: 'Send a broadcast by SMS or mail to those who have not read it and were not sent it that way',
  access: 'communication.write',
  feature: ofRecord,
  params: idParams,
  body: z.strictObject({ method: z.enum(['sms', 'email']) }),
  output: z.object({
    sent: z.number().int(),
    /** They have no such address, or want nothing by it. */
    unreachable: z.number().int(),
    /** Beyond the first 500; another call sends to them. */
    left: z.number().int(),
  }),
  problems: ['broadcast_not_found', 'broadcast_too_large', 'channel_not_configured'],
})
export const cancelBroadcast = endpoint({
  name: 'broadcasts.cancel',
  method: 'POST',
  path: '/broadcasts/:id/cancel',
  summary: 'Cancel a broadcast that is not sent yet',
  access: 'communication.write',
  feature: ofRecord,
  params: idParams,
  output: broadcast,
  problems: ['broadcast_not_found', 'broadcast_over'],
})
