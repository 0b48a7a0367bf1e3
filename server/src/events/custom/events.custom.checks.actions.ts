import type { CustomRule } from '@rumbo/contract/events.custom.contract'
import { problemsOfConditions } from '@rumbo/contract/events.custom.rules'
import { findFleet } from '../../organisation/index.ts'
import { type Actor, requireCan } from '../../platform/access/access.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { fieldProblem, problem } from '../../platform/problem.ts'
import { holdInFleet } from '../../vehicles/index.ts'

/** A fleet whose rules the caller may edit. @throws Problem `fleet_denied`, `forbidden` */
export async function requireFleet(
  tx: Transaction,
  actor: Actor,
  id: string,
): Promise<{ fleetId: string; companyId: string }> {
  const fleet = await findFleet(tx, id)
  if (!fleet?.is_active) throw problem('fleet_denied')
  const found = { fleetId: fleet.id, companyId: fleet.company_id }
  requireCan(actor, 'customRules.edit', found)
  return found
}

/** @throws Problem `validation_failed` for conditions that can never hold, by their place */
export function requireConditions({ conditions, match }: Pick<CustomRule, 'conditions' | 'match'>): void {
  const found = problemsOfConditions(conditions, match)
  if (found.length > 0)
    throw fieldProblem(
      ...found.map(({ at, code }) => ({
        path: at === null ? 'body.conditions' : `body.conditions.${at}`,
        code,
      })),
    )
}

/** Locks the vehicles of a scope in their fleet. @throws Problem `rule_vehicle_unknown` */
export async function requireScope(
  tx: Transaction,
  fleetId: string,
  scope: CustomRule['scope'],
): Promise<CustomRule['scope']> {
  if (scope.kind === 'fleet') return scope
  const vehicleIds = [...new Set(scope.vehicleIds)]
  if ((await holdInFleet(tx, fleetId, vehicleIds)).size < vehicleIds.length)
    throw problem('rule_vehicle_unknown')
  return { kind: 'vehicles', vehicleIds }
}
