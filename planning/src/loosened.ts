import type { PlanContent, PlanException, PlanRoute, PlanSettings } from '@rumbo/contract/planning.contract'
import type { Violation } from '@rumbo/optimizer'
import { timeRoute } from '@rumbo/optimizer/edit/time-route'
import { solverVisits } from './content.ts'
import { departureOf } from './departures.ts'
import { settingOf, stopOf } from './exceptions.ts'
import { type FiguresInput, routeReader } from './figures-by-route.ts'
import { problemOf, stopsToComeOf } from './problem.ts'

/** What a search with the settings `own` may break of the plan's. */
const loosenedCodes = (own: PlanSettings, plan: PlanSettings): PlanException['code'][] =>
  (Object.keys(settingOf) as PlanException['code'][]).filter((code) => {
    const [allowed, usual] = [own[settingOf[code]], plan[settingOf[code]]]
    return usual !== null && (allowed === null || allowed > usual)
  })

/** Whether a search with these settings may do anything that those of the plan do not allow. */
export const isLooser = (own: PlanSettings, plan: PlanSettings): boolean =>
  loosenedCodes(own, plan).length > 0

/**
 * The content of a plan with what its routes break of the plan's settings, and do not break of looser ones, as exceptions.
 * @param looser the settings of the search whose proposal was accepted
 * @param vehicleIds whose routes come from it; null: all
 */
export function withExceptions(
  input: FiguresInput,
  looser: PlanSettings,
  { vehicleIds, by, at }: { vehicleIds: readonly string[] | null; by: string | null; at: string },
): PlanContent {
  const { content, settings, workspace } = input
  const codes = loosenedCodes(looser, settings)
  if (codes.length === 0) return content
  const read = routeReader(input)
  const stopsToCome = stopsToComeOf(workspace)
  const violationsOf = (route: PlanRoute, own: PlanSettings): readonly Violation[] => {
    const { part, travel } = read(route)
    const problem = problemOf({ workspace: part, settings: own, travel })
    if (problem.vehicles.length === 0) return []
    const visits = solverVisits(route, stopsToCome)
    const startsAt = departureOf(route, workspace)
    return timeRoute(problem, { vehicleId: route.vehicleId, visits, startsAt }).violations
  }
  const keyOf = ({ code, stopId }: Pick<PlanException, 'stopId'> & { code: string }) => `${code} ${stopId}`
  return {
    routes: content.routes.map((route) => {
      if (vehicleIds !== null && !vehicleIds.includes(route.vehicleId)) return route
      const named = (violation: Violation) =>
        keyOf({ code: violation.code, stopId: stopOf(violation, stopsToCome) })
      const still = new Set(violationsOf(route, looser).map(named))
      const found = violationsOf(route, settings).flatMap((violation): PlanException[] => {
        const code = codes.find((one) => one === violation.code)
        if (code === undefined || still.has(named(violation))) return []
        const stopId = stopOf(violation, stopsToCome)
        return [{ code, stopId, amount: violation.amount, allowed: looser[settingOf[code]], by, at }]
      })
      const keys = new Set(found.map(keyOf))
      const stops = new Set(route.visits.map(({ stopId }) => stopId))
      const former = (route.exceptions ?? []).filter(
        (one) => !keys.has(keyOf(one)) && (one.stopId === null || stops.has(one.stopId)),
      )
      return found.length === 0 ? route : { ...route, exceptions: [...former, ...found] }
    }),
  }
}
