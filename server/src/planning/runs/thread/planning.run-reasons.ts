import type { PlanContent } from '@rumbo/contract/planning.contract'
import type { LeftOutReason } from '@rumbo/contract/planning.runs.contract'
import type { PlanWorkspace } from '@rumbo/contract/planning.workspace.contract'
import { type Plan, reasonsOf } from '@rumbo/optimizer'
import { dimensions, instantOf, stopsToComeOf, unplannedOrders } from '@rumbo/planning/problem'
import { unknownReason } from '@rumbo/planning/reasons'
import type { Search } from '@rumbo/planning/search'

/** The orders that a proposal leaves out, where nobody determined why. @param serviceIds the only ones searched for; null: all */
export function undeterminedOf(
  workspace: Pick<PlanWorkspace, 'orders'>,
  content: PlanContent,
  serviceIds: readonly string[] | null,
): LeftOutReason[] {
  const chosen = serviceIds && new Set(serviceIds)
  return unplannedOrders(workspace, content)
    .filter(({ serviceId }) => chosen?.has(serviceId) ?? true)
    .map(({ serviceId }) => ({ ...unknownReason, serviceId, code: 'undetermined' }))
}

/**
 * The reasons that a run found, and of orders that it did not search for those known before it. What was planned or is over
 * since has none.
 */
export function withKnownBefore(
  found: readonly LeftOutReason[],
  {
    leftOut,
    serviceIds,
    base,
  }: { leftOut: readonly LeftOutReason[]; serviceIds: readonly string[] | null; base: PlanContent },
  workspace: Pick<PlanWorkspace, 'orders'>,
): LeftOutReason[] {
  if (serviceIds === null) return [...found]
  const known = new Set([...serviceIds, ...found.map(({ serviceId }) => serviceId)])
  const open = new Set(unplannedOrders(workspace, base).map(({ serviceId }) => serviceId))
  return [...found, ...leftOut.filter(({ serviceId }) => open.has(serviceId) && !known.has(serviceId))]
}

/** Why each order is in no route of the plan. */
export function leftOutOf(
  plan: Plan,
  { problem, start }: Pick<Search, 'problem' | 'start'>,
  workspace: Pick<PlanWorkspace, 'orders' | 'origin'>,
): LeftOutReason[] {
  if (plan.unassigned.length === 0) return []
  const stopsToCome = stopsToComeOf(workspace)
  return reasonsOf(problem, plan, start).map(({ requestId, ...reason }): LeftOutReason => {
    const base = { ...unknownReason, serviceId: requestId }
    const stopIdOf = (stop: number) => stopsToCome.get(requestId)?.[stop] ?? null
    switch (reason.code) {
      case 'capacity': {
        const { code, dimension, needed, largest, isFree } = reason
        const name = dimensions[dimension]
        // Sharing is no amount that anybody could compare.
        return name === undefined || name === 'sharing'
          ? { ...base, code: 'combination' }
          : { ...base, code, dimension: name, needed, largest, isFree }
      }
      case 'unreachable':
        return { ...base, code: reason.code, stopId: stopIdOf(reason.stop) }
      case 'full': {
        const { code, vehicleId, dimension, needed, free } = reason
        const name = dimensions[dimension]
        return name === undefined || name === 'sharing'
          ? { ...base, code, vehicleId }
          : { ...base, code, vehicleId, dimension: name, needed, available: free }
      }
      case 'limits': {
        const { code, vehicleId = null, limit = null, needed = null, allowed = null } = reason
        return { ...base, code, vehicleId, limit, needed, available: allowed }
      }
      case 'window':
      case 'window_impossible': {
        const { code, late, vehicleId, stop, window } = reason
        return {
          ...base,
          code,
          late,
          vehicleId,
          stopId: stop === undefined ? null : stopIdOf(stop),
          window: window
            ? { from: instantOf(workspace, window.from), until: instantOf(workspace, window.until) }
            : null,
        }
      }
      default:
        return { ...base, ...reason }
    }
  })
}
