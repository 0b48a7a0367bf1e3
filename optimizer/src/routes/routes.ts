import type { Model } from '../model/model.ts'

/** The routes of all vehicles while they are being searched, with what each insertion must know about the nodes beside it. */
export interface Routes {
  length: Int32Array
  /** Per vehicle its nodes in order. */
  order: Int32Array[]
  /** Nodes at the beginning of each route that nothing may come before or between. */
  frozen: Int32Array
  /** Vehicles whose route must not change at all. */
  closed: Uint8Array
  /** Vehicle of each node, -1 where it is in no route. */
  vehicleOf: Int32Array
  position: Int32Array
  begins: Float64Array
  departs: Float64Array
  /** The latest begin of service that leaves everything after it feasible. */
  latest: Float64Array
  loadAfter: Float64Array
  /** Highest load of the trip until this node, and from it. */
  highestUntil: Float64Array
  highestFrom: Float64Array
  startLoad: Float64Array
  startHighest: Float64Array
  cost: Float64Array
  metres: Float64Array
  /** What the objective adds to the cost of a timed route. */
  extra: Float64Array
  /** Requests in no route. */
  absent: Int32Array
  absentCount: number
  absentAt: Int32Array
}

/** Routes without stops: every request is absent, nothing is frozen or closed. */
export function emptyRoutes(model: Model): Routes {
  const { nodeCount, vehicleCount, requestCount, dimensions } = model
  const routes: Routes = {
    length: new Int32Array(vehicleCount),
    order: Array.from({ length: vehicleCount }, () => new Int32Array(16)),
    frozen: new Int32Array(vehicleCount),
    closed: new Uint8Array(vehicleCount),
    vehicleOf: new Int32Array(nodeCount).fill(-1),
    position: new Int32Array(nodeCount),
    begins: new Float64Array(nodeCount),
    departs: new Float64Array(nodeCount),
    latest: new Float64Array(nodeCount),
    loadAfter: new Float64Array(nodeCount * dimensions),
    highestUntil: new Float64Array(nodeCount * dimensions),
    highestFrom: new Float64Array(nodeCount * dimensions),
    startLoad: new Float64Array(vehicleCount * dimensions),
    startHighest: new Float64Array(vehicleCount * dimensions),
    cost: new Float64Array(vehicleCount),
    metres: new Float64Array(vehicleCount),
    extra: new Float64Array(vehicleCount),
    absent: new Int32Array(requestCount),
    absentCount: 0,
    absentAt: new Int32Array(requestCount).fill(-1),
  }
  for (let request = 0; request < requestCount; request++) addAbsent(routes, request)
  return routes
}

/** The number of vehicles with stops. */
export function countUsed({ length }: Routes): number {
  let used = 0
  for (let vehicle = 0; vehicle < length.length; vehicle++) if (length[vehicle]! > 0) used++
  return used
}

/** Counts a request as absent, once; its stops stay in their route. */
export function addAbsent(routes: Routes, request: number) {
  if (routes.absentAt[request]! >= 0) return
  routes.absentAt[request] = routes.absentCount
  routes.absent[routes.absentCount++] = request
}

/** Counts a request as planned; nothing where it is already. */
export function removeAbsent(routes: Routes, request: number) {
  const at = routes.absentAt[request]!
  if (at < 0) return
  const last = routes.absent[--routes.absentCount]!
  routes.absent[at] = last
  routes.absentAt[last] = at
  routes.absentAt[request] = -1
}

/** Puts a node before the one at `position`; the caller updates the route once all its nodes are in. */
export function insertNode(routes: Routes, vehicle: number, position: number, node: number) {
  const length = routes.length[vehicle]!
  let order = routes.order[vehicle]!
  if (length === order.length) {
    const longer = new Int32Array(length * 2)
    longer.set(order)
    order = longer
    routes.order[vehicle] = longer
  }
  for (let at = length; at > position; at--) order[at] = order[at - 1]!
  order[position] = node
  routes.length[vehicle] = length + 1
  routes.vehicleOf[node] = vehicle
}

/** Replaces the order of a route; nodes that are no longer in it are in none. */
export function setOrder(routes: Routes, vehicle: number, nodes: ArrayLike<number>, count = nodes.length) {
  let order = routes.order[vehicle]!
  for (let at = 0; at < routes.length[vehicle]!; at++)
    if (routes.vehicleOf[order[at]!] === vehicle) routes.vehicleOf[order[at]!] = -1
  if (count > order.length) {
    order = new Int32Array(Math.max(count, order.length * 2))
    routes.order[vehicle] = order
  }
  for (let at = 0; at < count; at++) {
    order[at] = nodes[at]!
    routes.vehicleOf[nodes[at]!] = vehicle
  }
  routes.length[vehicle] = count
}
