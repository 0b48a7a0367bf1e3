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
import { type EventSpot, type OpenAlarm, severityOrder } from './events.rules.ts'
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

export interface Opened extends OpenAlarm {
  id: string
}
/** Alarms of the vehicles that are not closed. Call with the vehicles locked, so that none are added meanwhile. */
export async function findOpenAlarms(tx: Transaction, vehicleIds: readonly string[]): Promise<Opened[]> {
  return tx.sql<Opened>(
    `select id, vehicle_id as "vehicleId", kind, occurred_at as "occurredAt", last_occurred_at as "lastOccurredAt"
     from events.events where vehicle_id = any($1::uuid[]) and kind is not null
       and status in ('active', 'acknowledged') order by last_occurred_at desc, id`,
    [vehicleIds],
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
}

/** Inserts events; existing ones stay unchanged. */
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
          created_at: tx.now,
          updated_at: tx.now,
        })),
      )
      .onConflict((conflict) => conflict.doNothing()),
  )
}

export interface Repetition {
  id: string
  more: number
  occurredAt: Date
  lastOccurredAt: Date
  /** Place of the latest occurrence; null if it has none or is older than the stored one. */
  place: EventSpot | null
}

export async function raiseOccurrences(tx: Transaction, repeated: readonly Repetition[]): Promise<void> {
  if (repeated.length === 0) return
  await tx.sql(
    `update events.events e set occurrences = e.occurrences + more.more,
       occurred_at = least(e.occurred_at, more.first_at), last_occurred_at = greatest(e.last_occurred_at, more.last_at),
       latitude = case when spot.is_better then more.latitude else e.latitude end,
       longitude = case when spot.is_better then more.longitude else e.longitude end,
       last_known_at = case when spot.is_better then more.last_known_at else e.last_known_at end,
       speed_kmh = case when spot.is_better then more.speed_kmh else e.speed_kmh end,
       heading = case when spot.is_better then more.heading else e.heading end,
       version = e.version + 1, updated_at = $10
     from unnest($1::uuid[], $2::int4[], $3::timestamptz[], $4::timestamptz[], $5::float8[], $6::float8[], $7::float8[], $8::float8[], $9::timestamptz[])
       as more(id, more, first_at, last_at, latitude, longitude, speed_kmh, heading, last_known_at)
     join events.events was on was.id = more.id
     cross join lateral (select more.latitude is not null and
       (more.last_known_at is null or was.latitude is null or was.last_known_at is not null) as is_better) as spot
     where e.id = more.id`,
    [
      repeated.map((one) => one.id),
      repeated.map((one) => one.more),
      repeated.map((one) => one.occurredAt),
      repeated.map((one) => one.lastOccurredAt),
      repeated.map((one) => one.place?.latitude ?? null),
      repeated.map((one) => one.place?.longitude ?? null),
      repeated.map((one) => one.place?.speedKmh ?? null),
      repeated.map((one) => one.place?.heading ?? null),
      repeated.map((one) => one.place?.lastKnownAt ?? null),
      tx.now,
    ],
  )
}
