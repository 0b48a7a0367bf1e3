import type { Model } from '../model/model.ts'
import type { Routes } from '../routes/routes.ts'
import { beginOf, tolerance } from '../routes/windows.ts'
import type { Blink, Insertion } from './found.ts'
import { timedDelta } from './timed-delta.ts'

/** The cheapest place for a request of one stop; arriving after its last window ends the search, as no later place is sooner. */
export function bestOfSingle(
  model: Model,
  routes: Routes,
  request: number,
  vehicle: number,
  best: Insertion,
  blink: Blink,
) {
  const { dimensions, nodeLocation, nodeService, fromStart, toEnd } = model
  const { departs, latest, highestUntil, highestFrom } = routes
  const {
    start,
    end,
    earliest,
    latest: until,
    capacity,
    locations,
    seconds,
    metres,
    cost,
    fixed,
    maxMetres,
  } = model.vehicles[vehicle]!
  const order = routes.order[vehicle]!
  const length = routes.length[vehicle]!
  const node = model.firstStop[request]!
  const here = nodeLocation[node]!
  const row = here * locations
  const service = nodeService[node]!
  const isTimed = model.timed[vehicle] === 1
  const simple = model.nodeWindows[node] === undefined
  const open = model.nodeOpen[node]!
  const close = model.nodeClose[node]! + tolerance
  for (let at = routes.frozen[vehicle]!; at <= length; at++) {
    if (--blink.left < 0) {
      blink.left = blink.next()
      continue
    }
    const before = at > 0 ? order[at - 1]! : -1
    const from = before < 0 ? start : nodeLocation[before]!
    const arc = from * locations + here
    const arrival = (before < 0 ? earliest : departs[before]!) + seconds[arc]!
    let begin: number
    if (simple) {
      if (arrival > close) break
      begin = arrival > open ? arrival : open
    } else {
      begin = beginOf(model, node, arrival)
      if (begin === Infinity) break
    }
    const next = at < length ? order[at]! : -1
    const to = next < 0 ? end : nodeLocation[next]!
    let delta = cost[arc]!
    if (to >= 0) delta += cost[row + to]!
    if (length === 0) delta += fixed
    else if (to >= 0) delta -= cost[from * locations + to]!
    if (delta >= best.cost) continue
    const leaves = begin + service
    if (next < 0) {
      if (leaves + (to < 0 ? 0 : seconds[row + to]!) > until + tolerance) continue
    } else if (beginOf(model, next, leaves + seconds[row + to]!) > latest[next]! + tolerance) continue
    if (dimensions > 0) {
      let fits = true
      for (let d = 0; d < dimensions; d++) {
        const most = capacity[d]! + tolerance
        const earlier =
          before < 0 ? routes.startLoad[vehicle * dimensions + d]! : highestUntil[before * dimensions + d]!
        const later =
          before < 0 ? routes.startHighest[vehicle * dimensions + d]! : highestFrom[before * dimensions + d]!
        if (
          earlier + fromStart[request * dimensions + d]! > most ||
          later + toEnd[request * dimensions + d]! > most
        ) {
          fits = false
          break
        }
      }
      if (!fits) continue
    }
    if (maxMetres !== Infinity) {
      const longer =
        metres[arc]! +
        (to < 0 ? 0 : metres[row + to]!) -
        (length === 0 || to < 0 ? 0 : metres[from * locations + to]!)
      if (routes.metres[vehicle]! + longer > maxMetres + tolerance) continue
    }
    if (isTimed) {
      single[0] = at
      delta += timedDelta(model, routes, request, vehicle, single)
      if (!(delta < best.cost)) continue
    }
    best.cost = delta
    best.vehicle = vehicle
    best.before[0] = at
    best.reload = -1
  }
}

const single = new Int32Array(1)
