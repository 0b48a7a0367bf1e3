import type { EditProblem, Objective, PlanRequest } from '../problem/problem.ts'
import { isMatrices, type Travel } from '../problem/travel.ts'
import { checkProblem } from './check-problem.ts'
import { allowedVehicles, type VehicleModel, vehicleClasses, vehicleModels } from './vehicle-model.ts'

/** A problem in flat arrays. A node is a stop of a request or a possible reload of a vehicle. */
export interface Model {
  problem: EditProblem
  /** Of the solver's problems: their travel. Empty where it is computed leg by leg. */
  matrices: Travel[]
  dimensions: number
  requestCount: number
  vehicleCount: number
  /** Stops of requests come first, then the reloads. */
  stopCount: number
  nodeCount: number
  nodeLocation: Int32Array
  /** -1 for a reload. */
  nodeRequest: Int32Array
  nodeService: Float64Array
  /** When its first window opens and its last one closes. */
  nodeOpen: Float64Array
  nodeClose: Float64Array
  /** Further windows of nodes with more than one: [from, until, from, until, ...]; undefined for one. */
  nodeWindows: (Float64Array | undefined)[]
  nodeDue: Float64Array
  /** Per node and dimension. */
  nodeLoad: Float64Array
  /** Per request its first node, and behind the last request the number of stops; then how many stops it has. */
  firstStop: Int32Array
  stopsOf: Int32Array
  /** Per request and dimension: on board from the start of the trip until the first stop. */
  fromStart: Float64Array
  /** Per request and dimension: on board from the last stop until the end of the trip. */
  toEnd: Float64Array
  /** 1 where a request has a load from or for the depot. */
  usesDepot: Uint8Array
  /** What it costs to leave a request out. */
  penalty: Float64Array
  /** `request * vehicleCount + vehicle`: 1 where skills and the list of vehicles allow it. */
  allowed: Uint8Array
  vehicles: VehicleModel[]
  /** Nodes that are reloads, by vehicle. */
  reloadsOf: Int32Array[]
  /** Vehicles with the same number are the same in everything. */
  vehicleClass: Int32Array
  /** 1 where the times of the whole route must be followed: breaks, a limit on working time, or an objective about time. */
  timed: Uint8Array
  /** Cost of a second after `due`: the objective `punctuality`. */
  perLateSecond: number
  /** Cost of the square of each route's working hours: the objective `balance`. */
  perSquaredHour: number
}

/** Above every cost of a plan: a request without a penalty is left out only where nothing else works. */
const unservedPenalty = 1e9
/** What leaving out a request costs that must be served if any plan can. */
export const unservedPenaltyOf = ({ priority = 1 }: Pick<PlanRequest, 'priority'>): number =>
  unservedPenalty * priority

/** A second late costs as much as so many seconds of driving. */
const secondsPerLate = 5
/** The square of an hour of work costs as much as so many hours of driving. */
const hoursPerSquare = 0.5
/** Metres in a second of driving, where only their relation to time matters. */
const usualSpeed = 10

/**
 * The model of a problem, which it does not copy: the problem must not change afterwards.
 * @throws RangeError where the problem contradicts itself
 */
