import { lateAfterSeconds } from '@rumbo/contract/dispatch.lateness.contract'
import type { PlanContent, PlanFigures } from '@rumbo/contract/planning.contract'
import type { PlanWorkspace } from '@rumbo/contract/planning.workspace.contract'
import type { EditProblem } from '@rumbo/optimizer'
import { timeRoute } from '@rumbo/optimizer/edit/time-route'
import { servicesOf, solverVisits } from './content.ts'
import { plannableOrders, secondOf, stopsToComeOf, unplannedOrders } from './problem.ts'

/**
 * The figures of a plan whose travel times are known, from the stops that are to come. A route whose vehicle cannot be
 * planned counts as a violation, without time or distance.
 * @param problem of the whole plan, as `problemOf` makes it; not changed in place afterwards
 */
export function figuresOf(
  content: PlanContent,
  { workspace, problem, isEstimate }: { workspace: PlanWorkspace; problem: EditProblem; isEstimate: boolean },
): PlanFigures {
  const stopsToCome = stopsToComeOf(workspace)
  const known = new Set(problem.vehicles.map(({ id }) => id))
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
    violations: 0,
    isEstimate,
  }
  for (const route of content.routes) {
    const visits = solverVisits(route, stopsToCome)
    if (!visits.some(({ requestId }) => requestId !== undefined)) continue
    total.vehicles += 1
    if (!known.has(route.vehicleId)) {
      total.violations += 1
      continue
    }
    const timed = timeRoute(problem, {
      vehicleId: route.vehicleId,
      visits,
      startsAt: route.startsAt === null ? undefined : secondOf(workspace, route.startsAt),
    })
    const late = timed.violations.filter(({ code, amount }) => code === 'late' && amount > lateAfterSeconds)
    total.metres += timed.metres
    total.workSeconds += timed.ends - timed.starts
    total.waitingSeconds += timed.waiting
    total.lateStops += late.length
    total.lateSeconds += late.reduce((sum, { amount }) => sum + amount, 0)
    total.violations += timed.violations.length
  }
  return total
}
