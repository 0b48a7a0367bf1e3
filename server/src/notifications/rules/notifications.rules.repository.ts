import type { NotificationRule } from '@rumbo/contract/notifications.rules.contract'
import type { Transaction } from '../../platform/database/transaction.ts'

export type RuleRow = Omit<NotificationRule, 'lastRaisedAt' | 'updatedAt' | 'hasDefaultName' | 'zones'> &
  Record<'updatedAt', Date> &
  Record<'lastRaisedAt', Date | null>

const columns = `id, company_id as "companyId", fleet_ids as "fleetIds", name, is_active as "isActive",
  default_key as "defaultKey", conditions, schedule, audience, methods, webhook_ids as "webhookIds", priority, type, templates,
  digest, ignores_quiet_hours as "ignoresQuietHours", repeat_minutes as "repeatMinutes", escalation,
  last_raised_at as "lastRaisedAt", updated_at as "updatedAt", updated_by as "updatedBy", version`

/** Under the system role, as everything here. */
export const findRules = (tx: Transaction, companyId: string): Promise<RuleRow[]> =>
  tx.sql<RuleRow>(
    `select ${columns} from notifications.rules where company_id = $1 order by lower(name), id`,
    [companyId],
  )

/** The rules of companies that are switched on. */
export const findActiveRules = (tx: Transaction, companyIds: readonly string[]): Promise<RuleRow[]> =>
  tx.sql<RuleRow>(
    `select ${columns} from notifications.rules where company_id = any($1::uuid[]) and is_active order by id`,
    [companyIds],
  )

export async function findRule(
  tx: Transaction,
  id: string,
  { isLocked = false } = {},
): Promise<RuleRow | undefined> {
  const [row] = await tx.sql<RuleRow>(
    `select ${columns} from notifications.rules where id = $1 ${isLocked ? 'for update' : ''}`,
    [id],
  )
  return row
}

export async function isRuleNameTaken(
  tx: Transaction,
  { id, companyId, name }: Pick<RuleRow, 'id' | 'companyId' | 'name'>,
): Promise<boolean> {
  const rows = await tx.sql(
    'select from notifications.rules where company_id = $1 and lower(name) = lower($2) and id <> $3',
    [companyId, name, id],
  )
  return rows.length > 0
}

export async function countRules(tx: Transaction, companyId: string): Promise<number> {
  const [row] = await tx.sql<{ amount: number }>(
    'select count(*)::int as amount from notifications.rules where company_id = $1',
    [companyId],
  )
  return row?.amount ?? 0
}

type Saved = Omit<RuleRow, 'version' | 'updatedAt' | 'updatedBy' | 'lastRaisedAt'>
const valuesOf = (rule: Saved) => [
  rule.id,
  rule.companyId,
  rule.fleetIds,
  rule.name,
  rule.isActive,
  rule.defaultKey,
  JSON.stringify(rule.conditions),
  JSON.stringify(rule.schedule),
  JSON.stringify(rule.audience),
  rule.methods,
  rule.webhookIds,
  rule.priority,
  rule.type,
  JSON.stringify(rule.templates),
  rule.digest,
  rule.ignoresQuietHours,
  rule.repeatMinutes,
  JSON.stringify(rule.escalation),
]

/** Adds a rule. @returns null where the company has one with this default key or name already */
export async function insertRule(tx: Transaction, rule: Saved): Promise<RuleRow | null> {
  const [row] = await tx.sql<RuleRow>(
    `insert into notifications.rules (id, company_id, fleet_ids, name, is_active, default_key, conditions, schedule, audience,
       methods, webhook_ids, priority, type, templates, digest, ignores_quiet_hours, repeat_minutes, escalation,
       created_at, updated_at, updated_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $19, $20)
     on conflict do nothing returning ${columns}`,
    [...valuesOf(rule), tx.now, tx.actor?.displayName ?? null],
  )
  return row ?? null
}

/** Replaces a rule that is locked. */
export async function replaceRule(tx: Transaction, rule: Saved): Promise<RuleRow> {
  const [row] = await tx.sql<RuleRow>(
    `update notifications.rules set (fleet_ids, name, is_active, default_key, conditions, schedule, audience, methods,
         webhook_ids, priority, type, templates, digest, ignores_quiet_hours, repeat_minutes, escalation, updated_at, updated_by,
         version)
       = ($3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, version + 1)
      where id = $1 and company_id = $2 returning ${columns}`,
    [...valuesOf(rule), tx.now, tx.actor?.displayName ?? null],
  )
  if (!row) throw new Error('The rule is gone.')
  return row
}

export async function removeRule(tx: Transaction, id: string): Promise<void> {
  await tx.sql('delete from notifications.rules where id = $1', [id])
}

/** Once a minute at most: a rule that many events meet is not written for each. */
export async function markRaised(tx: Transaction, ids: readonly string[]): Promise<void> {
  await tx.sql(
    `update notifications.rules set last_raised_at = $2
      where id = any($1::uuid[]) and coalesce(last_raised_at, '-infinity') < $2::timestamptz - interval '1 minute'`,
    [ids, tx.now],
  )
}

/** Of these companies, those that have not got the default rules; locked against two that give them at once. */
export async function claimDefaults(tx: Transaction, companyIds: readonly string[]): Promise<string[]> {
  const rows = await tx.sql<{ id: string }>(
    `insert into notifications.company_settings as s (company_id, defaults_made_at, updated_at)
     select c.id, $2, $2 from organisation.companies c
      where c.id = any($1::uuid[])
        and not exists (select from notifications.company_settings k where k.company_id = c.id and k.defaults_made_at is not null)
     on conflict (company_id) do update set defaults_made_at = excluded.defaults_made_at where s.defaults_made_at is null
     returning company_id as id`,
    [companyIds, tx.now],
  )
  return rows.map(({ id }) => id)
}
