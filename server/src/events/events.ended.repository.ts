import type { EventType } from '@rumbo/contract/events.contract'
import type { Transaction } from '../platform/database/transaction.ts'

/** An open event with what it was raised for: a rule, or what stands for one, such as a service. */
export interface OpenFinding {
  id: string
  companyId: string
  fleetId: string
  vehicleId: string
  ruleId: string | null
}
const open = `select id, company_id as "companyId", fleet_id as "fleetId", vehicle_id as "vehicleId", rule_id as "ruleId"
  from events.events where status in ('active', 'acknowledged')`

/** The open events of a type, of one fleet or of all. */
export const findOpenFindings = (
  tx: Transaction,
  type: EventType,
  fleetId: string | null = null,
): Promise<OpenFinding[]> =>
  tx.sql(`${open} and type = $1 and ($2::uuid is null or fleet_id = $2) order by id`, [type, fleetId])

/** Locks those of these events that are still open, in the order of their ids. */
export const lockFindings = (tx: Transaction, ids: readonly string[]): Promise<OpenFinding[]> =>
  tx.sql(`${open} and id = any($1::uuid[]) order by id for update`, [ids])

/** Fleets that have open events of a type. */
export const findFleetsWithFindings = (
  tx: Transaction,
  type: EventType,
): Promise<{ companyId: string; fleetId: string }[]> =>
  tx.sql(
    `select distinct company_id as "companyId", fleet_id as "fleetId" from events.events
     where type = $1 and status in ('active', 'acknowledged')`,
    [type],
  )

/** Of these rules, those that have an event of the type that is open or that a person closed. */
export async function findRaisedRules(
  tx: Transaction,
  type: EventType,
  ruleIds: readonly string[],
): Promise<Set<string>> {
  const rows = await tx.sql<{ ruleId: string }>(
    `select distinct rule_id as "ruleId" from events.events where type = $1 and rule_id = any($2::uuid[])
       and (status in ('active', 'acknowledged') or coalesce(resolved_by_id, dismissed_by_id) is not null)`,
    [type, ruleIds],
  )
  return new Set(rows.map(({ ruleId }) => ruleId))
}
