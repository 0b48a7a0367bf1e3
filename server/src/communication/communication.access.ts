import { type Capability, can } from '@rumbo/contract/access'
import { type Actor, requireCan } from '../platform/access/access.ts'
import { requireCallFeature } from '../platform/access/features.ts'
import type { Transaction } from '../platform/database/transaction.ts'
import { problem } from '../platform/problem.ts'
import { findThread, type ThreadRow } from './threads/communication.threads.repository.ts'

/** The fleets whose conversations the caller reads as staff. */
export const readFleetsOf = (actor: Actor): string[] =>
  actor.fleets.read.filter((id) => !actor.drivesOnly.includes(id))

/** Whether the person may do it in the fleet of a shared conversation. */
export const canIn = (
  actor: Actor,
  capability: Capability,
  { companyId, fleetId }: { companyId: string; fleetId: string | null },
) => fleetId !== null && can(actor, capability, { companyId, fleetId })

/**
 * The conversation, for a person who may read it: staff of its fleet, or a member of a private one, which nobody else
 * reads, whatever the level. The calls run under the system role, so this is the check of all of them.
 * @throws Problem `thread_not_found`, `forbidden`, `feature_locked`, `feature_off`
 */
export async function requireThread(
  tx: Transaction,
  actor: Actor,
  id: string,
  need: 'read' | 'write',
): Promise<ThreadRow> {
  const thread = await findThread(tx, id, actor.userId)
  if (!thread) throw problem('thread_not_found')
  const { companyId, fleetId } = thread
  if (fleetId === null) {
    if (!thread.isMember || !actor.companies.read.includes(companyId)) throw problem('thread_not_found')
    requireCallFeature(actor, { companyId })
    return thread
  }
  if (!canIn(actor, 'communication.read', thread)) throw problem('thread_not_found')
  requireCan(actor, need === 'read' ? 'communication.read' : 'communication.write', { companyId, fleetId })
  return thread
}

/** The company of a fleet of the caller. @throws Problem `fleet_denied`, `forbidden` */
export function requireFleet(actor: Actor, fleetId: string, capability: Capability): { companyId: string } {
  const companyId = actor.plans.fleets.get(fleetId)?.companyId
  if (companyId === undefined || !readFleetsOf(actor).includes(fleetId)) throw problem('fleet_denied')
  requireCan(actor, capability, { companyId, fleetId })
  return { companyId }
}

/** The fleets of a company whose conversations the caller reads. */
export const fleetsIn = (actor: Actor, companyId: string): string[] =>
  readFleetsOf(actor).filter((id) => actor.plans.fleets.get(id)?.companyId === companyId)

/**
 * For what belongs to a company, such as templates: open to those who read or write conversations in one of its fleets.
 * @throws Problem `company_denied`, `forbidden`
 */
export function requireCompany(
  actor: Actor,
  companyId: string,
  capability: 'communication.read' | 'communication.write',
): void {
  const [first, ...others] = fleetsIn(actor, companyId)
  if (first === undefined) throw problem('company_denied')
  const managed = [first, ...others].find((fleetId) => actor.fleets.manage.includes(fleetId))
  requireCan(actor, capability, { companyId, fleetId: managed ?? first })
}
