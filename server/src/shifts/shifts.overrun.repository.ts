import type { Transaction } from '../platform/database/transaction.ts'

/** Drivers end their shift a little late; that is no event. */
const tolerance = "interval '15 minutes'"

export interface Overrun {
  shiftId: string
  vehicleId: string
  driverName: string
  /** Past the planned end, or longer than the time on duty that the fleet allows in a day. */
  reason: 'past_end' | 'too_long'
  /** By how much, at present. */
  minutes: number
}

/** Running shifts that should have ended: 15 minutes past their end, or longer than a day on duty may be. */
export const findOverruns = (tx: Transaction): Promise<Overrun[]> =>
  tx.sql(
    `select s.id as "shiftId", s.vehicle_id as "vehicleId", s.driver_name as "driverName", late.reason,
       floor(extract(epoch from $1::timestamptz - late.since) / 60)::int4 as minutes
     from shifts.shifts s
     left join shifts.fleet_limits f on f.fleet_id = s.fleet_id
     left join shifts.company_limits c on c.company_id = s.company_id and f.fleet_id is null
     cross join lateral (
       select * from (values
         ('past_end', s.ends_at, s.ends_at + ${tolerance}),
         ('too_long', s.started_at + make_interval(mins => coalesce(f.day_minutes, c.day_minutes)),
           s.started_at + make_interval(mins => coalesce(f.day_minutes, c.day_minutes)))
       ) as limits(reason, since, raised_at)
       where raised_at <= $1 order by since limit 1
     ) late
     where s.status = 'running' order by s.id`,
    [tx.now],
  )
