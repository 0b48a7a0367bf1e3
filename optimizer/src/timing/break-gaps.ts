import type { Model } from '../model/model.ts'
import type { VehicleModel } from '../model/vehicle-model.ts'
import { beginOf, tolerance } from '../routes/windows.ts'
import { noNode, type Sequence } from './sequence.ts'

const none: number[] = []
/** By number of breaks taken so far: the earliest time, the seconds of lateness until then, and the gaps of the breaks. */
let time = new Float64Array(1)
let late = new Float64Array(1)
let gaps: number[][] = [[]]

/**
 * After how many visits each break is taken, in order. Keeps for every number of breaks taken the way with the least
 * lateness, and of those the earliest. Breaks after the end are left out.
 */
export function breakGaps(
  model: Model,
  { vehicle, nodes, length }: Sequence,
  starts: number,
): readonly number[] {
  const own = model.vehicles[vehicle]!
  const { start, end, latest, breaks, legs } = own
  const count = breaks.length
  if (count === 0 || length === 0) return none
  const { nodeLocation, nodeService, nodeClose } = model
  reset(count, starts)
  let from = start
  for (let at = 0; at < length; at++) {
    takeBreaks(breaks, at)
    const node = nodes[at]!
    if (node === noNode) continue
    const arc = legs.secondsOf(from, nodeLocation[node]!)
    const travel = arc === Infinity ? 0 : arc
    for (let taken = 0; taken <= count; taken++) {
      if (time[taken] === Infinity) continue
      const arrives = time[taken]! + travel
      const begins = beginOf(model, node, arrives)
      if (begins === Infinity) late[taken] = late[taken]! + arrives - nodeClose[node]!
      time[taken] = (begins === Infinity ? arrives : begins) + nodeService[node]!
    }
    from = nodeLocation[node]!
  }
  takeBreaks(breaks, length)
  const arc = end < 0 ? 0 : legs.secondsOf(from, end)
  const back = arc === Infinity ? 0 : arc
  let best = -1
  let bestFinish = Infinity
  let leastLate = Infinity
  for (let taken = 0; taken <= count; taken++) {
    if (time[taken] === Infinity) continue
    const finish = time[taken]! + back
    const over =
      late[taken]! + (finish > latest + tolerance ? finish - latest : 0) + missedBreaks(own, taken, finish)
    if (over < leastLate || (over === leastLate && finish < bestFinish)) {
      best = taken
      leastLate = over
      bestFinish = finish
    }
  }
  return gaps[best]!.slice(0, best)
}

/** Takes every break that may come after so many visits, where that is better than the way kept. */
function takeBreaks(breaks: VehicleModel['breaks'], after: number) {
  for (let taken = 0; taken < breaks.length; taken++) {
    if (time[taken] === Infinity) continue
    const { from: opens, until, seconds: pause } = breaks[taken]!
    const now = time[taken]!
    const lateness = late[taken]! + (now > until + tolerance ? now - until : 0)
    const done = (now > opens ? now : opens) + pause
    const next = taken + 1
    if (lateness > late[next]! || (lateness === late[next] && done >= time[next]!)) continue
    time[next] = done
    late[next] = lateness
    for (let one = 0; one < taken; one++) gaps[next]![one] = gaps[taken]![one]!
    gaps[next]![taken] = after
  }
}

function reset(count: number, starts: number) {
  if (time.length <= count) {
    time = new Float64Array(count + 1)
    late = new Float64Array(count + 1)
    gaps = Array.from({ length: count + 1 }, () => [])
  }
  time.fill(Infinity)
  late.fill(Infinity)
  time[0] = starts
  late[0] = 0
}

/** Seconds between the windows of the breaks that were not taken and the end of the route. */
export function missedBreaks({ breaks }: VehicleModel, taken: number, ends: number): number {
  let seconds = 0
  for (let missing = taken; missing < breaks.length; missing++)
    if (ends > breaks[missing]!.until + tolerance) seconds += ends - breaks[missing]!.until
  return seconds
}
