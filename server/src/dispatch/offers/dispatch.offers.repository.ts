import {
  mostRejections,
  type OfferKind,
  type offerStatuses,
  rejectionMinutes,
} from '@rumbo/contract/dispatch.offers.contract'
import { v7 as uuid } from 'uuid'
import type { Transaction } from '../../platform/database/transaction.ts'

export interface Offer {
  id: string
  companyId: string
  fleetId: string
  serviceId: string
  vehicleId: string
  vehicleNumber: string
  driverId: string
  driverName: string
  kind: OfferKind
  status: (typeof offerStatuses)[number]
  arrivalSeconds: number | null
  isEstimate: boolean
  offeredAt: Date
  expiresAt: Date
}
export type NewOffer = Omit<Offer, 'id' | 'status' | 'offeredAt'>

const columns = `o.id, o.company_id as "companyId", o.fleet_id as "fleetId", o.service_id as "serviceId",
  o.vehicle_id as "vehicleId", o.vehicle_number as "vehicleNumber", o.driver_id as "driverId",
  o.driver_name as "driverName", o.kind, o.status, o.arrival_seconds as "arrivalSeconds", o.is_estimate as "isEstimate",
  o.offered_at as "offeredAt", o.expires_at as "expiresAt"`

/** @returns null where the service or the vehicle has an open offer already */
export async function insertOffer(tx: Transaction, offer: NewOffer): Promise<string | null> {
  const [row] = await tx.sql<{ id: string }>(
    `insert into dispatch.offers (id, company_id, fleet_id, service_id, vehicle_id, vehicle_number, driver_id, driver_name,
       kind, status, arrival_seconds, is_estimate, offered_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'open', $10, $11, $12, $13) on conflict do nothing returning id`,
    [
      uuid(),
      offer.companyId,
      offer.fleetId,
      offer.serviceId,
      offer.vehicleId,
      offer.vehicleNumber,
      offer.driverId,
      offer.driverName,
      offer.kind,
      offer.arrivalSeconds,
      offer.isEstimate,
      tx.now,
      offer.expiresAt,
    ],
  )
  return row?.id ?? null
}

export async function findOffer(tx: Transaction, id: string): Promise<Offer | null> {
  const [row] = await tx.sql<Offer>(`select ${columns} from dispatch.offers o where o.id = $1`, [id])
  return row ?? null
}

export async function lockOffer(tx: Transaction, id: string): Promise<Offer | null> {
  const [row] = await tx.sql<Offer>(`select ${columns} from dispatch.offers o where o.id = $1 for update`, [
    id,
  ])
  return row ?? null
}

/** Open offers of drivers for services that still wait. Expired ones are closed by the next round only. */
export const findOpenOffers = (tx: Transaction, driverIds: readonly string[]): Promise<Offer[]> =>
  tx.sql(
    `select ${columns} from dispatch.offers o join services.services s on s.id = o.service_id
     where o.driver_id = any($1::uuid[]) and o.status = 'open' and o.expires_at > $2 and s.status = 'on_dispatch'
       and s.archived_at is null
     order by o.expires_at, o.id`,
    [driverIds, tx.now],
  )

export async function writeAnswer(
  tx: Transaction,
  id: string,
  status: 'accepted' | 'rejected' | 'expired' | 'withdrawn',
): Promise<void> {
  await tx.sql('update dispatch.offers set status = $2, answered_at = $3 where id = $1', [id, status, tx.now])
}

/** The driver is asked no more: a person decided otherwise about the service. */
export async function withdrawOffer(tx: Transaction, serviceId: string): Promise<void> {
  await tx.sql(
    `update dispatch.offers set status = 'withdrawn', answered_at = $2 where service_id = $1 and status = 'open'`,
    [serviceId, tx.now],
  )
}

/** Records that a driver gave a service back, so that it is not offered to the same driver at once. */
export async function insertRejection(
  tx: Transaction,
  of: Omit<NewOffer, 'kind' | 'expiresAt' | 'arrivalSeconds' | 'isEstimate'>,
): Promise<void> {
  await tx.sql(
    `insert into dispatch.offers (id, company_id, fleet_id, service_id, vehicle_id, vehicle_number, driver_id, driver_name,
       kind, status, offered_at, expires_at, answered_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, 'now', 'rejected', $9, $9, $9)`,
    [
      uuid(),
      of.companyId,
      of.fleetId,
      of.serviceId,
      of.vehicleId,
      of.vehicleNumber,
      of.driverId,
      of.driverName,
      tx.now,
    ],
  )
}

/**
 * Ends offers of a fleet that nobody answered in time, and those whose service no longer waits.
 * @returns the drivers and services concerned
 */
