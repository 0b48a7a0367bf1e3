import { v7 as uuid } from 'uuid'
import type { Transaction } from '../database/transaction.ts'
import { enqueueJob } from '../jobs/jobs.ts'

export type DeliveryChannel = 'email' | 'sms'

export interface Mail {
  recipient: string
  language: 'es' | 'en'
  subject: string
  /** Plain text; paragraphs are separated by an empty line, links are on their own line. */
  body: string
  /** Purpose, such as `reset` or `invitation`. Default: `notice`. */
  kind?: string
}

export interface Text {
  /** A telephone number as entered by its owner. */
  recipient: string
  language: 'es' | 'en'
  body: string
  kind?: string
}

/** The job that sends waiting deliveries; see `deliver-job.ts`. */
export const sendDeliveriesTask = 'platform:send-deliveries'

/** Queues a mail, which is sent after the commit, or kept for reading in Rumbo without SMTP. */
export async function postMail(tx: Transaction, mail: Mail): Promise<void> {
  await post(tx, 'email', mail)
}

/** Queues an SMS like `postMail`. */
export async function postText(tx: Transaction, delivery: Text): Promise<void> {
  await post(tx, 'sms', { ...delivery, subject: '' })
}

async function post(tx: Transaction, channel: DeliveryChannel, delivery: Mail): Promise<void> {
  await tx.sql(
    `insert into platform.deliveries (id, channel, kind, recipient, language, subject, body, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      uuid(),
      channel,
      delivery.kind ?? 'notice',
      delivery.recipient,
      delivery.language,
      delivery.subject,
      delivery.body,
      tx.now,
    ],
  )
  await enqueueJob(tx, { task: sendDeliveriesTask })
}
