import { v7 as uuid } from 'uuid'
import type { Transaction } from '../database/transaction.ts'
import type { DeliveryChannel } from './sender.ts'

interface Text {
  /** An e-mail address, or a telephone number as entered by its owner. */
  recipient: string
  language: 'es' | 'en'
  /** Plain text; paragraphs are separated by an empty line, links are on their own line. */
  body: string
  /** Purpose. Default: `notice`. */
  kind?: 'notice' | 'security' | 'reset' | 'verification' | 'invitation' | 'tracking'
  /** When it is of no use any more, such as the end of a code. Default: never. */
  expiresAt?: Date
}
export interface Mail extends Text {
  subject: string
}

/** What carries a code or a link that somebody waits for; the text is removed once it was sent. */
export const secretKinds: readonly string[] = ['reset', 'verification', 'invitation', 'tracking']

/** Notified with the channel when there is something to send. */
export const deliveriesChannel = 'rumbo_deliveries'

/** Queues a mail, which is sent after the commit, or kept for reading in Rumbo without SMTP. */
export async function postMail(tx: Transaction, mail: Mail): Promise<void> {
  await post(tx, 'email', mail)
}

/** Queues an SMS like `postMail`. */
export async function postText(tx: Transaction, text: Text): Promise<void> {
  await post(tx, 'sms', { ...text, subject: '' })
}

async function post(tx: Transaction, channel: DeliveryChannel, delivery: Mail): Promise<void> {
  const { kind = 'notice', recipient } = delivery
  const isAwaited = secretKinds.includes(kind)
  await tx.sql(
    `with posted as (
       insert into platform.deliveries
         (id, channel, kind, recipient, language, subject, body, created_at, priority, order_key, expires_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11))
     select pg_notify('${deliveriesChannel}', $2)`,
    [
      uuid(),
      channel,
      kind,
      recipient,
      delivery.language,
      delivery.subject,
      delivery.body,
      tx.now,
      isAwaited ? 1 : 3,
      // The last code to arrive must be the one that is valid.
      isAwaited ? `${kind}:${channel}:${recipient}` : null,
      delivery.expiresAt ?? null,
    ],
  )
}

/** Puts a failed or kept delivery back in the queue. */
export async function postAgain(tx: Transaction, id: string): Promise<void> {
  await tx.sql(
    `with posted as (
       update platform.deliveries
          set status = 'pending', retried_after = attempts, next_attempt_at = null, error = null
        where id = $1 returning channel)
     select pg_notify('${deliveriesChannel}', channel) from posted`,
    [id],
  )
}
