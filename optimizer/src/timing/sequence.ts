import type { Model } from '../model/model.ts'
import type { RouteStop } from '../problem/route.ts'

/** The nodes of one route: the first `length` of `nodes`. */
export interface Sequence {
  vehicle: number
  nodes: ArrayLike<number>
  length: number
  /** A fixed departure, in seconds of the problem. */
  startsAt?: number
}

/** Stands for a reload of a vehicle that cannot reload: it stays where it is, without time or effect. */
export const noNode = -1

/** The visit of a node. */
export function stopOf({ nodeRequest, firstStop, problem }: Model, node: number): RouteStop {
  const request = node === noNode ? -1 : nodeRequest[node]!
  return request < 0 ? {} : { requestId: problem.requests[request]!.id, stop: node - firstStop[request]! }
}
