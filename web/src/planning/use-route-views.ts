import type { PlanContent } from '@rumbo/contract/planning.contract'
import type { TimedRoute } from '@rumbo/optimizer'
import type { PlanDay } from '@rumbo/planning/problem'
import { useState } from 'react'
import { type RouteView, routeViews } from './route-view.rules.ts'

interface Input {
  day: PlanDay
  content: PlanContent
  timed: ReadonlyMap<string, TimedRoute>
}

/** The routes as they are shown. A route that did not change stays the same object, so that its row is not drawn again. */
export function useRouteViews(input: Input): ReadonlyMap<string, RouteView> {
  const { day, content, timed } = input
  const [last, setLast] = useState<{ input: Input; views: ReadonlyMap<string, RouteView> } | null>(null)
  if (last?.input.day === day && last.input.content === content && last.input.timed === timed)
    return last.views
  const before = last?.input.day.origin === day.origin ? last.views : undefined
  const made = routeViews({ workspace: day, routes: content.routes, timed }, before)
  const views = before !== undefined && isSameMap(before, made) ? before : made
  setLast({ input: { day, content, timed }, views })
  return views
}

/** Whether two maps have the same values in the same order. */
export function isSameMap<Value>(
  one: ReadonlyMap<string, Value>,
  other: ReadonlyMap<string, Value>,
): boolean {
  if (one.size !== other.size) return false
  const entries = one.entries()
  for (const [key, value] of other) {
    const next = entries.next().value
    if (next?.[0] !== key || next[1] !== value) return false
  }
  return true
}
