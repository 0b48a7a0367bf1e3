import type { ParsedOf } from '@rumbo/contract/endpoint'
import {
  type createWatchpoint,
  type listWatchpoints,
  type renameWatchpoint,
  type Watchpoint,
  watchpointsPerFleet,
} from '@rumbo/contract/watchpoints.contract'
import { v7 as uuid } from 'uuid'
import { findFleet, lockFleets } from '../organisation/index.ts'
import { type Actor, requireCan } from '../platform/access/access.ts'
import { differences } from '../platform/audit.ts'
import type { Transaction } from '../platform/database/transaction.ts'
import { problem } from '../platform/problem.ts'
import {
  countInFleet,
  findWatchpoint,
  findWatchpoints,
  insertWatchpoint,
  lockWatchpoint,
  removeWatchpoint,
  rewriteName,
} from './watchpoints.repository.ts'

export async function listWatchpointsOf(tx: Transaction, filter: ParsedOf<typeof listWatchpoints>['query']) {
  return { ...(await findWatchpoints(tx, filter)), page: filter.page, size: filter.size }
}

/** Publishes and audits a change of a watchpoint. */
function publish(tx: Transaction, action: string, now: Watchpoint, before?: Watchpoint): Watchpoint {
  const { id, fleetId, companyId, name } = now
  tx.stale({ domain: 'watchpoints', id, fleetId, companyId })
  tx.audit({
    action,
    entity: 'watchpoint',
    entityId: id,
    entityName: name,
    companyId,
    fleetId,
    changes: before && differences({ ...before }, { ...now }),
  })
  return now
}

/** @throws Problem `fleet_denied`, `forbidden`, `watchpoints_full`, `name_taken` */
export async function saveWatchpoint(
  tx: Transaction,
  actor: Actor,
  body: ParsedOf<typeof createWatchpoint>['body'],
): Promise<Watchpoint> {
  const fleet = await findFleet(tx, body.fleetId)
  if (!fleet?.is_active) throw problem('fleet_denied')
  const { company_id: companyId } = fleet
  requireCan(actor, 'watchpoints.edit', { companyId, fleetId: fleet.id })
  if (!(await lockFleets(tx, [fleet.id])).has(fleet.id)) throw problem('fleet_denied')
  if ((await countInFleet(tx, fleet.id)) >= watchpointsPerFleet) throw problem('watchpoints_full')
  const made = { id: uuid(), companyId, ...body, version: 1 }
  await insertWatchpoint(tx, made)
  return publish(tx, 'watchpoint.created', made)
}

/** Locks a saved place; one outside the caller's scopes is reported as not found. */
async function take(tx: Transaction, actor: Actor, id: string): Promise<Watchpoint> {
  const found = await findWatchpoint(tx, id)
  if (!found) throw problem('not_found')
  requireCan(actor, 'watchpoints.edit', found)
  return found
}

/** @throws Problem `not_found`, `forbidden`, `stale_version`, `name_taken` */
export async function renameWatchpointOf(
  tx: Transaction,
  actor: Actor,
  id: string,
  { name, version }: ParsedOf<typeof renameWatchpoint>['body'],
): Promise<Watchpoint> {
  await take(tx, actor, id)
  const current = await lockWatchpoint(tx, id)
  if (!current) throw problem('not_found')
  const { watchpoint: before, changedBy, changedAt } = current
  if (before.version !== version) throw problem('stale_version', { current: before, changedBy, changedAt })
  await rewriteName(tx, id, name)
  return publish(tx, 'watchpoint.renamed', { ...before, name, version: version + 1 }, before)
}

/** @throws Problem `not_found`, `forbidden` */
export async function deleteWatchpointOf(tx: Transaction, actor: Actor, id: string): Promise<{ done: true }> {
  const watchpoint = await take(tx, actor, id)
  if ((await removeWatchpoint(tx, id)) === 0) throw problem('not_found')
  publish(tx, 'watchpoint.deleted', watchpoint)
  return { done: true }
}
