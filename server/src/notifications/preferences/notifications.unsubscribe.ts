import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { asSystem } from '../../platform/access/access.ts'
import type { Database } from '../../platform/database/database.ts'
import { languageOf } from '../matching/notifications.people.repository.ts'
import { endDigests, findDigestKeys } from '../methods/notifications.recipients.repository.ts'
import { topicOf } from '../notifications.priorities.rules.ts'

const keyOf = (secret: string) => Buffer.from(hkdfSync('sha256', secret, 'rumbo', 'unsubscribe', 32))
const proofOf = (secret: string, userId: string) =>
  createHmac('sha256', keyOf(secret)).update(userId).digest('base64url').slice(0, 27)

/** The address that ends the digests of a person, without signing in (RFC 8058). */
export const unsubscribeUrlOf = (
  { publicUrl, secret }: { publicUrl: string; secret: string },
  userId: string,
): string => `${publicUrl}/v1/unsubscribe/${userId}.${proofOf(secret, userId)}`

/** The person of an address; null where it was not made here. */
function readUnsubscribeToken(secret: string, token: string): string | null {
  const [, userId, proof] = /^([0-9a-f-]{36})\.([A-Za-z0-9_-]{27})$/.exec(token) ?? []
  if (userId === undefined || proof === undefined) return null
  return timingSafeEqual(Buffer.from(proof), Buffer.from(proofOf(secret, userId))) ? userId : null
}

/** What the address of a mail does. */
export const unsubscriptions = (database: Pick<Database, 'transaction'>, secret: string) => ({
  async languageOf(token: string) {
    const userId = readUnsubscribeToken(secret, token)
    if (userId === null) return null
    return database.transaction(asSystem('unsubscribe'), (tx) => languageOf(tx, userId), { readOnly: true })
  },
  async end(token: string) {
    const userId = readUnsubscribeToken(secret, token)
    if (userId === null) return
    await database.transaction(asSystem('unsubscribe'), async (tx) => {
      const keys = await findDigestKeys(tx, userId)
      await endDigests(tx, userId, keys.map(topicOf))
      tx.stale({ domain: 'notificationPreferences', userId })
    })
  },
})
