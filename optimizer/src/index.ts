export type * from './problem/problem.ts'
export { type SolveOptions, solve } from './solve.ts'
