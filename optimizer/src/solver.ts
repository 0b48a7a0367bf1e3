import { buildModel, type Model } from './model/model.ts'
import { type StartRoute, startingOrders } from './plan/start.ts'
import { timetableOf } from './plan/timetable.ts'
import type { Objective, Plan, Problem } from './problem/problem.ts'
import { createSearch, type Search, type Snapshot } from './search/search.ts'

export interface SolverOptions {
  objective: Objective
  /** Of the random numbers. Default: 1. */
  seed?: number
  /** The plan to begin with. */
  start?: StartRoute[]
  /** Requests of `start` that stay on their vehicle, in their order; others may come between them. */
  lockedRequests?: string[]
}

export interface Solver {
  /**
   * Searches on.
   * @param progress from 0 (just begun) to 1 (nearly over): how willing the search is to accept a worse plan
   * @param steps how many changes to try
   */
  advance(progress: number, steps: number): void
  /** The best plan so far and its cost. */
  best(): { plan: Plan; cost: number }
  /** The cost of the best plan, without making the plan. */
  cost(): number
}

/** The share of the search that may go into emptying routes, where few vehicles are the objective. */
const savingShare = 0.5
/** The share in which what the first plan left out may find a place before that. */
const placingShare = 0.05
/** Temperatures at the beginning and the end, in costs of the travel to one stop. */
const hottest = 1
const coldest = 0.01

/**
 * A search that can be continued for as long as there is time. The same calls with the same seed give the same plan.
 * @throws RangeError where problem or start contradict themselves
 */
export function createSolver(
  problem: Problem,
  { objective, seed = 1, start = [], lockedRequests = [] }: SolverOptions,
): Solver {
  const model = buildModel(problem, objective)
  const locked = new Set(lockedRequests)
  const isLocked = Uint8Array.from(problem.requests, ({ id }) => (locked.has(id) ? 1 : 0))
  const begin = startingOrders(model, start, isLocked)
  begin.orders.forEach((order, vehicle) => {
    for (const node of order.subarray(0, begin.frozen[vehicle]))
      if (model.nodeRequest[node]! >= 0) isLocked[model.nodeRequest[node]!] = 1
  })
  const search = createSearch(model, seed, { isLocked, start: begin })
  const scale = travelPerStop(search)
  const saving = objective === 'fewest_vehicles' ? createSaving(search, scale) : undefined
  return {
    advance(progress, steps) {
      if (saving && !saving.isOver()) {
        if (progress < savingShare) return saving.advance(progress, steps)
        saving.end()
      }
      const from = saving ? saving.endedAt(progress) : 0
      const along = Math.min(1, Math.max(0, (progress - from) / (1 - from || 1)))
      const temperature = scale * hottest * (coldest / hottest) ** along
      for (let step = 0; step < steps; step++) search.step(temperature)
    },
    best: () => ({ plan: planOf(model, search.best), cost: search.best.cost }),
    cost: () => search.best.cost,
  }
}

/** Places what was left out at first, then empties one route after the other, each once the plan without it is cheaper. */
function createSaving(search: Search, temperature: number) {
  /** No plan needs fewer vehicles; undefined until routes are emptied. */
  let fewest: number | undefined
  let isOver = false
  let ended: number | undefined
  const end = () => {
    isOver = true
    search.endSaving()
    search.load(search.best)
  }
  const emptyNext = (least: number) => {
    isOver = search.best.vehicles <= least || !search.saveVehicle()
  }
  const beginEmptying = () => {
    search.load(search.best)
    fewest = leastVehicles(search)
    emptyNext(fewest)
    return fewest
  }
  return {
    isOver: () => isOver,
    advance(progress: number, steps: number) {
      const isPlacing = fewest === undefined && search.best.absent > 0 && progress < placingShare
      if (isPlacing) {
        for (let step = 0; step < steps && search.best.absent > 0; step++) search.step(temperature)
        return
      }
      const least = fewest ?? beginEmptying()
      for (let step = 0; step < steps && !isOver; step++) {
        if (search.cost < search.best.cost) {
          search.best = search.snapshot()
          emptyNext(least)
        } else search.fleetStep(temperature)
      }
      if (isOver) end()
    },
    end,
    /** The progress at which the rest of the search began: that of the first question. */
    endedAt(progress: number) {
      ended ??= Math.min(progress, 0.99)
      return ended
    },
  }
}

/** What a stop costs in travel, the measure of temperatures. */
function travelPerStop({ model, routes }: Search) {
  let total = 0
  let stops = 0
  for (let vehicle = 0; vehicle < model.vehicleCount; vehicle++) {
    if (routes.length[vehicle] === 0) continue
    total += routes.cost[vehicle]! - model.vehicles[vehicle]!.fixed - routes.extra[vehicle]!
    stops += routes.length[vehicle]!
  }
  return Math.max(1e-6, total / Math.max(1, stops))
}

/** No plan needs fewer for what is planned: the sum of the loads that must be carried from or to the depot. */
function leastVehicles({ model, routes }: Search) {
  let least = 1
  for (let d = 0; d < model.dimensions; d++) {
    let from = 0
    let to = 0
    for (let request = 0; request < model.requestCount; request++) {
      if (routes.absentAt[request]! >= 0) continue
      from += model.fromStart[request * model.dimensions + d]!
      to += model.toEnd[request * model.dimensions + d]!
    }
    const most = Math.max(...model.vehicles.map(({ capacity, reload }) => (reload ? Infinity : capacity[d]!)))
    if (most > 0) least = Math.max(least, Math.ceil(Math.max(from, to) / most))
  }
  return least
}

function planOf(model: Model, { orders }: Snapshot): Plan {
  const { problem, nodeRequest } = model
  const served = new Set<number>()
  const routes = orders.flatMap((order, vehicle) => {
    if (order.length === 0) return []
    for (const node of order) served.add(nodeRequest[node]!)
    return [timetableOf(model, vehicle, order)]
  })
  return { routes, unassigned: problem.requests.filter((_, index) => !served.has(index)).map(({ id }) => id) }
}
