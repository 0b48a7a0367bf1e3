import type { Decision, DispatchSettings } from '@rumbo/contract/dispatch.engine.contract'
import { foldText } from '@rumbo/contract/fold-text'
import { roadLimits } from '@rumbo/contract/places.roads.contract'
import type { Roads } from '../../places/index.ts'
import { asSystem } from '../../platform/access/access.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { Problem } from '../../platform/problem.ts'
import { assignVehicle, findWaiting, type WaitingService } from '../../services/index.ts'
import { findDriversOnDuty } from '../../shifts/index.ts'
import { liveVehicles } from '../../vehicles/index.ts'
import {
  type EngineRequest,
  type EngineVehicle,
  type ExclusionReason,
  exclusionsOf,
} from './dispatch.constraints.rules.ts'
import { presets } from './dispatch.cost.rules.ts'
import { findDecisions, insertDecision, type NewDecision } from './dispatch.decisions.repository.ts'
import { holdLease, type Lease } from './dispatch.leases.repository.ts'
import { type Match, matchRound, type Pair, pairsOf, type RoundRules } from './dispatch.round.rules.ts'
import { findSettings } from './dispatch.settings.repository.ts'

export interface EngineDeps {
  database: Database
  roads: Pick<Roads, 'table'>
}

export const engineIdentity = asSystem('dispatch')

/** The most pressing services of a fleet that one round matches. */
const mostServices = 500
const comparedVehicles = 30
const mostStored = 10
/** Calls of the road engine at a time. */
const concurrentCalls = 4

interface FleetState {
  now: Date
  settings: DispatchSettings
  waiting: WaitingService[]
  vehicles: (EngineVehicle & { vehicleNumber: string })[]
}

async function readFleet(
  tx: Transaction,
  { fleetId, companyId }: { fleetId: string; companyId: string },
): Promise<FleetState> {
  const now = tx.now.getTime()
  const live = await liveVehicles(tx, fleetId)
  const drivers = await findDriversOnDuty(
    tx,
    { companyId, fleetId },
    live.map(({ id }) => id),
  )
  const secondsFrom = (time: number) => (time - now) / 1000
  return {
    now: tx.now,
    settings: await findSettings(tx, fleetId),
    waiting: await findWaiting(tx, fleetId, mostServices),
    vehicles: live.map(
      ({ id, vehicleNumber, type, status, seats, skills, latitude, longitude, at, standSince }) => {
        const driver = drivers.get(id)
        return {
          vehicleId: id,
          vehicleNumber,
          type,
          status,
          seats,
          skills: skills.map(foldText),
          place: latitude === null || longitude === null ? null : { latitude, longitude },
          fixAgeMs: at === null ? null : now - at,
          freeIn: status === 'occupied' || status === 'en_route' ? null : 0,
          idle: standSince === null ? 0 : Math.max(0, -secondsFrom(standSince)),
          driver: driver
            ? { reasons: driver.reasons, shiftEndsIn: secondsFrom(driver.endsAt.getTime()) }
            : null,
        }
      },
    ),
  }
}

const noNeeds = { vehicleType: null, seats: 0, skills: [] }
const none: ReadonlySet<string> = new Set()

function requestOf(service: WaitingService, now: Date): EngineRequest {
  const { id, latitude, longitude, waitingSince, priority, duration, windowStart, windowEnd } = service
  const secondsTo = (time: Date | null) => (time === null ? null : (time.getTime() - now.getTime()) / 1000)
  return {
    serviceId: id,
    pickup: { latitude, longitude },
    age: (now.getTime() - waitingSince.getTime()) / 1000,
    priority,
    windowStart: secondsTo(windowStart),
    windowEnd: secondsTo(windowEnd),
    duration,
    needs: noNeeds,
    rejectedBy: none,
    reservedFor: null,
  }
}

/** Seconds by road of each pair, with one table per request. */
async function drivesOf(
  roads: EngineDeps['roads'],
  vehicles: readonly EngineVehicle[],
  requests: readonly EngineRequest[],
  pairs: readonly Pair[],
  signal: AbortSignal,
): Promise<{ seconds: Float64Array; isEstimate: boolean[] }> {
  const seconds = new Float64Array(pairs.length).fill(Number.NaN)
  const isEstimate = pairs.map(() => true)
  const byRequest = requests.map(() => [] as number[])
  for (const [at, { request }] of pairs.entries()) byRequest[request]?.push(at)
  const queue = [...byRequest.entries()].filter(([, members]) => members.length > 0)
  const work = async () => {
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      const [request, members] = next
      const known = members.slice(0, roadLimits.arrivals).flatMap((at) => {
        const place = vehicles[pairs[at]?.vehicle ?? -1]?.place
        return place ? { at, place } : []
      })
      const { latitude, longitude } = (requests[request] as EngineRequest).pickup
      const table = await roads.table(
        known.map(({ place }) => place),
        [{ latitude, longitude }],
        { signal },
      )
      for (const [row, { at }] of known.entries()) {
        seconds[at] = table.seconds[row] as number
        isEstimate[at] = table.isEstimated[row] === true
      }
    }
  }
  await Promise.all(Array.from({ length: concurrentCalls }, work))
  return { seconds, isEstimate }
}

