import type { Model } from '../model/model.ts'
import type { PlannedRoute, PlanVehicle } from '../problem/problem.ts'
import { tolerance } from '../routes/windows.ts'
import { noNode, type Sequence, stopOf } from '../timing/sequence.ts'
import { type Peak, peakOf } from './loads.ts'

/** A constraint that a route breaks. Where it concerns one visit, `requestId` and `stop` say whose that is. */
export interface Violation {
  code: /** Service begins after the last window of the stop; seconds. */
    | 'late'
    /** The route starts before the shift, or ends after it; seconds. */
    | 'shift_start'
    | 'shift_end'
    /** Load above the capacity of `dimension`; units. Without `visit` the vehicle already leaves its start with it. */
    | 'capacity'
    /** `skills` that the vehicle lacks; their number. */
    | 'skills'
    /** The request may not go to this vehicle; 1. */
    | 'vehicle'
    /** Stops of the request that are missing, repeated, or in the wrong order; their number. */
    | 'order'
    /** Reloads more than the vehicle may have; their number. */
    | 'reload'
    /** Seconds, metres and visits above the limits of the vehicle. */
    | 'max_seconds'
    | 'max_metres'
    | 'max_stops'
    /** No way leads there; without `visit`, to the end. It counts as no time and no distance. 1. */
    | 'unreachable'
    /** The `break` of this index begins after its window; without `visit` the route ends after it and leaves it out. Seconds. */
    | 'break'
  amount: number
  /** Index of the visit, or of the visit that a break comes before. */
  visit?: number
  requestId?: string
  stop?: number
  dimension?: number
  skills?: string[]
  break?: number
}

/** Every constraint that a timed route breaks, those of single visits first. */
export function violationsOf(
  model: Model,
  route: Sequence,
  { timed, peaks }: { timed: PlannedRoute; peaks: readonly Peak[] },
): Violation[] {
  const vehicle = model.problem.vehicles[route.vehicle]!
  if (route.length === 0) return []
  return [
    ...visitViolations(model, route, timed),
    ...requestViolations(model, route, vehicle),
    ...breakViolations(vehicle, timed),
    ...peaks.flatMap((peak, dimension): Violation[] => {
      const amount = peak.load - vehicle.capacity[dimension]!
      if (amount <= tolerance) return []
      return [
        { code: 'capacity', dimension, amount, ...(peak.visit >= 0 && whereOf(model, route, peak.visit)) },
      ]
    }),
    ...limitViolations(vehicle, route, timed),
  ]
}

/** Peak loads by dimension. */
export const peaksOf = (model: Model, route: Sequence): Peak[] =>
  Array.from({ length: model.dimensions }, (_, dimension) => peakOf(model, route, dimension))

const whereOf = (model: Model, { nodes }: Sequence, visit: number) => ({
  visit,
  ...stopOf(model, nodes[visit]!),
})

function visitViolations(model: Model, route: Sequence, { visits }: PlannedRoute): Violation[] {
  const { nodeLocation, nodeClose } = model
  const { start, end, legs } = model.vehicles[route.vehicle]!
  const found: Violation[] = []
  let from = start
  visits.forEach(({ begins }, visit) => {
    const node = route.nodes[visit]!
    if (node === noNode) return
    const to = nodeLocation[node]!
    if (legs.secondsOf(from, to) === Infinity)
      found.push({ code: 'unreachable', amount: 1, ...whereOf(model, route, visit) })
    from = to
    const late = begins - nodeClose[node]!
    if (late > tolerance) found.push({ code: 'late', amount: late, ...whereOf(model, route, visit) })
  })
  if (end >= 0 && legs.secondsOf(from, end) === Infinity) found.push({ code: 'unreachable', amount: 1 })
  return found
}

function requestViolations(model: Model, route: Sequence, vehicle: PlanVehicle): Violation[] {
  const { nodeRequest, firstStop, stopsOf, problem } = model
  const stopsAt = new Map<number, { stop: number; visit: number }[]>()
  for (let visit = 0; visit < route.length; visit++) {
    const node = route.nodes[visit]!
    const request = node === noNode ? -1 : nodeRequest[node]!
    if (request < 0) continue
    const stops = stopsAt.get(request) ?? []
    stops.push({ stop: node - firstStop[request]!, visit })
    stopsAt.set(request, stops)
  }
  const found: Violation[] = []
  for (const [request, stops] of stopsAt) {
    const { skills = [], vehicleIds } = problem.requests[request]!
    const first = whereOf(model, route, stops[0]!.visit)
    const missing = skills.filter((skill) => !vehicle.skills?.includes(skill))
    if (missing.length > 0) found.push({ code: 'skills', amount: missing.length, skills: missing, ...first })
    if (vehicleIds && !vehicleIds.includes(vehicle.id)) found.push({ code: 'vehicle', amount: 1, ...first })
    const wrong = stops.filter(({ stop }, index) => stop !== index)
    const absent = Math.max(0, stopsOf[request]! - stops.length)
    if (wrong.length + absent === 0) continue
    const visit = (wrong[0] ?? stops.at(-1)!).visit
    found.push({ code: 'order', amount: wrong.length + absent, ...whereOf(model, route, visit) })
  }
  return found
}

function breakViolations(vehicle: PlanVehicle, { breaks, visits, ends }: PlannedRoute): Violation[] {
  return (vehicle.breaks ?? []).flatMap(({ window }, index): Violation[] => {
    const taken = breaks[index]
    const amount = (taken ? taken.begins : ends) - window.until
    if (amount <= tolerance) return []
    const found: Violation = { code: 'break', break: index, amount }
    if (taken && taken.after < visits.length) found.visit = taken.after
    return [found]
  })
}

function limitViolations(vehicle: PlanVehicle, route: Sequence, timed: PlannedRoute): Violation[] {
  const reloads = timed.visits.filter(({ requestId }) => requestId === undefined).length
  const { shift, maxSeconds = Infinity, maxMetres = Infinity, maxStops = Infinity, reload } = vehicle
  const over: [Violation['code'], number][] = [
    ['shift_start', shift.from - timed.starts],
    ['shift_end', timed.ends - shift.until],
    ['reload', reloads - (reload?.most ?? 0)],
    ['max_seconds', timed.ends - timed.starts - maxSeconds],
    ['max_metres', timed.metres - maxMetres],
    ['max_stops', route.length - maxStops],
  ]
  return over.flatMap(([code, amount]) => (amount > tolerance ? [{ code, amount }] : []))
}
