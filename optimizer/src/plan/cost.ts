import { unservedPenaltyOf } from '../model/model.ts'
import type { Plan, Problem } from '../problem/problem.ts'

/**
 * The cost of a plan without what the solver adds for requests that must be served and are not: it hides every other cost.
 * @param cost of the plan, as the solver answers it
 */
export function costWithoutUnserved(
  cost: number,
  { unassigned }: Pick<Plan, 'unassigned'>,
  { requests }: Pick<Problem, 'requests'>,
): number {
  const left = new Set(unassigned)
  return requests.reduce(
    (rest, request) =>
      left.has(request.id) && request.penalty === undefined ? rest - unservedPenaltyOf(request) : rest,
    cost,
  )
}
