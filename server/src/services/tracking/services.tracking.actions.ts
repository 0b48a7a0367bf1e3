import type { OutputOf, ParsedOf } from '@rumbo/contract/endpoint'
import { moneyOf } from '@rumbo/contract/money'
import type { readBasemap } from '@rumbo/contract/places.contract'
import type { rateTracked, TrackedService } from '@rumbo/contract/services.tracking.contract'
import type { Roads } from '../../places/index.ts'
import { asSystem } from '../../platform/access/access.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { hashLinkToken } from '../../platform/link-tokens.ts'
import { problem } from '../../platform/problem.ts'
import { findPrimaryDrivers, findVehicle } from '../../vehicles/index.ts'
import { findCharges } from '../charges/services.charges.repository.ts'
import { linesForCustomer } from '../charges/services.charges.rules.ts'
import { findPin } from '../proofs/services.proofs.repository.ts'
import type { createArrivals } from './services.tracking.arrivals.ts'
import {
  findTracked,
  findTrackedStops,
  noteOpened,
  saveRating,
  type TrackedRow,
} from './services.tracking.repository.ts'
import { closingTime, firstNameOf, isFinal, showsPosition, showsVehicle } from './services.tracking.rules.ts'

/** When a vehicle is predicted to be at a stop, and when that was promised. */
export interface TrackedPrediction {
  stopId: string
  promisedAt: string
  arrivesAt: string
  isEstimate: boolean
  hasVehicle: boolean
}

export interface TrackingDeps {
  /** The latest prediction of a service; null without one. */
  predictionOf: (tx: Transaction, serviceId: string) => Promise<TrackedPrediction | null>
  database: Database
  clock: Clock
  roads: Pick<Roads, 'table'>
  basemap: () => Promise<OutputOf<typeof readBasemap>>
}

/**
 * The service of an open link. Unknown, revoked and expired links, and texts that are no token, take the same
 * statement and get the same answer.
 * @throws Problem `not_found`
 */
async function requireTracked(tx: Transaction, token: string): Promise<TrackedRow> {
  const row = await findTracked(tx, hashLinkToken(token))
  if (!row || closingTime(row, row.created_at) <= tx.now) throw problem('not_found')
  return row
}

const text = (moment: Date | null) => moment?.toISOString() ?? null

async function vehicleOf(tx: Transaction, row: TrackedRow) {
  if (row.assigned_vehicle_id === null || !showsVehicle(row.status)) return null
  return findVehicle(tx, row.assigned_vehicle_id)
}

async function driverOf(tx: Transaction, row: TrackedRow): Promise<string | null> {
  if (row.assigned_vehicle_id === null || !showsVehicle(row.status)) return null
  if (row.driver_name !== null) return firstNameOf(row.driver_name)
  const drivers = await findPrimaryDrivers(tx, [row.assigned_vehicle_id])
  return firstNameOf(drivers.get(row.assigned_vehicle_id) ?? null)
}

