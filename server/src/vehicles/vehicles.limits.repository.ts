import type { expiredDocuments } from '@rumbo/contract/vehicles.contract'
import type { Transaction } from '../platform/database/transaction.ts'

/** What keeps a vehicle from services, whatever they require. */
export interface VehicleLimits {
  /** A document is valid on the day it expires, by the calendar of the company. */
  expired: (typeof expiredDocuments)[number][]
}

/** The limits of the vehicles of a fleet that have any, by vehicle. */
export async function findVehicleLimits(
  tx: Transaction,
  fleetId: string,
): Promise<Map<string, VehicleLimits>> {
  const rows = await tx.sql<{ id: string; insurance: boolean; permit: boolean }>(
    `select v.id, coalesce(v.insurance_expires_on < day.today, false) as insurance,
       coalesce(v.licence_expires_on < day.today, false) as permit
     from vehicles.vehicles v
     cross join lateral (select ($2::timestamptz at time zone coalesce(
       (select c.time_zone from organisation.companies c where c.id = v.company_id), 'UTC'))::date as today) day
     where v.fleet_id = $1 and v.archived_at is null
       -- Allows for one day more than any time zone, because an index can answer it.
       and v.expires_on <= ($2::timestamptz at time zone 'UTC')::date + 1`,
    [fleetId, tx.now],
  )
  return new Map(
    rows.map(({ id, insurance, permit }) => [
      id,
      {
        expired: [
          ...(insurance ? (['insurance_expired'] as const) : []),
          ...(permit ? (['permit_expired'] as const) : []),
        ],
      },
    ]),
  )
}
