import * as z from 'zod'
import { message, messageText, requestTypes } from './communication.messages.contract.ts'
import { endpoint } from './endpoint.ts'
import { id, instant } from './lists.ts'

const ofOwn = { name: 'services', of: 'reach' } as const

/** A conversation as its driver sees it: without internal notes, nor who of the staff has it. */
export const driverThread = z.object({
  id,
  kind: z.enum(['driver', 'service', 'group', 'emergency']),
  title: z.string(),
  serviceId: id.nullable(),
  /** Messages the driver has not read. */
  unread: z.number().int(),
  /** Urgent messages that the driver has to confirm: the page shows them in front of everything. */
  urgent: z.array(id),
  readSequence: z.number().int(),
  lastSequence: z.number().int(),
  lastAt: instant,
  /** The last 50, oldest first. */
  messages: z.array(
    message.omit({ reach: true }).extend({
      /** Whether the caller wrote it. */
      isOwn: z.boolean(),
      /** Of an own message: whether somebody of the fleet has read it. */
      isRead: z.boolean(),
    }),
  ),
})
export type DriverThread = z.infer<typeof driverThread>
export const readDriverThreads = endpoint({
  name: 'driverThreads.read',
  method: 'GET',
  path: '/driver/threads',
  summary: 'The caller’s conversations as a driver; what is shown there counts as delivered',
  access: 'services.read',
  feature: ofOwn,
  output: z.object({ items: z.array(driverThread) }),
})

export const driverMessageActionLimit = 100
const base = {
  /** Given by the phone: an action is done once, however often it is sent; of `send` and `request` the message’s id. */
  id,
  /** By the phone’s clock. */
  at: instant,
}
export const driverMessageAction = z.discriminatedUnion('kind', [
  z.strictObject({
    ...base,
    kind: z.literal('send'),
    /** Null: to the dispatchers of the fleet of the running or last shift. */
    threadId: id.nullable(),
    text: messageText.default(''),
    attachmentIds: z.array(id).max(10).default([]),
  }),
  z.strictObject({ ...base, kind: z.literal('read'), threadId: id, sequence: z.number().int().min(0) }),
  z.strictObject({
    ...base,
    kind: z.literal('request'),
    type: z.enum(requestTypes),
    /** Required of a no-show. */
    serviceId: id.nullable().default(null),
    text: messageText.default(''),
  }),
])
export type DriverMessageAction = z.infer<typeof driverMessageAction>
export const actInDriverThreads = endpoint({
  name: 'driverThreads.act',
  method: 'POST',
  path: '/driver/messages',
  summary:
    'Write, ask for something or mark as read, in order, each once; refused ones do not stop the others',
  access: 'services.read',
  feature: ofOwn,
  body: z.strictObject({
    /** The phone’s clock while it sends: times are corrected by the difference. */
    sentAt: instant,
    actions: z.array(driverMessageAction).min(1).max(driverMessageActionLimit),
  }),
  output: z.object({
    /** `problem` is the code of a problem; null where the action was done, now or by an earlier request. */
    items: z.array(z.object({ id, problem: z.string().nullable() })),
  }),
})
