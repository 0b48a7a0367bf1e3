import type { Candidate } from '@rumbo/contract/dispatch.contract'
import { roadLimits } from '@rumbo/contract/places.roads.contract'
import { priorities, type Service } from '@rumbo/contract/services.contract'
import { vehicleNeedsOf } from '@rumbo/contract/services.requirements.rules'
import type { Coordinates } from '@rumbo/geo'
import type { Roads } from '../places/index.ts'
import { type Actor, requireCan } from '../platform/access/access.ts'
import type { Database } from '../platform/database/database.ts'
import type { Transaction } from '../platform/database/transaction.ts'
import { findRunningRoutes, readServiceOf } from '../services/index.ts'
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
import { readVehicles, withNext } from './engine/dispatch.fleet-state.actions.ts'
import { findSettings } from './engine/dispatch.settings.repository.ts'
import { readOfferHistory } from './offers/dispatch.offers.repository.ts'

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
}

export const fleetOf = (vehicles: readonly CandidateVehicle[], rules: CandidateRules): FleetAtPlace => ({
  vehicles,
  rules,
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
  return fleetOf(counts ? withNext(vehicles, await findRunningRoutes(tx, [fleetId])) : vehicles, rules)
}

/** The vehicles of a fleet, with the cover of those that are to be compared. */
export const covered = (
  { vehicles, coverOf }: FleetAtPlace,
  isCompared: (vehicle: CandidateVehicle, at: number) => boolean,
): CandidateVehicle[] =>
  vehicles.map((vehicle, at) => (isCompared(vehicle, at) ? { ...vehicle, cover: coverOf(at) } : vehicle))

/** What the rules need to know of a service; null without stops. */
export function requestOf(
  service: Service,
  rejectedBy: ReadonlySet<string>,
  now: Date,
): EngineRequest | null {
  const [pickup] = service.plannedStops
  if (!pickup) return null
  const secondsTo = (time: string | null) =>
    time === null ? null : (Date.parse(time) - now.getTime()) / 1000
  return {
    serviceId: service.id,
    pickup: { latitude: pickup.latitude, longitude: pickup.longitude },
    age: Math.max(0, -(secondsTo(service.waitingSince) ?? 0)),
    priority: priorities.indexOf(service.priorityLevel),
    windowStart: secondsTo(pickup.timeWindowStart),
    windowEnd: secondsTo(pickup.timeWindowEnd),
    duration: service.plannedDuration ?? 0,
    needs: vehicleNeedsOf(service),
    rejectedBy,
    reservedFor: null,
  }
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
      const { rejectedBy } = await readOfferHistory(tx, [serviceId])
      return {
        request: requestOf(service, rejectedBy.get(serviceId) ?? new Set(), tx.now),
        fleet: await readFleetOf(tx, service),
      }
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
