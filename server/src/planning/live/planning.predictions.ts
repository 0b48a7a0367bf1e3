import type { Coordinates } from '@rumbo/geo'
import { estimateLeg } from '@rumbo/geo/roads/road-estimate'
import type { Roads } from '../../places/index.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { slicesOf } from '../../platform/slices.ts'
import type { RunningRoute } from '../../services/index.ts'
import { liveVehicles } from '../../vehicles/index.ts'
import { hintPlan } from '../planning.changes.ts'
import { findLegs, type StoredLeg, type TravelLeg } from '../travel/planning.travel.repository.ts'
import {
  findOutOfService,
  findStopsOfFleet,
  type PublishedStop,
  writeArrivals,
} from './planning.live.repository.ts'
import {
  aheadOf,
  isLeft,
  type PlannedArrival,
  predictedOf,
  type VehicleAhead,
  waysOf,
} from './planning.live.rules.ts'

/** What the predictions of a fleet's published plans rest on. */
export interface PublishedState {
  stops: PublishedStop[]
  ahead: VehicleAhead[]
  /** What plans know of the ways of each of them. */
  known: (StoredLeg | null)[][]
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
  if (!stops.some(isLeft)) return { stops: [], ahead: [], known: [], nowMs }
  const outOfService = await findOutOfService(tx, fleetId)
  const ahead = aheadOf(stops, running, await liveVehicles(tx, fleetId), { outOfService, nowMs })
  const left = stops.filter(isLeft)
  const known = await findKnown(tx, [...new Set(left.map(({ planId }) => planId))], ahead)
  return { stops: left, ahead, known, nowMs }
}

/** Of each vehicle what the first plan that knows them has stored of its ways; null where none does. */
async function findKnown(
  tx: Transaction,
  planIds: readonly string[],
  ahead: readonly VehicleAhead[],
): Promise<(StoredLeg | null)[][]> {
  const ways = ahead.map(waysOf)
  const known = ways.map((own) => own.map((): StoredLeg | null => null))
  for (const planId of planIds) {
    const open = known.flatMap((own, vehicle) =>
      own.flatMap((leg, way) => (leg === null ? [{ vehicle, way }] : [])),
    )
    const found = await findLegs(
      tx,
      planId,
      open.map(({ vehicle, way }) => ways[vehicle]?.[way] as TravelLeg),
    )
    for (const [at, { vehicle, way }] of open.entries())
      (known[vehicle] as (StoredLeg | null)[])[way] = found[at] ?? null
  }
  return known
}

/** Ways that no plan knows, of one vehicle, asked of the road engine; beyond them the formula answers. */
const mostAsked = 25
/** Of so many with one question, which is answered for all their pairs. */
const askedAtOnce = 5
const concurrentVehicles = 4

async function legsAhead(
  roads: Pick<Roads, 'table'>,
  vehicle: VehicleAhead,
  known: readonly (StoredLeg | null)[],
): Promise<StoredLeg[]> {
  const ways = waysOf(vehicle)
  const legs = ways.map(
    ({ from, to }, at): StoredLeg =>
      known[at] ?? { seconds: estimateLeg(from, to).durationSeconds, isEstimate: true },
  )
  const missing = [...ways.keys()].filter((at) => !known[at]).slice(0, mostAsked)
  const pick = ({ latitude, longitude }: Coordinates) => ({ latitude, longitude })
  for (const some of slicesOf(missing, askedAtOnce)) {
    const asked = some.map((at) => ways[at] as TravelLeg)
    const table = await roads.table(
      asked.map(({ from }) => pick(from)),
      asked.map(({ to }) => pick(to)),
    )
    for (const [row, at] of some.entries()) {
      const cell = row * some.length + row
      legs[at] = { seconds: table.seconds[cell] as number, isEstimate: table.isEstimated[cell] === true }
    }
  }
  return legs
}

/** When vehicles will be at the stops that published plans give them, and at those they were given beside. */
export async function predictPublished(
  roads: Pick<Roads, 'table'>,
  { ahead, known, nowMs }: PublishedState,
): Promise<PlannedArrival[]> {
  const queue = ahead.map((vehicle, at) => ({ vehicle, known: known[at] ?? [] }))
  const found: PlannedArrival[] = []
  const work = async () => {
    for (let next = queue.pop(); next !== undefined; next = queue.pop())
      found.push(...predictedOf(next.vehicle, await legsAhead(roads, next.vehicle, next.known), nowMs))
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
