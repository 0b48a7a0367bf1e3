import { v7 as uuid } from 'uuid'
import type { Transaction } from './database/transaction.ts'

export interface Mail {
  recipient: string
  language: 'es' | 'en'
  subject: string
  body: string
}

/** Puts a mail into the outgoing box; it leaves after the commit, or stays readable there without SMTP. */
export async function postMail(tx: Transaction, mail: Mail): Promise<void> {
  await tx.sql(
    'insert into platform.mails (id, recipient, language, subject, body, created_at) values ($1, $2, $3, $4, $5, $6)',
    [uuid(), mail.recipient, mail.language, mail.subject, mail.body, tx.now],
  )
}
