import { can } from '@rumbo/contract/access'
import type { Candidate, listBest } from '@rumbo/contract/dispatch.contract'
import type { OutputOf } from '@rumbo/contract/endpoint'
import { type Actor, requireCan } from '../platform/access/access.ts'
import type { Transaction } from '../platform/database/transaction.ts'
import { findServicesInOrder, readServiceOf } from '../services/index.ts'
import { liveVehicles } from '../vehicles/index.ts'
import { rankCandidates, type VehicleAtPlace } from './dispatch.rules.ts'

/** The vehicles of the service's fleet, weighed for its first stop. */
export async function candidatesFor(
  tx: Transaction,
  actor: Actor,
  serviceId: string,
): Promise<{ items: Candidate[] }> {
  const service = await readServiceOf(tx, serviceId)
  requireCan(actor, 'services.dispatch', service)
  const first = service.plannedStops[0]
  if (!first) return { items: [] }
  return { items: rankCandidates(await vehiclesOf(tx, service.fleetId), first, tx.now) }
}

async function vehiclesOf(tx: Transaction, fleetId: string): Promise<VehicleAtPlace[]> {
  const vehicles = await liveVehicles(tx, fleetId)
  return vehicles.map((vehicle) => ({
    ...vehicle,
    vehicleId: vehicle.id,
    fixTime: vehicle.at === null ? null : new Date(vehicle.at),
  }))
}

/** The best vehicle for each service in which the actor may dispatch; each fleet is read once. */
export async function bestFor(
  tx: Transaction,
  actor: Actor,
  serviceIds: readonly string[],
): Promise<OutputOf<typeof listBest>> {
  const found = await findServicesInOrder(tx, [...new Set(serviceIds)])
  const services = found.filter((service) => can(actor, 'services.dispatch', service))
  const fleets = new Map<string, VehicleAtPlace[]>()
  for (const { fleetId } of services)
    if (!fleets.has(fleetId)) fleets.set(fleetId, await vehiclesOf(tx, fleetId))
  return {
    items: services.map(({ id, fleetId, plannedStops: [first] }) => {
      const [best] = first ? rankCandidates(fleets.get(fleetId) ?? [], first, tx.now) : []
      if (!best?.isEligible) return { serviceId: id, best: null }
      const { vehicleId, vehicleNumber, arrivalSeconds } = best
      return { serviceId: id, best: { vehicleId, vehicleNumber, arrivalSeconds } }
    }),
  }
}
