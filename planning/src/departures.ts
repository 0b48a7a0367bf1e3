import type { PlanRoute } from '@rumbo/contract/planning.contract'
import type { PlanWorkspace } from '@rumbo/contract/planning.workspace.contract'
import { secondOf } from './problem.ts'

type Day = Pick<PlanWorkspace, 'origin' | 'now' | 'vehicles'>

/** Whether no vehicle can drive any more: such a day is planned as it might have been. */
export const isDayOver = ({ vehicles, now }: Pick<PlanWorkspace, 'now' | 'vehicles'>): boolean =>
  vehicles.every(({ until }) => until === null || until <= now)

/**
 * The second of the plan at which a route has to leave; undefined where it has no fixed departure, or where that has passed:
 * what is left of such a route goes on from now.
 */
export function departureOf({ startsAt }: Pick<PlanRoute, 'startsAt'>, workspace: Day): number | undefined {
  if (startsAt === null) return undefined
  const second = secondOf(workspace, startsAt)
  return second > secondOf(workspace, workspace.now) || isDayOver(workspace) ? second : undefined
}
