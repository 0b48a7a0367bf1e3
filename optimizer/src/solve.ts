import { buildModel, type Model } from './model/model.ts'
import type { Objective, Plan, Problem } from './problem/problem.ts'
import { timetableOf } from './plan/timetable.ts'
import { createSearch, type Search, type Snapshot } from './search/search.ts'

export interface SolveOptions {
  objective: Objective
  seed?: number
  /** Stops after this time; without it after `iterations`. */
  seconds?: number
  /** The same number gives the same plan for the same seed. */
  iterations?: number
  hot?: number
  cold?: number
  now?: () => number
}

const chunk = 50

/** Plans in this thread, until time or iterations are over. */
export function solve(problem: Problem, options: SolveOptions): Plan & { cost: number; iterations: number } {
  const { objective, seed = 1, seconds, iterations = Infinity, now = () => performance.now() } = options
  const model = buildModel(problem, objective)
  const search = createSearch(model, seed)
  const started = now()
  let done = 0
  const progress = () => (seconds === undefined ? done / iterations : (now() - started) / 1000 / seconds)
  let share = 0
  if (objective === 'fewest_vehicles') {
    saveVehicles(search, () => {
      done += chunk
      return progress() < 0.5
    }, options)
    share = progress()
  }
  const scale = travelPerStop(search)
  const hot = (options.hot ?? 1) * scale
  const cold = (options.cold ?? 0.01) * scale
  while (true) {
    const at = (progress() - share) / (1 - share)
    if (at >= 1) break
    const temperature = hot * (cold / hot) ** at
    for (let one = 0; one < chunk; one++) search.step(temperature)
    done += chunk
  }
  return { ...planOf(model, search.best), cost: search.best.cost, iterations: done }
}

/** Empties one route after the other for as long as all requests find a place in the others. */
function saveVehicles(search: Search, goesOn: () => boolean, _options: SolveOptions) {
  const { model, routes } = search
  let complete: Snapshot | undefined
  const lowest = leastVehicles(model)
  const scale = travelPerStop(search)
  const take = () => {
    complete = {
      orders: routes.order.map((order, vehicle) => order.slice(0, routes.length[vehicle]!)),
      cost: search.current.cost,
      absent: 0,
      vehicles: routes.length.reduce((count, length) => count + (length > 0 ? 1 : 0), 0),
    }
  }
  if (routes.absentCount > 0) return
  take()
  while (complete!.vehicles > lowest) {
    search.saveVehicle()
    if (routes.absentCount === 0) break
    let isOver = false
    while (routes.absentCount > 0) {
      for (let one = 0; one < chunk && routes.absentCount > 0; one++) search.fleetStep(scale)
      if (routes.absentCount > 0 && !goesOn()) {
        isOver = true
        break
      }
    }
    if (isOver) break
    take()
  }
  search.load(complete!)
  search.best = { ...complete!, cost: search.current.cost }
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

/** No plan needs fewer: the sum of the loads that must be carried from or to the depot. */
function leastVehicles(model: Model) {
  let least = 1
  for (let d = 0; d < model.dimensions; d++) {
    let from = 0
    let to = 0
    for (let request = 0; request < model.requestCount; request++) {
      from += model.fromStart[request * model.dimensions + d]!
      to += model.toEnd[request * model.dimensions + d]!
    }
    const most = Math.max(...model.vehicles.map(({ capacity, reload }) => (reload ? Infinity : capacity[d]!)))
    least = Math.max(least, Math.ceil(Math.max(from, to) / most))
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
