import {
  findRoute,
  readArrivals,
  readIsochrone,
  readRoadsStatus,
  readRoadTable,
} from '@rumbo/contract/places.roads.contract'
import { LRUCache } from 'lru-cache'
import type { Clock } from '../../platform/clock.ts'
import { type Answer, answerAlone } from '../../platform/http/endpoints.ts'
import type { Roads, RoadTable } from './places.roads.ts'

/** Cached briefly, since several people watching one target send the same request. */
const arrivalsKeptMs = 2_000
const isochronesKeptMs = 60_000

/** Rounded to tenths to keep responses small. */
const rounded = (value: number) => Math.round(value * 10) / 10
const roundedLeg = (leg: { durationSeconds: number; distanceMetres: number }) => ({
  durationSeconds: rounded(leg.durationSeconds),
  distanceMetres: rounded(leg.distanceMetres),
})

/** Caches results by request; failures are not cached, nor results that `isKept` rejects. */
function createCache<Answered extends object>(
  clock: Clock,
  maxAgeMs: number,
  isCacheable: (answer: Answered) => boolean = () => true,
) {
  const cache = new LRUCache<string, { until: number; answer: Promise<Answered> }>({ max: 200 })
  return (question: unknown, answer: () => Promise<Answered>): Promise<Answered> => {
    const key = JSON.stringify(question)
    const now = clock.now().getTime()
    const known = cache.get(key)
    if (known && known.until > now) return known.answer
    const asked = answer()
    cache.set(key, { until: now + maxAgeMs, answer: asked })
    asked.then(
      (answered) => isCacheable(answered) || cache.delete(key),
      () => cache.delete(key),
    )
    return asked
  }
}

export function roadEndpoints(roads: Roads, clock: Clock): Answer[] {
  const cachedTables = createCache<RoadTable>(clock, arrivalsKeptMs)
  const cachedAreas = createCache<Awaited<ReturnType<Roads['isochrone']>>>(
    clock,
    isochronesKeptMs,
    // An estimate is cheap to repeat, and the engine may be available again by then.
    ({ isEstimate }) => !isEstimate,
  )
  return [
    answerAlone(findRoute, async ({ body }, { signal }) => {
      const { engine, isEstimate, legs, shape, ...whole } = await roads.route(body.points, {
        signal,
      })
      const line = pairsOf(shape)
      return { engine, isEstimate, ...roundedLeg(whole), legs: legs.map(roundedLeg), line }
    }),
    answerAlone(readRoadTable, async ({ body: { sources, targets } }, { signal }) => {
      const table = await roads.table(sources, targets, { signal })
      const rows = <Cell>(cells: ArrayLike<Cell>) =>
        sources.map((_, row) =>
          targets.map((_target, column) => cells[row * targets.length + column] as Cell),
        )
      return {
        engine: table.engine,
        isEstimate: table.isEstimate,
        durationsSeconds: rows(Array.from(table.seconds, rounded)),
        distancesMetres: rows(Array.from(table.metres, rounded)),
        isEstimated: rows(table.isEstimated),
      }
    }),
    answerAlone(readIsochrone, async ({ query: { latitude, longitude, minutes, direction } }) => {
      const place = { latitude, longitude }
      const { engine, isEstimate, areas } = await cachedAreas([place, minutes, direction], () =>
        roads.isochrone(place, minutes, direction),
      )
      return {
        engine,
        isEstimate,
        areas: areas.map(({ minutes: count, coordinates }) => ({
          minutes: count,
          geometry: { type: 'MultiPolygon' as const, coordinates },
        })),
      }
    }),
    answerAlone(readArrivals, async ({ body: { target, sources } }) => {
      if (sources.length === 0) return { engine: 'formula' as const, isEstimate: false, arrivals: [] }
      const table = await cachedTables([target, sources], () => roads.table(sources, [target]))
      return {
        engine: table.engine,
        isEstimate: table.isEstimate,
        arrivals: sources.map(({ id }, at) => ({
          id,
          durationSeconds: rounded(table.seconds[at] as number),
          distanceMetres: rounded(table.metres[at] as number),
          isEstimate: table.isEstimated[at] === true,
        })),
      }
    }),
    answerAlone(readRoadsStatus, async () => {
      const { upstream, engines, answered } = roads.status()
      return {
        upstream: upstream && {
          host: upstream.host,
          breaker: upstream.breaker,
          retryAt: upstream.retryAt?.toISOString() ?? null,
          asked: upstream.counts.asked,
          answered: upstream.counts.answered,
          medianMs: upstream.medianMs,
          lastFailure: upstream.lastFailure && {
            at: upstream.lastFailure.at.toISOString(),
            kind: upstream.lastFailure.kind,
          },
        },
        engines: engines.map(
          ({ name, isAvailable, regions, state, breaker, ends, pending, memoryBytes }) => ({
            name,
            isAvailable,
            regions,
            state,
            breaker,
            ends,
            pending,
            memoryBytes,
          }),
        ),
        answered,
      }
    }),
  ]
}

/** Six decimals are about 10 cm. */
function pairsOf(line: Float64Array): [number, number][] {
  const pairs: [number, number][] = []
  const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6
  for (let at = 0; at < line.length; at += 2)
    pairs.push([round(line[at] as number), round(line[at + 1] as number)])
  return pairs
}
