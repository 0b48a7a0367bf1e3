import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { languages } from './identity.users.contract.ts'
import { done, id, idParams, instant } from './lists.ts'
import { nameText } from './text.ts'

export const pushDevicesPerPerson = 20

const pushSubscription = z.object({
  id,
  /** Such as "Chrome, Android". */
  label: z.string(),
  createdAt: instant,
  /** When its push service last accepted a message. */
  lastSuccessAt: instant.nullable(),
  /** Whether it was made in the caller’s session. */
  isOwnSession: z.boolean(),
})
export type PushSubscription = z.infer<typeof pushSubscription>

const base64url = (bytes: number) =>
  z
    .string()
    .regex(/^[A-Za-z0-9_-]+$/)
    .length(Math.ceil((bytes * 4) / 3))
/** What a browser states of its subscription: an address of its push service, and two keys. */
const keys = {
  endpoint: z.url({ protocol: /^https?$/ }).max(2_000),
  p256dh: base64url(65),
  auth: base64url(16),
}

export const readPushKey = endpoint({
  name: 'push.key',
  method: 'GET',
  path: '/push/key',
  summary: 'The public key that browsers subscribe with',
  access: 'signed-in',
  output: z.object({
    /** Null: push notifications are not configured. */
    publicKey: z.string().nullable(),
  }),
})
export const listPushSubscriptions = endpoint({
  name: 'push.list',
  method: 'GET',
  path: '/push/subscriptions',
  summary: 'The caller’s browsers that get push notifications, newest first',
  access: 'signed-in',
  output: z.object({ items: z.array(pushSubscription) }),
})
export const subscribeToPush = endpoint({
  name: 'push.subscribe',
  method: 'POST',
  path: '/push/subscriptions',
  summary: 'Send push notifications to this browser until the session ends',
  access: 'signed-in',
  status: 201,
  body: z.strictObject({ ...keys, label: nameText(80), language: z.enum(languages) }),
  output: pushSubscription,
  problems: ['channel_not_configured', 'push_address_denied'],
})
export const unsubscribeFromPush = endpoint({
  name: 'push.unsubscribe',
  method: 'DELETE',
  path: '/push/subscriptions/:id',
  summary: 'Send nothing more to one of the caller’s browsers',
  access: 'signed-in',
  params: idParams,
  output: done,
})
export const renewPushSubscription = endpoint({
  name: 'push.renew',
  method: 'POST',
  path: '/push/subscriptions/renew',
  summary: 'Replace a subscription that the browser changed; the former keys are the proof',
  access: 'public',
  body: z.strictObject({ former: z.strictObject(keys), ...keys }),
  output: done,
  problems: ['push_action_over', 'push_address_denied'],
  limit: { calls: 30, seconds: 60 },
})
export const testPush = endpoint({
  name: 'push.test',
  method: 'POST',
  path: '/push/test',
  summary: 'Send a test to each of the caller’s browsers',
  access: 'signed-in',
  output: z.object({
    /** How many browsers it is sent to. */
    browsers: z.number().int(),
  }),
  problems: ['channel_not_configured'],
  limit: { calls: 10, seconds: 60 },
})

/** What is done with a push notification: opening it marks it as read; the others are buttons. */
export const pushActions = ['open', 'acknowledge', 'accept', 'reject'] as const
export type PushAction = (typeof pushActions)[number]
export const actOnPush = endpoint({
  name: 'push.act',
  isRepeatable: false,
  method: 'POST',
  path: '/push/actions',
  summary: 'What a button of a push notification does, once',
  access: 'public',
  body: z.strictObject({ token: z.string().max(2_000), action: z.enum(pushActions) }),
  output: z.object({
    isDone: z.boolean(),
    /** The outcome in the language of the browser: what was done, or why not. */
    message: z.string(),
  }),
  problems: ['push_action_over'],
  limit: { calls: 30, seconds: 60 },
})
