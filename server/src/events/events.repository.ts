import type {
  Event,
  EventCategory,
  EventSeverity,
  EventStatus,
  EventType,
} from '@rumbo/contract/events.contract'
import { query } from '@rumbo/database'
import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../platform/database/transaction.ts'
import { type EventRow, eventColumns, eventOf } from './events.rows.ts'
import { severityOrder } from './events.rules.ts'
import { findEventIds } from './lists/events.lists.repository.ts'
import { and, type EventFilter, type EventPlace, placed } from './lists/events.lists.statements.repository.ts'

const rows = <Row>(tx: Transaction, statement: RawBuilder<Row>) =>
  tx.rows<Row>({ compile: () => statement.compile(query) })
/**
 * A page of the events within the caller's scopes that match the filter, and their total number; where more match than
 * `exactTotalLimit`, that limit with `isTotalBound`.
 */
export async function findEvents(
  tx: Transaction,
  filter: EventFilter,
): Promise<{ items: Event[]; total: number; isTotalBound: boolean }> {
  const { ids, ...total } = await findEventIds(tx, filter)
  return { ...total, items: await findEventsById(tx, ids) }
}

/** The events of these ids that the caller may see, in the order of the ids. */
export async function findEventsById(tx: Transaction, ids: readonly string[]): Promise<Event[]> {
  if (ids.length === 0) return []
  const found = await tx.sql<EventRow>(
    `select ${eventColumns} from events.events e join vehicles.vehicles v on v.id = e.vehicle_id
     where e.id = any($1::uuid[])`,
    [ids],
  )
  const byId = new Map(found.map((row) => [row.id, eventOf(row)]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** The latest events of a company, or of some of its fleets, that began after a moment; the latest first. */
export async function findRecentEventIds(
  tx: Transaction,
  asked: { companyId: string; fleetIds: readonly string[]; since: Date; limit: number },
): Promise<string[]> {
  const found = await tx.sql<{ id: string }>(
    `select id from events.events
      where company_id = $1 and occurred_at >= $3 and (cardinality($2::uuid[]) = 0 or fleet_id = any($2::uuid[]))
      order by occurred_at desc, id limit $4`,
    [asked.companyId, asked.fleetIds, asked.since, asked.limit],
  )
  return found.map(({ id }) => id)
}

/** Open events of live vehicles. */
export function countOpen(
  tx: Transaction,
  place: EventPlace,
): Promise<{ status: EventStatus; severity: number; amount: number }[]> {
  return rows(
    tx,
    sql`select e.status, e.severity, count(*)::integer as amount from events.events e
        join vehicles.vehicles v on v.id = e.vehicle_id and v.archived_at is null
        where e.status in ('active', 'acknowledged') and ${and(placed(tx, place))} group by 1, 2`,
  )
}

export interface NewEvent {
  id: string
  companyId: string
  fleetId: string
  vehicleId: string
  title?: string | null
  type: EventType
  category: EventCategory
  severity: EventSeverity
  status?: EventStatus
  source: Event['source']
  kind: Event['kind']
  isAlarm: boolean
  occurredAt: Date
  lastOccurredAt: Date
  occurrences: number
  latitude: number | null
  longitude: number | null
  /** Time of the place if it is the vehicle's last known one instead of the alarm's. */
  lastKnownAt?: Date | null
  speedKmh: number | null
  heading: number | null
  isLate: boolean
  dueOn?: string | null
  troubleCode?: string | null
  driverAction?: Event['driverAction']
  serviceNumber?: number | null
  ruleId?: string | null
  fence?: { id: string; shapeVersion: number } | null
  detail?: Event['detail']
}

/** Inserts events; existing ones, and open ones of the same trouble, stay unchanged. For findings: `recordFindings`. */
export async function insertEvents(tx: Transaction, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return
  await tx.run(
    query
      .insertInto('events.events')
      .values(
        events.map((event) => ({
          id: event.id,
          company_id: event.companyId,
          fleet_id: event.fleetId,
          vehicle_id: event.vehicleId,
          title: event.title ?? null,
          type: event.type,
          category: event.category,
          severity: severityOrder(event.severity),
          status: event.status ?? 'active',
          source: event.source,
          kind: event.kind,
          is_alarm: event.isAlarm,
          occurred_at: event.occurredAt,
          last_occurred_at: event.lastOccurredAt,
          occurrences: event.occurrences,
          latitude: event.latitude,
          longitude: event.longitude,
          last_known_at: event.lastKnownAt ?? null,
          speed_kmh: event.speedKmh,
          heading: event.heading,
          is_late: event.isLate,
          due_on: event.dueOn ?? null,
          trouble_code: event.troubleCode ?? null,
          driver_action: event.driverAction ?? null,
          service_number: event.serviceNumber ?? null,
          rule_id: event.ruleId ?? null,
          fence_id: event.fence?.id ?? null,
          fence_shape_version: event.fence?.shapeVersion ?? null,
          detail: event.detail ? JSON.stringify(event.detail) : null,
          created_at: tx.now,
          updated_at: tx.now,
        })),
      )
      .onConflict((conflict) => conflict.doNothing()),
  )
}
