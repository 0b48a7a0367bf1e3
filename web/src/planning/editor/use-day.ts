import type { PlanContent } from '@rumbo/contract/planning.contract'
import type { PlanWorkspace } from '@rumbo/contract/planning.workspace.contract'
import type { EditProblem, TimedRoute } from '@rumbo/optimizer'
import type { PlanDay } from '@rumbo/planning/problem'
import { replaceEqualDeep } from '@tanstack/react-query'
import { useState } from 'react'
import { isSameMap } from '../use-route-views.ts'
import { type OrderContext, timeRoutes } from './route-orders.ts'

/** A day that is read again and again, as an object that changes only with more than the instant of reading. */
export function useDay(workspace: PlanWorkspace): PlanDay {
  const [day, setDay] = useState<PlanDay>(workspace)
  // What did not change in an answer stays the same object.
  const names = Object.keys({ ...day, ...workspace }) as (keyof PlanWorkspace)[]
  if (names.every((name) => name === 'now' || day[name] === workspace[name])) return day
  setDay(workspace)
  return workspace
}

type Times = ReadonlyMap<string, TimedRoute>
interface Last {
  problem: EditProblem
  content: PlanContent
  workspace: OrderContext['workspace']
  times: Times
}

/** Times of the routes by vehicle. Those that did not change stay the same object, as a whole and each. */
export function useTimedRoutes(
  problem: EditProblem | null | undefined,
  content: PlanContent,
  context: OrderContext,
): Times | null {
  const { workspace } = context
  const [last, setLast] = useState<Last | null>(null)
  if (!problem) return null
  if (last?.problem === problem && last.content === content && last.workspace === workspace) return last.times
  const before: Times = last?.times ?? new Map()
  const made = new Map<string, TimedRoute>()
  for (const [vehicleId, times] of timeRoutes(problem, content, context)) {
    const was = before.get(vehicleId)
    made.set(vehicleId, was === undefined ? times : replaceEqualDeep(was, times))
  }
  const times = isSameMap(before, made) ? before : made
  setLast({ problem, content, workspace, times })
  return times
}
