import { can } from '@rumbo/contract/access'
import type { OutputOf, ParsedOf } from '@rumbo/contract/endpoint'
import {
  type changeNotificationRule,
  type createNotificationRule,
  lacksWebhooks,
  type NotificationRule,
  type RuleBody,
  type restoreDefaultRules,
  rulesPerCompany,
} from '@rumbo/contract/notifications.rules.contract'
import { parseTemplate, templateVariables } from '@rumbo/contract/templates.rules'
import { v7 as uuid } from 'uuid'
import { findCompany } from '../../organisation/index.ts'
import { type Actor, requireCan, roleOf } from '../../platform/access/access.ts'
import { differences } from '../../platform/audit.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { fieldProblem, problem } from '../../platform/problem.ts'
import { readRuleZones, requireRuleZones } from '../matching/notifications.zones.actions.ts'
import { areFleetsOf } from '../webhooks/notifications.webhooks.repository.ts'
import { defaultRules, ruleOf } from './notifications.defaults.ts'
import {
  claimDefaults,
  countRules,
  findRule,
  findRules,
  insertRule,
  isRuleNameTaken,
  type RuleRow,
  removeRule,
  replaceRule,
} from './notifications.rules.repository.ts'

/** Gives the default rules to those of the companies that have not got them; under the system role, as everything here. */
export async function ensureDefaults(tx: Transaction, companyIds: readonly string[]): Promise<void> {
  for (const companyId of await claimDefaults(tx, companyIds)) await addDefaults(tx, companyId)
}

async function addDefaults(tx: Transaction, companyId: string): Promise<number> {
  let created = 0
  for (const rule of defaultRules) if (await insertRule(tx, { ...rule, id: uuid(), companyId })) created += 1
  return created
}

/** Whether the rule concerns a fleet that the caller reads as staff. */
function isReadable(actor: Actor, { companyId, fleetIds }: Pick<RuleRow, 'companyId' | 'fleetIds'>): boolean {
  const fleets = fleetIds.length > 0 ? fleetIds : actor.fleets.read
  return (
    can(actor, 'notificationRules.read', { companyId }) ||
    fleets.some((fleetId) => can(actor, 'notificationRules.read', { companyId, fleetId }))
  )
}

/** A rule for all fleets needs a scope on the company, another one on each of its fleets. @throws Problem `forbidden` */
function requireEdit(actor: Actor, { companyId, fleetIds }: Pick<RuleRow, 'companyId' | 'fleetIds'>): void {
  if (fleetIds.length === 0) requireCan(actor, 'notificationRules.edit', { companyId })
  for (const fleetId of fleetIds) requireCan(actor, 'notificationRules.edit', { companyId, fleetId })
}

/** @throws Problem `company_denied` */
async function requireCompany(tx: Transaction, actor: Actor, companyId: string): Promise<void> {
  const isKnown = roleOf(actor) === 'rumbo_all' || actor.directories.includes(companyId)
  if (!isKnown || !(await findCompany(tx, companyId))) throw problem('company_denied')
}

async function showRules(tx: Transaction, rows: readonly RuleRow[]): Promise<NotificationRule[]> {
  const zones = await readRuleZones(tx, rows)
  return rows.map((row) => ruleOf(row, zones))
}
const showRule = async (tx: Transaction, row: RuleRow) => ruleOf(row, await readRuleZones(tx, [row]))

/** @throws Problem `company_denied` */
export async function listRulesOf(
  tx: Transaction,
  actor: Actor,
  companyId: string,
): Promise<{ items: NotificationRule[] }> {
  await requireCompany(tx, actor, companyId)
  await ensureDefaults(tx, [companyId])
  const rules = await findRules(tx, companyId)
  return {
    items: await showRules(
      tx,
      rules.filter((rule) => isReadable(actor, rule)),
    ),
  }
}

/** @throws Problem `not_found` */
export async function readRuleFor(tx: Transaction, actor: Actor, id: string): Promise<RuleRow> {
  const rule = await findRule(tx, id)
  if (!rule || !isReadable(actor, rule)) throw problem('not_found')
  return rule
}

/** @throws Problem `template_invalid`, with the first wrong variable and its position; `validation_failed` without a webhook to call */
function requireWhole(rule: RuleBody): void {
  const { templates } = rule
  if (lacksWebhooks(rule)) throw fieldProblem({ path: 'body.webhookIds', code: 'required' })
  for (const text of [templates.es.title, templates.es.message, templates.en.title, templates.en.message]) {
    const parsed = parseTemplate(text, templateVariables)
    if ('error' in parsed)
      throw problem('template_invalid', { words: { at: parsed.error.at, name: parsed.error.name } })
  }
}

