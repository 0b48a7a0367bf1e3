import { cardRemovedMinutes } from '@rumbo/contract/shifts.drivers.contract'
import type { Transaction } from '../platform/database/transaction.ts'

/**
 * Running shifts that a card started, and whose vehicle has been at rest for as long as the fleet waits: with the ignition
 * off, or standing where its tracker knows no ignition. Where the fleet leaves that open: at rest, and the card removed, for
 * `cardRemovedMinutes`. The wait begins with the shift at the earliest: drivers hold their card against the reader before
 * they start the engine.
 */
export const findShiftsToEnd = async (tx: Transaction): Promise<string[]> =>
  (
    await tx.sql<{ id: string }>(
      `select s.id from shifts.shifts s
       join telemetry.vehicle_state v on v.vehicle_id = s.vehicle_id
       left join shifts.fleet_limits f on f.fleet_id = s.fleet_id
       left join shifts.company_limits c on c.company_id = s.company_id and f.fleet_id is null
       cross join lateral (select v.driver_card::jsonb as state,
         coalesce(f.ignition_off_minutes, c.ignition_off_minutes) as minutes) as card
       cross join lateral (select case
           when v.ignition is null then v.stand_since
           when not v.ignition then to_timestamp((card.state ->> 'offSince')::float8 / 1000)
         end as since) as rest
       where s.status = 'running' and s.is_by_card and coalesce(f.starts_by_card, c.starts_by_card)
         and card.state is not null and rest.since is not null
         and case
           when card.minutes is not null then
             greatest(rest.since, s.started_at) <= $1::timestamptz - make_interval(mins => card.minutes)
           else card.state ->> 'card' is null
             and greatest(rest.since, to_timestamp((card.state ->> 'since')::float8 / 1000), s.started_at)
               <= $1::timestamptz - make_interval(mins => $2)
         end
       order by s.id limit 500`,
      [tx.now, cardRemovedMinutes],
    )
  ).map(({ id }) => id)
