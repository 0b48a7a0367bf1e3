import { fitsCurrency } from '@rumbo/contract/money'
import type { Service, ServiceStatus } from '@rumbo/contract/services.contract'
import { canMove, checkWindows, isDispatchPast, type ServiceMove } from '@rumbo/contract/services.rules'
import type { FieldProblem } from '../platform/problem.ts'
import type { RoutePlan, ServiceBody } from './services.rows.ts'

export const hasCost = ({
  estimatedCost,
  currentCost,
  finalCost,
  plannedStops,
  executedStops,
}: Service): boolean =>
  [
    estimatedCost,
    currentCost,
    finalCost,
    ...plannedStops.map((stop) => stop.extraCost),
    ...executedStops.map((stop) => stop.costAtStop),
  ].some((cost) => cost !== null)

/**
 * Validates a new or changed service; returns the invalid fields. An unchanged dispatch time may be in the past.
 * @param currency the only one its costs may be in
 */
export function checkService(
  body: Pick<ServiceBody, 'currency' | 'dispatchTime' | 'estimatedCost' | 'plannedStops'>,
  currency: string,
  now: Date,
  before?: Service,
): FieldProblem[] {
  const problems: FieldProblem[] = checkWindows(body).map((found) => ({
    ...found,
    path: `body.${found.path}`,
  }))
  if (body.currency !== currency) problems.push({ path: 'body.currency', code: 'not_allowed' })
  const costs = [
    ['body.estimatedCost', body.estimatedCost] as const,
    ...body.plannedStops.map(
      ({ extraCost }, at) => [`body.plannedStops.${at}.extraCost`, extraCost] as const,
    ),
  ]
  for (const [path, cost] of costs)
    if (cost !== null && !fitsCurrency(cost, currency)) problems.push({ path, code: 'too_many_decimals' })
  const isSameTime = before !== undefined && Date.parse(before.dispatchTime) === Date.parse(body.dispatchTime)
  if (!isSameTime && isDispatchPast(body.dispatchTime, now))
    problems.push({ path: 'body.dispatchTime', code: 'dispatch_past' })
  return problems
}

const placesOf = (stops: readonly { latitude: number; longitude: number }[]) =>
  stops.map(({ latitude, longitude }) => `${latitude} ${longitude}`).join()

/** The new plan, unless it is a guess and the old one, of the same places, was by road. */
export function keptPlan(
  before: Service,
  stops: ServiceBody['plannedStops'],
  plan: RoutePlan | null,
): RoutePlan | null {
  const { plannedDistance, plannedDuration, isRouteEstimated, plannedStops } = before
  const isKept = plan?.isEstimate && !isRouteEstimated && placesOf(plannedStops) === placesOf(stops)
  if (!isKept || plannedDistance === null || plannedDuration === null) return plan
  return { distanceMetres: plannedDistance, durationSeconds: plannedDuration, isEstimate: false }
}

/** The fleet can be changed only before dispatch, when its dispatchers see the service. */
export const mayChangeFleet = (status: ServiceStatus): boolean => status === 'created'

export const mayMove = (service: Service, move: ServiceMove): boolean => canMove(service.status, move)

const pickups = new Set(['pickup'])

/** Stops recorded as executed when the pickup is confirmed: the leading pickups of the plan, else its first stop. */
export function stopsPickedUp(service: Service): string[] {
  const firstOther = service.plannedStops.findIndex((stop) => !pickups.has(stop.stopType))
  const count = firstOther === -1 ? service.plannedStops.length : Math.max(firstOther, 1)
  return service.plannedStops.slice(0, count).map((stop) => stop.id)
}

/** Stops that are still pending. */
export function stopsLeft(service: Service): string[] {
  const noted = new Set(service.executedStops.map((stop) => stop.id))
  return service.plannedStops.filter((stop) => !noted.has(stop.id)).map((stop) => stop.id)
}
