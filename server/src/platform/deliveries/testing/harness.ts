import { type TestDatabase, testClock, testDatabase } from '@rumbo/tools/testing'
import pg from 'pg'
import { pino } from 'pino'
import { asSystem } from '../../access/access.ts'
import { type Bus, createBus } from '../../bus.ts'
import { createDatabase, type Database } from '../../database/database.ts'
import { sendersOf } from '../channels.ts'
import { type Mail, postMail, postText } from '../post.ts'
import { createDeliveryRunner, type DeliveryRunner } from '../runner.ts'
import type { Sender, Senders } from '../sender.ts'
import { startMailServer, startSmsProvider } from './peers.ts'

const log = pino({ level: 'silent' })

export interface StoredDelivery {
  id: string
  recipient: string
  subject: string
  body: string
  status: string
  attempts: number
  error: string | null
}

/** A database with workers on it, and peers; everything ends with `close`. */
export async function createDeliveryHarness() {
  const clock = testClock()
  const base: TestDatabase = await testDatabase()
  const database: Database = createDatabase({ url: base.url, clock })
  const superuser = new pg.Client({ connectionString: base.superuserUrl })
  await superuser.connect()
  const closing: (() => Promise<void>)[] = []
  const buses: Bus[] = []
  const rows = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
    (await superuser.query<Row>(text, values)).rows

  return {
    ...{ base, clock, database, rows },
    async mailServer(...options: Parameters<typeof startMailServer>) {
      const server = await startMailServer(...options)
      closing.push(server.close)
      return server
    },
    async smsProvider(...options: Parameters<typeof startSmsProvider>) {
      const provider = await startSmsProvider(...options)
      closing.push(provider.close)
      return provider
    },
    /** A worker with these servers; it sends only when asked to, unless it is started. */
    worker(
      given: Partial<Senders> | { smtpUrl?: string; smsUrl?: string },
      options: { limitMs?: number; transaction?: Database['transaction'] } = {},
    ): DeliveryRunner {
      const { limitMs, transaction = database.transaction } = options
      const senders = ['email', 'sms', 'push', 'webhook'].some((channel) => channel in given)
        ? { email: null, sms: null, push: null, webhook: null, ...(given as Partial<Senders>) }
        : sendersOf(
            {
              smtpUrl: undefined,
              smsUrl: undefined,
              mailFrom: 'rumbo@example.com',
              ...(given as { smtpUrl?: string; smsUrl?: string }),
            },
            clock,
          )
      const bus = createBus({ url: base.url, log })
      buses.push(bus)
      const runner = createDeliveryRunner({ database: { transaction }, bus, clock, log, senders, limitMs })
      closing.unshift(() => runner.drain())
      return runner
    },
    post: (recipient: string, mail: Partial<Mail> = {}) =>
      database.transaction(asSystem('test'), (tx) =>
        postMail(tx, { recipient, language: 'es', subject: 'Tu código', body: 'Hola:\n\n123456', ...mail }),
      ),
    postText: (recipient = '+525512345678') =>
      database.transaction(asSystem('test'), (tx) =>
        postText(tx, { recipient, language: 'es', body: 'Tu código es 123456' }),
      ),
    deliveries: () =>
      rows<StoredDelivery>(
        'select id, recipient, subject, body, status, attempts, error from platform.deliveries order by id',
      ),
    async close() {
      for (const close of closing) await close()
      for (const bus of buses) await bus.close()
      await superuser.end()
      await database.close()
      await base.close()
    },
  }
}
export type DeliveryHarness = Awaited<ReturnType<typeof createDeliveryHarness>>

/** A promise with its resolution, to hold a peer's answer back. */
export function gate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open: () => open(), opened }
}
export const senderOf = (send: Sender['send']): Sender => ({
  receiver: 'test:1',
  send,
  close: () => undefined,
})
/** Of a received mail. */
export const subjectOf = (mail: { text: string } | undefined) => /Subject: (.*)/.exec(mail?.text ?? '')?.[1]
