import { can } from '@rumbo/contract/access'
import type { Candidate, listBest } from '@rumbo/contract/dispatch.contract'
import type { OutputOf } from '@rumbo/contract/endpoint'
import { roadLimits } from '@rumbo/contract/places.roads.contract'
import type { Coordinates } from '@rumbo/geo'
import type { Roads } from '../places/index.ts'
import { type Actor, requireCan } from '../platform/access/access.ts'
import type { Database } from '../platform/database/database.ts'
import type { Transaction } from '../platform/database/transaction.ts'
import { findServicesInOrder, readServiceOf } from '../services/index.ts'
import { liveVehicles } from '../vehicles/index.ts'
import {
  type Arrival,
  maxCompared,
  nearestVehicles,
  rankCandidates,
  type VehicleAtPlace,
} from './dispatch.rules.ts'

/** Road engines may take seconds, so they are called after the transaction. */
export interface DispatchDeps {
  database: Database
  roads: Pick<Roads, 'table'>
}

/**
 * The vehicles of the service's fleet, ranked for its first stop.
 * @throws Problem `service_not_found`, `forbidden`; `unavailable` once `signal` is aborted
 */
export async function candidatesFor(
  { database, roads }: DispatchDeps,
  actor: Actor,
  serviceId: string,
  signal: AbortSignal,
): Promise<{ items: Candidate[] }> {
  const { pickup, vehicles, now } = await database.transaction(
    actor,
    async (tx) => {
      const service = await readServiceOf(tx, serviceId)
      requireCan(actor, 'services.dispatch', service)
      const [first] = service.plannedStops
      return { pickup: first, vehicles: first ? await vehiclesOf(tx, service.fleetId) : [], now: tx.now }
    },
    { readOnly: true },
  )
  if (!pickup) return { items: [] }
  const arrivals = await arrivalsAt(roads, vehicles, pickup, roadLimits.arrivals, signal)
  return { items: rankCandidates(vehicles, pickup, arrivals, now) }
}

/**
 * The best vehicle for each service in which the actor may dispatch; each fleet is read once.
 * @throws Problem `unavailable` once `signal` is aborted
 */
export async function bestFor(
  { database, roads }: DispatchDeps,
  actor: Actor,
  serviceIds: readonly string[],
  signal: AbortSignal,
): Promise<OutputOf<typeof listBest>> {
  const { services, fleets, now } = await database.transaction(
    actor,
    async (tx) => {
      const found = await findServicesInOrder(tx, [...new Set(serviceIds)])
      const dispatched = found.filter((service) => can(actor, 'services.dispatch', service))
      const byFleet = new Map<string, VehicleAtPlace[]>()
      for (const { fleetId } of dispatched)
        if (!byFleet.has(fleetId)) byFleet.set(fleetId, await vehiclesOf(tx, fleetId))
      return { services: dispatched, fleets: byFleet, now: tx.now }
    },
    { readOnly: true },
  )
  const items = await Promise.all(
    services.map(async ({ id, fleetId, plannedStops: [pickup] }) => {
      if (!pickup) return { serviceId: id, best: null }
      const vehicles = fleets.get(fleetId) ?? []
      const arrivals = await arrivalsAt(roads, vehicles, pickup, maxCompared, signal)
      const [best] = rankCandidates(vehicles, pickup, arrivals, now)
      if (!best?.isEligible) return { serviceId: id, best: null }
      const { vehicleId, vehicleNumber, arrivalSeconds, isEstimate } = best
      return { serviceId: id, best: { vehicleId, vehicleNumber, arrivalSeconds, isEstimate } }
    }),
  )
  return { items }
}

async function vehiclesOf(tx: Transaction, fleetId: string): Promise<VehicleAtPlace[]> {
  const vehicles = await liveVehicles(tx, fleetId)
  return vehicles.map((vehicle) => ({
    ...vehicle,
    vehicleId: vehicle.id,
    fixTime: vehicle.at === null ? null : new Date(vehicle.at),
  }))
}

/** Arrivals from `Roads`, as in the radar, for at most `limit` of the nearest vehicles. */
async function arrivalsAt(
  roads: DispatchDeps['roads'],
  vehicles: readonly VehicleAtPlace[],
  pickup: Coordinates,
  limit: number,
  signal: AbortSignal,
): Promise<Map<string, Arrival>> {
  const nearest = nearestVehicles(vehicles, pickup).slice(0, limit)
  if (nearest.length === 0) return new Map()
  const { latitude, longitude } = pickup
  const table = await roads.table(
    nearest.map(({ place }) => place),
    [{ latitude, longitude }],
    { signal },
  )
  return new Map(
    nearest.map(({ vehicleId }, at) => [
      vehicleId,
      { seconds: table.seconds[at] as number, isEstimate: table.isEstimated[at] === true },
    ]),
  )
}
