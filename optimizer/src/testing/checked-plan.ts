import type { Plan, Problem } from '../problem/problem.ts'
import { type SolveOptions, solve } from '../solve.ts'
import { checkPlan } from './checker.ts'

/** The plan of a short search, the same each time. @throws Error where it breaks a constraint */
export function checkedPlan(problem: Problem, options: Partial<SolveOptions> = {}): Plan {
  const { plan } = solve(problem, { objective: 'distance', iterations: 500, seed: 3, ...options })
  const broken = checkPlan(problem, plan)
  if (broken.length > 0) throw new Error(`The plan breaks constraints: ${broken.join('; ')}.`)
  return plan
}
