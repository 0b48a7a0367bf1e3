import { v7 as uuid } from 'uuid'
import type { Transaction } from '../../platform/database/transaction.ts'

export interface StoredSuggestion {
  id: string
  companyId: string
  fleetId: string
  vehicleId: string
  vehicleNumber: string
  driverId: string | null
  driverName: string | null
  fromLatitude: number
  fromLongitude: number
  toLatitude: number
  toLongitude: number
  toName: string
  /** The vehicle is there within this distance. */
  reachMetres: number
  driveSeconds: number
  isEstimate: boolean
  expected: number
  vehiclesThere: number
  savedSeconds: number
  suggestedAt: Date
  expiresAt: Date
}
export type NewSuggestion = Omit<StoredSuggestion, 'id' | 'suggestedAt'>
export type SuggestionEnd = 'followed' | 'served' | 'expired' | 'dismissed'

const columns = `g.id, g.company_id as "companyId", g.fleet_id as "fleetId", g.vehicle_id as "vehicleId",
  g.vehicle_number as "vehicleNumber", g.driver_id as "driverId", g.driver_name as "driverName",
  g.from_latitude as "fromLatitude", g.from_longitude as "fromLongitude", g.to_latitude as "toLatitude",
  g.to_longitude as "toLongitude", g.to_name as "toName", g.reach_metres as "reachMetres",
  g.drive_seconds as "driveSeconds", g.is_estimate as "isEstimate", g.expected, g.vehicles_there as "vehiclesThere",
  g.saved_seconds as "savedSeconds", g.suggested_at as "suggestedAt", g.expires_at as "expiresAt"`

/** A vehicle with a service under way, one reserved for it, or one that its driver is asked about. */
const isTaken = (vehicle: string, now = '$2') =>
  `(exists (select from services.services s where s.assigned_vehicle_id = ${vehicle} and s.archived_at is null
      and s.status in ('vehicle_assigned', 'in_progress'))
    or exists (select from dispatch.reservations r join services.services w on w.id = r.service_id
      where r.vehicle_id = ${vehicle} and w.status = 'on_dispatch' and w.dispatch_time <= ${now})
    or exists (select from dispatch.offers o where o.vehicle_id = ${vehicle} and o.status = 'open'))`

/** Open suggestions of fleets that still make sense: in time, and for vehicles that are free. The soonest to expire first. */
export const findSuggestions = (tx: Transaction, fleetIds: readonly string[]): Promise<StoredSuggestion[]> =>
  tx.sql(
    `select ${columns} from dispatch.suggestions g
     where g.fleet_id = any($1::uuid[]) and g.status = 'open' and g.expires_at > $2 and not ${isTaken('g.vehicle_id')}
     order by g.expires_at, g.id`,
    [fleetIds, tx.now],
  )

/** The suggestion for one vehicle, as `findSuggestions`; null where there is none. */
export async function findSuggestionOf(tx: Transaction, vehicleId: string): Promise<StoredSuggestion | null> {
  const [row] = await tx.sql<StoredSuggestion>(
    `select ${columns} from dispatch.suggestions g
     where g.vehicle_id = $1 and g.status = 'open' and g.expires_at > $2 and not ${isTaken('g.vehicle_id')}`,
    [vehicleId, tx.now],
  )
  return row ?? null
}

/** Whatever its status, locked until the transaction ends. */
export async function lockSuggestion(tx: Transaction, id: string) {
  const [row] = await tx.sql<StoredSuggestion & { status: 'open' | SuggestionEnd }>(
    `select ${columns}, g.status from dispatch.suggestions g where g.id = $1 for update`,
    [id],
  )
  return row ?? null
}

/** @returns its id; null where the vehicle got a service, or another suggestion, meanwhile */
export async function insertSuggestion(tx: Transaction, given: NewSuggestion): Promise<string | null> {
  const [row] = await tx.sql<{ id: string }>(
    `insert into dispatch.suggestions (id, company_id, fleet_id, vehicle_id, vehicle_number, driver_id, driver_name,
       from_latitude, from_longitude, to_latitude, to_longitude, to_name, reach_metres, drive_seconds, is_estimate, expected,
       vehicles_there, saved_seconds, status, suggested_at, expires_at)
     select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, 'open', $19, $20
     where not ${isTaken('$4::uuid', '$19')}
     on conflict do nothing returning id`,
    [
      uuid(),
      given.companyId,
      given.fleetId,
      given.vehicleId,
      given.vehicleNumber,
      given.driverId,
      given.driverName,
      given.fromLatitude,
      given.fromLongitude,
      given.toLatitude,
      given.toLongitude,
      given.toName,
      given.reachMetres,
      given.driveSeconds,
      given.isEstimate,
      given.expected,
      given.vehiclesThere,
      given.savedSeconds,
      tx.now,
      given.expiresAt,
    ],
  )
  return row?.id ?? null
}

export async function endSuggestion(tx: Transaction, id: string, status: SuggestionEnd): Promise<void> {
  await tx.sql(
    `update dispatch.suggestions set status = $2, ended_at = $3 where id = $1 and status = 'open'`,
    [id, status, tx.now],
  )
}

/** Ends open suggestions of a fleet that are past their time, or whose vehicles have something else to do. */
export async function endOverdue(tx: Transaction, fleetId: string): Promise<number> {
  const rows = await tx.sql(
    `update dispatch.suggestions g
     set status = case when ${isTaken('g.vehicle_id')} then 'served' else 'expired' end, ended_at = $2
     where g.fleet_id = $1 and g.status = 'open' and (g.expires_at <= $2 or ${isTaken('g.vehicle_id')})
     returning 1`,
    [fleetId, tx.now],
  )
  return rows.length
}

/** What vehicles of a fleet were asked lately. */
export interface RecentMoves {
  vehicleId: string
  /** Driving suggested within the last hour that was not dismissed. */
  driveSeconds: number
  /** A person dismissed one within the last half hour. */
  wasDismissed: boolean
}
export const findRecentMoves = (tx: Transaction, fleetId: string): Promise<RecentMoves[]> =>
  tx.sql(
    `select vehicle_id as "vehicleId",
       coalesce(sum(drive_seconds) filter (where status <> 'dismissed'), 0)::integer as "driveSeconds",
       bool_or(status = 'dismissed' and ended_at > $2::timestamptz - interval '30 minutes') as "wasDismissed"
     from dispatch.suggestions where fleet_id = $1 and suggested_at > $2::timestamptz - interval '1 hour'
     group by vehicle_id`,
    [fleetId, tx.now],
  )

interface Place {
  fleetId: string
  companyId: string
}
/** The fleets whose idle vehicles get suggestions. */
export const findRepositionedFleets = (tx: Transaction): Promise<Place[]> =>
  tx.sql(
    'select fleet_id as "fleetId", company_id as "companyId" from dispatch.fleet_settings where repositions order by fleet_id',
  )

/** The fleets with open suggestions. */
export const findSuggestedFleets = (tx: Transaction): Promise<Place[]> =>
  tx.sql(
    `select distinct fleet_id as "fleetId", company_id as "companyId" from dispatch.suggestions where status = 'open'
     order by fleet_id`,
  )
