import type { Logger } from 'pino'
import { asSystem } from '../access/access.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import type { DeliveryChannel } from './post.ts'

export interface Delivery {
  id: string
  channel: DeliveryChannel
  recipient: string
  language: string
  subject: string
  body: string
}

/** Passes one delivery to a server. @throws DeliveryRefused where a retry cannot succeed, any other error where it may */
export type Sender = (delivery: Delivery) => Promise<void>
/** Null for a channel without a server, whose deliveries are kept for reading in Rumbo. */
export type Senders = Readonly<Record<DeliveryChannel, Sender | null>>

export class DeliveryRefused extends Error {}

const seconds = (count: number) => count * 1000
/** How long a claimed delivery belongs to its worker; longer than any sender's timeout. */
const leaseMs = seconds(120)
/** Pauses after the first, second, … failed attempt; after the last one the delivery has failed. */
const pausesMs = [60, 300, 900, 3600, 4 * 3600].map(seconds)
/** Sent deliveries are deleted after this long, because they contain codes and links. */
export const sentRetentionMs = seconds(30 * 24 * 3600)

export interface DeliveryOptions {
  database: Database
  senders: Senders
  clock: Clock
  log: Logger
}

/**
 * Sends every delivery that is due, oldest first, and one at a time per recipient, even with several workers. A delivery
 * claimed by a worker that died is sent again after two minutes.
 */
export async function deliverDue(options: DeliveryOptions, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted) {
    const delivery = await claim(options.database)
    if (!delivery) return
    await deliver(options, delivery)
  }
}

type Claimed = Delivery & { attempts: number }

async function claim(database: Database): Promise<Claimed | undefined> {
  return database.transaction(asSystem('send deliveries'), async (tx) => {
    const [claimed] = await tx.sql<Claimed>(
      `update platform.deliveries set attempts = attempts + 1, next_attempt_at = $2::timestamptz
        where id = (
          select id from platform.deliveries as delivery
           where status = 'pending' and (next_attempt_at is null or next_attempt_at <= $1::timestamptz)
             and not exists (
               select from platform.deliveries as earlier
                where earlier.status = 'pending' and earlier.channel = delivery.channel
                  and earlier.recipient = delivery.recipient and earlier.id < delivery.id)
           order by id
           limit 1
           for update skip locked)
       returning id, channel, recipient, language, subject, body, attempts`,
      [tx.now, new Date(tx.now.getTime() + leaseMs)],
    )
    return claimed
  })
}

async function deliver({ database, senders, clock, log }: DeliveryOptions, delivery: Claimed): Promise<void> {
  const sender = senders[delivery.channel]
  if (!sender) return settle(database, delivery, { status: 'kept', error: null, attempts: 0 })
  try {
    await sender(delivery)
  } catch (error) {
    const sentence = error instanceof Error ? error.message : String(error)
    const pauseMs = error instanceof DeliveryRefused ? undefined : pausesMs[delivery.attempts - 1]
    log.warn(
      { err: error, deliveryId: delivery.id, attempts: delivery.attempts },
      'could not send a delivery',
    )
    return settle(database, delivery, {
      status: pauseMs === undefined ? 'failed' : 'pending',
      error: sentence.slice(0, 500),
      nextAttemptAt: pauseMs === undefined ? undefined : new Date(clock.now().getTime() + pauseMs),
    })
  }
  await settle(database, delivery, { status: 'sent', error: null })
}

/** Updates the delivery only while this worker holds its lease. */
async function settle(
  database: Database,
  delivery: Claimed,
  outcome: {
    status: 'sent' | 'failed' | 'kept' | 'pending'
    error: string | null
    attempts?: number
    nextAttemptAt?: Date
  },
): Promise<void> {
  await database.transaction(asSystem('send deliveries'), async (tx) => {
    await tx.sql(
      `update platform.deliveries
          set status = $2, error = $3, next_attempt_at = $4::timestamptz, attempts = $5,
              sent_at = case when $2 = 'sent' then $6::timestamptz end
        where id = $1 and status = 'pending' and attempts = $7`,
      [
        delivery.id,
        outcome.status,
        outcome.error,
        outcome.nextAttemptAt ?? null,
        outcome.attempts ?? delivery.attempts,
        tx.now,
        delivery.attempts,
      ],
    )
    tx.stale({ domain: 'deliveries', id: delivery.id })
  })
}

/** Deletes deliveries sent more than `sentRetentionMs` ago. */
export async function forgetSentDeliveries(database: Database): Promise<void> {
  await database.transaction(asSystem('forget sent deliveries'), async (tx) => {
    await tx.sql(`delete from platform.deliveries where status = 'sent' and sent_at < $1::timestamptz`, [
      new Date(tx.now.getTime() - sentRetentionMs),
    ])
  })
}
