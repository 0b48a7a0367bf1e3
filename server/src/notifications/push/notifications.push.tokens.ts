import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import * as z from 'zod'

const content = z.object({
  /** Of the delivery: each of its buttons works once. */
  id: z.uuid(),
  userId: z.uuid(),
  subscriptionId: z.uuid(),
  /** Until when it works, in milliseconds. */
  until: z.number(),
  /** Marked as read when it is opened. */
  notificationId: z.uuid().optional(),
  /** What its buttons are about. */
  eventId: z.uuid().optional(),
  offerId: z.uuid().optional(),
})
export type PushToken = z.infer<typeof content>

export interface PushTokens {
  issue(token: PushToken): string
  /** @returns null for one that was not issued here, or is too old */
  read(text: string, now: Date): PushToken | null
}

/** Tokens of the buttons of push notifications, which a browser uses without being signed in. */
export function createPushTokens(secret: string): PushTokens {
  const key = Buffer.from(hkdfSync('sha256', secret, 'rumbo', 'push actions', 32))
  const signatureOf = (payload: string) => createHmac('sha256', key).update(payload).digest()
  return {
    issue(token) {
      const payload = Buffer.from(JSON.stringify(token)).toString('base64url')
      return `${payload}.${signatureOf(payload).toString('base64url')}`
    },
    read(text, now) {
      const [payload = '', signature = ''] = text.split('.')
      const given = Buffer.from(signature, 'base64url')
      const expected = signatureOf(payload)
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
      const token = content.parse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')))
      return token.until > now.getTime() ? token : null
    },
  }
}
