import type { Transaction } from '../../platform/database/transaction.ts'
import { movingKmh, silentMs } from './communication.held.rules.ts'

interface HeldRow {
  messageId: string
  recipientId: string
  threadId: string
  companyId: string
  fleetId: string
}

/**
 * Held messages that may be shown now, the oldest first, which no other process handles: the vehicle stands, has been
 * silent for ten minutes, or the shift is over. Between two and ten minutes of silence, as in a dead zone, nobody knows
 * that a vehicle that moved stands.
 */
export const lockReleasable = (tx: Transaction, limit: number): Promise<HeldRow[]> =>
  tx.sql<HeldRow>(
    `select r.message_id as "messageId", r.recipient_id as "recipientId", r.thread_id as "threadId",
       t.company_id as "companyId", t.fleet_id as "fleetId"
     from communication.recipients r join communication.threads t on t.id = r.thread_id
     left join vehicles.vehicles v on v.id = r.vehicle_id
     left join telemetry.latest on latest.vehicle_no = v.vehicle_no
     where r.held_since is not null
       and (latest.fix_time is null or coalesce(latest.speed_kmh, 0) <= $2 or latest.fix_time <= $3
         or not exists (select from shifts.shifts shift where shift.driver_id = r.recipient_id
           and shift.vehicle_id = r.vehicle_id and shift.status = 'running'))
     order by r.held_since limit $1 for update of r skip locked`,
    [limit, movingKmh, new Date(tx.now.getTime() - silentMs)],
  )

interface Released {
  /** Of the directory. */
  driverId: string
  /** The account of the driver; null without one. */
  userId: string | null
}

/** Shows held messages to their drivers. */
export const releaseHeld = (
  tx: Transaction,
  rows: readonly { messageId: string; recipientId: string }[],
): Promise<Released[]> =>
  tx.sql<Released>(
    `update communication.recipients r set held_since = null, held_reason = null, status = 'sent', at = $3
     from unnest($1::uuid[], $2::uuid[]) as due(message_id, recipient_id)
     join directory.contacts contact on contact.id = due.recipient_id
     where r.message_id = due.message_id and r.recipient_id = due.recipient_id and r.held_since is not null
     returning contact.id as "driverId", contact.user_id as "userId"`,
    [rows.map(({ messageId }) => messageId), rows.map(({ recipientId }) => recipientId), tx.now],
  )

/** Shows a held message to all its drivers. */
export const releaseMessage = (tx: Transaction, messageId: string): Promise<Released[]> =>
  tx.sql<Released>(
    `update communication.recipients r set held_since = null, held_reason = null, status = 'sent', at = $2
     from directory.contacts contact
     where r.message_id = $1 and r.held_since is not null and contact.id = r.recipient_id
     returning contact.id as "driverId", contact.user_id as "userId"`,
    [messageId, tx.now],
  )
