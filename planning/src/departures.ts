import type { PlanRoute } from '@rumbo/contract/planning.contract'
import type { PlanWorkspace } from '@rumbo/contract/planning.workspace.contract'
import { secondOf } from './problem.ts'

type Day = Pick<PlanWorkspace, 'origin' | 'now' | 'vehicles'>

/** Whether no vehicle can drive any more: such a day is planned as it might have been. */
export const isDayOver = ({ vehicles, now }: Pick<PlanWorkspace, 'now' | 'vehicles'>): boolean =>
  vehicles.every(({ until }) => until === null || until <= now)

/**
 * The second of the plan at which a route has to leave; undefined where it has no fixed departure. It is not before the shift
 * begins, and what is left of a route whose departure has passed goes on as soon as its vehicle can.
 */
export function departureOf(
  { vehicleId, startsAt }: Pick<PlanRoute, 'vehicleId' | 'startsAt'>,
  workspace: Day,
): number | undefined {
  if (startsAt === null) return undefined
  const fixed = secondOf(workspace, startsAt)
  if (isDayOver(workspace)) return fixed
  const from = workspace.vehicles.find((one) => one.vehicleId === vehicleId)?.from ?? workspace.now
  return Math.max(fixed, secondOf(workspace, workspace.now), secondOf(workspace, from))
}
