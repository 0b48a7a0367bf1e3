import { findRoute, roadLimits } from '@rumbo/contract/places.roads.contract'
import { useQuery } from '@tanstack/react-query'
import { useData } from '../../app/data/use-data.ts'
import type { Place } from './plan-shapes.rules.ts'

const hourMs = 3_600_000

/** Overlapping parts of a way with as many points as one call takes. */
export function partsOf<Point>(points: readonly Point[], most: number = roadLimits.routePoints): Point[][] {
  const parts: Point[][] = []
  for (let from = 0; from < points.length - 1; from += most - 1) parts.push(points.slice(from, from + most))
  return parts
}

/** The line along roads through these places; null until it is known, and where there is none or only an estimate. */
export function useRoadLine(places: readonly Place[]): readonly (readonly [number, number])[] | null {
  const { call } = useData()
  const points = places.map(({ latitude, longitude }) => ({ latitude, longitude }))
  const { data } = useQuery({
    queryKey: ['planRoadLine', points],
    enabled: points.length > 1,
    staleTime: hourMs,
    retry: false,
    queryFn: async ({ signal }) => {
      const parts: (readonly [number, number])[][] = []
      // One after the other: a route of many stops must not use up the calls of the radar beside it.
      for (const part of partsOf(points)) {
        const { line, isEstimate } = await call(findRoute, { body: { points: part } }, { signal })
        if (isEstimate || line.length < 2) return null
        parts.push(line)
      }
      return parts.flat()
    },
  })
  return data ?? null
}
