import type { Decision } from '@rumbo/contract/dispatch.engine.contract'
import type { Coordinates } from '@rumbo/geo'
import { createSemaphore } from '../../platform/semaphore.ts'
import { slicesOf } from '../../platform/slices.ts'
import type { EngineRequest, EngineVehicle } from './dispatch.constraints.rules.ts'
import type { CostParts } from './dispatch.cost.rules.ts'
import { costedOf } from './dispatch.costed-vehicles.ts'
import { withCover } from './dispatch.cover.rules.ts'
import { permitsOf } from './dispatch.permits.rules.ts'
import {
  endingAmong,
  type Match,
  matchPriced,
  pairsByRequest,
  pairsOf,
  partsOf,
  pricePairs,
  type RoundRules,
} from './dispatch.round.rules.ts'
import { type AskTimes, type KnownDrives, RoundDrives } from './dispatch.round-drives.ts'

/** The best vehicles of a service are compared by the road between the places, not only between their cells. */
const refinedVehicles = 5
/** How often the matching is repeated because it chose a vehicle whose time was only known between cells. */
const mostRepeats = 3
/** Services whose questions to the road engine are asked together, and how often that is under way at a time. */
const askedTogether = 32
const concurrentQuestions = 3
const mostStored = 10
/** A vehicle gets at most so many services that wait for it. */
const mostLevels = 2

/** What a round needs to know; plain data, which is sent to the thread. */
export interface RoundTask {
  fleetId: string
  nowMs: number
  vehicles: readonly EngineVehicle[]
  requests: readonly EngineRequest[]
  /** By request. */
  lastStops: readonly Coordinates[]
  rules: RoundRules
}

/** A vehicle that was compared for a request: its index, and what it costs in seconds. */
export interface Compared {
  vehicle: number
  arrival: number
  isEstimate: boolean
  cost: number
  parts: CostParts
}
/** What a round found for a request. */
export interface RoundFinding {
  choice: {
    vehicle: number
    arrival: number
    /** Among the vehicle's reservations; 0: it is free now. */
    place: number
  } | null
  /** The cheapest first, and the chosen one among them. */
  considered: Compared[]
  /** The others that were compared, the cheapest first: of each its index, its arrival and its cost in whole seconds. */
  dearer: Int32Array
  excluded: Decision['excluded']
  /** Indexes of vehicles near enough to be compared whose driver's shift ends before the pickup. */
  ending: number[]
}

interface Level {
  /** By request, the cheapest first. */
  byRequest: Match[][]
  chosen: (Match | null)[]
  /** Of a request: how many vehicles each constraint removed. */
  excludedOf(
    request: number,
    compared: ReadonlySet<number>,
    ending: ReadonlySet<number>,
  ): Decision['excluded']
  /** Its vehicles whose driver's shift ends before the pickup. */
  endingOf(request: number): Set<number>
  comparedOf(match: Match): Compared
}

async function matchLevel(
  { fleetId, nowMs, rules, vehicles, requests }: Omit<RoundTask, 'lastStops'>,
  known: KnownDrives,
  ask: AskTimes,
): Promise<Level> {
  const costed = costedOf(vehicles)
  const permits = permitsOf(vehicles, rules, costed)
  const round = { vehicles, requests, costed, pairs: pairsOf(vehicles, requests, rules, permits) }
  const drives = new RoundDrives({ fleetId, nowMs, ...round }, known, ask)
  const groups = pairsByRequest(round)
  const byRequest: Match[][] = []
  const price = (request: number, changed: readonly number[]) => {
    const others = (byRequest[request] ?? []).filter(({ pair }) => !changed.includes(pair))
    const priced = [...others, ...pricePairs(round, changed, drives.seconds, rules)]
    priced.sort((a, b) => a.cost - b.cost)
    byRequest[request] = priced
    return priced
  }
  const limit = createSemaphore(concurrentQuestions)
  const recall = (request: number) => {
    const pairs = groups[request] as number[]
    const best = () => price(request, pairs).slice(0, refinedVehicles)
    return { request, pairs: drives.recall(pairs, () => best().map(({ pair }) => pair)) }
  }
  /** Asks the road engine for pairs of each request, and prices them again. */
  const askRoads = <One>(
    all: readonly One[],
    askedOf: (one: One) => { request: number; pairs: readonly number[] },
  ) =>
    Promise.all(
      slicesOf(all, askedTogether).map((some) =>
        limit(async () => {
          const asked = some.map(askedOf).filter(({ pairs }) => pairs.length > 0)
          await drives.read(asked.map(({ pairs }) => pairs))
          for (const { request, pairs } of asked) price(request, pairs)
        }),
      ),
    )
  await askRoads([...groups.keys()], recall)
  for (let repeat = 0; ; repeat += 1) {
    const chosen = matchPriced(byRequest, vehicles.length, rules)
    const rough = chosen.filter((match) => match !== null && drives.isRough(match.pair)) as Match[]
    if (rough.length === 0 || repeat === mostRepeats) {
      return {
        byRequest,
        chosen,
        endingOf: (at) => endingAmong(round, groups[at] ?? [], drives.seconds),
        comparedOf: (match) => ({
          vehicle: match.vehicle,
          arrival: match.arrival,
          isEstimate: drives.isEstimate(match.pair),
          cost: match.cost,
          parts: partsOf(round, match, drives.seconds, rules),
        }),
        excludedOf: (at, compared, ending) => permits.count(requests[at] as EngineRequest, compared, ending),
      }
    }
    await askRoads(rough, ({ pair, request }) => ({ request, pairs: [pair] }))
  }
}

