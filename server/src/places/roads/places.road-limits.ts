import type { DrivenPlace } from '@rumbo/geo/roads/road-limit'
import { createRegionEngine } from './places.roads.regional.ts'

/** The speed limits that signs state on the roads of the installed regions. */
export interface RoadLimits {
  /**
   * The limit of the road that is driven on at each place, in km/h; null where none is known. Also where no region has roads
   * there, or the engine is away: it never rejects.
   */
  of(places: readonly DrivenPlace[]): Promise<(number | null)[]>
  close(): void
}

/** Starts its engine with the first question: a gateway whose companies do not ask needs none. */
export function createRoadLimits(
  options: Pick<Parameters<typeof createRegionEngine>[0], 'clock' | 'regions' | 'onFailure' | 'engine'>,
): RoadLimits {
  const engine = createRegionEngine({ ...options, kind: 'portable', isLazy: true })
  return {
    async of(places) {
      try {
        return await engine.limits(places)
      } catch (error) {
        options.onFailure?.('portable', error instanceof Error ? error : new Error(String(error)))
        return places.map(() => null)
      }
    },
    close: engine.close,
  }
}
