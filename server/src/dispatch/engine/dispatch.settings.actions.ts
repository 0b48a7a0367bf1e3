import type { DispatchSettings, saveDispatchSettings } from '@rumbo/contract/dispatch.engine.contract'
import type { ParsedOf } from '@rumbo/contract/endpoint'
import { findFleet } from '../../organisation/index.ts'
import { type Actor, requireCan } from '../../platform/access/access.ts'
import { differences } from '../../platform/audit.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { problem } from '../../platform/problem.ts'
import { findSettings, lockSettings, writeSettings } from './dispatch.settings.repository.ts'

/** @throws Problem `fleet_denied` */
export async function readSettingsOf(tx: Transaction, fleetId: string): Promise<DispatchSettings> {
  if (!(await findFleet(tx, fleetId))) throw problem('fleet_denied')
  return findSettings(tx, fleetId)
}

/** @throws Problem `fleet_denied`, `forbidden`, `stale_version` */
export async function saveSettingsOf(
  tx: Transaction,
  actor: Actor,
  fleetId: string,
  { version, ...settings }: ParsedOf<typeof saveDispatchSettings>['body'],
): Promise<DispatchSettings> {
  const fleet = await findFleet(tx, fleetId)
  if (!fleet?.is_active) throw problem('fleet_denied')
  const companyId = fleet.company_id
  requireCan(actor, 'services.dispatch', { companyId, fleetId })
  const { settings: before, changedBy, changedAt } = await lockSettings(tx, fleetId)
  if (before.version !== version) throw problem('stale_version', { current: before, changedBy, changedAt })
  await writeSettings(tx, companyId, { fleetId, ...settings })
  const after = await findSettings(tx, fleetId)
  tx.stale({ domain: 'dispatch', fleetId, companyId })
  tx.audit({
    action: 'dispatch.settings_changed',
    entity: 'fleet',
    entityId: fleetId,
    entityName: fleet.name,
    companyId,
    fleetId,
    changes: differences({ ...before }, { ...after }, ['version']),
  })
  return after
}
