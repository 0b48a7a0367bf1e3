import type { ParsedOf } from '@rumbo/contract/endpoint'
import {
  type ApproachAlert,
  approachAlertLimit,
  approachLastsMs,
  type createApproachAlert,
} from '@rumbo/contract/watchpoints.approach.contract'
import { v7 as uuid } from 'uuid'
import { findFleet } from '../organisation/index.ts'
import { type Actor, requireCan } from '../platform/access/access.ts'
import type { Transaction } from '../platform/database/transaction.ts'
import { problem } from '../platform/problem.ts'
import { findVehicle } from '../vehicles/index.ts'
import {
  countOpenAlerts,
  deleteAlert,
  findOwnAlerts,
  insertAlert,
} from './watchpoints.approach.repository.ts'

export const listOwnAlerts = async (tx: Transaction) => ({ items: await findOwnAlerts(tx) })

/** @throws Problem `fleet_denied`, `forbidden`, `vehicle_not_found`, `approach_full` */
export async function addAlert(
  tx: Transaction,
  actor: Actor,
  body: ParsedOf<typeof createApproachAlert>['body'],
): Promise<ApproachAlert> {
  const fleet = await findFleet(tx, body.fleetId)
  if (!fleet?.is_active) throw problem('fleet_denied')
  const { company_id: companyId } = fleet
  requireCan(actor, 'watchpoints.read', { companyId, fleetId: fleet.id })
  if (body.vehicleId !== null && (await findVehicle(tx, body.vehicleId))?.fleetId !== fleet.id)
    throw problem('vehicle_not_found')
  if ((await countOpenAlerts(tx, actor.userId)) >= approachAlertLimit) throw problem('approach_full')
  const made = {
    id: uuid(),
    companyId,
    ...body,
    createdAt: tx.now.toISOString(),
    expiresAt: new Date(tx.now.getTime() + approachLastsMs).toISOString(),
  }
  await insertAlert(tx, actor.userId, made)
  tx.stale({ domain: 'approach', id: made.id, companyId, fleetId: fleet.id })
  return { ...made, outcome: null, endedAt: null, near: null }
}

/** Removes an alert of the caller; one that is gone already is as good. */
export async function removeAlert(tx: Transaction, actor: Actor, id: string): Promise<{ done: true }> {
  const removed = await deleteAlert(tx, actor.userId, id)
  if (removed) tx.stale({ domain: 'approach', id, ...removed })
  return { done: true }
}
