import { v7 as uuid } from 'uuid'
import type { Transaction } from '../database/transaction.ts'
import type { DeliveryChannel, DeliveryFile } from './sender.ts'

interface Text {
  /** An e-mail address, or a telephone number as entered by its owner. */
  recipient: string
  language: 'es' | 'en'
  /** Plain text; paragraphs are separated by an empty line, links are on their own line. */
  body: string
  /** Purpose. Default: `notice`. */
  kind?:
    | 'notice'
    | 'security'
    | 'reset'
    | 'verification'
    | 'invitation'
    | 'tracking'
    | 'notification'
    | 'message'
    | 'opt_out'
  /** 0 is the most urgent, 6 the least. Default: by purpose, codes before links before notices. */
  priority?: number
  /** When it is of no use any more, such as the end of a code. Default: never. */
  expiresAt?: Date
}
export interface Mail extends Text {
  subject: string
  /** What a mail program calls to unsubscribe with one click. */
  unsubscribeUrl?: string
  /** By which a reply finds its conversation. */
  replyToken?: string
  /** What is attached to it, read when it is sent. */
  files?: readonly DeliveryFile[]
}

/** What carries a code that somebody waits for, of which only the last is valid. */
export const codeKinds: readonly string[] = ['reset', 'verification']
/** What carries a code or a link; the text is removed once it was sent. */
export const secretKinds: readonly string[] = [...codeKinds, 'invitation', 'tracking']

/** The smaller is sent first: codes, then links, then notices. */
function priorityOf(kind: string): number {
  if (codeKinds.includes(kind)) return 1
  return secretKinds.includes(kind) ? 2 : 3
}

/** A push subscription or webhook. */
interface Target {
  targetId: string
  /** Names the server whose failures are counted: the push service, the receiver of the webhook. */
  receiver: string
  /** How people recognise it in the list of deliveries. */
  recipient: string
  language: 'es' | 'en'
  subject: string
  /** JSON, sent as it is to webhooks. */
  body: string
  kind?: string
  /** 0 is the most urgent, 6 the least. Default: 3. */
  priority?: number
  topic?: string
  expiresAt?: Date
}

/** Notified with the channel when there is something to send. */
export const deliveriesChannel = 'rumbo_deliveries'

/** Queues a mail, which is sent after the commit, or kept for reading in Rumbo without SMTP. @returns its id */
export const postMail = (tx: Transaction, mail: Mail): Promise<string> => post(tx, 'email', mail)

/** Queues an SMS like `postMail`. */
export const postText = (tx: Transaction, text: Text): Promise<string> =>
  post(tx, 'sms', { ...text, subject: '' })

/** Queues a push message for one browser. @returns its id */
export const postPush = (tx: Transaction, push: Target): Promise<string> => post(tx, 'push', push)

/** Queues a call of a webhook. @returns its id, which the receiver gets with every attempt */
export const postWebhook = (tx: Transaction, call: Target): Promise<string> => post(tx, 'webhook', call)

type Posted = Omit<Mail, 'kind'> & Partial<Omit<Target, keyof Text>> & { kind?: string }

async function post(tx: Transaction, channel: DeliveryChannel, delivery: Posted): Promise<string> {
  const { kind = 'notice', recipient, priority = priorityOf(kind) } = delivery
  const id = uuid()
  await tx.sql(
    `with posted as (
       insert into platform.deliveries
         (id, channel, kind, recipient, language, subject, body, created_at, priority, order_key, expires_at, receiver,
          target_id, topic, unsubscribe_url, reply_token, files)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17))
     select pg_notify('${deliveriesChannel}', $2)`,
    [
      id,
      channel,
      kind,
      recipient,
      delivery.language,
      delivery.subject,
      delivery.body,
      tx.now,
      priority,
      // The last code to arrive must be the one that is valid.
      codeKinds.includes(kind) ? `${kind}:${channel}:${recipient}` : null,
      delivery.expiresAt ?? null,
      delivery.receiver ?? null,
      delivery.targetId ?? null,
      delivery.topic ?? null,
      delivery.unsubscribeUrl ?? null,
      delivery.replyToken ?? null,
      delivery.files ? JSON.stringify(delivery.files) : null,
    ],
  )
  return id
}

/** Puts a delivery that is not waiting back in the queue, under the same id. */
export async function postAgain(tx: Transaction, id: string): Promise<void> {
  await tx.sql(
    `with posted as (
       update platform.deliveries
          set status = 'pending', retried_after = attempts, next_attempt_at = null, error = null, sent_at = null
        where id = $1 returning channel)
     select pg_notify('${deliveriesChannel}', channel) from posted`,
    [id],
  )
}
