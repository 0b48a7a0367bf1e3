import { v7 as uuid } from 'uuid'
import type { Transaction } from '../database/transaction.ts'
import { enqueueJob } from '../jobs/jobs.ts'

export type MessageChannel = 'email' | 'sms'

export interface Mail {
  recipient: string
  language: 'es' | 'en'
  subject: string
  /** Plain text; paragraphs are separated by an empty line, links are on their own line. */
  body: string
  /** Purpose, such as `reset` or `invitation`. Default: `notice`. */
  kind?: string
}

export interface TextMessage {
  /** A telephone number as entered by its owner. */
  recipient: string
  language: 'es' | 'en'
  body: string
  kind?: string
}

/** The job that sends waiting messages; see `delivery-job.ts`. */
export const sendMessagesTask = 'platform:send-messages'

/** Queues a mail, which is sent after the commit, or kept for reading in Rumbo without SMTP. */
export async function postMail(tx: Transaction, mail: Mail): Promise<void> {
  await post(tx, 'email', mail)
}

/** Queues a text message like `postMail`. */
export async function postText(tx: Transaction, message: TextMessage): Promise<void> {
  await post(tx, 'sms', { ...message, subject: '' })
}

async function post(tx: Transaction, channel: MessageChannel, message: Mail): Promise<void> {
  await tx.sql(
    `insert into platform.mails (id, channel, kind, recipient, language, subject, body, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      uuid(),
      channel,
      message.kind ?? 'notice',
      message.recipient,
      message.language,
      message.subject,
      message.body,
      tx.now,
    ],
  )
  await enqueueJob(tx, { task: sendMessagesTask })
}
