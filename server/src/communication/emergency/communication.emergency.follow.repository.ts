import type { Coordinates } from '@rumbo/geo'
import type { Transaction } from '../../platform/database/transaction.ts'

const place = `t.id, t.company_id as "companyId", t.fleet_id as "fleetId", t.event_id as "eventId"`
/** The conversation of an emergency. */
export interface EmergencyRow {
  id: string
  companyId: string
  fleetId: string
  eventId: string
}

/** Days for which an event that is open again is noticed. */
const reopenDays = 30

/** Conversations whose event was closed, or opened again, which is not noted yet; no other process handles them. */
export const lockTurned = (
  tx: Transaction,
  limit: number,
): Promise<(EmergencyRow & { isClosed: boolean; isPinned: boolean; by: string | null })[]> =>
  tx.sql(
    `select ${place}, t.is_pinned as "isPinned", e.status in ('resolved', 'dismissed') as "isClosed",
       case e.status when 'resolved' then e.resolved_by when 'dismissed' then e.dismissed_by end as by
     from communication.threads t join events.events e on e.id = t.event_id
     where t.kind = 'emergency' and (
       (t.event_closed_at is null and e.status in ('resolved', 'dismissed'))
       or (t.event_closed_at > $1::timestamptz - interval '${reopenDays} days' and e.status in ('active', 'acknowledged')))
     order by t.id limit $2 for update of t skip locked`,
    [tx.now, limit],
  )

/** Notes whether the event of a conversation is closed; that unpins it, or pins it again. */
export const writeTurned = (tx: Transaction, id: string, isClosed: boolean) =>
  tx.sql(
    `update communication.threads set is_pinned = not $2::boolean, version = version + 1,
       event_closed_at = case when $2 then $3::timestamptz end where id = $1`,
    [id, isClosed, tx.now],
  )

export type PositionRow = EmergencyRow &
  Coordinates & { fixAt: Date; lastLatitude: number | null; lastLongitude: number | null }

/**
 * Where the vehicles of open emergencies are, with the last place in the log, unless that was noted after `before`.
 * @param threadId of one conversation alone; null for all
 */
export const findPositions = (
  tx: Transaction,
  { before, threadId }: { before: Date; threadId: string | null },
): Promise<PositionRow[]> =>
  tx.sql(
    `select ${place}, latest.latitude, latest.longitude, latest.fix_time as "fixAt", noted.latitude as "lastLatitude",
       noted.longitude as "lastLongitude"
     from communication.threads t
     join events.events e on e.id = t.event_id and e.status in ('active', 'acknowledged')
     join vehicles.vehicles v on v.id = t.vehicle_id
     join telemetry.latest on latest.vehicle_no = v.vehicle_no
     left join lateral (select entry.at, entry.latitude, entry.longitude from communication.incident_entries entry
       where entry.thread_id = t.id and entry.kind = 'position' order by entry.at desc limit 1) noted on true
     where t.kind = 'emergency' and t.event_closed_at is null and latest.latitude is not null and latest.fix_time is not null
       and (noted.at is null or noted.at <= $1) and ($2::uuid is null or t.id = $2)
     order by t.id`,
    [before, threadId],
  )
