import type { Model } from '../model/model.ts'
import { beginOf, closeAfter, tolerance } from './windows.ts'

let arrival = new Float64Array(1)
let late = new Float64Array(1)
let waited = new Float64Array(1)
let slack = new Float64Array(1)

/**
 * What the objective adds to a route whose breaks, working time or lateness matter; Infinity where the route is not
 * feasible. Takes each break as early as possible: for every number of breaks taken so far it keeps the earliest time,
 * which decides feasibility exactly because arriving earlier is never worse.
 */
export function timedExtra(model: Model, vehicle: number, order: ArrayLike<number>, length: number): number {
  const { start, end, earliest, isStartFixed, latest, breaks, locations, seconds, maxSeconds } =
    model.vehicles[vehicle]!
  const { nodeLocation, nodeService, nodeDue } = model
  const count = breaks.length
  if (arrival.length <= count) {
    arrival = new Float64Array(count + 1)
    late = new Float64Array(count + 1)
    waited = new Float64Array(count + 1)
    slack = new Float64Array(count + 1)
  }
  arrival.fill(Infinity)
  arrival[0] = earliest
  late[0] = 0
  waited[0] = 0
  slack[0] = latest - earliest
  let from = start
  for (let at = 0; at < length; at++) {
    const node = order[at]!
    takeBreaks(breaks)
    const travel = seconds[from * locations + nodeLocation[node]!]!
    let any = false
    for (let taken = 0; taken <= count; taken++) {
      if (arrival[taken] === Infinity) continue
      const time = arrival[taken]! + travel
      const begin = beginOf(model, node, time)
      if (begin === Infinity) {
        arrival[taken] = Infinity
        continue
      }
      any = true
      waited[taken] = waited[taken]! + begin - time
      const left = Math.min(closeAfter(model, node, begin), Math.max(begin, nodeDue[node]!)) - begin
      slack[taken] = Math.min(slack[taken]!, waited[taken]! + left)
      if (begin > nodeDue[node]!) late[taken] = late[taken]! + begin - nodeDue[node]!
      arrival[taken] = begin + nodeService[node]!
    }
    if (!any) return Infinity
    from = nodeLocation[node]!
  }
  takeBreaks(breaks)
  const back = end < 0 ? 0 : seconds[from * locations + end]!
  let best = Infinity
  for (let taken = 0; taken <= count; taken++) {
    const finish = arrival[taken]! + back
    if (finish > latest + tolerance) continue
    if (taken < count && finish > breaks[taken]!.until + tolerance) continue
    const later = isStartFixed
      ? 0
      : Math.max(0, Math.min(waited[taken]!, slack[taken]!, latest - finish + waited[taken]!))
    const worked = finish - earliest - later
    if (worked > maxSeconds + tolerance) continue
    const extra = late[taken]! * model.perLateSecond + model.perSquaredHour * (worked / 3600) ** 2
    if (extra < best) best = extra
  }
  return best
}

function takeBreaks(breaks: { from: number; until: number; seconds: number }[]) {
  for (let taken = 0; taken < breaks.length; taken++) {
    const { from, until, seconds } = breaks[taken]!
    const time = arrival[taken]!
    if (time > until + tolerance) continue
    const begin = time > from ? time : from
    if (begin + seconds >= arrival[taken + 1]!) continue
    arrival[taken + 1] = begin + seconds
    late[taken + 1] = late[taken]!
    waited[taken + 1] = waited[taken]! + begin - time
    slack[taken + 1] = Math.min(slack[taken]!, waited[taken + 1]! + until - begin)
  }
}
