import { v7 as uuid } from 'uuid'
import type { Transaction } from '../platform/database/transaction.ts'
import type { FoundCondition } from '../telemetry/index.ts'
import type { CauseChange } from '../vehicles/index.ts'
import { placeOf } from './events.alarms.actions.ts'
import { findLatest } from './events.conditions.repository.ts'
import { recordFindings } from './events.findings.actions.ts'
import { classify, isAlarm, occurredAtOf } from './events.rules.ts'

/** Findings without those of episodes that are on record: use outside the hours is found as long as it goes on. */
async function withoutRecorded(
  tx: Transaction,
  found: readonly FoundCondition[],
): Promise<readonly FoundCondition[]> {
  const lasting = found.filter(({ since }) => since !== null)
  if (lasting.length === 0) return found
  const latest = await findLatest(
    tx,
    lasting.map(({ vehicleId }) => vehicleId),
    'out_of_hours',
  )
  const seen = new Map(latest.map(({ vehicleId, at }) => [vehicleId, at.getTime()]))
  return found.filter((one) => {
    if (one.since === null) return true
    const isRecorded = (seen.get(one.vehicleId) ?? Number.NEGATIVE_INFINITY) >= Date.parse(one.since)
    if (!isRecorded) seen.set(one.vehicleId, occurredAtOf(one).getTime())
    return !isRecorded
  })
}

/** Of a custom rule: its own severity and name. A critical one makes the vehicle critical. */
function classified({ kind, rule }: FoundCondition) {
  if (kind !== null) return { kind, ...classify(kind), isAlarm: isAlarm(kind), ruleId: null, title: null }
  if (!rule) throw new Error('What was found has neither a kind nor a rule.')
  const { id: ruleId, name: title, severity } = rule
  const isCritical = severity === 'critical'
  return { kind, type: 'custom', category: 'vehicle', severity, isAlarm: isCritical, ruleId, title } as const
}

/**
 * Records what was computed from the readings and movements of vehicles, like alarms of the same kinds by their devices.
 * Call with the vehicles locked.
 * @returns the causes to set on the vehicles
 */
export async function recordConditions(
  tx: Transaction,
  found: readonly FoundCondition[],
): Promise<CauseChange[]> {
  const fresh = await withoutRecorded(tx, found)
  // When a rule was last raised is in the list of rules.
  for (const { rule, companyId, fleetId } of fresh)
    if (rule) tx.stale({ domain: 'customRules', id: rule.id, companyId, fleetId })
  return recordFindings(
    tx,
    fresh.map((condition) => ({
      id: uuid(),
      companyId: condition.companyId,
      fleetId: condition.fleetId,
      vehicleId: condition.vehicleId,
      ...classified(condition),
      source: 'system',
      fence: null,
      at: occurredAtOf(condition),
      place: placeOf(condition),
      isLate: false,
      detail: Object.keys(condition.detail).length > 0 ? condition.detail : null,
    })),
  )
}
