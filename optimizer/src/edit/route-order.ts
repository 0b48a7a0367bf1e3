import { buildModel, type Model } from '../model/model.ts'
import type { EditProblem } from '../problem/problem.ts'

/** A stop of a request, or a reload where `requestId` is absent. `stop` is its index within the request, 0 where absent. */
export interface RouteStop {
  requestId?: string
  stop?: number
}

/** Which stops a vehicle visits in which order. Every `PlannedRoute` is one; what is returned has no times. */
export interface RouteOrder {
  vehicleId: string
  visits: readonly RouteStop[]
  /** A fixed departure, in seconds of the problem; without it the vehicle leaves as late as its route allows. */
  startsAt?: number
  /** This many visits at its beginning stay as they are, and nothing comes before or between them. */
  frozen?: number
  /** Nothing in it changes. */
  isClosed?: boolean
}

/** The order of a route alone, without times. */
export const orderOf = ({ vehicleId, visits, startsAt, frozen, isClosed }: RouteOrder): RouteOrder => ({
  vehicleId,
  visits: visits.map(({ requestId, stop = 0 }) => (requestId === undefined ? {} : { requestId, stop })),
  startsAt,
  frozen,
  isClosed,
})

export interface IndexedModel {
  model: Model
  vehicleAt: Map<string, number>
  requestAt: Map<string, number>
}

/** The nodes of one route: the first `length` of `nodes`. */
export interface Sequence {
  vehicle: number
  nodes: ArrayLike<number>
  length: number
  /** A fixed departure. */
  startsAt?: number
}

/** Stands for a reload of a vehicle that cannot reload: it stays where it is, without time or effect. */
export const noNode = -1

const models = new WeakMap<EditProblem, IndexedModel>()

/**
 * The model of a problem. It is kept for as long as the problem is, which therefore must not be changed in place.
 * @throws RangeError where the problem contradicts itself
 */
export function modelOf(problem: EditProblem): IndexedModel {
  let found = models.get(problem)
  if (!found) {
    found = {
      model: buildModel(problem),
      vehicleAt: new Map(problem.vehicles.map(({ id }, index) => [id, index])),
      requestAt: new Map(problem.requests.map(({ id }, index) => [id, index])),
    }
    models.set(problem, found)
  }
  return found
}

/** @throws RangeError for an unknown vehicle */
export function vehicleOf({ vehicleAt }: IndexedModel, vehicleId: string): number {
  const vehicle = vehicleAt.get(vehicleId)
  if (vehicle === undefined) throw new RangeError(`there is no vehicle ${vehicleId}`)
  return vehicle
}

/** @throws RangeError for an unknown request */
export function requestOf({ requestAt }: IndexedModel, requestId: string): number {
  const request = requestAt.get(requestId)
  if (request === undefined) throw new RangeError(`there is no request ${requestId}`)
  return request
}

/** The nodes of visits. @throws RangeError for an unknown request or stop */
export function nodesOf(indexed: IndexedModel, vehicle: number, visits: readonly RouteStop[]): number[] {
  const { firstStop, stopsOf, reloadsOf } = indexed.model
  const reloads = reloadsOf[vehicle]!
  let reload = 0
  return visits.map(({ requestId, stop = 0 }) => {
    if (requestId === undefined) return reloads[Math.min(reload++, reloads.length - 1)] ?? noNode
    const request = requestOf(indexed, requestId)
    if (!Number.isInteger(stop) || stop < 0 || stop >= stopsOf[request]!)
      throw new RangeError(`request ${requestId} has no stop ${stop}`)
    return firstStop[request]! + stop
  })
}

/** The visit of a node. */
export function stopOf({ nodeRequest, firstStop, problem }: Model, node: number): RouteStop {
  const request = node === noNode ? -1 : nodeRequest[node]!
  return request < 0 ? {} : { requestId: problem.requests[request]!.id, stop: node - firstStop[request]! }
}
