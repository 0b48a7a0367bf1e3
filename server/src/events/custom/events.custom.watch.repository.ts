import type { Transaction } from '../../platform/database/transaction.ts'
import type { CustomRuleInForce } from '../../telemetry/index.ts'

export interface RuleInForceRow extends Omit<CustomRuleInForce, 'concerns'> {
  fleetId: string
  vehicleIds: string[] | null
}

/** The active rules of these fleets, or of all, by fleet; none of fleets that were deleted. */
export const findRulesInForce = (
  tx: Transaction,
  fleetIds: readonly string[] | null,
): Promise<RuleInForceRow[]> =>
  tx.sql(
    `select r.id, r.version, r.fleet_id as "fleetId", r.name, r.severity, r.match, r.conditions, r.seconds, r.schedule,
       r.cooldown_seconds as "cooldownSeconds", r.vehicle_ids as "vehicleIds"
     from events.custom_rules r join organisation.fleets f on f.id = r.fleet_id
     where r.is_active and r.archived_at is null and f.archived_at is null
       and ($1::uuid[] is null or r.fleet_id = any($1))
     order by r.fleet_id, r.id`,
    [fleetIds],
  )
