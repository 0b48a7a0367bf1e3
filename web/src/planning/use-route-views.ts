import type { PlanContent } from '@rumbo/contract/planning.contract'
import type { PlanWorkspace } from '@rumbo/contract/planning.workspace.contract'
import type { TimedRoute } from '@rumbo/optimizer'
import { useState } from 'react'
import { type RouteView, routeViews } from './route-view.rules.ts'

interface Input {
  workspace: PlanWorkspace
  content: PlanContent
  timed: ReadonlyMap<string, TimedRoute>
}

/** The routes as they are shown. A route that did not change stays the same object, so that its row is not drawn again. */
export function useRouteViews(input: Input): ReadonlyMap<string, RouteView> {
  const [last, setLast] = useState<{ input: Input; views: Map<string, RouteView> } | null>(null)
  if (
    last?.input.workspace === input.workspace &&
    last.input.content === input.content &&
    last.input.timed === input.timed
  )
    return last.views
  const { workspace, content, timed } = input
  const views = routeViews({ workspace, routes: content.routes, timed })
  if (last !== null && last.input.workspace === workspace)
    for (const [vehicleId, view] of views) {
      const before = last.views.get(vehicleId)
      if (before?.route === view.route && before.timed === view.timed && before.index === view.index)
        views.set(vehicleId, before)
    }
  setLast({ input: { workspace, content, timed }, views })
  return views
}
