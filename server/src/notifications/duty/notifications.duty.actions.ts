import type { ParsedOf } from '@rumbo/contract/endpoint'
import type { DutyEntry, startDuty } from '@rumbo/contract/notifications.preferences.contract'
import { hourMs } from '@rumbo/contract/time-units'
import { findFleet } from '../../organisation/index.ts'
import { type Actor, requireCan, roleOf } from '../../platform/access/access.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { problem } from '../../platform/problem.ts'
import { type DutyRow, findDuty, removeDuty, writeDuty } from './notifications.duty.repository.ts'

const entryOf = (row: DutyRow): DutyEntry => ({
  ...row,
  since: row.since.toISOString(),
  until: row.until.toISOString(),
})

/** Who is on duty in the fleets the caller reads as staff; under the system role, as everything here. */
export async function listDutyOf(
  tx: Transaction,
  actor: Actor,
  fleetId: string | undefined,
): Promise<{ items: DutyEntry[] }> {
  const fleets = actor.fleets.read.filter((id) => !actor.drivesOnly.includes(id))
  const rows = await findDuty(tx, {
    fleetId: fleetId ?? null,
    fleetIds: roleOf(actor) === 'rumbo_all' ? null : fleets,
  })
  return { items: rows.map(entryOf) }
}

/** The company of a fleet in which the caller dispatches. @throws Problem `fleet_denied`, `forbidden` */
async function requireDispatched(tx: Transaction, actor: Actor, fleetId: string): Promise<string> {
  const fleet = await findFleet(tx, fleetId)
  const isRead = roleOf(actor) === 'rumbo_all' || actor.fleets.read.includes(fleetId)
  if (!fleet || !isRead) throw problem('fleet_denied')
  requireCan(actor, 'services.dispatch', { companyId: fleet.company_id, fleetId })
  return fleet.company_id
}

/** Begins or prolongs the caller's duty in a fleet. @throws Problem `fleet_denied`, `forbidden` */
export async function startDutyOf(
  tx: Transaction,
  actor: Actor,
  { fleetId, hours }: ParsedOf<typeof startDuty>['body'],
): Promise<DutyEntry> {
  const companyId = await requireDispatched(tx, actor, fleetId)
  const until = new Date(tx.now.getTime() + hours * hourMs)
  const since = await writeDuty(tx, { userId: actor.userId, companyId, fleetId, until })
  publish(tx, { companyId, fleetId }, 'duty.started')
  return entryOf({
    userId: actor.userId,
    name: actor.displayName,
    companyId,
    fleetId,
    since,
    until,
  })
}

/** @throws Problem `fleet_denied`, `forbidden` */
export async function endDutyOf(tx: Transaction, actor: Actor, fleetId: string): Promise<{ done: true }> {
  const companyId = await requireDispatched(tx, actor, fleetId)
  const wasOnDuty = await removeDuty(tx, actor.userId, fleetId)
  if (wasOnDuty) publish(tx, { companyId, fleetId }, 'duty.ended')
  return { done: true }
}

function publish(tx: Transaction, place: { companyId: string; fleetId: string }, action: string): void {
  tx.stale({ domain: 'duty', ...place })
  tx.audit({
    action,
    entity: 'user',
    entityId: tx.actor?.userId ?? null,
    entityName: tx.actor?.displayName ?? null,
    ...place,
  })
}
