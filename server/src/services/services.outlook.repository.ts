import type { Transaction } from '../platform/database/transaction.ts'

export interface BookedSpan {
  /** Which span since the beginning, from 0; -1 is all that should have been dispatched before. */
  span: number
  /** Not yet under way, with a vehicle or without. */
  booked: number
  withoutVehicle: number
}

/** Services of a fleet that are not yet under way, by dispatch time; a span without any is left out. */
export const countBooked = (
  tx: Transaction,
  fleetId: string,
  { from, to, spanSeconds }: { from: Date; to: Date; spanSeconds: number },
): Promise<BookedSpan[]> =>
  tx.sql(
    `select greatest(-1, floor(extract(epoch from dispatch_time - $2::timestamptz) / $4))::integer as span,
       count(*)::integer as booked, count(*) filter (where assigned_vehicle_id is null)::integer as "withoutVehicle"
     from services.services
     where fleet_id = $1 and status in ('created', 'on_dispatch', 'vehicle_assigned') and archived_at is null
       and dispatch_time < $3
     group by 1`,
    [fleetId, from, to, spanSeconds],
  )
