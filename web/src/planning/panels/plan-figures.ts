import type { PlanContent, PlanFigures, PlanSettings } from '@rumbo/contract/planning.contract'
import type { PlanWorkspace } from '@rumbo/contract/planning.workspace.contract'
import { figuresOf } from '@rumbo/planning/figures'
import { figuresByRoute } from '@rumbo/planning/figures-by-route'
import { problemOf } from '@rumbo/planning/problem'
import { useMemo } from 'react'
import { usePlanEditor } from '../editor/plan-editor.ts'
import { timeRoutes } from '../editor/route-orders.ts'

/** What routes are timed with; what is left out is as in the open plan. */
interface FiguresGiven {
  settings?: PlanSettings | undefined
  /** The day of another plan, whose hours and vehicles differ. */
  workspace?: PlanWorkspace | undefined
}

/** The figures of routes, by the travel times of the open plan; null without routes to show. */
export function usePlanFigures(content: PlanContent | null, given: FiguresGiven = {}): PlanFigures | null {
  const { problem, workspace: own, settings: present, stopsToCome, isEstimate } = usePlanEditor()
  const { settings = present, workspace = own } = given
  return useMemo(() => {
    const [travel] = problem.travel
    if (!content || !travel) return null
    if (workspace !== own) {
      const coordinates = own.places.flatMap(({ latitude, longitude }) => [latitude, longitude])
      return figuresByRoute({ workspace, settings, content, known: { travel, coordinates, isEstimate } })
    }
    const asked = settings === present ? problem : problemOf({ workspace, settings, travel })
    const known = timeRoutes(asked, content, { workspace, stopsToCome })
    return figuresOf(content, { workspace, problem: asked, isEstimate, known })
  }, [content, settings, workspace, problem, own, present, stopsToCome, isEstimate])
}
