import type { Plan, Problem } from './problem/problem.ts'
import { createSolver, type SolverOptions } from './solver.ts'

export interface SolveOptions extends SolverOptions {
  /** Stops after this time; without it after `iterations`. */
  seconds?: number
  /** The same number gives the same plan for the same seed. */
  iterations?: number
  now?: () => number
}

const chunk = 50

/** Plans in this thread, until time or iterations are over. */
export function solve(
  problem: Problem,
  options: SolveOptions,
): { plan: Plan; cost: number; iterations: number } {
  const { seconds, iterations = Infinity, now = () => performance.now() } = options
  const started = now()
  const solver = createSolver(problem, options)
  let done = 0
  const progress = () => (seconds === undefined ? done / iterations : (now() - started) / 1000 / seconds)
  for (let at = progress(); at < 1; at = progress()) {
    solver.advance(at, chunk)
    done += chunk
  }
  return { ...solver.best(), iterations: done }
}
