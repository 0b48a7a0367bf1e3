import type { Transaction } from '../platform/database/transaction.ts'
import type { CauseChange } from '../vehicles/index.ts'
import { factsOf } from './events.facts.ts'
import { type RecordedEvent, writeRecurrences } from './events.findings.repository.ts'
import { type Finding, joinFindings } from './events.findings.rules.ts'
import { causeOf, severityOf } from './events.rules.ts'

/** What a new or a more severe event sets on its vehicle. Nothing for an acknowledged one: somebody is at it. */
function causesOf(event: RecordedEvent): CauseChange[] {
  const { id, vehicleId, kind, status, isAlarm, severity, severityBefore, wasAlarm } = event
  if (!isAlarm || status !== 'active') return []
  if (severityBefore === severity && wasAlarm) return []
  const cause = causeOf(severityOf(severity))
  const set = { vehicleId, cause, sourceId: id, holds: true, detail: kind }
  const before = wasAlarm && severityBefore !== null ? causeOf(severityOf(severityBefore)) : cause
  return before === cause ? [set] : [{ vehicleId, cause: before, sourceId: id, holds: false }, set]
}

/**
 * Records findings, the only way in which alarms and other trouble become events. While an event of the same vehicle, type,
 * kind, rule and fence is active or acknowledged, a finding is another occurrence of it: its times widen, its severity
 * rises with a more severe one, and its place, title and detail become those of the latest. After the event was closed,
 * the next finding opens a new one.
 *
 * An acknowledged event stays acknowledged and does not alarm its vehicle again, however severe the recurrence is.
 *
 * Lock the vehicles before, as all code locks vehicles before events. Each finding counts once by its caller; only the
 * one that opened an event is recognised by its id.
 * @returns the causes to set on, and to clear from, the vehicles with `changeCauses`
 */
export async function recordFindings(tx: Transaction, findings: readonly Finding[]): Promise<CauseChange[]> {
  const recorded = await writeRecurrences(tx, joinFindings(findings))
  for (const { id, companyId, fleetId, vehicleId } of recorded)
    tx.stale({ domain: 'events', id, companyId, fleetId, vehicleId })
  for (const fact of factsOf(recorded)) tx.fact(fact)
  return recorded.flatMap(causesOf)
}
