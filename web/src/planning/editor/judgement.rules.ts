import type { PlanContent } from '@rumbo/contract/planning.contract'
import { amountsOf, arisingViolations, type Violation } from '@rumbo/optimizer'
import type { PlanEditor } from './plan-editor.ts'
import { timeRoutes } from './route-orders.ts'
import { isSoft, type usePlanWords } from './use-plan-words.ts'

type Words = Pick<ReturnType<typeof usePlanWords>, 'violation' | 'unfit'>

/** Whether a change that brings these violations to a route is refused, and what it breaks all the same, in words. */
export function judgeViolations(
  arising: readonly Violation[],
  vehicleId: string,
  words: Words,
): { refusal: string | null; violations: string[] } {
  const hard = arising.find((one) => !isSoft(one))
  return {
    refusal: hard ? words.violation(hard, vehicleId) : null,
    violations: arising.filter(isSoft).map((one) => words.violation(one, vehicleId)),
  }
}

/** Why routes may not be changed like this, in words; null where they may. What was wrong before refuses nothing. */
export function refusalOf(
  after: PlanContent,
  editor: Pick<PlanEditor, 'content' | 'problem' | 'timed' | 'workspace' | 'stopsToCome'>,
  words: Words,
): string | null {
  const before = new Set(editor.content.routes)
  const changed = after.routes.filter((route) => !before.has(route))
  const times = timeRoutes(editor.problem, { routes: changed }, editor)
  for (const { vehicleId, visits } of changed) {
    const timed = times.get(vehicleId)
    if (timed === undefined) {
      const own = editor.content.routes.find((route) => route.vehicleId === vehicleId)
      const had = new Set(own?.visits.map(({ stopId }) => stopId))
      if (visits.some(({ stopId }) => !had.has(stopId))) return words.unfit(vehicleId)
      continue
    }
    const was = amountsOf(editor.timed.get(vehicleId)?.violations ?? [])
    const { refusal } = judgeViolations(arisingViolations(was, timed.violations), vehicleId, words)
    if (refusal !== null) return refusal
  }
  return null
}
