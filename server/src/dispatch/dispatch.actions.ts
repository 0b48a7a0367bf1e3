import type { Candidate } from '@rumbo/contract/dispatch.contract'
import { type Actor, requireCan } from '../platform/access.ts'
import type { Transaction } from '../platform/database/transaction.ts'
import { readServiceOf } from '../services/index.ts'
import { liveVehicles } from '../vehicles/index.ts'
import { rankCandidates } from './dispatch.rules.ts'

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
  const vehicles = await liveVehicles(tx, service.fleetId)
  const items = rankCandidates(
    vehicles.map((vehicle) => ({
      ...vehicle,
      vehicleId: vehicle.id,
      fixTime: vehicle.at === null ? null : new Date(vehicle.at),
    })),
    first,
    tx.now,
  )
  return { items }
}
