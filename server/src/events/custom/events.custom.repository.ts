import type { CustomRule } from '@rumbo/contract/events.custom.contract'
import { areAlwaysMet } from '@rumbo/contract/events.custom.rules'
import { query } from '@rumbo/database'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database/transaction.ts'
import { unlessNameTaken } from '../../platform/database/unless-name-taken.ts'

interface RuleRow extends Omit<CustomRule, 'scope' | 'isAlwaysMet' | 'lastRaisedAt' | 'updatedAt'> {
  vehicleIds: string[] | null
  lastRaisedAt: Date | null
  updatedAt: Date
}

const live = `select r.id, r.company_id as "companyId", r.fleet_id as "fleetId", r.name, r.vehicle_ids as "vehicleIds",
    r.is_active as "isActive", r.severity, r.match, r.conditions, r.seconds, r.schedule,
    r.cooldown_seconds as "cooldownSeconds", r.version, r.updated_at as "updatedAt", r.updated_by_name as "updatedByName",
    (select max(e.last_occurred_at) from events.events e where e.rule_id = r.id) as "lastRaisedAt"
  from events.custom_rules r join organisation.fleets f on f.id = r.fleet_id
  where r.archived_at is null and f.archived_at is null`

const ruleOf = ({ vehicleIds, lastRaisedAt, updatedAt, ...row }: RuleRow): CustomRule => ({
  ...row,
  scope: vehicleIds ? { kind: 'vehicles', vehicleIds } : { kind: 'fleet' },
  isAlwaysMet: areAlwaysMet(row.conditions, row.match),
  lastRaisedAt: lastRaisedAt?.toISOString() ?? null,
  updatedAt: updatedAt.toISOString(),
})

/** The rules of a fleet within the caller's scopes, by name. */
export const findCustomRules = async (tx: Transaction, fleetId: string): Promise<CustomRule[]> =>
  (
    await tx.sql<RuleRow>(`${live} and r.fleet_id = $1 order by r.name collate "es-x-icu", r.id`, [fleetId])
  ).map(ruleOf)

export async function findCustomRule(tx: Transaction, id: string): Promise<CustomRule | null> {
  const [row] = await tx.sql<RuleRow>(`${live} and r.id = $1`, [id])
  return row ? ruleOf(row) : null
}

/** The rule as it is now, locked until the transaction ends. */
export async function lockCustomRule(tx: Transaction, id: string): Promise<CustomRule | null> {
  await tx.sql('select from events.custom_rules where id = $1 and archived_at is null for no key update', [
    id,
  ])
  return findCustomRule(tx, id)
}

/** Serialises changes of the number of a fleet's rules. @returns how many there are */
export async function countLocked(tx: Transaction, fleetId: string): Promise<number> {
  await tx.sql('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`custom rules ${fleetId}`])
  const [row] = await tx.sql<{ amount: number }>(
    'select count(*)::integer as amount from events.custom_rules where fleet_id = $1 and archived_at is null',
    [fleetId],
  )
  return row?.amount ?? 0
}

export type WrittenRule = Omit<CustomRule, 'isAlwaysMet' | 'lastRaisedAt' | 'updatedAt' | 'updatedByName'>

const writtenOf = (tx: Transaction, rule: WrittenRule) => ({
  name: rule.name,
  vehicle_ids: rule.scope.kind === 'fleet' ? null : rule.scope.vehicleIds,
  is_active: rule.isActive,
  severity: rule.severity,
  match: rule.match,
  conditions: JSON.stringify(rule.conditions),
  seconds: rule.seconds,
  schedule: JSON.stringify(rule.schedule),
  cooldown_seconds: rule.cooldownSeconds,
  version: rule.version,
  updated_at: tx.now,
  updated_by_name: tx.actor?.displayName ?? null,
})

/** @throws Problem `name_taken` */
export const insertCustomRule = (tx: Transaction, rule: WrittenRule): Promise<void> =>
  unlessNameTaken(
    'custom_rules_name',
    tx.run(
      query.insertInto('events.custom_rules').values({
        id: rule.id,
        company_id: rule.companyId,
        fleet_id: rule.fleetId,
        created_at: tx.now,
        ...writtenOf(tx, rule),
      }),
    ),
  )

/** @throws Problem `name_taken` */
export const rewriteCustomRule = (tx: Transaction, rule: WrittenRule): Promise<void> =>
  unlessNameTaken(
    'custom_rules_name',
    tx.run(query.updateTable('events.custom_rules').set(writtenOf(tx, rule)).where('id', '=', rule.id)),
  )

export const archiveCustomRule = (tx: Transaction, id: string): Promise<number> =>
  tx.run(
    query
      .updateTable('events.custom_rules')
      .set({
        archived_at: tx.now,
        updated_at: tx.now,
        updated_by_name: tx.actor?.displayName ?? null,
        version: sql`version + 1`,
      })
      .where('id', '=', id),
  )

/** Gateways read the rules of a fleet again when it is named on the channel `rumbo_custom_rules`. */
export const notifyGateways = (tx: Transaction, fleetId: string) =>
  tx.sql('select pg_notify($1, $2)', ['rumbo_custom_rules', fleetId])
