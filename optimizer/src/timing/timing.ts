import type { Model } from '../model/model.ts'
import type { VehicleModel } from '../model/vehicle-model.ts'
import type { PlannedRoute, TakenBreak, Visit } from '../problem/problem.ts'
import { beginOf, closeAfter, tolerance } from '../routes/windows.ts'
import { breakGaps, missedBreaks } from './break-gaps.ts'
import { noNode, type Sequence, stopOf } from './sequence.ts'

/** The sums of a route that was followed once, whatever it breaks. Seconds and metres. */
export interface Timing {
  starts: number
  ends: number
  metres: number
  travelling: number
  serving: number
  waiting: number
  /** After the last window of stops, all together. */
  late: number
  /** After the windows of breaks, all together. */
  breakLate: number
  /** Legs without a way; they count as no time and no distance. */
  cut: number
}

/** Receives what happens along a route, in order. */
export interface TimingListener {
  onVisit(arrives: number, begins: number, departs: number): void
  onBreak(begins: number, ends: number, after: number): void
}

/** A route with the times of everything in it, whatever it breaks, and its sums. */
export function timesOf(model: Model, route: Sequence): { timed: PlannedRoute; timing: Timing } {
  const visits: Visit[] = []
  const breaks: TakenBreak[] = []
  const timing = follow(model, route, {
    onVisit(arrives, begins, departs) {
      const { requestId, stop } = stopOf(model, route.nodes[visits.length]!)
      visits.push(
        requestId === undefined
          ? { arrives, begins, departs }
          : { requestId, stop, arrives, begins, departs },
      )
    },
    onBreak(begins, ends, after) {
      breaks.push({ begins, ends, after })
    },
  })
  const { starts, ends, metres, travelling, serving, waiting } = timing
  const vehicleId = model.problem.vehicles[route.vehicle]!.id
  return {
    timed: { vehicleId, starts, ends, visits, breaks, metres, travelling, serving, waiting },
    timing,
  }
}

/**
 * Follows a route whatever it breaks: a service that is late begins on arrival, a break that is late as soon as the vehicle
 * is between two stops. Without a fixed departure it starts as late as it can without ending later, and without beginning
 * anything later than it is due.
 */
export function follow(model: Model, route: Sequence, listener?: TimingListener): Timing {
  const { earliest, isStartFixed } = model.vehicles[route.vehicle]!
  const starts = route.startsAt ?? earliest
  const gaps = breakGaps(model, route, starts)
  const soonest = followFrom(model, route, gaps, starts)
  const isFixed = isStartFixed || route.startsAt !== undefined
  const starting = !isFixed && soonest.delay > 0 ? earliest + soonest.delay : starts
  if (listener) return followFrom(model, route, gaps, starting, listener)
  const moved = starting - starts
  soonest.starts += moved
  soonest.waiting -= moved
  return soonest
}

/** `delay` is how much later the start could be without a later end or more lateness. */
function followFrom(
  model: Model,
  { vehicle, nodes, length }: Sequence,
  gaps: ArrayLike<number>,
  starts: number,
  listener?: TimingListener,
): Timing & { delay: number } {
  const own = model.vehicles[vehicle]!
  const { start, end, latest, breaks, legs } = own
  const { nodeLocation, nodeService, nodeClose, nodeDue } = model
  const total = {
    starts,
    ends: starts,
    delay: 0,
    metres: 0,
    travelling: 0,
    serving: 0,
    waiting: 0,
    late: 0,
    breakLate: 0,
    cut: 0,
  }
  if (length === 0) return total
  let time = starts
  let slack = latest - starts
  let from = start
  let taken = 0
  for (let at = 0; at <= length; at++) {
    while (taken < gaps.length && gaps[taken] === at) {
      const { from: opens, until, seconds: pause } = breaks[taken]!
      const begins = time > opens ? time : opens
      total.waiting += begins - time
      const isLate = begins > until + tolerance
      if (isLate) total.breakLate += begins - until
      slack = Math.min(slack, isLate ? total.waiting : total.waiting + until - begins)
      time = begins + pause
      listener?.onBreak(begins, time, at)
      taken++
    }
    if (at === length) break
    const node = nodes[at]!
    if (node === noNode) {
      listener?.onVisit(time, time, time)
      continue
    }
    const to = nodeLocation[node]!
    time += drive(legs, from, to, total)
    from = to
    const arrives = time
    let begins = beginOf(model, node, arrives)
    if (begins === Infinity) {
      begins = arrives
      total.late += arrives - nodeClose[node]!
      slack = Math.min(slack, total.waiting)
    } else {
      total.waiting += begins - arrives
      slack = Math.min(slack, total.waiting + closeAfter(model, node, begins) - begins)
    }
    slack = Math.min(slack, total.waiting + Math.max(0, nodeDue[node]! - begins))
    time = begins + nodeService[node]!
    total.serving += nodeService[node]!
    listener?.onVisit(arrives, begins, time)
  }
  if (end >= 0) time += drive(legs, from, end, total)
  total.ends = time
  total.breakLate += missedBreaks(own, taken, time)
  total.delay = Math.max(0, Math.min(total.waiting, slack))
  return total
}

/** Adds a leg to the sums. @returns its seconds; 0 without a way */
function drive(legs: VehicleModel['legs'], from: number, to: number, total: Timing): number {
  const seconds = legs.secondsOf(from, to)
  if (seconds === Infinity) {
    total.cut++
    return 0
  }
  total.metres += legs.metresOf(from, to)
  total.travelling += seconds
  return seconds
}
