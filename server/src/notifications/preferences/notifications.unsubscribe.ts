import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { asSystem } from '../../platform/access/access.ts'
import type { Database } from '../../platform/database/database.ts'
import { languageOf, languageOfContact } from '../matching/notifications.people.repository.ts'
import {
  endDigests,
  endDigestsOfContact,
  findDigestKeys,
} from '../methods/notifications.recipients.repository.ts'
import { topicOf } from '../notifications.priorities.rules.ts'

const keyOf = (secret: string) => Buffer.from(hkdfSync('sha256', secret, 'rumbo', 'unsubscribe', 32))
const proofOf = (secret: string, userId: string) =>
  createHmac('sha256', keyOf(secret)).update(userId).digest('base64url').slice(0, 27)

/** Whose digests end: a user's, or those of a contact of the directory. */
export interface Subscriber {
  kind: 'user' | 'contact'
  id: string
}
const nameOf = ({ kind, id }: Subscriber) => (kind === 'user' ? id : `c-${id}`)

/** The address that ends the digests of a person, without signing in (RFC 8058). */
export const unsubscribeUrlOf = (
  { publicUrl, secret }: { publicUrl: string; secret: string },
  subscriber: Subscriber,
): string => `${publicUrl}/v1/unsubscribe/${nameOf(subscriber)}.${proofOf(secret, nameOf(subscriber))}`

/** The person of an address; null where it was not made here. */
function readUnsubscribeToken(secret: string, token: string): Subscriber | null {
  const [, name, prefix, id, proof] = /^((c-)?([0-9a-f-]{36}))\.([A-Za-z0-9_-]{27})$/.exec(token) ?? []
  if (name === undefined || id === undefined || proof === undefined) return null
  if (!timingSafeEqual(Buffer.from(proof), Buffer.from(proofOf(secret, name)))) return null
  return { kind: prefix === undefined ? 'user' : 'contact', id }
}

/** What the address of a mail does. */
export const unsubscriptions = (database: Pick<Database, 'transaction'>, secret: string) => ({
  async languageOf(token: string) {
    const subscriber = readUnsubscribeToken(secret, token)
    if (subscriber === null) return null
    const { kind, id } = subscriber
    return database.transaction(
      asSystem('unsubscribe'),
      (tx) => (kind === 'user' ? languageOf(tx, id) : languageOfContact(tx, id)),
      { readOnly: true },
    )
  },
  async end(token: string) {
    const subscriber = readUnsubscribeToken(secret, token)
    if (subscriber === null) return
    const { kind, id: userId } = subscriber
    await database.transaction(asSystem('unsubscribe'), async (tx) => {
      if (kind === 'contact') return endDigestsOfContact(tx, subscriber.id)
      const keys = await findDigestKeys(tx, userId)
      await endDigests(tx, userId, keys.map(topicOf))
      tx.stale({ domain: 'notificationPreferences', userId })
    })
  },
})
