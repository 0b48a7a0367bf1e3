import { emptyRule } from '@rumbo/contract/notifications.rules.empty'
import { v7 as uuid } from 'uuid'
import type { Transaction } from '../../platform/database/transaction.ts'
import { insertRule, type RuleRow } from './notifications.rules.repository.ts'

/** Creates a rule that notifies those on duty in a fleet of everything, for tests and the demo. */
export async function buildNotificationRule(
  tx: Transaction,
  { fleetId, ...given }: Partial<RuleRow> & { companyId: string; fleetId: string },
): Promise<RuleRow> {
  const id = uuid()
  const rule = await insertRule(tx, {
    ...emptyRule(),
    id,
    fleetIds: [fleetId],
    name: `Regla ${id.slice(-6)}`,
    defaultKey: null,
    audience: [{ kind: 'onDuty' }],
    ...given,
  })
  if (!rule) throw new Error('A rule of this name exists.')
  return rule
}
