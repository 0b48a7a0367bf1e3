import type { EventCategory, EventKind, EventStatus, EventType } from '@rumbo/contract/events.contract'
import type { Transaction } from '../platform/database/transaction.ts'
import type { Recurrence } from './events.findings.rules.ts'
import { severityOrder } from './events.rules.ts'

export interface RecordedEvent {
  id: string
  companyId: string
  fleetId: string
  vehicleId: string
  type: EventType
  category: EventCategory
  kind: EventKind | null
  ruleId: string | null
  fenceId: string | null
  status: EventStatus
  severity: number
  isAlarm: boolean
  isNew: boolean
  /** Of an event that was open: what it was before. Null also where another process opened it in this moment. */
  severityBefore: number | null
  wasAlarm: boolean | null
  isLate: boolean
  /** Null as `severityBefore` is. */
  wasLate: boolean | null
  occurrences: number
  /** Null as `severityBefore` is. */
  occurrencesBefore: number | null
}

/**
 * Opens an event for each recurrence, or counts it on the open event of the same trouble; one that was written already, by
 * its id, is left out. Of two processes that open the same one at once, the second counts it on the event of the first.
 */
export async function writeRecurrences(
  tx: Transaction,
  recurrences: readonly Recurrence[],
): Promise<RecordedEvent[]> {
  if (recurrences.length === 0) return []
  const column = <Value>(of: (one: Recurrence) => Value) => recurrences.map(of)
  return tx.sql<RecordedEvent>(
    `with given as materialized (
       select * from unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[], $6::text[], $7::text[], $8::text[], $9::int2[],
         $10::text[], $11::bool[], $12::uuid[], $13::text[], $14::uuid[], $15::int4[], $16::timestamptz[], $17::timestamptz[],
         $18::int4[], $19::float8[], $20::float8[], $21::timestamptz[], $22::float8[], $23::float8[], $24::bool[], $25::jsonb[],
         $26::text[], $27::text[], $28::int4[])
         with ordinality as g(id, company_id, fleet_id, vehicle_id, type, kind, category, severity, source, is_alarm, rule_id,
           title, fence_id, fence_shape_version, occurred_at, last_occurred_at, occurrences, latitude, longitude,
           last_known_at, speed_kmh, heading, is_late, detail, trouble_code, driver_action, service_number, position)
     ),
     before as materialized (
       select o.id, o.severity, o.is_alarm, o.is_late, o.occurrences from events.events o
       where o.vehicle_id in (select vehicle_id from given) and o.status in ('active', 'acknowledged')
     ),
     written as (
       insert into events.events as e (id, company_id, fleet_id, vehicle_id, type, kind, category, severity, status, source,
         is_alarm, rule_id, title, fence_id, fence_shape_version, occurred_at, last_occurred_at, occurrences, latitude, longitude,
         last_known_at, speed_kmh, heading, is_late, detail, trouble_code, driver_action, service_number, created_at, updated_at)
       select g.id, g.company_id, g.fleet_id, g.vehicle_id, g.type, g.kind, g.category, g.severity, 'active', g.source,
         g.is_alarm, g.rule_id, g.title, g.fence_id, g.fence_shape_version, g.occurred_at, g.last_occurred_at, g.occurrences,
         g.latitude, g.longitude, g.last_known_at, g.speed_kmh, g.heading, g.is_late, g.detail, g.trouble_code,
         g.driver_action, g.service_number, $1, $1
       from given g where not exists (select from events.events x where x.id = g.id)
       order by g.position
       on conflict (vehicle_id, type, kind, rule_id, fence_id, trouble_code, driver_action, service_number)
         where status in ('active', 'acknowledged')
       do update set (latitude, longitude, last_known_at, speed_kmh, heading) = (
           select case when better then excluded.latitude else e.latitude end,
             case when better then excluded.longitude else e.longitude end,
             case when better then excluded.last_known_at else e.last_known_at end,
             case when better then excluded.speed_kmh else e.speed_kmh end,
             case when better then excluded.heading else e.heading end
           from (select excluded.latitude is not null and excluded.last_occurred_at >= e.last_occurred_at
             and (excluded.last_known_at is null or e.latitude is null or e.last_known_at is not null) as better) as spot),
         (title, fence_shape_version, detail) = (
           select case when newer then coalesce(excluded.title, e.title) else e.title end,
             case when newer then excluded.fence_shape_version else e.fence_shape_version end,
             case when newer then coalesce(excluded.detail, e.detail) else e.detail end
           from (select excluded.last_occurred_at >= e.last_occurred_at as newer) as latest),
         occurrences = least(e.occurrences::bigint + excluded.occurrences, 2147483647)::integer,
         occurred_at = least(e.occurred_at, excluded.occurred_at),
         last_occurred_at = greatest(e.last_occurred_at, excluded.last_occurred_at),
         severity = greatest(e.severity, excluded.severity), is_alarm = e.is_alarm or excluded.is_alarm,
         is_late = e.is_late and excluded.is_late,
         version = e.version + 1, updated_at = $1
       returning e.id, e.company_id, e.fleet_id, e.vehicle_id, e.type, e.category, e.kind, e.rule_id, e.fence_id, e.status,
         e.severity, e.is_alarm, e.is_late, e.occurrences
     )
     select w.id, w.company_id as "companyId", w.fleet_id as "fleetId", w.vehicle_id as "vehicleId", w.type, w.category, w.kind,
       w.rule_id as "ruleId", w.fence_id as "fenceId", w.status, w.severity, w.is_alarm as "isAlarm", w.is_late as "isLate",
       w.occurrences, b.occurrences as "occurrencesBefore", exists (select from given g where g.id = w.id) as "isNew",
       b.severity as "severityBefore", b.is_alarm as "wasAlarm", b.is_late as "wasLate"
     from written w left join before b on b.id = w.id`,
    [
      tx.now,
      column(({ finding }) => finding.id),
      column(({ finding }) => finding.companyId),
      column(({ finding }) => finding.fleetId),
      column(({ finding }) => finding.vehicleId),
      column(({ finding }) => finding.type),
      column(({ finding }) => finding.kind),
      column(({ finding }) => finding.category),
      column(({ finding }) => severityOrder(finding.severity)),
      column(({ finding }) => finding.source),
      column(({ finding }) => finding.isAlarm),
      column(({ finding }) => finding.ruleId),
      column(({ finding }) => finding.title),
      column(({ finding }) => finding.fence?.id ?? null),
      column(({ finding }) => finding.fence?.shapeVersion ?? null),
      column(({ firstAt }) => firstAt),
      column(({ lastAt }) => lastAt),
      column(({ times }) => times),
      column(({ finding }) => finding.place?.latitude ?? null),
      column(({ finding }) => finding.place?.longitude ?? null),
      column(({ finding }) => finding.place?.lastKnownAt ?? null),
      column(({ finding }) => finding.place?.speedKmh ?? null),
      column(({ finding }) => finding.place?.heading ?? null),
      column(({ finding }) => finding.isLate),
      column(({ finding }) => finding.detail && JSON.stringify(finding.detail)),
      column(({ finding }) => finding.troubleCode ?? null),
      column(({ finding }) => finding.driverAction ?? null),
      column(({ finding }) => finding.serviceNumber ?? null),
    ],
  )
}
