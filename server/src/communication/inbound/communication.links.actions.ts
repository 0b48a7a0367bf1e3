import { v7 as uuid } from 'uuid'
import type { Transaction } from '../../platform/database/transaction.ts'
import { e164Of } from '../../platform/deliveries/telephones.ts'
import type { SentLink } from '../../services/index.ts'
import { findParties } from '../communication.people.repository.ts'
import { insertThread, writeThread } from '../threads/communication.threads.repository.ts'
import { insertRoute } from './communication.inbound.repository.ts'

/**
 * Replies to the link of a service go into the conversation with who asked for the service. One that is opened for them
 * is done until somebody replies, so that it fills no list.
 */
export async function routeRepliesToLink(
  tx: Transaction,
  { service, channel, address, replyToken, deliveryId }: SentLink,
): Promise<void> {
  const { id: serviceId, serviceNumber, companyId, fleetId, requesterContactId: contactId } = service
  const [party] = await findParties(tx, companyId, [contactId])
  if (!party) return
  const isWith = party.isDriver
    ? { kind: 'driver' as const, driverId: contactId }
    : { kind: 'contact' as const, contactId }
  const thread = { id: uuid(), companyId, fleetId, title: party.name, ...isWith }
  const { id: threadId, isNew } = await insertThread(tx, thread)
  if (isNew) await writeThread(tx, threadId, { status: 'done' })
  await insertRoute(tx, {
    channel,
    address: replyToken ?? e164Of(address) ?? address,
    threadId,
    recipientId: contactId,
    recipientAddress: address,
    deliveryId,
    serviceId,
    serviceNumber,
  })
}
