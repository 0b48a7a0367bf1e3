import { lateAfterSeconds } from '@rumbo/contract/dispatch.lateness.contract'
import type { PlanContent, PlanFigures } from '@rumbo/contract/planning.contract'
import type { PlanVehicle, PlanWorkspace } from '@rumbo/contract/planning.workspace.contract'
import type { EditProblem, TimedRoute } from '@rumbo/optimizer'
import { timeRoute } from '@rumbo/optimizer/edit/time-route'
import { servicesOf, solverVisits } from './content.ts'
import { departureOf } from './departures.ts'
import { splitViolations } from './exceptions.ts'
import { plannableOrders, stopsToComeOf, unplannedOrders } from './problem.ts'

const dimensionsWithCapacity = 3

/** The fullest of seats, kilograms and cubic metres of a route at its peak, from 0; null where it carries nothing counted. */
export function loadShareOf(vehicle: PlanVehicle | null, timed: TimedRoute | null): number | null {
  if (vehicle === null || timed === null) return null
  const capacity = [vehicle.seats, vehicle.loadKg, vehicle.loadM3]
  const shares = timed.peaks.slice(0, dimensionsWithCapacity).flatMap((peak, dimension) => {
    const most = capacity[dimension] ?? 0
    return peak <= 0 ? [] : [most > 0 ? peak / most : 1]
  })
  return shares.length === 0 ? null : Math.max(...shares)
}

/** Of routes that carry something counted; null without one. */
export const averageShare = (shares: readonly number[]): number | null =>
  shares.length === 0 ? null : shares.reduce((sum, share) => sum + share, 0) / shares.length

/**
 * The figures of a plan whose travel times are known, from the stops that are to come. A route whose vehicle cannot be
 * planned counts as a violation, without time or distance. What was accepted as an exception is neither late nor a violation.
 * @param problem of the whole plan, as `problemOf` makes it; not changed in place afterwards
 * @param isEstimate whether its travel rests on the formula somewhere
 * @param known routes that are timed already, by vehicle
 */
export function figuresOf(
  content: PlanContent,
  {
    workspace,
    problem,
    isEstimate,
    known,
  }: {
    workspace: PlanWorkspace
    problem: EditProblem
    isEstimate: boolean
    known?: ReadonlyMap<string, TimedRoute>
  },
): PlanFigures {
  const stopsToCome = stopsToComeOf(workspace)
  const usable = new Set(problem.vehicles.map(({ id }) => id))
  const planned = servicesOf(content)
  const total: PlanFigures = {
    vehicles: 0,
    orders: plannableOrders(workspace).filter(({ serviceId }) => planned.has(serviceId)).length,
    unplanned: unplannedOrders(workspace, content).length,
    metres: 0,
    workSeconds: 0,
    waitingSeconds: 0,
    lateStops: 0,
    lateSeconds: 0,
    loadShare: null,
    violations: 0,
    isEstimate,
  }
  const vehicles = new Map(workspace.vehicles.map((vehicle) => [vehicle.vehicleId, vehicle]))
  const shares: number[] = []
  for (const route of content.routes) {
    const visits = solverVisits(route, stopsToCome)
    if (!visits.some(({ requestId }) => requestId !== undefined)) continue
    total.vehicles += 1
    if (!usable.has(route.vehicleId)) {
      total.violations += 1
      continue
    }
    const timed =
      known?.get(route.vehicleId) ??
      timeRoute(problem, { vehicleId: route.vehicleId, visits, startsAt: departureOf(route, workspace) })
    const { violations } = splitViolations(route, timed, stopsToCome)
    const late = violations.filter(({ code, amount }) => code === 'late' && amount > lateAfterSeconds)
    const share = loadShareOf(vehicles.get(route.vehicleId) ?? null, timed)
    if (share !== null) shares.push(share)
    total.metres += timed.metres
    total.workSeconds += timed.ends - timed.starts
    total.waitingSeconds += timed.waiting
    total.lateStops += late.length
    total.lateSeconds += late.reduce((sum, { amount }) => sum + amount, 0)
    total.violations += violations.length
  }
  return { ...total, loadShare: averageShare(shares) }
}
