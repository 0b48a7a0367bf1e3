import { translate } from '@rumbo/i18n'
import type { Transaction } from '@rumbo/server/platform/database/transaction'
import { v7 as uuid } from 'uuid'
import { hoursAgo } from './fill-people.ts'

interface DemoDelivery {
  hours: number
  /** Default: `email`. */
  channel?: 'email' | 'sms'
  kind: string
  recipient: string
  language?: 'es' | 'en'
  /** Empty for an SMS. */
  subject: string
  body: string
  /** Default: kept, since the demo has no mail server. */
  status?: 'sent' | 'failed' | 'expired'
  /** Errors of failed attempts, each with the seconds after the delivery was written. */
  failures?: readonly (readonly [afterSeconds: number, error: string])[]
}

/** Writes a delivery of the past, with its failed attempts. */
export async function addDelivery(tx: Transaction, given: DemoDelivery): Promise<void> {
  const { failures = [], status = 'kept', language = 'es', channel = 'email' } = given
  const then = hoursAgo(tx, given.hours).now
  const after = (seconds: number) => new Date(then.getTime() + seconds * 1000)
  const id = uuid()
  const isSent = status === 'sent'
  await tx.sql(
    `insert into platform.deliveries
       (id, channel, kind, recipient, language, subject, body, status, created_at, sent_at, attempts, error)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      ...[id, channel, given.kind, given.recipient, language, given.subject, given.body, status, then],
      isSent ? after((failures.at(-1)?.[0] ?? 0) + 12) : null,
      failures.length + (isSent ? 1 : 0),
      isSent ? null : (failures.at(-1)?.[1] ?? null),
    ],
  )
  for (const [index, [seconds, error]] of failures.entries())
    await tx.sql(
      `insert into platform.delivery_attempts (delivery_id, number, ended_at, milliseconds, error)
       values ($1, $2, $3, $4, $5)`,
      [id, index + 1, after(seconds), 340 + 270 * index, error],
    )
}

const at = (username: string) => `${username}@anahuac.example`

/**
 * Deliveries of past days: some were kept for want of a mail server, as those of the demo are; some are of the days in
 * which the company had one.
 */
export async function fillDeliveries(tx: Transaction, publicUrl: string): Promise<void> {
  const link = `${publicUrl}/auth/login`
  const add = (delivery: DemoDelivery) => addDelivery(tx, delivery)
  await add({
    ...{ hours: 141, kind: 'security', recipient: at('marcela_tovar'), status: 'sent' },
    subject: translate('es', 'mails.twoFactorOnSubject'),
    body: translate('es', 'mails.twoFactorOnBody', {
      name: 'Marcela Tovar Rangel',
      username: 'marcela_tovar',
    }),
  })
  await add({
    ...{ hours: 139, kind: 'reset', recipient: at('hugo_barrera'), status: 'sent', body: '' },
    subject: translate('es', 'mails.resetSubject'),
    failures: [[2, '421 4.3.2 Service shutting down, try again later']],
  })
  await add({
    ...{ hours: 138, kind: 'notice', recipient: 'j.ramos@cuautitlan.example', status: 'failed' },
    subject: translate('es', 'mails.activatedSubject'),
    body: translate('es', 'mails.activatedBody', { name: 'Joel Ramos Ávila', username: 'joel_ramos', link }),
    failures: [[1, '550 5.1.1 The email account that you tried to reach does not exist']],
  })
  const down = 'connect ECONNREFUSED 198.51.100.25:587'
  await add({
    ...{ hours: 137, kind: 'verification', recipient: at('efren_castro'), status: 'expired', body: '' },
    subject: translate('es', 'mails.verificationSubject'),
    failures: [10, 71, 375].map((seconds) => [seconds, down] as const),
  })
  await add({
    ...{ hours: 71, kind: 'security', recipient: at('efren_castro') },
    subject: translate('es', 'mails.passwordSetSubject'),
    body: translate('es', 'mails.passwordSetBody', { name: 'Efrén Castro Ibáñez', username: 'efren_castro' }),
  })
  await add({
    ...{ hours: 24, kind: 'notice', recipient: at('admin') },
    subject: translate('es', 'mails.registeredSubject'),
    body: translate('es', 'mails.registeredBody', {
      ...{ name: 'Mariana Ríos', person: 'Karla Bustos Reyna', email: at('karla_bustos') },
    }),
  })
  await add({
    ...{ hours: 72, kind: 'notice', recipient: 'joel.ramos@cuautitlan.example' },
    subject: translate('es', 'mails.createdSubject'),
    body: translate('es', 'mails.createdBody', {
      ...{ name: 'Joel Ramos Ávila', username: 'joel_ramos', person: 'Adriana Solórzano Peña', link },
    }),
  })
}
