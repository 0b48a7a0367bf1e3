import type { Plan, PlanFigures } from '@rumbo/contract/planning.contract'
import type { Transaction } from '../platform/database/transaction.ts'

/** Figures of a plan as it is written now. */
export async function figuresOf(_tx: Transaction, _plan: Plan): Promise<PlanFigures | null> {
  return null
}
