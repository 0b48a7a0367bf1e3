import type { CustomRule } from '@rumbo/contract/events.custom.contract'
import { v7 as uuid } from 'uuid'
import type { Transaction } from '../../platform/database/transaction.ts'
import { insertCustomRule, notifyGateways, type WrittenRule } from './events.custom.repository.ts'

/** Creates a rule over the speed, for tests and the demo. */
export async function buildCustomRule(
  tx: Transaction,
  given: Partial<WrittenRule> & Pick<CustomRule, 'companyId' | 'fleetId'>,
): Promise<WrittenRule> {
  const id = uuid()
  const rule: WrittenRule = {
    id,
    name: `Regla ${id.slice(-6)}`,
    scope: { kind: 'fleet' },
    isActive: true,
    severity: 'warning',
    match: 'all',
    conditions: [{ reading: 'speedKmh', operator: 'above', value: 110, margin: 10 }],
    seconds: 0,
    schedule: { windows: [], holidays: 'any' },
    cooldownSeconds: 0,
    version: 1,
    ...given,
  }
  await insertCustomRule(tx, rule)
  await notifyGateways(tx, rule.fleetId)
  return rule
}
