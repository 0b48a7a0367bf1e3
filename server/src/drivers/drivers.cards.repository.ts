import { cardRemovedMinutes } from '@rumbo/contract/shifts.drivers.contract'
import type { Transaction } from '../platform/database/transaction.ts'

/**
 * Running shifts that a card started, and whose vehicle's ignition has been off for as long as the fleet waits. Where the
 * fleet leaves that open: off, or not known to the tracker, and the card removed, for `cardRemovedMinutes`. The wait begins
 * with the shift at the earliest: drivers hold their card against the reader before they start the engine.
 */
export const findShiftsToEnd = async (tx: Transaction): Promise<string[]> =>
  (
    await tx.sql<{ id: string }>(
      `select s.id from shifts.shifts s
       join telemetry.vehicle_state v on v.vehicle_id = s.vehicle_id
       left join shifts.fleet_limits f on f.fleet_id = s.fleet_id
       left join shifts.company_limits c on c.company_id = s.company_id and f.fleet_id is null
       where s.status = 'running' and s.is_by_card and coalesce(f.starts_by_card, c.starts_by_card)
         and v.driver_card is not null
         and case
           when coalesce(f.ignition_off_minutes, c.ignition_off_minutes) is not null then
             v.ignition is false and v.driver_card::jsonb ->> 'offSince' is not null
             and greatest(to_timestamp((v.driver_card::jsonb ->> 'offSince')::float8 / 1000), s.started_at)
               <= $1::timestamptz - make_interval(mins => coalesce(f.ignition_off_minutes, c.ignition_off_minutes))
           when v.driver_card::jsonb ->> 'card' is null then
             v.ignition is not true
             and greatest(
               to_timestamp((v.driver_card::jsonb ->> 'offSince')::float8 / 1000),
               to_timestamp((v.driver_card::jsonb ->> 'since')::float8 / 1000),
               s.started_at
             ) <= $1::timestamptz - make_interval(mins => $2)
           else false
         end
       order by s.id limit 500`,
      [tx.now, cardRemovedMinutes],
    )
  ).map(({ id }) => id)
