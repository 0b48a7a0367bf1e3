import type { ParsedOf } from '@rumbo/contract/endpoint'
import {
  type CustomRule,
  type createCustomRule,
  customRulesPerFleet,
  type replaceCustomRule,
} from '@rumbo/contract/events.custom.contract'
import { v7 as uuid } from 'uuid'
import { lockFleets } from '../../organisation/index.ts'
import { type Actor, requireCan } from '../../platform/access/access.ts'
import { differences } from '../../platform/audit.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { problem } from '../../platform/problem.ts'
import { findVehicleNumbers } from '../../vehicles/index.ts'
import { requireConditions, requireFleet, requireScope } from './events.custom.checks.actions.ts'
import {
  archiveCustomRule,
  countLocked,
  findCustomRule,
  findCustomRules,
  insertCustomRule,
  lockCustomRule,
  notifyGateways,
  rewriteCustomRule,
  type WrittenRule,
} from './events.custom.repository.ts'

export const listCustomRulesOf = async (tx: Transaction, fleetId: string) => ({
  items: await findCustomRules(tx, fleetId),
})

/** @throws Problem `not_found` */
export async function readCustomRuleOf(tx: Transaction, id: string): Promise<CustomRule> {
  const rule = await findCustomRule(tx, id)
  if (!rule) throw problem('not_found')
  return rule
}

/** What the audit log keeps of a rule, with its vehicles by number. */
const audited = async (tx: Transaction, rule: WrittenRule) => ({
  name: rule.name,
  isActive: rule.isActive,
  severity: rule.severity,
  match: rule.match,
  conditions: rule.conditions,
  seconds: rule.seconds,
  schedule: rule.schedule,
  cooldownSeconds: rule.cooldownSeconds,
  vehicles: rule.scope.kind === 'fleet' ? null : await findVehicleNumbers(tx, rule.scope.vehicleIds),
})

/** Notifies pages and gateways of a changed rule, and audits the change. */
async function publish(
  tx: Transaction,
  action: 'custom_rule.created' | 'custom_rule.updated' | 'custom_rule.deleted',
  rule: WrittenRule,
  before: WrittenRule | null = null,
): Promise<void> {
  const { id, companyId, fleetId, name } = rule
  tx.stale({ domain: 'customRules', id, companyId, fleetId })
  tx.audit({
    action,
    entity: 'custom_rule',
    entityId: id,
    entityName: name,
    companyId,
    fleetId,
    changes: before ? differences(await audited(tx, before), await audited(tx, rule)) : {},
  })
  await notifyGateways(tx, fleetId)
}

/** @throws Problem `fleet_denied`, `forbidden`, `rules_full`, `name_taken`, `rule_vehicle_unknown`, `validation_failed` */
export async function createCustomRuleOf(
  tx: Transaction,
  actor: Actor,
  body: ParsedOf<typeof createCustomRule>['body'],
): Promise<CustomRule> {
  const { companyId, fleetId } = await requireFleet(tx, actor, body.fleetId)
  requireConditions(body)
  if (!(await lockFleets(tx, [fleetId])).has(fleetId)) throw problem('fleet_denied')
  const scope = await requireScope(tx, fleetId, body.scope)
  if ((await countLocked(tx, fleetId)) >= customRulesPerFleet) throw problem('rules_full')
  const made = { ...body, id: uuid(), companyId, scope, version: 1 }
  await insertCustomRule(tx, made)
  await publish(tx, 'custom_rule.created', made)
  return readCustomRuleOf(tx, made.id)
}

/** Locks a rule that the caller may change. @throws Problem `not_found`, `forbidden`, `stale_version` */
async function takeRule(tx: Transaction, actor: Actor, id: string, version?: number): Promise<CustomRule> {
  requireCan(actor, 'customRules.edit', await readCustomRuleOf(tx, id))
  const rule = await lockCustomRule(tx, id)
  if (!rule) throw problem('not_found')
  if (version !== undefined && rule.version !== version)
    throw problem('stale_version', {
      current: rule,
      changedBy: rule.updatedByName,
      changedAt: new Date(rule.updatedAt),
    })
  return rule
}

/** @throws Problem `not_found`, `forbidden`, `stale_version`, `name_taken`, `rule_vehicle_unknown`, `validation_failed` */
export async function replaceCustomRuleOf(
  tx: Transaction,
  actor: Actor,
  id: string,
  { version, ...body }: ParsedOf<typeof replaceCustomRule>['body'],
): Promise<CustomRule> {
  const before = await takeRule(tx, actor, id, version)
  requireConditions(body)
  const { companyId, fleetId } = before
  const scope = await requireScope(tx, fleetId, body.scope)
  const now = { ...body, id, companyId, fleetId, scope, version: version + 1 }
  await rewriteCustomRule(tx, now)
  await publish(tx, 'custom_rule.updated', now, before)
  return readCustomRuleOf(tx, id)
}

/** @throws Problem `not_found`, `forbidden` */
export async function deleteCustomRuleOf(tx: Transaction, actor: Actor, id: string): Promise<{ done: true }> {
  const rule = await takeRule(tx, actor, id)
  await archiveCustomRule(tx, id)
  await publish(tx, 'custom_rule.deleted', rule)
  return { done: true }
}
