import type { Plan, Problem } from '../problem/problem.ts'
import type { SolverOptions } from '../solver.ts'

export interface ThreadOptions extends SolverOptions {
  /** Stops after this time; without it after `iterations`. */
  seconds?: number
  iterations?: number
}

/** To the thread: one task. */
export interface PlanningTask {
  problem: Problem
  options: ThreadOptions
  /** One number: 1 once the search must stop, with the best plan found. Shared, so that it is seen within a step. */
  stop: SharedArrayBuffer
}

/** From the thread: the best plan whenever it got better, at most once a second, and at the end. */
export type FromPlanningThread =
  | { kind: 'better' | 'done'; plan: Plan; cost: number; iterations: number }
  | { kind: 'failed'; message: string; isProblem: boolean }
