import type { CustomRule } from '@rumbo/contract/events.custom.contract'
import { insertCustomRule } from '@rumbo/server/events/custom/events.custom.repository'
import type { Transaction } from '@rumbo/server/platform/database/transaction'
import { v7 as uuid } from 'uuid'

export const coldChain = 'Cadena de frío'
type DemoRule = Pick<
  CustomRule,
  'name' | 'severity' | 'conditions' | 'seconds' | 'schedule' | 'cooldownSeconds'
> & {
  fleet: string
}

/** The first is met at each stop of a van with a cooled cargo area; the second only at night. */
export const demoRules: readonly DemoRule[] = [
  {
    fleet: 'Reparto Norte',
    name: coldChain,
    severity: 'warning',
    conditions: [{ reading: 'temperature1', operator: 'above', value: 4.5, margin: 0.5 }],
    seconds: 30,
    schedule: { windows: [], holidays: 'any' },
    cooldownSeconds: 600,
  },
  {
    fleet: 'Centro',
    name: 'Encendido de madrugada',
    severity: 'info',
    conditions: [
      { reading: 'ignition', operator: 'changes_to', value: true },
      { reading: 'fuelPercent', operator: 'below', value: 50, margin: 0 },
    ],
    seconds: 0,
    schedule: { windows: [{ days: [1, 2, 3, 4, 5, 6, 7], from: '01:00', to: '05:00' }], holidays: 'any' },
    cooldownSeconds: 3_600,
  },
]

/** Custom rules of the company's fleets. @returns their ids by name */
export async function fillCustomRules(tx: Transaction, companyId: string): Promise<Map<string, string>> {
  const fleets = await tx.sql<{ id: string; name: string }>(
    'select id, name from organisation.fleets where company_id = $1',
    [companyId],
  )
  const made = new Map<string, string>()
  for (const { fleet, ...rule } of demoRules) {
    const fleetId = fleets.find(({ name }) => name === fleet)?.id
    if (fleetId === undefined) throw new Error(`The demo has no fleet ${fleet}.`)
    const id = uuid()
    await insertCustomRule(tx, {
      ...rule,
      ...{ id, companyId, fleetId, match: 'all', scope: { kind: 'fleet' }, isActive: true, version: 1 },
    })
    made.set(rule.name, id)
  }
  return made
}
