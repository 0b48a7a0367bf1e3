import { can } from '@rumbo/contract/access'
import type { listBest } from '@rumbo/contract/dispatch.contract'
import type { OutputOf } from '@rumbo/contract/endpoint'
import type { Actor } from '../platform/access/access.ts'
import type { Transaction } from '../platform/database/transaction.ts'
import { findServicePlaces, findWithoutVehicle, type ServicePlace } from '../services/index.ts'
import {
  arrivalsAt,
  covered,
  type DispatchDeps,
  type FleetAtPlace,
  readFleetOf,
  readRequests,
} from './dispatch.actions.ts'
import { bestCandidate, indexNearest, maxCompared } from './dispatch.rules.ts'
import type { EngineRequest } from './engine/dispatch.constraints.rules.ts'

type Best = OutputOf<typeof listBest>['items'][number]

/** A best vehicle is a proposal beside many others, so that these ages do no harm. Candidates are always read anew. */
const bestLifetimeMs = 10_000
const fleetLifetimeMs = 5_000
const computeLimitMs = 10_000

interface IndexedFleet extends FleetAtPlace {
  nearest: ReturnType<typeof indexNearest>
}

interface MissingBest {
  id: string
  fleetId: string
  request: EngineRequest | null
}

/** A service that moved to another fleet has other vehicles. */
const keyOf = ({ id, fleetId }: { id: string; fleetId: string }) => `${id} ${fleetId}`

export interface BestVehicles {
  /** The best vehicle for each service in which the actor may dispatch. */
  of(actor: Actor, serviceIds: readonly string[]): Promise<OutputOf<typeof listBest>>
}

/**
 * The best vehicles of services, shared by all who may dispatch them, for some seconds: many monitors show the same
 * services. Each call checks the access of its caller.
 */
export function createBestVehicles(deps: DispatchDeps): BestVehicles {
  /** By `keyOf`. */
  const found = new Map<string, { best: Promise<Best | null>; until: number }>()
  const fleets = new Map<string, { fleet: Promise<IndexedFleet>; until: number }>()

  function forgetOld(now: number): void {
    for (const [key, { until }] of found) if (until <= now) found.delete(key)
    for (const [id, { until }] of fleets) if (until <= now) fleets.delete(id)
  }

  /** Read once also where many ask at the same time. */
  function sharedFleetOf(tx: Transaction, service: ServicePlace): Promise<IndexedFleet> {
    const known = fleets.get(service.fleetId)
    if (known) return known.fleet
    const fleet = readFleetOf(tx, service).then((read) => ({
      ...read,
      nearest: indexNearest(read.vehicles, read.rules),
    }))
    const entry = { fleet, until: performance.now() + fleetLifetimeMs }
    fleets.set(service.fleetId, entry)
    fleet.catch(() => {
      if (fleets.get(service.fleetId) === entry) fleets.delete(service.fleetId)
    })
    return fleet
  }

  /** What is to be computed, read under the actor's role. */
  async function readMissing(tx: Transaction, places: readonly ServicePlace[]) {
    const asked: MissingBest[] = []
    const byFleet = new Map<string, IndexedFleet>()
    for (const place of new Map(places.map((one) => [one.fleetId, one])).values()) {
      const { fleetId } = place
      const ids = places.filter((one) => one.fleetId === fleetId).map(({ id }) => id)
      const fleet = await sharedFleetOf(tx, place)
      const requests = await readRequests(tx, fleet, await findWithoutVehicle(tx, ids))
      byFleet.set(fleetId, fleet)
      asked.push(...ids.map((id) => ({ id, fleetId, request: requests.get(id) ?? null })))
    }
    return { asked, byFleet }
  }

  async function compute({ id, request }: MissingBest, fleet: IndexedFleet | undefined): Promise<Best> {
    if (!request || !fleet) return { serviceId: id, best: null }
    // Others wait for the same answer, so that it does not end with its first caller.
    const signal = AbortSignal.timeout(computeLimitMs)
    const arrivals = await arrivalsAt(deps.roads, fleet.nearest(request, maxCompared), request.pickup, signal)
    const vehicles = covered(fleet, ({ vehicleId }) => arrivals.has(vehicleId))
    const best = bestCandidate(vehicles, request, arrivals, fleet.rules)
    // A vehicle that only a person may choose is never proposed.
    if (!best || best.reasons.length > 0) return { serviceId: id, best: null }
    const { vehicleId, vehicleNumber, arrivalSeconds, isEstimate } = best
    return { serviceId: id, best: { vehicleId, vehicleNumber, arrivalSeconds, isEstimate } }
  }

  return {
    async of(actor, serviceIds) {
      forgetOld(performance.now())
      const { places, missing } = await deps.database.transaction(
        actor,
        async (tx) => {
          const asked = [...new Set(serviceIds)]
          const readable = new Map((await findServicePlaces(tx, asked)).map((place) => [place.id, place]))
          // In the order of the call, whatever that of the rows.
          const allowed = asked
            .flatMap((id) => readable.get(id) ?? [])
            .filter((place) => can(actor, 'services.dispatch', place))
          const unknown = allowed.filter((place) => !found.has(keyOf(place)))
          return { places: allowed, missing: unknown.length > 0 ? await readMissing(tx, unknown) : null }
        },
        { readOnly: true },
      )
      for (const asked of missing?.asked ?? []) {
        const best = compute(asked, missing?.byFleet.get(asked.fleetId)).catch((error: unknown) => {
          found.delete(keyOf(asked))
          throw error
        })
        found.set(keyOf(asked), { best, until: performance.now() + bestLifetimeMs })
      }
      const items = await Promise.all(places.map((place) => found.get(keyOf(place))?.best ?? null))
      return { items: items.filter((item) => item !== null) }
    },
  }
}
