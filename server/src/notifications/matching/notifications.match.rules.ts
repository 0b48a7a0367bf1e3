import type { Event } from '@rumbo/contract/events.contract'
import type { Mismatch, NotificationRule } from '@rumbo/contract/notifications.rules.contract'
import type { Zone } from '@rumbo/contract/places.zones.contract'
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
  | 'latitude'
  | 'longitude'
  | 'lastOccurredAt'
>
const allows = <Value>(list: readonly Value[], value: Value | null) =>
  list.length === 0 || (value !== null && list.includes(value))

/** The zones that contain a place. */
export type ZonesAt = (place: { latitude: number; longitude: number }) => readonly Zone[]

/** Those of these zones that the place of an event lies in. */
export function zonesOf(
  zoneIds: readonly string[],
  { latitude, longitude }: Pick<Matched, 'latitude' | 'longitude'>,
  zonesAt: ZonesAt,
): Zone[] {
  if (zoneIds.length === 0 || latitude === null || longitude === null) return []
  return zonesAt({ latitude, longitude }).filter(({ id }) => zoneIds.includes(id))
}

/**
 * Why a rule is not about an event, the first reason in the order of `mismatches`; null where it is.
 * An event without a place lies in no zone.
 * @param timeZone the company's, for the hours of the rule
 * @param zonesAt the zones that contain a place, at least among those of the rule
 */
export function mismatchOf(
  rule: Pick<NotificationRule, 'conditions' | 'fleetIds' | 'schedule'>,
  event: Matched,
  { timeZone, zonesAt }: { timeZone: string; zonesAt: ZonesAt },
): Mismatch | null {
  const { types, categories, severities, kinds, vehicleIds, fenceIds, zoneIds, isAlarm } = rule.conditions
  if (!allows(types, event.type)) return 'type'
  if (!allows(categories, event.category)) return 'category'
  if (!allows(severities, event.severity)) return 'severity'
  if (!allows(kinds, event.kind)) return 'kind'
  if (isAlarm && !event.isAlarm) return 'alarm'
  if (!allows(rule.fleetIds, event.fleetId)) return 'fleet'
  if (!allows(vehicleIds, event.vehicleId)) return 'vehicle'
  if (!allows(fenceIds, event.fenceId)) return 'fence'
  if (zoneIds.length > 0 && zonesOf(zoneIds, event, zonesAt).length === 0) return 'zone'
  return isScheduledAt(rule.schedule, Date.parse(event.lastOccurredAt), timeZone) ? null : 'hours'
}