export function buildModel(problem: EditProblem, objective: Objective = 'distance'): Model {
  checkProblem(problem)
  const dimensions = problem.vehicles[0]?.capacity.length ?? 0
  const stops = problem.requests.flatMap((request, index) => request.stops.map((stop) => ({ stop, index })))
  const reloads = problem.vehicles.flatMap((vehicle, index) =>
    Array.from({ length: vehicle.reload?.most ?? 0 }, () => ({ index, reload: vehicle.reload! })),
  )
  const stopCount = stops.length
  const perVehicle = objective === 'fewest_vehicles' ? aboveTravel(problem, stopCount) : 0
  const nodeCount = stopCount + reloads.length
  const model: Model = {
    problem,
    matrices: problem.travel.filter(isMatrices),
    dimensions,
    requestCount: problem.requests.length,
    vehicleCount: problem.vehicles.length,
    stopCount,
    nodeCount,
    nodeLocation: new Int32Array(nodeCount),
    nodeRequest: new Int32Array(nodeCount).fill(-1),
    nodeService: new Float64Array(nodeCount),
    nodeOpen: new Float64Array(nodeCount).fill(-Infinity),
    nodeClose: new Float64Array(nodeCount).fill(Infinity),
    nodeWindows: new Array(nodeCount).fill(undefined),
    nodeDue: new Float64Array(nodeCount).fill(Infinity),
    nodeLoad: new Float64Array(nodeCount * dimensions),
    firstStop: new Int32Array(problem.requests.length + 1),
    stopsOf: new Int32Array(problem.requests.length),
    fromStart: new Float64Array(problem.requests.length * dimensions),
    toEnd: new Float64Array(problem.requests.length * dimensions),
    usesDepot: new Uint8Array(problem.requests.length),
    penalty: Float64Array.from(problem.requests, (request) =>
      request.penalty === undefined ? unservedPenaltyOf(request) : request.penalty + perVehicle,
    ),
    allowed: allowedVehicles(problem),
    vehicles: vehicleModels(problem, perVehicle),
    reloadsOf: problem.vehicles.map(() => new Int32Array(0)),
    vehicleClass: vehicleClasses(problem),
    timed: Uint8Array.from(problem.vehicles, (vehicle) =>
      vehicle.breaks?.length ||
      vehicle.maxSeconds !== undefined ||
      objective === 'punctuality' ||
      objective === 'balance'
        ? 1
        : 0,
    ),
    perLateSecond: objective === 'punctuality' ? secondsPerLate * drivingCost(problem) : 0,
    perSquaredHour: objective === 'balance' ? hoursPerSquare * 3600 * drivingCost(problem) : 0,
  }
  stops.forEach(({ stop, index }, node) => {
    model.nodeLocation[node] = stop.location
    model.nodeRequest[node] = index
    model.nodeService[node] = stop.service
    model.nodeDue[node] = stop.due ?? Infinity
    const windows = stop.windows ?? []
    if (windows.length > 0) {
      model.nodeOpen[node] = windows[0]!.from
      model.nodeClose[node] = windows.at(-1)!.until
      if (windows.length > 1)
        model.nodeWindows[node] = Float64Array.from(windows.flatMap((window) => [window.from, window.until]))
    }
    for (let d = 0; d < dimensions; d++) model.nodeLoad[node * dimensions + d] = stop.load?.[d] ?? 0
  })
  let next = 0
  problem.requests.forEach((request, index) => {
    model.firstStop[index] = next
    model.stopsOf[index] = request.stops.length
    next += request.stops.length
    fillDepotLoads(model, request, index)
  })
  model.firstStop[problem.requests.length] = next
  reloads.forEach(({ index, reload }, position) => {
    const node = stopCount + position
    model.nodeLocation[node] = reload.location
    model.nodeService[node] = reload.service
    model.reloadsOf[index] = Int32Array.from([...model.reloadsOf[index]!, node])
  })
  return model
}

/** What a second of driving costs on average. */
function drivingCost({ vehicles }: EditProblem) {
  const total = vehicles.reduce((sum, { costs }) => sum + costs.perMetre * usualSpeed + costs.perSecond, 0)
  return total / Math.max(1, vehicles.length) || 1
}

/**
 * More than any travel that a vehicle less may cost, so that plans are compared by vehicles first. What may be left out for a
 * penalty is worth a vehicle of its own too.
 */
function aboveTravel({ vehicles, travel }: EditProblem, stopCount: number) {
  let total = 0
  let count = 0
  for (const { seconds, metres } of travel.filter(isMatrices))
    for (let at = 0; at < seconds.length; at++) {
      if (seconds[at] === Infinity || seconds[at] === 0) continue
      total += metres[at]! + seconds[at]!
      count++
    }
  const dearest = Math.max(1, ...vehicles.map(({ costs }) => Math.max(costs.perMetre, costs.perSecond)))
  return Math.min(unservedPenalty / 100, (2 * (stopCount + 1) * dearest * total) / Math.max(1, count))
}

/** What is unloaded without having been loaded came from the depot; what stays on board goes to it. */
function fillDepotLoads(model: Model, request: PlanRequest, index: number) {
  for (let d = 0; d < model.dimensions; d++) {
    let carried = 0
    let lowest = 0
    for (const stop of request.stops) {
      carried += stop.load?.[d] ?? 0
      lowest = Math.min(lowest, carried)
    }
    model.fromStart[index * model.dimensions + d] = -lowest
    model.toEnd[index * model.dimensions + d] = carried - lowest
    if (lowest < 0 || carried - lowest > 0) model.usesDepot[index] = 1
  }
}
