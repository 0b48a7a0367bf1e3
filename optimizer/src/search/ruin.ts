import type { Model } from '../model/model.ts'
import { addAbsent, type Routes } from '../routes/routes.ts'
import { updateRoute } from '../routes/update.ts'

/** Settings of Christiaens and Vanden Berghe, "Slack induction by string removals" (2020). */
const averageRemoved = 10
const longestString = 10
const splitRate = 0.5
const splitDepth = 0.01

export interface RuinState {
  /** Stops near a stop, nearest first. */
  near: (stop: number) => Int32Array
  /** Requests that stay where they are. */
  isLocked: Uint8Array
  random: () => number
  /** Called before a route is changed. */
  onTouch: (vehicle: number) => void
}

/** Removes strings of neighbouring stops from routes near a stop chosen at random. */
export function ruin(model: Model, routes: Routes, state: RuinState) {
  const { near, isLocked, random, onTouch } = state
  const { stopCount, nodeRequest } = model
  if (stopCount === 0) return
  let used = 0
  let planned = 0
  for (let vehicle = 0; vehicle < model.vehicleCount; vehicle++) {
    if (routes.length[vehicle] === 0) continue
    used++
    planned += routes.length[vehicle]!
  }
  if (used === 0) return
  const longest = Math.min(longestString, planned / used)
  const strings = Math.floor(random() * ((4 * averageRemoved) / (1 + longest)) + 1)
  const seed = Math.floor(random() * stopCount)
  const ruined: number[] = []
  const around = near(seed)
  for (let index = -1; index < around.length && ruined.length < strings; index++) {
    const node = index < 0 ? seed : around[index]!
    const vehicle = routes.vehicleOf[node]!
    if (vehicle < 0 || routes.closed[vehicle] || isLocked[nodeRequest[node]!] || ruined.includes(vehicle))
      continue
    ruined.push(vehicle)
    onTouch(vehicle)
    const most = Math.min(longestString, routes.length[vehicle]!)
    removeString(model, routes, state, node, Math.floor(random() * most + 1))
  }
}

function removeString(
  model: Model,
  routes: Routes,
  { isLocked, random }: RuinState,
  node: number,
  length: number,
) {
  const vehicle = routes.vehicleOf[node]!
  const order = routes.order[vehicle]!
  const count = routes.length[vehicle]!
  const at = routes.position[node]!
  let kept = 0
  // A split string keeps some stops in its middle.
  if (length > 1 && length < count && random() < splitRate) {
    kept = 1
    while (length + kept < count && random() < splitDepth) kept++
  }
  const whole = length + kept
  const lowest = Math.max(0, at - whole + 1)
  const highest = Math.min(at, count - whole)
  const from = lowest + Math.floor(random() * (highest - lowest + 1))
  const keepFrom = kept > 0 ? from + 1 + Math.floor(random() * (length - 1)) : -1
  for (let index = from; index < from + whole; index++) {
    if (kept > 0 && index >= keepFrom && index < keepFrom + kept) continue
    const request = model.nodeRequest[order[index]!]!
    if (request >= 0 && !isLocked[request]) addAbsent(routes, request)
  }
  dropAbsent(model, routes, vehicle)
}

/** Takes the stops of absent requests, and the reloads that this makes needless, out of a route; what is frozen stays. */
function dropAbsent(model: Model, routes: Routes, vehicle: number) {
  const order = routes.order[vehicle]!
  const count = routes.length[vehicle]!
  const frozen = routes.frozen[vehicle]!
  let kept = frozen
  for (let index = frozen; index < count; index++) {
    const node = order[index]!
    const request = model.nodeRequest[node]!
    const isGone =
      request >= 0 ? routes.absentAt[request]! >= 0 : kept === 0 || model.nodeRequest[order[kept - 1]!]! < 0
    if (isGone) routes.vehicleOf[node] = -1
    else order[kept++] = node
  }
  while (kept > frozen && model.nodeRequest[order[kept - 1]!]! < 0) routes.vehicleOf[order[--kept]!] = -1
  routes.length[vehicle] = kept
  updateRoute(model, routes, vehicle)
}

/** Takes a whole request out of its route. */
export function removeRequest(model: Model, routes: Routes, request: number) {
  const vehicle = routes.vehicleOf[model.firstStop[request]!]!
  addAbsent(routes, request)
  if (vehicle >= 0) dropAbsent(model, routes, vehicle)
}
