import type { Plan, Problem } from '../problem/problem.ts'
import type { SolveOptions } from '../solve.ts'

/** To the thread: one task. */
export interface PlanningTask {
  problem: Problem
  options: SolveOptions
  /** One number: 1 once the search must stop, with the best plan found. Shared, so that it is seen within a step. */
  stop: SharedArrayBuffer
}

/** From the thread: the best plan whenever it got better, at most once a second, and at the end. */
export type FromPlanningThread =
  | { kind: 'better' | 'done'; plan: Plan; cost: number; iterations: number }
  | { kind: 'failed'; message: string; isProblem: boolean }