/**
 * Who was compared for a request and who was not: of all vehicles as they are.
 * @param chosen as it was compared; perhaps after another match that it serves first
 */
function explain(
  { byRequest, comparedOf, excludedOf, endingOf }: Level,
  at: number,
  { chosen, isAsked }: { chosen: Compared | null; isAsked: (vehicle: number) => boolean },
): Pick<RoundFinding, 'considered' | 'dearer' | 'excluded' | 'ending'> {
  const matches = (byRequest[at] ?? []).filter(({ vehicle }) => vehicle !== chosen?.vehicle)
  const asked = matches.findIndex(({ vehicle }) => isAsked(vehicle))
  const places = mostStored - (chosen ? 1 : 0)
  const shown = matches.slice(0, asked < places ? places : places - 1)
  if (asked >= places) shown.push(matches[asked] as Match)
  const considered = shown.map(comparedOf)
  if (chosen) considered.push(chosen)
  considered.sort((a, b) => a.cost - b.cost)
  const named = new Set(considered.map(({ vehicle }) => vehicle))
  const dearer = matches.filter(({ vehicle }) => !named.has(vehicle))
  const numbers = new Int32Array(3 * dearer.length)
  for (const [place, { vehicle, arrival, cost }] of dearer.entries())
    numbers.set([vehicle, Math.round(arrival), Math.round(cost)], 3 * place)
  for (const { vehicle } of dearer) named.add(vehicle)
  const ending = endingOf(at)
  return { considered, dearer: numbers, excluded: excludedOf(at, named, ending), ending: [...ending] }
}

/**
 * Matches in levels: first the vehicles as they are, then those that serve a match after it.
 * @returns by request
 */
export async function matchInLevels(
  task: RoundTask,
  known: KnownDrives,
  ask: AskTimes,
): Promise<RoundFinding[]> {
  const { rules } = task
  const findings: RoundFinding[] = task.requests.map(() => ({
    choice: null,
    considered: [],
    dearer: new Int32Array(),
    excluded: [],
    ending: [],
  }))
  let vehicles: readonly EngineVehicle[] = withCover(task.vehicles, rules)
  /** Of the vehicles of a level: their index in the task, and their place among the reservations. */
  let served = vehicles.map(({ freeIn }, vehicle) => ({ vehicle, place: freeIn === 0 ? 0 : 1 }))
  let left = [...task.requests.keys()]
  const levels = rules.freeWithin > 0 ? mostLevels : 1
  let first: Level | null = null
  for (let level = 0; level < levels && left.length > 0; level += 1) {
    const requests = left.map((at) => task.requests[at] as EngineRequest)
    const matched = await matchLevel({ ...task, vehicles, requests }, known, ask)
    first ??= matched
    const following: { state: EngineVehicle; vehicle: number; place: number }[] = []
    for (const [row, at] of left.entries()) {
      const finding = findings[at] as RoundFinding
      const match = matched.chosen[row] ?? null
      const request = requests[row] as EngineRequest
      const chosen = match && {
        ...matched.comparedOf(match),
        vehicle: served[match.vehicle]?.vehicle ?? -1,
      }
      const isAsked = (vehicle: number) => task.vehicles[vehicle]?.vehicleId === request.comparedWith
      if (level === 0 || chosen) Object.assign(finding, explain(first, at, { chosen, isAsked }))
      if (!match) continue
      const { vehicle, place } = served[match.vehicle] as { vehicle: number; place: number }
      finding.choice = { vehicle, arrival: match.arrival, place }
      const pickedUp = Math.max(match.arrival, request.windowStart ?? 0)
      following.push({
        state: {
          ...(vehicles[match.vehicle] as EngineVehicle),
          place: task.lastStops[at] as Coordinates,
          freeIn: pickedUp + request.duration,
          idle: 0,
          cover: 0,
        },
        vehicle,
        place: place + 1,
      })
    }
    // Whose vehicle is given serves at once: for it the vehicles are compared as they are.
    left = left.filter((at) => findings[at]?.choice === null && task.requests[at]?.comparedWith === undefined)
    const next = following.filter(({ place }) => place <= mostLevels)
    vehicles = next.map(({ state }) => state)
    served = next
  }
  return findings
}
