import { buildModel, type Model } from '../model/model.ts'
import type { EditProblem } from '../problem/problem.ts'
import type { RouteStop } from '../problem/route.ts'
import { noNode } from '../timing/sequence.ts'

/** A model with the indices of its vehicles and requests, by id. */
export interface IndexedModel {
  model: Model
  vehicleAt: ReadonlyMap<string, number>
  requestAt: ReadonlyMap<string, number>
}

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

/** The index of a vehicle. @throws RangeError for an unknown vehicle */
export function vehicleOf({ vehicleAt }: IndexedModel, vehicleId: string): number {
  const vehicle = vehicleAt.get(vehicleId)
  if (vehicle === undefined) throw new RangeError(`there is no vehicle ${vehicleId}`)
  return vehicle
}

/** The index of a request. @throws RangeError for an unknown request */
export function requestOf({ requestAt }: IndexedModel, requestId: string): number {
  const request = requestAt.get(requestId)
  if (request === undefined) throw new RangeError(`there is no request ${requestId}`)
  return request
}

/**
 * The nodes of visits. Reloads beyond those that the vehicle has repeat its last one.
 * @throws RangeError for an unknown request or stop
 */
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
