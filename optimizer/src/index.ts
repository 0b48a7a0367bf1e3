export type { StartRoute } from './plan/start.ts'
export type * from './problem/problem.ts'
export { type SolveOptions, solve } from './solve.ts'
export { createSolver, type Solver, type SolverOptions } from './solver.ts'
