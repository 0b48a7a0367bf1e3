import { can } from '@rumbo/contract/access'
import type { Service } from '@rumbo/contract/services.contract'
import { isUnderDispatch } from '@rumbo/contract/services.order.rules'
import { type Actor, asSystem } from '../platform/access/access.ts'
import { hasFeature } from '../platform/access/features.ts'
import type { Database } from '../platform/database/database.ts'
import type { Transaction } from '../platform/database/transaction.ts'
import type { ServicesSource } from '../platform/live/followed-fleets.ts'
import { findOpenIds } from './services.queue.repository.ts'
import { findInOrder } from './services.repository.ts'

/** Of one fleet; where more are open, lists are read. */
const mostFollowed = 3_000

/** Whether the person's list of the fleet's services shows all of them. */
function mayFollow(actor: Actor, fleetId: string): boolean {
  const companyId = actor.plans.fleets.get(fleetId)?.companyId
  return (
    companyId !== undefined &&
    can(actor, 'services.read', { companyId, fleetId }) &&
    hasFeature(actor, 'services', fleetId)
  )
}

async function readFollowed(
  tx: Transaction,
  fleetId: string,
  ids: readonly string[] | null,
): Promise<Service[] | null> {
  const asked = ids ?? (await findOpenIds(tx, fleetId, mostFollowed + 1))
  if (ids === null && asked.length > mostFollowed) return null
  const found = await findInOrder(tx, asked)
  return found.filter((service) => service.fleetId === fleetId && isUnderDispatch(service))
}

/** The services that wait or are under way, for the live stream, which serves them to those who may follow them. */
export const followedServices = (database: Database): ServicesSource => ({
  read: (fleetId, ids) =>
    database.transaction(asSystem('live services'), (tx) => readFollowed(tx, fleetId, ids), {
      readOnly: true,
    }),
  most: mostFollowed,
  mayFollow,
})