/** All that a link shows, except the arrival. */
async function readTracked(tx: Transaction, token: string, predictionOf: TrackingDeps['predictionOf']) {
  const row = await requireTracked(tx, token)
  const stops = await findTrackedStops(tx, row.service_id)
  const vehicle = await vehicleOf(tx, row)
  const place = vehicle?.lastLocation ?? null
  const isPlaceShown = place !== null && showsPosition(row, new Date(place.time), tx.now)
  const answer: Omit<TrackedService, 'arrival' | 'promisedAt'> = {
    companyName: row.company_name,
    companyPhone: row.company_phone,
    language: row.language,
    timeZone: row.time_zone,
    serviceNumber: row.service_number,
    serviceType: row.service_type,
    status: row.status,
    statusSince: row.status_since.toISOString(),
    dispatchTime: row.dispatch_time.toISOString(),
    stops: stops.map(({ id: _id, stop_type, at, ...stop }, index) => ({
      number: index + 1,
      stopType: stop_type,
      ...stop,
      at: text(at),
    })),
    pin: isFinal(row.status) ? null : await findPin(tx, row.service_id),
    vehicle: vehicle && {
      number: vehicle.vehicleNumber,
      plate: vehicle.plateNumber,
      color: vehicle.color,
      make: vehicle.make,
      model: vehicle.model,
    },
    driverFirstName: await driverOf(tx, row),
    position: isPlaceShown
      ? { latitude: place.latitude, longitude: place.longitude, heading: place.heading, at: place.time }
      : null,
    receipt:
      row.status === 'completed' && row.ended_at
        ? {
            startedAt: text(row.started_at),
            endedAt: row.ended_at.toISOString(),
            finalCost: row.final_cost_minor === null ? null : moneyOf(row.final_cost_minor, row.currency),
            lines: linesForCustomer((await findCharges(tx, row.service_id)).get('final')?.lines ?? []),
            currency: row.currency,
            paymentMethod: row.payment_method,
            paymentStatus: row.payment_status,
          }
        : null,
    mayRate: row.status === 'completed',
    rating:
      row.stars !== null && row.rated_at
        ? { stars: row.stars, comment: row.comment, ratedAt: row.rated_at.toISOString() }
        : null,
    closesAt: isFinal(row.status) ? closingTime(row, row.created_at).toISOString() : null,
    now: tx.now.toISOString(),
  }
  const next = stops.findIndex(({ status }) => status === 'pending')
  const prediction = isFinal(row.status) ? null : await predictionOf(tx, row.service_id)
  return { row, answer, prediction: prediction?.stopId === stops[next]?.id ? prediction : null }
}

/** The service of a link. @throws Problem `not_found` */
export async function followService(
  { database, predictionOf }: TrackingDeps,
  arrivalOf: ReturnType<typeof createArrivals>,
  token: string,
): Promise<TrackedService> {
  const { row, answer, prediction } = await database.transaction(
    asSystem('follow service'),
    (tx) => readTracked(tx, token, predictionOf),
    { readOnly: true },
  )
  if (row.opened_at === null) await database.transaction(asSystem('link opened'), (tx) => noteOpened(tx, row))
  const next = answer.stops.find(({ status }) => status === 'pending')
  // After the transaction: an engine may take seconds.
  const arrival =
    answer.position && next
      ? await arrivalOf(`${row.service_id}:${next.number}`, answer.position, next)
      : prediction?.hasVehicle
        ? { at: new Date(prediction.arrivesAt), isEstimate: prediction.isEstimate }
        : null
  return {
    ...answer,
    promisedAt: prediction?.promisedAt ?? null,
    arrival:
      arrival && next
        ? { stopNumber: next.number, at: arrival.at.toISOString(), isEstimate: arrival.isEstimate }
        : null,
  }
}

/** The tiles of the map, for the holder of an open link. @throws Problem `not_found` */
export async function basemapOf({ database, basemap }: TrackingDeps, token: string) {
  await database.transaction(asSystem('follow service'), (tx) => requireTracked(tx, token), {
    readOnly: true,
  })
  return basemap()
}

/** The customer's rating, which replaces an earlier one. @throws Problem `not_found`, `service_wrong_state` */
export function rateService(
  { database }: TrackingDeps,
  { params, body }: ParsedOf<typeof rateTracked>,
): Promise<OutputOf<typeof rateTracked>> {
  return database.transaction(asSystem('rate service'), async (tx) => {
    const row = await requireTracked(tx, params.token)
    if (row.status !== 'completed') throw problem('service_wrong_state')
    await saveRating(tx, row, body)
    const { service_id: id, company_id: companyId, fleet_id: fleetId } = row
    tx.stale({ domain: 'tracking', id, fleetId, companyId })
    tx.audit({
      action: 'service.rated',
      entity: 'service',
      entityId: id,
      entityName: String(row.service_number),
      companyId,
      fleetId,
      changes: { stars: [row.stars, body.stars] },
    })
    return { ...body, ratedAt: tx.now.toISOString() }
  })
}
