import { can } from '@rumbo/contract/access'
import type { Service } from '@rumbo/contract/services.contract'
import { isUnderDispatch } from '@rumbo/contract/services.order.rules'
import type { Actor } from '../platform/access/access.ts'
import { hasFeature } from '../platform/access/features.ts'
import type { Transaction } from '../platform/database/transaction.ts'
import { findOpenIds } from './services.queue.repository.ts'
import { findInOrder } from './services.repository.ts'

/** The most services of one fleet that are followed; where more are open, lists are read. */
export const mostFollowed = 3_000

/** Whether the person's list of the fleet's services shows all of them. */
export function mayFollowServices(actor: Actor, fleetId: string): boolean {
  const companyId = actor.plans.fleets.get(fleetId)?.companyId
  return (
    companyId !== undefined &&
    can(actor, 'services.read', { companyId, fleetId }) &&
    hasFeature(actor, 'services', fleetId)
  )
}

/**
 * The services of a fleet that wait or are under way, without an order. Nobody's access is checked.
 * @param ids only these; null for all
 * @returns null where more than `mostFollowed` are open
 */
export async function readFollowedOf(
  tx: Transaction,
  fleetId: string,
  ids: readonly string[] | null,
): Promise<Service[] | null> {
  const asked = ids ?? (await findOpenIds(tx, fleetId, mostFollowed + 1))
  if (ids === null && asked.length > mostFollowed) return null
  const found = await findInOrder(tx, asked)
  return found.filter((service) => service.fleetId === fleetId && isUnderDispatch(service))
}
