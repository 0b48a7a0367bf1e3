import { followProgress, type SearchLimit, stepsAtOnce } from './limit.ts'
import type { Plan, Problem } from './problem/problem.ts'
import { createSolver, type SolverOptions } from './solver.ts'

export interface SolveOptions extends SolverOptions, SearchLimit {}

/**
 * Plans in this thread, which it blocks until time or iterations are over.
 * @returns the best plan, its cost in units of the vehicles' costs, and the changes tried
 * @throws RangeError where problem or start contradict themselves
 */
export function solve(
  problem: Problem,
  options: SolveOptions,
): { plan: Plan; cost: number; iterations: number } {
  const progress = followProgress(options)
  const solver = createSolver(problem, options)
  let iterations = 0
  for (let reached = progress(0); reached < 1; reached = progress(iterations)) {
    solver.advance(reached, stepsAtOnce)
    iterations += stepsAtOnce
  }
  return { ...solver.best(), iterations }
}