/** @throws Problem `template_invalid`, `fleet_denied`, `zone_unknown`, `name_taken` */
async function requireSound(
  tx: Transaction,
  actor: Actor,
  rule: RuleBody & Pick<RuleRow, 'id' | 'companyId'>,
  before?: RuleRow,
): Promise<void> {
  requireWhole(rule)
  if (!(await areFleetsOf(tx, rule.companyId, rule.fleetIds))) throw problem('fleet_denied')
  await requireRuleZones(tx, actor, rule, before?.conditions.zoneIds)
  if (await isRuleNameTaken(tx, rule)) throw problem('name_taken')
}

/** @throws Problem `company_denied`, `forbidden`, `template_invalid`, `fleet_denied` */
export async function requireDraft(
  tx: Transaction,
  actor: Actor,
  draft: RuleBody & Pick<RuleRow, 'companyId'>,
): Promise<void> {
  await requireCompany(tx, actor, draft.companyId)
  requireEdit(actor, draft)
  requireWhole(draft)
  if (!(await areFleetsOf(tx, draft.companyId, draft.fleetIds))) throw problem('fleet_denied')
}

function publish(
  tx: Transaction,
  action: string,
  rule: RuleRow,
  before?: RuleRow,
): Promise<NotificationRule> {
  const { id, companyId, name } = rule
  tx.stale({ domain: 'notificationRules', id, companyId })
  const audited = (one: RuleRow) => ({
    name: one.name,
    isActive: one.isActive,
    fleets: one.fleetIds.length,
    zones: one.conditions.zoneIds.length,
    methods: one.methods.join(', '),
    priority: one.priority,
  })
  tx.audit({
    action,
    entity: 'notification_rule',
    entityId: id,
    entityName: name,
    companyId,
    changes: before && differences(audited(before), audited(rule)),
  })
  return showRule(tx, rule)
}

/** @throws Problem `company_denied`, `forbidden`, `rule_limit`, `template_invalid`, `fleet_denied`, `zone_unknown`, `name_taken` */
export async function createRuleOf(
  tx: Transaction,
  actor: Actor,
  body: ParsedOf<typeof createNotificationRule>['body'],
): Promise<NotificationRule> {
  await requireCompany(tx, actor, body.companyId)
  requireEdit(actor, body)
  await ensureDefaults(tx, [body.companyId])
  if ((await countRules(tx, body.companyId)) >= rulesPerCompany) throw problem('rule_limit')
  const rule = { ...body, id: uuid(), defaultKey: null }
  await requireSound(tx, actor, rule)
  const inserted = await insertRule(tx, rule)
  if (!inserted) throw problem('name_taken')
  return publish(tx, 'notification_rule.created', inserted)
}

/** Locked, for a caller who may change it. @throws Problem `not_found`, `forbidden` */
async function lockRule(tx: Transaction, actor: Actor, id: string): Promise<RuleRow> {
  const rule = await findRule(tx, id, { isLocked: true })
  if (!rule || !isReadable(actor, rule)) throw problem('not_found')
  requireEdit(actor, rule)
  return rule
}

/** @throws Problem `not_found`, `forbidden`, `stale_version`, `template_invalid`, `fleet_denied`, `zone_unknown`, `name_taken` */
export async function changeRuleOf(
  tx: Transaction,
  actor: Actor,
  id: string,
  { version, ...body }: ParsedOf<typeof changeNotificationRule>['body'],
): Promise<NotificationRule> {
  const before = await lockRule(tx, actor, id)
  if (before.version !== version)
    throw problem('stale_version', {
      current: await showRule(tx, before),
      changedBy: before.updatedBy,
      changedAt: before.updatedAt,
    })
  const rule = { ...before, ...body }
  requireEdit(actor, rule)
  await requireSound(tx, actor, rule, before)
  return publish(tx, 'notification_rule.changed', await replaceRule(tx, rule), before)
}

/** @throws Problem `not_found`, `forbidden` */
export async function switchRuleOf(
  tx: Transaction,
  actor: Actor,
  id: string,
  isActive: boolean,
): Promise<NotificationRule> {
  const before = await lockRule(tx, actor, id)
  if (before.isActive === isActive) return showRule(tx, before)
  return publish(tx, 'notification_rule.changed', await replaceRule(tx, { ...before, isActive }), before)
}

/** @throws Problem `not_found`, `forbidden` */
export async function deleteRuleOf(tx: Transaction, actor: Actor, id: string): Promise<{ done: true }> {
  const rule = await lockRule(tx, actor, id)
  await removeRule(tx, id)
  await publish(tx, 'notification_rule.deleted', rule)
  return { done: true }
}

/** @throws Problem `company_denied`, `forbidden` */
export async function restoreDefaultsOf(
  tx: Transaction,
  actor: Actor,
  companyId: string,
): Promise<OutputOf<typeof restoreDefaultRules>> {
  await requireCompany(tx, actor, companyId)
  requireEdit(actor, { companyId, fleetIds: [] })
  await claimDefaults(tx, [companyId])
  const created = await addDefaults(tx, companyId)
  if (created > 0) tx.stale({ domain: 'notificationRules', companyId })
  return { created }
}
