import type { expiredDocuments } from '@rumbo/contract/vehicles.contract'
import type { Transaction } from '../platform/database/transaction.ts'

/** What keeps a vehicle from services, whatever they require. */
export interface VehicleLimits {
  /** A document is valid on the day it expires, by the calendar of the company. */
  expired: (typeof expiredDocuments)[number][]
  /** The zones it works in; empty: everywhere. */
  zones: string[]
}

/** The limits of the vehicles of a fleet that have any, or of one of them, by vehicle. */
export async function findVehicleLimits(
  tx: Transaction,
  fleetId: string,
  vehicleId?: string,
): Promise<Map<string, VehicleLimits>> {
  const rows = await tx.sql<{ id: string; insurance: boolean; permit: boolean; zones: string[] }>(
    `select v.id, v.working_zone_ids as zones, coalesce(v.insurance_expires_on < day.today, false) as insurance,
       coalesce(v.licence_expires_on < day.today, false) as permit
     from vehicles.vehicles v
     cross join lateral (select ($2::timestamptz at time zone coalesce(
       (select c.time_zone from organisation.companies c where c.id = v.company_id), 'UTC'))::date as today) day
     where v.fleet_id = $1 and v.archived_at is null
       -- Allows for one day more than any time zone, because an index can answer it.
       and (v.expires_on <= ($2::timestamptz at time zone 'UTC')::date + 1 or v.working_zone_ids <> '{}')
       ${vehicleId === undefined ? '' : 'and v.id = $3'}`,
    [fleetId, tx.now, ...(vehicleId === undefined ? [] : [vehicleId])],
  )
  return new Map(
    rows.map(({ id, insurance, permit, zones }) => [
      id,
      {
        expired: [
          ...(insurance ? (['insurance_expired'] as const) : []),
          ...(permit ? (['permit_expired'] as const) : []),
        ],
        zones,
      },
    ]),
  )
}

/** The numbers of the vehicles that work in a zone. */
export async function findVehiclesOfZone(
  tx: Transaction,
  { id, fleetId }: { id: string; fleetId: string },
): Promise<string[]> {
  const rows = await tx.sql<{ number: string }>(
    `select vehicle_number as number from vehicles.vehicles
     where fleet_id = $1 and archived_at is null and $2::uuid = any(working_zone_ids) and working_zone_ids <> '{}'
     order by number_key`,
    [fleetId, id],
  )
  return rows.map(({ number }) => number)
}
