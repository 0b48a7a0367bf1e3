import { mostTimedPlaces, type Plan, type PlanFigures } from '@rumbo/contract/planning.contract'
import { figuresByRoute } from '@rumbo/planning/figures-by-route'
import { decodeTravel } from '@rumbo/planning/travel'
import type { Transaction } from '../platform/database/transaction.ts'
import { findSmallTravel } from './travel/planning.travel.repository.ts'
import { readDay } from './workspace/planning.workspace.actions.ts'

/**
 * Figures of a plan as it is written now: by the travel times that are known, as in the browser, by the formula where
 * there are too many places.
 */
export async function figuresOf(tx: Transaction, plan: Plan): Promise<PlanFigures> {
  const { workspace } = await readDay(tx, plan)
  const stored = await findSmallTravel(tx, plan.id, mostTimedPlaces)
  const { settings, content } = plan
  return figuresByRoute({
    workspace,
    settings,
    content,
    known: stored && {
      travel: decodeTravel(stored.coordinates.length / 2, stored),
      coordinates: stored.coordinates,
      isEstimate: stored.isEstimate,
    },
  })
}
