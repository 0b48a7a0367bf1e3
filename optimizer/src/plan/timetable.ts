import type { Model } from '../model/model.ts'
import type { PlannedRoute } from '../problem/problem.ts'
import { tolerance } from '../routes/windows.ts'
import { timesOf } from '../timing/timing.ts'

/** The times of a route: it starts as late as it can without ending later. @throws Error where they break a constraint */
export function timetableOf(model: Model, vehicle: number, order: ArrayLike<number>): PlannedRoute {
  const { timed, timing } = timesOf(model, { vehicle, nodes: order, length: order.length })
  const isKept =
    timing.late === 0 &&
    timing.breakLate === 0 &&
    timing.cut === 0 &&
    timing.ends <= model.vehicles[vehicle]!.latest + tolerance
  if (!isKept) throw new Error(`The route of ${timed.vehicleId} is not feasible.`)
  return timed
}
