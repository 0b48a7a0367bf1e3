import type { Model } from '../model/model.ts'
import type { PlannedRoute, TakenBreak, Visit } from '../problem/problem.ts'
import { beginOf, closeAfter, tolerance } from '../routes/windows.ts'

/** The times of a route: it starts as late as it can without ending later. @throws Error where the route is not feasible */
export function timetableOf(model: Model, vehicle: number, order: ArrayLike<number>): PlannedRoute {
  const gaps = breakGaps(model, vehicle, order)
  if (!gaps) throw new Error(`The route of ${model.problem.vehicles[vehicle]!.id} is not feasible.`)
  const { earliest } = model.vehicles[vehicle]!
  const soonest = follow(model, vehicle, order, gaps, earliest)
  const waits = soonest.delay
  return waits > 0 ? follow(model, vehicle, order, gaps, earliest + waits).route : soonest.route
}

/** After how many visits each break is taken, in order; undefined where no way works. Breaks that come after the end are left out. */
function breakGaps(model: Model, vehicle: number, order: ArrayLike<number>): number[] | undefined {
  const { start, end, earliest, latest, breaks, locations, seconds } = model.vehicles[vehicle]!
  const { nodeLocation, nodeService } = model
  let states: { time: number; gaps: number[] }[] = [{ time: earliest, gaps: [] }]
  const rest = (after: number) => {
    for (let taken = 0; taken < breaks.length; taken++) {
      const state = states[taken]
      const { from, until, seconds: length } = breaks[taken]!
      if (!state || state.time > until + tolerance) continue
      const time = Math.max(state.time, from) + length
      const other = states[taken + 1]
      if (!other || time < other.time) states[taken + 1] = { time, gaps: [...state.gaps, after] }
    }
  }
  let from = start
  for (let at = 0; at < order.length; at++) {
    rest(at)
    const node = order[at]!
    const travel = seconds[from * locations + nodeLocation[node]!]!
    const onward: typeof states = []
    states.forEach((state, taken) => {
      const begin = beginOf(model, node, state.time + travel)
      if (begin < Infinity) onward[taken] = { time: begin + nodeService[node]!, gaps: state.gaps }
    })
    states = onward
    from = nodeLocation[node]!
  }
  rest(order.length)
  const back = end < 0 ? 0 : seconds[from * locations + end]!
  let best: { time: number; gaps: number[] } | undefined
  states.forEach((state, taken) => {
    const finish = state.time + back
    if (finish > latest + tolerance) return
    if (taken < breaks.length && finish > breaks[taken]!.until + tolerance) return
    if (!best || finish < best.time) best = { time: finish, gaps: state.gaps }
  })
  return best?.gaps
}

function follow(model: Model, vehicle: number, order: ArrayLike<number>, gaps: number[], starts: number) {
  const { start, end, latest, breaks, locations, seconds, metres } = model.vehicles[vehicle]!
  const { nodeLocation, nodeService, nodeRequest, firstStop, problem } = model
  const visits: Visit[] = []
  const taken: TakenBreak[] = []
  const total = { metres: 0, travelling: 0, serving: 0, waiting: 0 }
  let time = starts
  let slack = latest - starts
  let from = start
  const rest = (after: number) => {
    while (taken.length < gaps.length && gaps[taken.length] === after) {
      const { from: opens, until, seconds: length } = breaks[taken.length]!
      const begins = Math.max(time, opens)
      total.waiting += begins - time
      slack = Math.min(slack, total.waiting + until - begins)
      taken.push({ begins, ends: begins + length, after })
      time = begins + length
    }
  }
  const go = (to: number) => {
    total.metres += metres[from * locations + to]!
    total.travelling += seconds[from * locations + to]!
    time += seconds[from * locations + to]!
    from = to
  }
  for (let at = 0; at < order.length; at++) {
    const node = order[at]!
    rest(at)
    go(nodeLocation[node]!)
    const arrives = time
    const begins = beginOf(model, node, arrives)
    total.waiting += begins - arrives
    slack = Math.min(slack, total.waiting + closeAfter(model, node, begins) - begins)
    time = begins + nodeService[node]!
    total.serving += nodeService[node]!
    const request = nodeRequest[node]!
    const what =
      request < 0 ? {} : { requestId: problem.requests[request]!.id, stop: node - firstStop[request]! }
    visits.push({ ...what, arrives, begins, departs: time })
  }
  rest(order.length)
  if (end >= 0) go(end)
  const route: PlannedRoute = {
    vehicleId: problem.vehicles[vehicle]!.id,
    starts,
    ends: time,
    visits,
    breaks: taken,
    ...total,
  }
  return { route, delay: Math.min(total.waiting, slack) }
}
