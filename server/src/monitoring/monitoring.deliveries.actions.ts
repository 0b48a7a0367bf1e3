import type { OutputOf, ParsedOf } from '@rumbo/contract/endpoint'
import type {
  Delivery,
  listDeliveries,
  readDelivery,
  testDelivery,
} from '@rumbo/contract/monitoring.deliveries.contract'
import { translate } from '@rumbo/i18n'
import type { Transaction } from '../platform/database/transaction.ts'
import type { ConfiguredChannels } from '../platform/deliveries/channels.ts'
import { postAgain, postMail, postText } from '../platform/deliveries/post.ts'
import { problem } from '../platform/problem.ts'
import {
  findAttempts,
  findDeliveries,
  findDelivery,
  findFailing,
  lockDelivery,
} from './monitoring.deliveries.repository.ts'

type Channels = Partial<ConfiguredChannels> & Pick<ConfiguredChannels, 'email' | 'sms'>

/** A page of deliveries, which channels have a server, and which servers fail. */
export async function readDeliveries(
  tx: Transaction,
  filter: ParsedOf<typeof listDeliveries>['query'],
  channels: Channels,
): Promise<OutputOf<typeof listDeliveries>> {
  const page = await findDeliveries(tx, filter)
  const failing = await findFailing(tx)
  return {
    ...page,
    isEmailConfigured: channels.email,
    isSmsConfigured: channels.sms,
    isPushConfigured: channels.push === true,
    failing,
  }
}

/** A delivery with its failed attempts. @throws Problem `delivery_not_found` */
export async function readById(tx: Transaction, id: string): Promise<OutputOf<typeof readDelivery>> {
  const delivery = await findDelivery(tx, id)
  if (!delivery) throw problem('delivery_not_found')
  return { ...delivery, failedAttempts: await findAttempts(tx, id) }
}

/**
 * Queues a failed or kept delivery again; any other stays unchanged.
 * @throws Problem `delivery_not_found`, `channel_not_configured`; `delivery_expired` for a code or link whose time is over
 */
export async function retryById(tx: Transaction, id: string, channels: Channels): Promise<Delivery> {
  const found = await lockDelivery(tx, id)
  if (!found) throw problem('delivery_not_found')
  const { delivery, expiresAt } = found
  if (delivery.status !== 'failed' && delivery.status !== 'kept') return delivery
  if (!channels[delivery.channel]) throw problem('channel_not_configured')
  // Queued, it would expire at once and lose its text.
  if (expiresAt !== null && expiresAt <= tx.now) throw problem('delivery_expired')
  await postAgain(tx, id)
  tx.stale({ domain: 'deliveries', id })
  tx.audit({ action: 'delivery.retried', entity: 'delivery', entityId: id })
  return { ...delivery, status: 'pending' as const, error: null }
}

/** Queues a mail or SMS to see whether its channel works. @throws Problem `channel_not_configured` */
export async function postTest(
  tx: Transaction,
  { channel, recipient, language }: ParsedOf<typeof testDelivery>['body'],
  channels: Channels,
): Promise<{ done: true }> {
  if (!channels[channel]) throw problem('channel_not_configured')
  if (channel === 'sms')
    await postText(tx, { recipient, language, body: translate(language, 'mails.testText') })
  else
    await postMail(tx, {
      recipient,
      language,
      subject: translate(language, 'mails.testSubject'),
      body: translate(language, 'mails.testBody'),
    })
  tx.stale({ domain: 'deliveries' })
  tx.audit({ action: 'delivery.tested', entity: 'delivery', changes: { recipient: [null, recipient] } })
  return { done: true }
}
