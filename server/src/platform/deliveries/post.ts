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

/** What carries a code that somebody waits for, of which only the last is valid. */
const codeKinds: readonly string[] = ['reset', 'verification']
/** What carries a code or a link; the text is removed once it was sent. */
export const secretKinds: readonly string[] = [...codeKinds, 'invitation', 'tracking']

/** The smaller is sent first: codes, then links, then notices. */
function priorityOf(kind: string): number {
  if (codeKinds.includes(kind)) return 1
  return secretKinds.includes(kind) ? 2 : 3
}

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
      priorityOf(kind),
      // The last code to arrive must be the one that is valid.
      codeKinds.includes(kind) ? `${kind}:${channel}:${recipient}` : null,
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
