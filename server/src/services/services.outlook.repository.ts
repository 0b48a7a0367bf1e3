import type { Transaction } from '../platform/database/transaction.ts'

export interface BookedSpan {
  /** Index of the span from the start, from 0; -1 for services due before it. */
  span: number
  /** Number of services not started yet, with or without a vehicle. */
  booked: number
  withoutVehicle: number
  /** Of those, the ones whose dispatch time has come. */
  waiting: number
}

/** Numbers of services of fleets that have not started, by span of their dispatch time; without zeros. */
export const countBooked = (
  tx: Transaction,
  fleetIds: readonly string[],
  { from, to, spanSeconds }: { from: Date; to: Date; spanSeconds: number },
): Promise<BookedSpan[]> =>
  tx.sql(
    `select greatest(-1, floor(extract(epoch from dispatch_time - $2::timestamptz) / $4))::integer as span,
       count(*)::integer as booked, count(*) filter (where assigned_vehicle_id is null)::integer as "withoutVehicle",
       count(*) filter (where assigned_vehicle_id is null and dispatch_time <= $5)::integer as waiting
     from services.services
     where fleet_id = any($1::uuid[]) and status in ('created', 'on_dispatch', 'vehicle_assigned') and archived_at is null
       and dispatch_time < $3
     group by 1`,
    [fleetIds, from, to, spanSeconds, tx.now],
  )
