import type { Transaction } from '../../platform/database/transaction.ts'

/** The latest messages of the fleet that a driver gets with a service. */
const handedOver = 50

/** The conversations about a service: of one fleet, or of every fleet it was in. */
export const findThreadsOfService = (
  tx: Transaction,
  serviceId: string,
  fleetId: string | null,
): Promise<{ id: string }[]> =>
  tx.sql(
    `select id from communication.threads
     where kind = 'service' and service_id = $1 and ($2::uuid is null or fleet_id = $2) order by id`,
    [serviceId, fleetId],
  )

/** Whether a service is a driver's now. */
export async function isServiceOf(tx: Transaction, serviceId: string, driverId: string): Promise<boolean> {
  const rows = await tx.sql('select from services.services where id = $1 and assigned_driver_id = $2', [
    serviceId,
    driverId,
  ])
  return rows.length > 0
}

/** What has not reached a driver yet no longer does, held messages included. */
export const takeBack = (tx: Transaction, threadId: string, driverId: string) =>
  tx.sql(
    `update communication.recipients set status = 'failed', detail = 'reassigned', at = $3, held_since = null,
       held_reason = null, vehicle_id = null
     where thread_id = $1 and recipient_id = $2 and method = 'in_app' and read_at is null and status in ('pending', 'sent')`,
    [threadId, driverId, tx.now],
  )

/**
 * Gives a driver the latest messages that the fleet wrote in a conversation, without notes and answers to other drivers.
 * @param heldForVehicleId the moving vehicle for which they wait, except urgent ones; null for none
 */
export const handOver = (
  tx: Transaction,
  threadId: string,
  { driverId, name, heldForVehicleId }: { driverId: string; name: string; heldForVehicleId: string | null },
) =>
  tx.sql(
    `insert into communication.recipients as r (message_id, thread_id, recipient_kind, recipient_id, name, method, status,
       vehicle_id, held_since, held_reason, at)
     select m.id, m.thread_id, 'driver', $2, $3, 'in_app', case when m.held is null then 'sent' else 'pending' end,
       m.held, case when m.held is not null then $5::timestamptz end, case when m.held is not null then 'driving' end, $5
     from (select id, thread_id, case when priority <> 'urgent' then $4::uuid end as held from communication.messages
       where thread_id = $1 and kind = 'text' and author_kind = 'staff' order by sequence desc limit ${handedOver}) m
     on conflict (message_id, recipient_id, method) do update set status = excluded.status, detail = null, at = excluded.at,
       vehicle_id = excluded.vehicle_id, held_since = excluded.held_since, held_reason = excluded.held_reason
     where r.detail = 'reassigned'`,
    [threadId, driverId, name, heldForVehicleId, tx.now],
  )
