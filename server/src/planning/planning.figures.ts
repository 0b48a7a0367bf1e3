import { mostTimedPlaces, type Plan, type PlanFigures } from '@rumbo/contract/planning.contract'
import { type FiguresInput, figuresByRoute } from '@rumbo/planning/figures-by-route'
import { decodeTravel } from '@rumbo/planning/travel'
import type { Transaction } from '../platform/database/transaction.ts'
import { findSmallTravel } from './travel/planning.travel.repository.ts'
import { readDay } from './workspace/planning.workspace.actions.ts'

/** What a plan is timed by: the travel that is known, as in the browser, the formula where there are too many places. */
export async function readTimes(tx: Transaction, plan: Plan): Promise<FiguresInput> {
  const { workspace } = await readDay(tx, plan)
  const stored = await findSmallTravel(tx, plan.id, mostTimedPlaces)
  const { settings, content } = plan
  return {
    workspace,
    settings,
    content,
    known: stored && {
      travel: decodeTravel(stored.coordinates.length / 2, stored),
      coordinates: stored.coordinates,
      isEstimate: stored.isEstimate,
    },
  }
}

/** Figures of a plan as it is written now. */
export const figuresOf = async (tx: Transaction, plan: Plan): Promise<PlanFigures> =>
  figuresByRoute(await readTimes(tx, plan))
