import { estimateLeg } from '@rumbo/geo/roads/road-estimate'
import type { Roads } from '../../places/index.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import type { RunningRoute } from '../../services/index.ts'
import { liveVehicles } from '../../vehicles/index.ts'
import { hintPlan } from '../planning.changes.ts'
import {
  findOutOfService,
  findStopsOfFleet,
  findTravelOf,
  type PublishedStop,
  type StoredTravel,
  writeArrivals,
} from './planning.live.repository.ts'
import {
  aheadOf,
  isToCome,
  type Leg,
  type PlannedArrival,
  predictedOf,
  storedLegs,
  type VehicleAhead,
} from './planning.live.rules.ts'

/** What the predictions of a fleet's published plans rest on. */
export interface PublishedState {
  stops: PublishedStop[]
  ahead: VehicleAhead[]
  travel: StoredTravel[]
  nowMs: number
}

/** @param running the services under way of the fleet */
export async function readPublished(
  tx: Transaction,
  fleetId: string,
  running: readonly RunningRoute[],
): Promise<PublishedState> {
  const nowMs = tx.now.getTime()
  const stops = await findStopsOfFleet(tx, fleetId)
  if (!stops.some(isToCome)) return { stops: [], ahead: [], travel: [], nowMs }
  const travel = await findTravelOf(tx, [...new Set(stops.map(({ planId }) => planId))])
  const outOfService = await findOutOfService(tx, fleetId)
  const ahead = aheadOf(stops, running, await liveVehicles(tx, fleetId), { outOfService, nowMs })
  return { stops: stops.filter(isToCome), ahead, travel, nowMs }
}

/** Legs that no plan knows, of one vehicle, asked of the road engine with one call; beyond it the formula answers. */
const mostAsked = 25
const concurrentVehicles = 4

async function legsAhead(
  roads: Pick<Roads, 'table'>,
  { place, stops }: VehicleAhead,
  travel: readonly StoredTravel[],
): Promise<Leg[]> {
  const pairs = stops.map((to, at) => ({ from: stops[at - 1] ?? place, to }))
  const known = storedLegs(travel, pairs)
  const missing = pairs.filter((_, at) => known[at] === null).slice(0, mostAsked)
  const table =
    missing.length === 0
      ? null
      : await roads.table(
          missing.map(({ from: { latitude, longitude } }) => ({ latitude, longitude })),
          missing.map(({ to: { latitude, longitude } }) => ({ latitude, longitude })),
        )
  return pairs.map((pair, at): Leg => {
    const leg = known[at]
    if (leg) return leg
    const asked = missing.indexOf(pair)
    if (!table || asked < 0)
      return { seconds: estimateLeg(pair.from, pair.to).durationSeconds, isEstimate: true }
    const cell = asked * missing.length + asked
    return { seconds: table.seconds[cell] as number, isEstimate: table.isEstimated[cell] === true }
  })
}

/** When vehicles will be at the stops that published plans give them, and at those they were given beside. */
export async function predictPublished(
  roads: Pick<Roads, 'table'>,
  { ahead, travel, nowMs }: PublishedState,
): Promise<PlannedArrival[]> {
  const queue = [...ahead]
  const found: PlannedArrival[] = []
  const work = async () => {
    for (let vehicle = queue.pop(); vehicle !== undefined; vehicle = queue.pop())
      found.push(...predictedOf(vehicle, await legsAhead(roads, vehicle, travel), nowMs))
  }
  await Promise.all(Array.from({ length: concurrentVehicles }, work))
  return found
}

/**
 * Stores the predictions for the live day, which its pages read twice a minute; the first ones of a plan are notified. For a
 * fleet whose predictions are locked.
 */
export async function storePublished(
  tx: Transaction,
  { stops }: Pick<PublishedState, 'stops'>,
  arrivals: readonly PlannedArrival[],
): Promise<void> {
  if (stops.length === 0) return
  const byStop = new Map(arrivals.map((arrival) => [arrival.stopId, arrival]))
  await writeArrivals(
    tx,
    stops.map(({ stopId }) => {
      const arrival = byStop.get(stopId)
      const isKnown = arrival !== undefined && Number.isFinite(arrival.arrivesAt)
      return {
        stopId,
        arrivesAt: isKnown ? new Date(arrival.arrivesAt) : null,
        isEstimate: arrival?.isEstimate ?? true,
      }
    }),
  )
  const first = new Map(
    stops.filter(({ predictedAt }) => predictedAt === null).map((one) => [one.planId, one]),
  )
  for (const { planId: id, fleetId, companyId } of first.values()) hintPlan(tx, { id, fleetId, companyId })
}