/** How many vehicles each constraint removed; a vehicle counts under its first reason. */
function countExclusions(
  vehicles: readonly EngineVehicle[],
  request: EngineRequest,
  rules: RoundRules,
  near: ReadonlySet<number>,
): Decision['excluded'] {
  const counts = new Map<ExclusionReason, number>()
  for (const [at, vehicle] of vehicles.entries()) {
    if (near.has(at)) continue
    const reason = exclusionsOf(vehicle, request, rules)[0] ?? 'too_far'
    counts.set(reason, (counts.get(reason) ?? 0) + 1)
  }
  return [...counts].map(([reason, amount]) => ({ reason, vehicles: amount }))
}

/** What a round decided for one service. */
export interface RoundResult {
  serviceId: string
  outcome: Decision['outcome'] | 'lost'
  vehicleId: string | null
  /** Changes where the vehicle, or what excluded the others, does. */
  summary: string
}

/** The process lost its lease while it decided; nothing of what followed was committed. */
export class StaleLease extends Error {}

export interface RoundOptions {
  /** In seconds: only nearer vehicles. Default: as the fleet's settings say. */
  arrivalWithin?: number
  /** Summaries of the latest stored decisions that assigned nothing, by service: equal ones are not stored again. */
  known?: ReadonlyMap<string, string>
  signal?: AbortSignal
}

/**
 * Matches the waiting services of a fleet with its vehicles, and assigns or proposes them. Each assignment is one
 * transaction with its decision, committed only while the lease holds; a service or vehicle that changed meanwhile is
 * left for the next round.
 * @throws StaleLease
 */
export async function runRound(
  { database, roads }: EngineDeps,
  { companyId, lease }: { companyId: string; lease: Lease },
  { arrivalWithin, known = new Map(), signal = new AbortController().signal }: RoundOptions = {},
): Promise<RoundResult[]> {
  const { fleetId } = lease
  const { now, settings, waiting, vehicles } = await database.transaction(
    engineIdentity,
    (tx) => readFleet(tx, { fleetId, companyId }),
    { readOnly: true },
  )
  const { mode, preset } = settings
  if (mode === 'manual' || waiting.length === 0) return []
  const rules: RoundRules = {
    requiresShift: settings.requiresShift,
    // Busy vehicles join once their remaining drive is known.
    freeWithin: 0,
    weights: presets[preset],
    compared: comparedVehicles,
    longestArrival: Math.min(arrivalWithin ?? Number.POSITIVE_INFINITY, settings.longestArrivalMinutes * 60),
  }
  const requests = waiting.map((service) => requestOf(service, now))
  const pairs = pairsOf(vehicles, requests, rules)
  const { seconds, isEstimate } = await drivesOf(roads, vehicles, requests, pairs, signal)
  const estimated = new Map(
    pairs.map(({ vehicle, request }, at) => [`${vehicle} ${request}`, isEstimate[at]]),
  )
  const { matches, compared } = matchRound(vehicles, requests, pairs, seconds, rules)
  const byRequest = new Map<number, Match[]>()
  for (const match of compared) byRequest.set(match.request, [...(byRequest.get(match.request) ?? []), match])

  const results: RoundResult[] = []
  for (const [at, service] of waiting.entries()) {
    const match = matches.find(({ request }) => request === at)
    if (!match && arrivalWithin !== undefined) continue
    const vehicle = match ? (vehicles[match.vehicle] as FleetState['vehicles'][number]) : null
    const considered = byRequest.get(at) ?? []
    const decision: NewDecision = {
      serviceId: service.id,
      mode,
      preset,
      outcome: vehicle === null ? 'none' : mode === 'automatic' ? 'assigned' : 'suggested',
      vehicleId: vehicle?.vehicleId ?? null,
      vehicleNumber: vehicle?.vehicleNumber ?? null,
      considered: considered.slice(0, mostStored).map(({ vehicle: index, arrival, cost, parts }) => ({
        vehicleId: vehicles[index]?.vehicleId ?? '',
        vehicleNumber: vehicles[index]?.vehicleNumber ?? '',
        arrivalSeconds: Math.round(arrival),
        isEstimate: estimated.get(`${index} ${at}`) ?? true,
        cost: Math.round(cost),
        parts: Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, Math.round(part)])),
      })),
      excluded: countExclusions(
        vehicles,
        requests[at] as EngineRequest,
        rules,
        new Set(considered.map(({ vehicle: index }) => index)),
      ),
    }
    const summary = JSON.stringify([decision.outcome, decision.vehicleId, decision.excluded])
    const outcome = await commit(
      database,
      { companyId, lease },
      service,
      decision,
      known.get(service.id) === summary,
    )
    results.push({ serviceId: service.id, outcome, vehicleId: decision.vehicleId, summary })
  }
  return results
}

async function commit(
  database: Database,
  { companyId, lease }: { companyId: string; lease: Lease },
  { id, version }: WaitingService,
  decision: NewDecision,
  isKnown: boolean,
): Promise<RoundResult['outcome']> {
  const { outcome, vehicleId } = decision
  if (outcome !== 'assigned' && isKnown) return outcome
  try {
    await database.transaction(engineIdentity, async (tx) => {
      if (!(await holdLease(tx, lease))) throw new StaleLease()
      if (outcome === 'assigned' && vehicleId !== null)
        await assignVehicle(tx, null, id, { vehicleId, version })
      await insertDecision(tx, { companyId, fleetId: lease.fleetId }, decision)
      if (outcome === 'suggested') tx.stale({ domain: 'dispatch', id, fleetId: lease.fleetId, companyId })
    })
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return 'lost'
  }
  return outcome
}

/** What was decided for a service, the latest first. */
export async function listDecisionsOf(tx: Transaction, serviceId: string): Promise<{ items: Decision[] }> {
  return { items: await findDecisions(tx, serviceId) }
}
