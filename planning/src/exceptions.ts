import type { PlanContent, PlanException, PlanRoute, PlanSettings } from '@rumbo/contract/planning.contract'
import type { TimedRoute, Violation } from '@rumbo/optimizer'

type StopsToCome = ReadonlyMap<string, readonly string[]>

/** The setting that a search has to loosen for a route to break it. */
export const settingOf = {
  late: 'pickupToleranceMinutes',
  max_seconds: 'mostMinutes',
  max_metres: 'mostKilometres',
  max_stops: 'mostStops',
} as const satisfies Record<PlanException['code'], keyof PlanSettings>

/** Times of the same route differ by so little: seconds, metres and stops that are no more than was accepted. */
const slack = { late: 60, max_seconds: 60, max_metres: 100, max_stops: 0 } as const

const isExceptional = (code: Violation['code']): code is PlanException['code'] => code in settingOf

/** The stop that a violation concerns; null: none. */
export const stopOf = ({ requestId, stop = 0 }: Violation, stopsToCome: StopsToCome): string | null =>
  requestId === undefined ? null : (stopsToCome.get(requestId)?.[stop] ?? null)

/** A violation that was accepted. */
export interface AcceptedViolation {
  violation: Violation
  exception: PlanException
}

/** What a route breaks, and what of it was accepted, for as long as it is no more than that. */
export function splitViolations(
  { exceptions = [] }: Pick<PlanRoute, 'exceptions'>,
  { violations }: Pick<TimedRoute, 'violations'>,
  stopsToCome: StopsToCome,
): { violations: readonly Violation[]; accepted: AcceptedViolation[] } {
  if (exceptions.length === 0) return { violations, accepted: [] }
  const accepted = violations.flatMap((violation): AcceptedViolation[] => {
    const { code, amount } = violation
    if (!isExceptional(code)) return []
    const stopId = stopOf(violation, stopsToCome)
    const exception = exceptions.find(
      (one) => one.code === code && one.stopId === stopId && amount <= one.amount + slack[code],
    )
    return exception ? [{ violation, exception }] : []
  })
  const all = new Set(accepted.map(({ violation }) => violation))
  return { violations: violations.filter((violation) => !all.has(violation)), accepted }
}

/** The content that a client saves: exceptions that the plan did not have before are its own, from now on. */
export function withKnownExceptions(
  content: PlanContent,
  before: PlanContent,
  { by, at }: { by: string | null; at: string },
): PlanContent {
  const textOf = (vehicleId: string, { code, stopId, amount, allowed, ...known }: PlanException) =>
    [vehicleId, code, stopId, amount, allowed, known.by, Date.parse(known.at)].join()
  const known = new Set(
    before.routes.flatMap(({ vehicleId, exceptions = [] }) =>
      exceptions.map((one) => textOf(vehicleId, one)),
    ),
  )
  return {
    routes: content.routes.map((route) =>
      route.exceptions === undefined
        ? route
        : {
            ...route,
            exceptions: route.exceptions.map((one) =>
              known.has(textOf(route.vehicleId, one)) ? one : { ...one, by, at },
            ),
          },
    ),
  }
}
