import * as z from 'zod'
import { messageAttachment } from './communication.attachments.contract.ts'
import { endpoint } from './endpoint.ts'
import { id, idParams, instant } from './lists.ts'
import { nameText, noteText } from './text.ts'

/** Characters of a message. */
export const messageLength = 4000
export const messageText = noteText(messageLength)
/** Messages that are read at once. */
export const messagesAtOnce = 50
export const attachmentsOfMessage = 10
export const refsOfMessage = 10

export const messageKinds = ['text', 'request', 'note', 'answer', 'log'] as const
export type MessageKind = (typeof messageKinds)[number]
export const messageAuthors = ['staff', 'driver', 'contact', 'system'] as const
export const messagePriorities = ['normal', 'urgent'] as const
export type MessagePriority = (typeof messagePriorities)[number]
/** `in_app`: on the driver page, or in Rumbo for users. */
export const messageMethods = ['in_app', 'email', 'sms'] as const
export type MessageMethod = (typeof messageMethods)[number]
/** Of the specification. */
export const messageStatuses = ['pending', 'sent', 'delivered', 'read', 'failed'] as const
export type MessageStatus = (typeof messageStatuses)[number]

/** What a message points at. */
export const messageRef = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.enum(['service', 'stop', 'vehicle', 'fence']), id, label: nameText(100) }),
  z.strictObject({
    kind: z.literal('place'),
    latitude: z.number().min(-90).max(90),
    longitude: z.number().min(-180).max(180),
    label: nameText(100),
  }),
])
export type MessageRef = z.infer<typeof messageRef>

export const requestTypes = ['break', 'end_shift', 'no_show', 'help', 'call_me'] as const
export type RequestType = (typeof requestTypes)[number]
export const requestStatuses = ['open', 'approved', 'denied'] as const
export const messageRequest = z.object({
  type: z.enum(requestTypes),
  /** Of a no-show. */
  serviceId: id.nullable(),
  status: z.enum(requestStatuses),
  by: z.string().nullable(),
  at: instant.nullable(),
  note: z.string().nullable(),
})
export type MessageRequest = z.infer<typeof messageRequest>

export const message = z.object({
  id,
  threadId: id,
  /** From 1, without gaps. */
  sequence: z.number().int(),
  authorKind: z.enum(messageAuthors),
  authorId: id.nullable(),
  author: z.string(),
  /** `note`: internal, sent to nobody. `log`: written by Rumbo. */
  kind: z.enum(messageKinds),
  text: z.string(),
  priority: z.enum(messagePriorities),
  refs: z.array(messageRef),
  attachments: z.array(messageAttachment),
  request: messageRequest.nullable(),
  broadcastId: id.nullable(),
  createdAt: instant,
  /** When it was written, which is earlier for what a phone sent later. */
  writtenAt: instant,
  /** How many people get it, have read it, got it by no method, or will get it later; all 0 for what nobody gets. */
  reach: z.object({
    recipients: z.number().int(),
    read: z.number().int(),
    failed: z.number().int(),
    /** Waits until the driver stops. */
    held: z.number().int(),
  }),
})
export type Message = z.infer<typeof message>

const ofRecord = { name: 'dispatch', of: 'record' } as const

export const listMessages = endpoint({
  name: 'communication.messages',
  method: 'GET',
  path: '/threads/:id/messages',
  summary: 'The last 50 messages of a conversation, or those before one, oldest first',
  access: 'communication.own',
  feature: ofRecord,
  params: idParams,
  query: z.strictObject({ before: z.coerce.number().int().min(1).optional() }),
  output: z.object({ items: z.array(message), hasEarlier: z.boolean() }),
  problems: ['thread_not_found'],
})
export const sendMessage = endpoint({
  name: 'communication.send',
  method: 'POST',
  path: '/threads/:id/messages',
  summary: 'Write in a conversation; the same id is written once',
  access: 'communication.own',
  feature: ofRecord,
  params: idParams,
  body: z
    .strictObject({
      /** Given by the client. */
      id,
      text: messageText.default(''),
      kind: z.enum(['text', 'note']).default('text'),
      priority: z.enum(messagePriorities).default('normal'),
      /** By which methods it goes to drivers and contacts, instead of the usual one of each. */
      methods: z.array(z.enum(messageMethods)).min(1).max(3).optional(),
      templateId: id.optional(),
      refs: z.array(messageRef).max(refsOfMessage).default([]),
      attachmentIds: z.array(id).max(attachmentsOfMessage).default([]),
      /** The last message the author had seen, to be warned of later ones of colleagues instead of sending. */
      afterSequence: z.number().int().min(0).optional(),
    })
    .refine((given) => given.text !== '' || given.attachmentIds.length > 0 || given.refs.length > 0, {
      path: ['text'],
      params: { code: 'required' },
    }),
  output: message,
  status: 201,
  /** `thread_moved_on` has the later messages in `current.items`; nothing was sent. */
  problems: [
    'thread_not_found',
    'thread_moved_on',
    'message_id_taken',
    'message_changed',
    'file_not_found',
    'recipient_unreachable',
    'files_not_sent',
    'recipient_opted_out',
    'template_unfilled',
  ],
})

const ofMessage = z.strictObject({ id, messageId: id })
const messageTry = z.object({
  method: z.enum(messageMethods),
  status: z.enum(messageStatuses),
  at: instant,
  /** Why it failed: a reason of `failure-reasons`, or the words of a provider; null otherwise. */
  detail: z.string().nullable(),
  /** Since when it waits until the driver stops; null if it does not. */
  heldSince: instant.nullable(),
})
/** A person, once: with the method by which the message came furthest, and all that were tried. */
export const messageRecipient = messageTry.extend({
  recipientId: id,
  kind: z.enum(['driver', 'contact', 'user']),
  name: z.string(),
  phone: z.string().nullable(),
  tries: z.array(messageTry),
  /** Methods by which it can be sent, or sent again. */
  otherMethods: z.array(z.enum(messageMethods)),
})
export type MessageRecipient = z.infer<typeof messageRecipient>
export const listRecipients = endpoint({
  name: 'communication.recipients',
  method: 'GET',
  path: '/threads/:id/messages/:messageId/recipients',
  summary: 'What became of a message for each recipient; those who have not read it first',
  access: 'communication.own',
  feature: ofRecord,
  params: ofMessage,
  output: z.object({ items: z.array(messageRecipient) }),
  problems: ['thread_not_found', 'message_not_found'],
})
export const retryRecipient = endpoint({
  name: 'communication.retryRecipient',
  method: 'POST',
  path: '/threads/:id/messages/:messageId/recipients/:recipientId/retry',
  summary: 'Send a message to one recipient again, by this or another method',
  access: 'communication.write',
  feature: ofRecord,
  params: ofMessage.extend({ recipientId: id }),
  body: z.strictObject({ method: z.enum(messageMethods) }),
  output: messageRecipient,
  problems: [
    'thread_not_found',
    'message_not_found',
    'recipient_not_found',
    'recipient_unreachable',
    'files_not_sent',
    'recipient_opted_out',
  ],
})
export const deliverNow = endpoint({
  name: 'communication.deliverNow',
  method: 'POST',
  path: '/threads/:id/messages/:messageId/deliver-now',
  summary: 'Deliver a message that waits until the driver stops; of one that does not, nothing changes',
  access: 'communication.write',
  feature: ofRecord,
  params: ofMessage,
  output: message,
  problems: ['thread_not_found', 'message_not_found'],
})
