import type { Service } from '@rumbo/contract/services.contract'
import { dayMs } from '@rumbo/contract/time-units'
import type { Actor } from '../../platform/access/access.ts'
import { findWithoutVehicle } from '../../services/index.ts'
import {
  covered,
  type DispatchDeps,
  type FleetAtPlace,
  readFleetOf,
  readRequests,
} from '../dispatch.actions.ts'
import type { EngineRequest } from '../engine/dispatch.constraints.rules.ts'
import { drivesOf } from '../engine/dispatch.drives.ts'
import { matchPairs, pairsOf } from '../engine/dispatch.round.rules.ts'

/** The nearest vehicles compared for each service, as by the engine. */
const compared = 30

/**
 * Free vehicles for these services at the least total cost, by service. A person asked for it, so that the longest
 * arrival of the engine does not count.
 * @throws Problem `unavailable` once `signal` is aborted
 */
export async function bestTogether(
  { database, roads }: DispatchDeps,
  actor: Actor,
  services: readonly Service[],
  signal: AbortSignal,
): Promise<Map<string, string>> {
  const fleets = await database.transaction(
    actor,
    async (tx) => {
      const byFleet = new Map(services.map((service) => [service.fleetId, service]))
      const read: { fleet: FleetAtPlace; requests: EngineRequest[] }[] = []
      for (const [fleetId, one] of byFleet) {
        const ids = services.filter((service) => service.fleetId === fleetId).map(({ id }) => id)
        const fleet = await readFleetOf(tx, one)
        const requests = await readRequests(tx, fleet, await findWithoutVehicle(tx, ids))
        // In the order given, which decides between equals.
        read.push({ fleet, requests: ids.flatMap((id) => requests.get(id) ?? []) })
      }
      return read
    },
    { readOnly: true },
  )
  const chosen = new Map<string, string>()
  for (const { fleet, requests } of fleets) {
    const rules = { ...fleet.rules, freeWithin: 0, compared, longestArrival: dayMs / 1000 }
    const pairs = pairsOf(fleet.vehicles, requests, rules)
    const isCompared = new Set(pairs.map(({ vehicle }) => vehicle))
    const vehicles = covered(fleet, (_, at) => isCompared.has(at))
    const { seconds } = await drivesOf(roads, vehicles, requests, pairs, signal)
    for (const match of matchPairs({ vehicles, requests, pairs }, seconds, rules)) {
      const vehicleId = match && vehicles[match.vehicle]?.vehicleId
      const serviceId = match && requests[match.request]?.serviceId
      if (vehicleId && serviceId) chosen.set(serviceId, vehicleId)
    }
  }
  return chosen
}
