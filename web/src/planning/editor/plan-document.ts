import type { Plan } from '@rumbo/contract/planning.contract'

/** What is saved of a plan as one document. */
export type PlanDocument = Pick<Plan, 'name' | 'startTime' | 'endTime' | 'settings' | 'content'>

/** What a plan has beside its routes. */
export const planFields = ['name', 'startTime', 'endTime', 'settings'] as const
export type PlanField = (typeof planFields)[number]

/** Somebody else saved while there were changes that are not saved. */
export interface PlanConflict {
  theirs: Plan
  /** The plan that the changes began with. */
  base: Plan
  by: string | null
  at: string | null
}
