import type { PlanContent } from '@rumbo/contract/planning.contract'
import type { TimedRoute } from '@rumbo/optimizer'
import { servicesOf } from '@rumbo/planning/content'
import { useMemo } from 'react'
import { type PlanEditor, usePlanEditor } from '../editor/plan-editor.ts'
import { timeRoutes } from '../editor/route-orders.ts'

/** What plans are compared by. */
export interface PlanFiguresShown {
  vehicles: number
  orders: number
  unplanned: number
  metres: number
  workSeconds: number
  lateStops: number
  lateSeconds: number
  violations: number
}

/** The figures of any routes of the open plan's day, by the times that the editor knows. */
function figuresOf(
  content: PlanContent,
  { problem, workspace, stopsToCome }: Pick<PlanEditor, 'problem' | 'workspace' | 'stopsToCome'>,
): PlanFiguresShown {
  const timed = [...timeRoutes(problem, content, { workspace, stopsToCome }).values()].filter(
    ({ visits }) => visits.length > 0,
  )
  const sum = (of: (route: TimedRoute) => number) => timed.reduce((total, route) => total + of(route), 0)
  const planned = servicesOf(content)
  const late = timed.flatMap(({ violations }) => violations.filter(({ code }) => code === 'late'))
  return {
    vehicles: timed.length,
    orders: [...stopsToCome.keys()].filter((serviceId) => planned.has(serviceId)).length,
    unplanned: [...stopsToCome.keys()].filter((serviceId) => !planned.has(serviceId)).length,
    metres: sum(({ metres }) => metres),
    workSeconds: sum(({ starts, ends }) => ends - starts),
    lateStops: late.length,
    lateSeconds: late.reduce((total, { amount }) => total + amount, 0),
    violations: sum(({ violations }) => violations.length),
  }
}

/** As `figuresOf`, of the open plan; null without routes to show. */
export function usePlanFigures(content: PlanContent | null): PlanFiguresShown | null {
  const { problem, workspace, stopsToCome } = usePlanEditor()
  return useMemo(
    () => content && figuresOf(content, { problem, workspace, stopsToCome }),
    [content, problem, workspace, stopsToCome],
  )
}
