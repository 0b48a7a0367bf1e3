import type { ParsedOf } from '@rumbo/contract/endpoint'
import { type notePresence, type PlanPresence, presenceSeconds } from '@rumbo/contract/planning.contract'
import type { Actor } from '../../platform/access/access.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { hintPlan, readablePlace } from '../planning.changes.ts'
import { findOthers, removePresence, writePresence } from './planning.presence.repository.ts'

const keptMs = 3 * presenceSeconds * 1000

/** Others are notified only where something differs for them. @throws Problem `plan_not_found` */
export async function notePresenceOf(
  tx: Transaction,
  actor: Actor,
  planId: string,
  { vehicleId, serviceId, isLeaving }: ParsedOf<typeof notePresence>['body'],
): Promise<{ others: PlanPresence[] }> {
  const plan = await readablePlace(tx, actor, planId)
  const user = { userId: actor.userId, name: actor.displayName }
  const isChanged = isLeaving
    ? await removePresence(tx, planId, actor.userId)
    : await writePresence(tx, plan, user, { vehicleId, serviceId }, keptMs)
  if (isChanged) hintPlan(tx, plan)
  return { others: await findOthers(tx, planId, actor.userId, keptMs) }
}
