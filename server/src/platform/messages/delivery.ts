import type { Logger } from 'pino'
import { asSystem } from '../access/access.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import type { MessageChannel } from './mails.ts'

export interface OutgoingMessage {
  id: string
  channel: MessageChannel
  recipient: string
  language: string
  subject: string
  body: string
}

/** Passes one message to a server. @throws MessageRefused where a retry cannot succeed, any other error where it may */
export type Sender = (message: OutgoingMessage) => Promise<void>
/** Null for a channel without a server, whose messages are kept for reading in Rumbo. */
export type Senders = Readonly<Record<MessageChannel, Sender | null>>

export class MessageRefused extends Error {}

const seconds = (count: number) => count * 1000
/** How long a claimed message belongs to its worker; longer than any sender's timeout. */
const leaseMs = seconds(120)
/** Pauses after the first, second, … failed attempt; after the last one the message has failed. */
const pausesMs = [60, 300, 900, 3600, 4 * 3600].map(seconds)
/** Sent messages are deleted after this long, because they contain codes and links. */
export const sentRetentionMs = seconds(30 * 24 * 3600)

export interface DeliveryOptions {
  database: Database
  senders: Senders
  clock: Clock
  log: Logger
}

/**
 * Sends every message that is due, oldest first, and one at a time per recipient, even with several workers. A message
 * claimed by a worker that died is sent again after two minutes.
 */
export async function deliverMessages(options: DeliveryOptions, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted) {
    const message = await claim(options.database)
    if (!message) return
    await deliver(options, message)
  }
}

type Claimed = OutgoingMessage & { attempts: number }

async function claim(database: Database): Promise<Claimed | undefined> {
  return database.transaction(asSystem('send messages'), async (tx) => {
    const [claimed] = await tx.sql<Claimed>(
      `update platform.mails set attempts = attempts + 1, next_attempt_at = $2::timestamptz
        where id = (
          select id from platform.mails as mail
           where status = 'pending' and (next_attempt_at is null or next_attempt_at <= $1::timestamptz)
             and not exists (
               select from platform.mails as earlier
                where earlier.status = 'pending' and earlier.channel = mail.channel
                  and earlier.recipient = mail.recipient and earlier.id < mail.id)
           order by id
           limit 1
           for update skip locked)
       returning id, channel, recipient, language, subject, body, attempts`,
      [tx.now, new Date(tx.now.getTime() + leaseMs)],
    )
    return claimed
  })
}

async function deliver({ database, senders, clock, log }: DeliveryOptions, message: Claimed): Promise<void> {
  const sender = senders[message.channel]
  if (!sender) return settle(database, message, { status: 'kept', error: null, attempts: 0 })
  try {
    await sender(message)
  } catch (error) {
    const sentence = error instanceof Error ? error.message : String(error)
    const pauseMs = error instanceof MessageRefused ? undefined : pausesMs[message.attempts - 1]
    log.warn({ err: error, messageId: message.id, attempts: message.attempts }, 'could not send a message')
    return settle(database, message, {
      status: pauseMs === undefined ? 'failed' : 'pending',
      error: sentence.slice(0, 500),
      nextAttemptAt: pauseMs === undefined ? undefined : new Date(clock.now().getTime() + pauseMs),
    })
  }
  await settle(database, message, { status: 'sent', error: null })
}

/** Updates the message only while this worker holds its lease. */
async function settle(
  database: Database,
  message: Claimed,
  outcome: {
    status: 'sent' | 'failed' | 'kept' | 'pending'
    error: string | null
    attempts?: number
    nextAttemptAt?: Date
  },
): Promise<void> {
  await database.transaction(asSystem('send messages'), async (tx) => {
    await tx.sql(
      `update platform.mails
          set status = $2, error = $3, next_attempt_at = $4::timestamptz, attempts = $5,
              sent_at = case when $2 = 'sent' then $6::timestamptz end
        where id = $1 and status = 'pending' and attempts = $7`,
      [
        message.id,
        outcome.status,
        outcome.error,
        outcome.nextAttemptAt ?? null,
        outcome.attempts ?? message.attempts,
        tx.now,
        message.attempts,
      ],
    )
    tx.stale({ domain: 'messages', id: message.id })
  })
}

/** Deletes messages sent more than `sentRetentionMs` ago. */
export async function forgetSentMessages(database: Database): Promise<void> {
  await database.transaction(asSystem('forget sent messages'), async (tx) => {
    await tx.sql(`delete from platform.mails where status = 'sent' and sent_at < $1::timestamptz`, [
      new Date(tx.now.getTime() - sentRetentionMs),
    ])
  })
}
