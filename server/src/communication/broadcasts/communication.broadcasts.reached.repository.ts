import type { BroadcastFilter } from '@rumbo/contract/communication.broadcasts.contract'
import { polygonContains } from '@rumbo/geo/geometry/polygon'
import type { Transaction } from '../../platform/database/transaction.ts'

/** A driver a broadcast goes to. */
export interface Reached {
  driverId: string
  name: string
  userId: string | null
  language: 'es' | 'en'
  vehicleId: string | null
  vehicleNumber: string | null
  latitude: number | null
  longitude: number | null
  fixAt: Date | null
  speedKmh: number | null
  plate: string | null
  /** Of the service carried out now. */
  service: string | null
  customer: string | null
  stop: string | null
}

/** What a driver on duty carries out now, with the next stop: their own service, else one of their unit. */
const currentService = `select s.service_number::text as number, s.customer_name as customer, s.service_type as type,
    (select planned.address from services.planned_stops planned where planned.service_id = s.id
      and not exists (select from services.executed_stops e where e.planned_stop_id = planned.id
        and (e.departed is not null or e.status <> 'executed'))
      order by planned.sequence limit 1) as stop
  from services.services s
  where s.fleet_id = $2 and s.status in ('vehicle_assigned', 'in_progress') and s.archived_at is null
    and (s.assigned_driver_id = contact.id or (s.assigned_driver_id is null and s.assigned_vehicle_id = v.id))
  order by s.assigned_driver_id is null, s.status = 'in_progress' desc, s.status_since, s.id limit 1`

/**
 * The drivers whom a broadcast reaches now, by name: of a fleet are those with a shift there in the last 30 days or planned,
 * and those whose account drives there. Preview and sending ask the same.
 */
export async function findReached(
  tx: Transaction,
  { companyId, fleetId }: { companyId: string; fleetId: string },
  filter: BroadcastFilter,
): Promise<Reached[]> {
  const isOnDuty = filter.kind !== 'fleet' && filter.kind !== 'drivers'
  const rows = await tx.sql<Reached>(
    `select contact.id as "driverId", concat_ws(' ', contact.first_name, contact.last_name) as name,
       people.id as "userId", v.id as "vehicleId", v.vehicle_number as "vehicleNumber",
       coalesce(users.language, 'es') as language, v.plate_number as plate, current.number as service, current.customer,
       current.stop, latest.latitude, latest.longitude, latest.fix_time as "fixAt", latest.speed_kmh as "speedKmh"
     from directory.contacts contact
     left join identity.people on people.id = contact.user_id and people.status = 'active'
     left join identity.users on users.id = people.id and users.archived_at is null
     left join lateral (select shift.vehicle_id from shifts.shifts shift
       where shift.driver_id = contact.id and shift.fleet_id = $2 and shift.status = 'running'
       order by shift.started_at desc limit 1) duty on true
     left join vehicles.vehicles v on v.id = duty.vehicle_id
     left join telemetry.latest on latest.vehicle_no = v.vehicle_no
     left join lateral (${currentService}) current on v.id is not null
     where contact.company_id = $1 and contact.archived_at is null and contact.status = 'active'
       and contact.role in ('primary_driver', 'backup_driver')
       and (not $3::boolean or v.id is not null)
       and (v.id is not null
         or exists (select from shifts.shifts shift where shift.driver_id = contact.id and shift.fleet_id = $2
           and shift.status <> 'cancelled' and shift.ends_at > $8::timestamptz - interval '30 days')
         or exists (select from organisation.assignments held where held.user_id = contact.user_id and held.fleet_id = $2
           and held.is_active and held.archived_at is null and held.role = any($7::text[])))
       and ($4::uuid[] is null or contact.id = any($4))
       and ($5::text[] is null or v.status = any($5))
       and ($6::text[] is null or v.type = any($6))
       and ($9::text[] is null or current.type = any($9))
     order by 2, 1`,
    [
      companyId,
      fleetId,
      isOnDuty,
      filter.kind === 'drivers' ? filter.driverIds : null,
      filter.kind === 'status' ? filter.statuses : null,
      filter.kind === 'vehicleType' ? filter.types : null,
      ['primary_driver', 'secondary_driver'],
      tx.now,
      filter.kind === 'serviceType' ? filter.types : null,
    ],
  )
  if (filter.kind !== 'polygon') return rows
  const ring = filter.corners.map(({ latitude, longitude }) => [longitude, latitude] as const)
  return rows.filter(
    ({ latitude, longitude }) =>
      latitude !== null && longitude !== null && polygonContains(ring, { latitude, longitude }),
  )
}