export const closeOffers = (
  tx: Transaction,
  fleetId: string,
  graceSeconds: number,
): Promise<{ serviceId: string; vehicleId: string }[]> =>
  tx.sql(
    `update dispatch.offers o
     set status = case when s.status = 'on_dispatch' and s.archived_at is null then 'expired' else 'withdrawn' end,
       answered_at = $2
     from services.services s
     where s.id = o.service_id and o.fleet_id = $1 and o.status = 'open'
       and (o.expires_at + make_interval(secs => $3) < $2 or s.status <> 'on_dispatch' or s.archived_at is not null)
     returning o.service_id as "serviceId", o.vehicle_id as "vehicleId"`,
    [fleetId, tx.now, graceSeconds],
  )

/** What earlier offers mean for the next round of a fleet. */
export interface OfferHistory {
  /** Services and vehicles with an open offer. */
  offeredServices: Set<string>
  offeredVehicles: Set<string>
  /** Vehicles and drivers who rejected a service lately, by service. */
  rejectedBy: Map<string, Set<string>>
  /** Those of all times, by service. */
  rejections: Map<string, Set<string>>
  /** Services with too many rejections for the engine. */
  held: Set<string>
  /** Services that had a vehicle before. */
  rescued: Set<string>
}

/** Rejections before a person reserved a vehicle for the service do not exclude anybody any more. */
export async function readOfferHistory(
  tx: Transaction,
  serviceIds: readonly string[],
): Promise<OfferHistory> {
  const rows = await tx.sql<
    Pick<Offer, 'serviceId' | 'vehicleId' | 'driverId' | 'status'> & { counts: boolean }
  >(
    `select o.service_id as "serviceId", o.vehicle_id as "vehicleId", o.driver_id as "driverId", o.status,
       o.answered_at > greatest($2::timestamptz - make_interval(mins => $3), r.reserved_at) as counts
     from dispatch.offers o
     left join dispatch.reservations r on r.service_id = o.service_id and r.reserved_by is not null
     where o.service_id = any($1::uuid[])`,
    [serviceIds, tx.now, rejectionMinutes],
  )
  const history: OfferHistory = {
    offeredServices: new Set(),
    offeredVehicles: new Set(),
    rejectedBy: new Map(),
    rejections: new Map(),
    held: new Set(),
    rescued: new Set(),
  }
  const counted = new Map<string, number>()
  const note = (by: Map<string, Set<string>>, { serviceId, vehicleId, driverId }: (typeof rows)[number]) =>
    by.set(serviceId, (by.get(serviceId) ?? new Set()).add(vehicleId).add(driverId))
  for (const row of rows) {
    const { serviceId, status, counts } = row
    if (status === 'open') history.offeredServices.add(serviceId)
    if (status === 'accepted') history.rescued.add(serviceId)
    if (status !== 'rejected' && status !== 'expired') continue
    const count = (counted.get(serviceId) ?? 0) + 1
    counted.set(serviceId, count)
    if (count >= mostRejections) history.held.add(serviceId)
    note(history.rejections, row)
    if (counts) note(history.rejectedBy, row)
  }
  return history
}

/** Vehicles of a fleet whose drivers are being asked. */
export async function findOfferedVehicles(tx: Transaction, fleetId: string): Promise<Set<string>> {
  const rows = await tx.sql<{ vehicleId: string }>(
    `select vehicle_id as "vehicleId" from dispatch.offers where fleet_id = $1 and status = 'open' and expires_at > $2`,
    [fleetId, tx.now],
  )
  return new Set(rows.map(({ vehicleId }) => vehicleId))
}

/** The open offers of waiting services of fleets, and how many were made and rejected. */
export const countOffers = (
  tx: Transaction,
  fleetIds: readonly string[],
): Promise<
  {
    serviceId: string
    offers: number
    rejections: number
    vehicleId: string | null
    vehicleNumber: string | null
    expiresAt: Date | null
    arrivalSeconds: number | null
  }[]
> =>
  tx.sql(
    `select s.id as "serviceId", count(o.id)::integer as offers,
       count(o.id) filter (where o.status in ('rejected', 'expired'))::integer as rejections,
       (array_agg(o.vehicle_id) filter (where o.status = 'open' and o.expires_at > $2))[1] as "vehicleId",
       max(o.vehicle_number) filter (where o.status = 'open' and o.expires_at > $2) as "vehicleNumber",
       max(o.expires_at) filter (where o.status = 'open' and o.expires_at > $2) as "expiresAt",
       max(o.arrival_seconds) filter (where o.status = 'open' and o.expires_at > $2) as "arrivalSeconds"
     from services.services s join dispatch.offers o on o.service_id = s.id
     where s.fleet_id = any($1::uuid[]) and s.status = 'on_dispatch' and s.archived_at is null
     group by s.id`,
    [fleetIds, tx.now],
  )
