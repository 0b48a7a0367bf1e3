import type { EventStatus } from '@rumbo/contract/events.contract'
import type { Transaction } from '../platform/database/transaction.ts'

export interface HeldEvent {
  id: string
  companyId: string
  fleetId: string
  vehicleId: string
  vehicleNumber: string
  type: string
  status: EventStatus
}
const held = `select e.id, e.company_id as "companyId", e.fleet_id as "fleetId", e.vehicle_id as "vehicleId",
  v.vehicle_number as "vehicleNumber", e.type, e.status
  from events.events e join vehicles.vehicles v on v.id = e.vehicle_id`

/** The events of these ids that the caller may see. */
export const findHeld = (tx: Transaction, ids: readonly string[]): Promise<HeldEvent[]> =>
  tx.sql(`${held} where e.id = any($1::uuid[])`, [ids])

/** Locks and reads the events the caller may change, in the order of their ids. */
export const lockHeld = (tx: Transaction, ids: readonly string[]): Promise<HeldEvent[]> =>
  tx.sql(`${held} where e.id = any($1::uuid[]) order by e.id for update of e`, [ids])

/** Locks the alarms of a vehicle that are not closed. */
export const lockOpenAlarms = (tx: Transaction, vehicleId: string): Promise<HeldEvent[]> =>
  tx.sql(
    `${held} where e.vehicle_id = $1 and e.is_alarm and e.status in ('active', 'acknowledged') order by e.id for update of e`,
    [vehicleId],
  )

/** Writes an action of a person, or of the system, on the events; a note replaces the former one. */
export async function writeHandling(
  tx: Transaction,
  ids: readonly string[],
  status: Exclude<EventStatus, 'active'>,
  note: string | null,
): Promise<void> {
  if (ids.length === 0) return
  await tx.sql(
    `update events.events set status = '${status}', note = coalesce($2, note),
       ${status}_at = $3, ${status}_by = $4, ${status}_by_id = $5, version = version + 1, updated_at = $3
     where id = any($1::uuid[])`,
    [ids, note, tx.now, tx.actor?.displayName ?? null, tx.actor?.userId ?? null],
  )
}
