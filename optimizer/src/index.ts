export type { StartRoute } from './plan/start.ts'
export type * from './problem/problem.ts'
export { reasonsOf, type UnassignedReason } from './reasons.ts'
export { type SolveOptions, solve } from './solve.ts'
export { createSolver, type Solver, type SolverOptions } from './solver.ts'
export type { ThreadOptions } from './threads/messages.ts'
export {
  type Found,
  type Planned,
  type PlannerOptions,
  type PlanningThread,
  planInThreads,
} from './threads/planner.ts'
export { runPlanningThread, type ThreadPort } from './threads/program.ts'
