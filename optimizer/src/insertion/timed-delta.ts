import type { Model } from '../model/model.ts'
import type { Routes } from '../routes/routes.ts'
import { timedExtra } from '../routes/timed.ts'

let buffer = new Int32Array(64)

/** How much the part of the cost that depends on time grows by an insertion; Infinity where the route gets infeasible. */
export function timedDelta(
  model: Model,
  routes: Routes,
  request: number,
  vehicle: number,
  before: Int32Array,
): number {
  const order = routes.order[vehicle]!
  const length = routes.length[vehicle]!
  const first = model.firstStop[request]!
  const stops = model.stopsOf[request]!
  if (buffer.length < length + stops) buffer = new Int32Array((length + stops) * 2)
  let count = 0
  let stop = 0
  for (let at = 0; at <= length; at++) {
    while (stop < stops && before[stop] === at) buffer[count++] = first + stop++
    if (at < length) buffer[count++] = order[at]!
  }
  return timedExtra(model, vehicle, buffer, count) - routes.extra[vehicle]!
}
