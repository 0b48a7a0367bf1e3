import type { OutputOf, ParsedOf } from '@rumbo/contract/endpoint'
import type { Delivery, listDeliveries } from '@rumbo/contract/monitoring.deliveries.contract'
import type { Transaction } from '../platform/database/transaction.ts'
import { postAgain } from '../platform/deliveries/post.ts'
import { problem } from '../platform/problem.ts'
import { findDeliveries, lockDelivery } from './monitoring.deliveries.repository.ts'

type Channels = { email: boolean; sms: boolean }

/** A page of deliveries, and which channels have a server. */
export async function readDeliveries(
  tx: Transaction,
  filter: ParsedOf<typeof listDeliveries>['query'],
  channels: Channels,
): Promise<OutputOf<typeof listDeliveries>> {
  const page = await findDeliveries(tx, filter)
  return { ...page, isEmailConfigured: channels.email, isSmsConfigured: channels.sms }
}

/**
 * Queues a failed or kept delivery again; any other stays unchanged.
 * @throws Problem `delivery_not_found`, `channel_not_configured`
 */
export async function retryById(tx: Transaction, id: string, channels: Channels): Promise<Delivery> {
  const delivery = await lockDelivery(tx, id)
  if (!delivery) throw problem('delivery_not_found')
  if (delivery.status !== 'failed' && delivery.status !== 'kept') return delivery
  if (!channels[delivery.channel]) throw problem('channel_not_configured')
  await postAgain(tx, id)
  tx.stale({ domain: 'deliveries', id })
  tx.audit({ action: 'delivery.retried', entity: 'delivery', entityId: id })
  return { ...delivery, status: 'pending' as const, error: null }
}
