import type { Event } from '@rumbo/contract/events.contract'
import type { Mismatch, NotificationRule } from '@rumbo/contract/notifications.rules.contract'
import { isScheduledAt } from '@rumbo/contract/schedules'

type Matched = Pick<
  Event,
  | 'type'
  | 'category'
  | 'severity'
  | 'kind'
  | 'isAlarm'
  | 'fleetId'
  | 'vehicleId'
  | 'fenceId'
  | 'lastOccurredAt'
>
const allows = <Value>(list: readonly Value[], value: Value | null) =>
  list.length === 0 || (value !== null && list.includes(value))

/**
 * Why a rule is not about an event, the first reason in the order of `mismatches`; null where it is.
 * @param timeZone the company's, for the hours of the rule
 */
export function mismatchOf(
  rule: Pick<NotificationRule, 'conditions' | 'fleetIds' | 'schedule'>,
  event: Matched,
  timeZone: string,
): Mismatch | null {
  const { types, categories, severities, kinds, vehicleIds, fenceIds, isAlarm } = rule.conditions
  if (!allows(types, event.type)) return 'type'
  if (!allows(categories, event.category)) return 'category'
  if (!allows(severities, event.severity)) return 'severity'
  if (!allows(kinds, event.kind)) return 'kind'
  if (isAlarm && !event.isAlarm) return 'alarm'
  if (!allows(rule.fleetIds, event.fleetId)) return 'fleet'
  if (!allows(vehicleIds, event.vehicleId)) return 'vehicle'
  if (!allows(fenceIds, event.fenceId)) return 'fence'
  return isScheduledAt(rule.schedule, Date.parse(event.lastOccurredAt), timeZone) ? null : 'hours'
}
