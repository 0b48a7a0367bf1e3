import { pino } from 'pino'
import { createDeliveryRunner } from '../../platform/deliveries/runner.ts'
import type { Sender } from '../../platform/deliveries/sender.ts'
import { findUnwantedDeliveries } from '../methods/notifications.unwanted.repository.ts'
import type { NotifiedCompany } from './notified.ts'

/** Sends queued mails and SMS as a worker does, to a server that keeps what it accepted. */
export function createOutbox({ test: { database, bus, clock } }: Pick<NotifiedCompany, 'test'>) {
  let sent: { to: string; subject: string; body: string; unsubscribeUrl: string | null }[] = []
  const sender: Sender = {
    receiver: 'server',
    async send({ recipient, subject, body, unsubscribeUrl }) {
      sent.push({ to: recipient, subject, body, unsubscribeUrl })
      return undefined
    },
    close: () => undefined,
  }
  return {
    /** @returns what was sent since the last call */
    async deliver() {
      sent = []
      const runner = createDeliveryRunner({
        database,
        bus,
        clock,
        log: pino({ level: 'silent' }),
        senders: { email: sender, sms: sender, push: null, webhook: null },
        findUnwanted: findUnwantedDeliveries,
      })
      await runner.deliverNow()
      await runner.drain()
      return sent
    },
  }
}
