import type { Model } from '../model/model.ts'
import type { EditProblem, PlannedRoute, Visit } from '../problem/problem.ts'
import type { RouteOrder } from '../problem/route.ts'
import type { Sequence } from '../timing/sequence.ts'
import { timesOf } from '../timing/timing.ts'
import { modelOf, nodesOf, vehicleOf } from './indexed-model.ts'
import { peaksOf, type Violation, violationsOf } from './violations.ts'

/** A route with times, whether it holds or not. */
export interface TimedRoute extends PlannedRoute {
  violations: Violation[]
  /** Seconds that services begin after their `due`, all together, and how many do. No violation. */
  pastDue: { seconds: number; stops: number }
  /** The highest load per dimension. */
  peaks: number[]
}

/**
 * Times a route and says what it breaks; it never refuses one. A service that is late begins on arrival, a break that is
 * late as soon as the vehicle is between two stops, a leg without a way takes no time. A feasible route has the times that
 * the solver gives it. Without visits the vehicle does not move at all.
 * The problem must not be changed in place afterwards. @throws RangeError for a vehicle, request or stop that does not
 * exist, or a problem that contradicts itself
 */
export function timeRoute(problem: EditProblem, { vehicleId, visits, startsAt }: RouteOrder): TimedRoute {
  const indexed = modelOf(problem)
  const vehicle = vehicleOf(indexed, vehicleId)
  const nodes = nodesOf(indexed, vehicle, visits)
  return timeSequence(indexed.model, { vehicle, nodes, length: nodes.length, startsAt })
}

/** Times nodes of the model. */
export function timeSequence(model: Model, route: Sequence): TimedRoute {
  const { timed } = timesOf(model, route)
  const peaks = peaksOf(model, route)
  return {
    ...timed,
    violations: violationsOf(model, route, { timed, peaks }),
    pastDue: pastDueOf(model, route, timed.visits),
    peaks: peaks.map(({ load }) => load),
  }
}

function pastDueOf({ nodeDue }: Model, { nodes }: Sequence, visits: readonly Visit[]) {
  const pastDue = { seconds: 0, stops: 0 }
  visits.forEach(({ begins }, visit) => {
    const late = begins - (nodeDue[nodes[visit]!] ?? Infinity)
    if (!(late > 0)) return
    pastDue.seconds += late
    pastDue.stops++
  })
  return pastDue
}
