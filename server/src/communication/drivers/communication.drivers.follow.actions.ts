import { translate } from '@rumbo/i18n'
import { v5 as uuidOf } from 'uuid'
import type { Transaction } from '../../platform/database/transaction.ts'
import type { DeliveredFact } from '../../platform/facts/pending.ts'
import type { ServiceChangedForDriver } from '../../services/index.ts'
import { findParties, type Party } from '../communication.people.repository.ts'
import { insertMessage } from '../messages/communication.messages.repository.ts'
import { findHolding } from '../messages/communication.recipients.actions.ts'
import { publishThread } from '../threads/communication.threads.actions.ts'
import { lockThread } from '../threads/communication.threads.repository.ts'
import {
  findThreadsOfService,
  handOver,
  isServiceOf,
  takeBack,
} from './communication.drivers.handover.repository.ts'

/** The name of Rumbo itself, as author. */
const system = 'Rumbo'
/** A user id that nobody has: marks of readers do not matter here. */
const nobody = '00000000-0000-0000-0000-000000000000'

/**
 * The conversation about a service follows its driver: who lost it gets nothing more of it, who has it gets what the fleet
 * wrote there, and the fleet reads that it changed. For the fact `service.changed_for_driver`, at least once.
 */
export async function followDriverOfService(tx: Transaction, fact: DeliveredFact): Promise<void> {
  const { serviceId, driverId, concern } = fact.payload as ServiceChangedForDriver['payload']
  if (concern === 'changed' || fact.companyId === null) return
  const [driver] = await findParties(tx, fact.companyId, [driverId])
  if (!driver) return
  const isTaken = concern !== 'assigned'
  // Facts that failed are repeated later, when the service may have changed again.
  if (concern !== 'cancelled' && (await isServiceOf(tx, serviceId, driverId)) === isTaken) return
  for (const { id } of await findThreadsOfService(tx, serviceId, isTaken ? null : fact.fleetId)) {
    const thread = await lockThread(tx, id, nobody)
    if (!thread) continue
    const hasBegun = thread.lastSequence > 0
    if (isTaken) await takeBack(tx, id, driverId)
    else await give(tx, id, driver)
    // A conversation in which nothing was said has nothing to log.
    if (hasBegun && concern !== 'cancelled')
      await insertMessage(tx, id, {
        id: uuidOf(`${fact.id} ${id}`, serviceId),
        authorKind: 'system',
        authorId: null,
        author: system,
        kind: 'log',
        text: translate('es', `mails.message.driver.${concern}`, { name: driver.name }),
        priority: 'normal',
      })
    await publishThread(tx, thread)
  }
  // Also without a conversation: what the page shows depends on whose the service is.
  if (driver.userId !== null) tx.stale({ domain: 'driverThreads', userId: driver.userId })
}

async function give(tx: Transaction, threadId: string, driver: Party): Promise<void> {
  if (driver.userId === null) return
  const heldForVehicleId = (await findHolding(tx, [driver], 'normal')).get(driver.id) ?? null
  await handOver(tx, threadId, { driverId: driver.id, name: driver.name, heldForVehicleId })
}
