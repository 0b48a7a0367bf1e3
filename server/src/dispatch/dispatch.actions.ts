import type { Candidate } from '@rumbo/contract/dispatch.contract'
import { roadLimits } from '@rumbo/contract/places.roads.contract'
import type { Coordinates } from '@rumbo/geo'
import type { Roads } from '../places/index.ts'
import { type Actor, requireCan } from '../platform/access/access.ts'
import type { Database } from '../platform/database/database.ts'
import type { Transaction } from '../platform/database/transaction.ts'
import { findWithStopsLeft, readServiceOf, type WaitingService } from '../services/index.ts'
import {
  type Arrival,
  type CandidateRules,
  type CandidateVehicle,
  type NearVehicle,
  nearestVehicles,
  rankCandidates,
} from './dispatch.rules.ts'
import type { EngineRequest } from './engine/dispatch.constraints.rules.ts'
import { presets } from './engine/dispatch.cost.rules.ts'
import { createCover } from './engine/dispatch.cover.rules.ts'
import { readVehicles, readZonesAt, requestOf, withNext } from './engine/dispatch.fleet-state.actions.ts'
import { findReservedFor } from './engine/dispatch.reservations.repository.ts'
import { findSettings } from './engine/dispatch.settings.repository.ts'
import type { ZonesAt } from './engine/dispatch.zones.rules.ts'
import { readOfferHistory } from './offers/dispatch.offers.repository.ts'
import { findDrivenRoutes } from './planned/dispatch.routes.actions.ts'

/** Road engines may take seconds, so they are called after the transaction. */
export interface DispatchDeps {
  database: Database
  roads: Pick<Roads, 'table'>
}

/** The vehicles of a fleet, and how it is dispatched. */
export interface FleetAtPlace {
  vehicles: readonly CandidateVehicle[]
  rules: CandidateRules
  /** Of the vehicle with this index, as in a round of the engine. */
  coverOf: ReturnType<typeof createCover>
  zonesAt: ZonesAt
}

export const fleetOf = ({
  vehicles,
  rules,
  zonesAt,
}: Pick<FleetAtPlace, 'vehicles' | 'rules' | 'zonesAt'>): FleetAtPlace => ({
  vehicles,
  rules,
  zonesAt,
  coverOf: createCover(vehicles, { ...rules, freeWithin: 0 }),
})

/** The fleet of a service. */
export async function readFleetOf(
  tx: Transaction,
  { companyId, fleetId }: { companyId: string; fleetId: string },
): Promise<FleetAtPlace> {
  const { requiresShift, preset } = await findSettings(tx, fleetId)
  const vehicles = await readVehicles(tx, { companyId, fleetId })
  const rules = { requiresShift, weights: presets[preset] }
  const counts = rules.weights.cover > 0
  return fleetOf({
    vehicles: counts ? withNext(vehicles, await findDrivenRoutes(tx, [fleetId])) : vehicles,
    rules,
    zonesAt: await readZonesAt(tx, fleetId, vehicles),
  })
}

/** The vehicles of a fleet, with the cover of those that are to be compared. */
export const covered = (
  { vehicles, coverOf }: FleetAtPlace,
  isCompared: (vehicle: CandidateVehicle, at: number) => boolean,
): CandidateVehicle[] =>
  vehicles.map((vehicle, at) => (isCompared(vehicle, at) ? { ...vehicle, cover: coverOf(at) } : vehicle))

/** What the rules compare of these services of a fleet, by service. */
export async function readRequests(
  tx: Transaction,
  { zonesAt }: Pick<FleetAtPlace, 'zonesAt'>,
  services: readonly WaitingService[],
): Promise<Map<string, EngineRequest>> {
  const ids = services.map(({ id }) => id)
  const known = {
    now: tx.now,
    offers: await readOfferHistory(tx, ids),
    reservations: await findReservedFor(tx, ids),
    zonesAt,
  }
  return new Map(services.map((service) => [service.id, requestOf(service, known)]))
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
  const { request, fleet } = await database.transaction(
    actor,
    async (tx) => {
      const service = await readServiceOf(tx, serviceId)
      requireCan(actor, 'services.dispatch', service)
      const fleetNow = await readFleetOf(tx, service)
      const requests = await readRequests(tx, fleetNow, await findWithStopsLeft(tx, [serviceId]))
      return { request: requests.get(serviceId), fleet: fleetNow }
    },
    { readOnly: true },
  )
  if (!request) return { items: [] }
  return { items: await rankedFor(roads, fleet, request, signal) }
}

/** All vehicles of a fleet, ranked for a service. @throws Problem `unavailable` once `signal` is aborted */
export async function rankedFor(
  roads: DispatchDeps['roads'],
  fleet: FleetAtPlace,
  request: EngineRequest,
  signal: AbortSignal,
): Promise<Candidate[]> {
  const near = nearestVehicles(fleet.vehicles, request, fleet.rules).slice(0, roadLimits.arrivals)
  const arrivals = await arrivalsAt(roads, near, request.pickup, signal)
  const vehicles = covered(fleet, ({ vehicleId }) => arrivals.has(vehicleId))
  return rankCandidates(vehicles, request, arrivals, fleet.rules)
}

/**
 * Arrivals at the pickup from `Roads`, as in the radar.
 * @param near at most `roadLimits.arrivals`
 */
export async function arrivalsAt(
  roads: DispatchDeps['roads'],
  near: readonly NearVehicle[],
  pickup: Coordinates,
  signal: AbortSignal,
): Promise<Map<string, Arrival>> {
  if (near.length === 0) return new Map()
  const table = await roads.table(
    near.map(({ place }) => place),
    [pickup],
    { signal },
  )
  return new Map(
    near.map(({ vehicleId }, at) => [
      vehicleId,
      { seconds: table.seconds[at] as number, isEstimate: table.isEstimated[at] === true },
    ]),
  )
}
