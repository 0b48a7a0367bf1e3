import type { Service } from '@rumbo/contract/services.contract'
import { dayMs } from '@rumbo/contract/time-units'
import type { Actor } from '../../platform/access/access.ts'
import { covered, type DispatchDeps, type FleetAtPlace, readFleetOf, requestOf } from '../dispatch.actions.ts'
import type { EngineRequest } from '../engine/dispatch.constraints.rules.ts'
import { drivesOf } from '../engine/dispatch.drives.ts'
import { permitsOf } from '../engine/dispatch.permits.rules.ts'
import { matchPairs, pairsOf } from '../engine/dispatch.round.rules.ts'
import { readOfferHistory } from '../offers/dispatch.offers.repository.ts'

/** The nearest vehicles compared for each service, as by the engine. */
const compared = 30

/**
 * Free vehicles for these services at the least total cost, by service. A person asked for it, so that the longest
 * arrival of the engine does not count; inactive vehicles need a person's confirmation and are left out.
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
      const { rejectedBy } = await readOfferHistory(
        tx,
        services.map(({ id }) => id),
      )
      const byFleet = new Map<string, { fleet: FleetAtPlace; requests: EngineRequest[] }>()
      for (const service of services) {
        const known = byFleet.get(service.fleetId) ?? {
          fleet: await readFleetOf(tx, service),
          requests: [],
        }
        byFleet.set(service.fleetId, known)
        const request = requestOf(service, rejectedBy.get(service.id) ?? new Set(), tx.now)
        if (request) known.requests.push(request)
      }
      return [...byFleet.values()]
    },
    { readOnly: true },
  )
  const chosen = new Map<string, string>()
  for (const { fleet, requests } of fleets) {
    const rules = { ...fleet.rules, freeWithin: 0, compared, longestArrival: dayMs / 1000 }
    const permits = permitsOf(fleet.vehicles, rules)
    const members = permits.members.filter((member) => fleet.vehicles[member]?.status !== 'inactive')
    const pairs = pairsOf(fleet.vehicles, requests, rules, { ...permits, members })
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
