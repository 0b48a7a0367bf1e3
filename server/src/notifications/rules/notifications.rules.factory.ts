import { v7 as uuid } from 'uuid'
import type { Transaction } from '../../platform/database/transaction.ts'
import { insertRule, type RuleRow } from './notifications.rules.repository.ts'

/** Creates a rule that notifies those on duty in a fleet of everything, for tests and the demo. */
export async function buildNotificationRule(
  tx: Transaction,
  { fleetId, ...given }: Partial<RuleRow> & { companyId: string; fleetId: string },
): Promise<RuleRow> {
  const id = uuid()
  const empty = { title: '', message: '' }
  const rule = await insertRule(tx, {
    ...{ id, fleetIds: [fleetId], name: `Regla ${id.slice(-6)}`, isActive: true, defaultKey: null },
    conditions: {
      ...{
        types: [],
        categories: [],
        severities: [],
        kinds: [],
        vehicleIds: [],
        fenceIds: [],
        isAlarm: false,
      },
    },
    schedule: { windows: [], holidays: 'any' },
    audience: [{ kind: 'onDuty' }],
    ...{ methods: ['in_app'], webhookIds: [], priority: 'normal', type: 'warning' },
    templates: { es: empty, en: empty },
    ...{ digest: null, ignoresQuietHours: false, repeatMinutes: 30, escalation: [] },
    ...given,
  })
  if (!rule) throw new Error('A rule of this name exists.')
  return rule
}
