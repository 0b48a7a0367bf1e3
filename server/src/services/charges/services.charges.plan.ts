import type { Coordinates } from '@rumbo/geo'
import { estimateLeg } from '@rumbo/geo/roads/road-estimate'
import type { Roads } from '../../places/index.ts'
import { Problem } from '../../platform/problem.ts'
import type { RoutePlan } from '../services.rows.ts'

export interface PlanDeps {
  roads: Pick<Roads, 'route'>
  /** Milliseconds to wait for the road engine. Default: 3,000. */
  routePatienceMs?: number
}

/** The way through the stops guessed from straight lines. */
export function straightPlan(stops: readonly Coordinates[]): RoutePlan {
  const legs = stops.slice(1).map((stop, at) => estimateLeg(stops[at] as Coordinates, stop))
  return {
    distanceMetres: Math.round(legs.reduce((sum, leg) => sum + leg.distanceMetres, 0)),
    durationSeconds: Math.round(legs.reduce((sum, leg) => sum + leg.durationSeconds, 0)),
    isEstimate: legs.length > 0,
  }
}

/**
 * The way by road through the stops; null where no road connects them. A road engine that fails, or does not answer
 * in time, is replaced by the straight line, so that a service can always be created.
 */
export async function planRoute(
  { roads, routePatienceMs = 3_000 }: PlanDeps,
  stops: readonly Coordinates[],
): Promise<RoutePlan | null> {
  if (stops.length < 2) return straightPlan(stops)
  const points = stops.map(({ latitude, longitude }) => ({ latitude, longitude }))
  const patience = AbortSignal.timeout(routePatienceMs)
  const outOfTime = new Promise<null>((resolve) => {
    patience.addEventListener('abort', () => resolve(null), { once: true })
  })
  try {
    const route = await Promise.race([roads.route(points, { signal: patience }), outOfTime])
    if (route === null) return straightPlan(stops)
    const { distanceMetres, durationSeconds, isEstimate } = route
    return {
      distanceMetres: Math.round(distanceMetres),
      durationSeconds: Math.round(durationSeconds),
      isEstimate,
    }
  } catch (error) {
    return error instanceof Problem && error.code === 'route_not_found' ? null : straightPlan(stops)
  }
}
