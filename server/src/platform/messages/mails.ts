import { v7 as uuid } from 'uuid'
import type { Transaction } from '../database/transaction.ts'
import { enqueueJob } from '../jobs/jobs.ts'

export type MessageChannel = 'email' | 'sms'

export interface Mail {
  recipient: string
  language: 'es' | 'en'
  subject: string
  /** Plain text; paragraphs are parted by an empty line, links stand by themselves. */
  body: string
  /** What it is about, such as `reset` or `invitation`; default: `notice`. */
  kind?: string
}

export interface TextMessage {
  /** A telephone number as its owner wrote it. */
  recipient: string
  language: 'es' | 'en'
  body: string
  kind?: string
}

/** The job that sends what waits; see `message-delivery.ts`. */
export const sendMessagesTask = 'platform:send-messages'

/** Puts a mail into the outgoing box; it leaves after the commit, or stays readable there without SMTP. */
export async function postMail(tx: Transaction, mail: Mail): Promise<void> {
  await post(tx, 'email', mail)
}

/** The same for a text message to a telephone. */
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
