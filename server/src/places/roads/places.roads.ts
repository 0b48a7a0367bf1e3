import type { Coordinates } from '@rumbo/geo'
import type { Clock } from '../../platform/clock.ts'
import { Problem, problem } from '../../platform/problem.ts'
import { UpstreamFailure, type UpstreamStatus } from '../../platform/upstream/upstream.ts'
import type { InstalledRegion } from '../regions/places.regions.ts'
import type {
  CallOptions,
  EngineArea,
  EngineMatch,
  EngineRoute,
  EngineTable,
  Lacking,
  RoadEngineName,
  RoadsEngine,
  Towards,
} from './places.roads.engine.ts'
import { createHttpRoads } from './places.roads.http.ts'
import type { EngineProcessStatus } from './places.roads.process.ts'
import { createRegionEngine, type RegionEngine } from './places.roads.regional.ts'
import {
  emptyTable,
  estimateAreas,
  estimateGaps,
  estimateRoute,
  straightLine,
} from './places.roads-formula.rules.ts'

/** The engine used, and whether figures are estimated from the straight line. */
export interface Answered {
  engine: RoadEngineName
  isEstimate: boolean
}
export type RoadRoute = Answered & EngineRoute & { durationSeconds: number; distanceMetres: number }
/** Every cell has a value; `isEstimated` states for each whether it is an estimate. */
export type RoadTable = Answered & EngineTable & { isEstimated: boolean[] }
export type RoadIsochrones = Answered & { areas: EngineArea[] }
export type RoadMatch = Answered & EngineMatch

export interface RoadsStatus {
  /** Status of the configured service; null without one. */
  upstream: UpstreamStatus | null
  engines: ({
    name: 'valhalla' | 'portable'
    isAvailable: boolean
    regions: string[]
  } & EngineProcessStatus)[]
  /** Number of answers since the start, by engine. */
  answered: Record<RoadEngineName, number>
}

/** Road queries, answered by the best available engine, or by the formula where none answers. */
export interface Roads {
  /** A route through two or more points. @throws Problem `route_not_found` where no road connects them */
  route(points: readonly Coordinates[], options?: CallOptions): Promise<RoadRoute>
  table(
    sources: readonly Coordinates[],
    targets: readonly Coordinates[],
    options?: CallOptions,
  ): Promise<RoadTable>
  /** The areas reachable from a place (`from`), or from which it is reachable (`to`), within each number of minutes. */
  isochrone(
    place: Coordinates,
    minutes: readonly number[],
    towards: Towards,
    options?: CallOptions,
  ): Promise<RoadIsochrones>
  /** Matches a trace to streets; without roads, returns the trace itself with no streets. */
  match(trace: readonly Coordinates[], options?: CallOptions): Promise<RoadMatch>
  status(): RoadsStatus
  /** Process ids of the engines; null where not started. */
  processIds(): { valhalla: number | null; portable: number | null }
  close(): void
}

export interface RoadsOptions {
  clock: Clock
  /** `ROUTING_URL`; null to use only the built-in engines. */
  routingUrl: string | null
  /** Timeout of that service. Default: 8 s. */
  routingTimeoutMs?: number
  /** The installed regions, and notifications of changes. */
  regions: {
    list(): readonly InstalledRegion[]
    onChange(listener: (regions: readonly InstalledRegion[]) => void): () => void
  }
  /** Called when an engine fails and the next one is tried. */
  onFailure?: (engine: RoadEngineName, error: Error) => void
}

type Question = keyof Required<Omit<RoadsEngine, 'name'>>

/**
 * Order of the built-in engines: Valhalla knows turn costs and restrictions; ours is faster for many places, and rings
 * and arrivals on one screen must come from the same engine.
 */
const order: Record<Question, ('valhalla' | 'portable')[]> = {
  route: ['valhalla', 'portable'],
  match: ['valhalla', 'portable'],
  table: ['portable', 'valhalla'],
  isochrone: ['portable', 'valhalla'],
}

/** Routes, tables, isochrones and traces over all installed regions. */
export function createRoads(options: RoadsOptions): Roads {
  const http =
    options.routingUrl === null
      ? null
      : createHttpRoads(options.routingUrl, options.clock, options.routingTimeoutMs)
  const builtIn = {
    valhalla: createRegionEngine({ ...options, kind: 'valhalla' }),
    portable: createRegionEngine({ ...options, kind: 'portable' }),
  } satisfies Record<string, RegionEngine>
  const answered: Record<RoadEngineName, number> = {
    osrm: 0,
    valhalla_http: 0,
    valhalla: 0,
    portable: 0,
    formula: 0,
  }

  /** The first engine's answer; null where every engine lacks the roads or fails. */
  async function first<Answer extends object>(
    question: Question,
    ask: (engine: RoadsEngine) => Promise<Answer | Lacking> | undefined,
    { signal }: CallOptions,
  ): Promise<{ engine: RoadEngineName; answer: Answer } | 'unconnected' | null> {
    const engines: RoadsEngine[] = [...(http ? [http] : []), ...order[question].map((kind) => builtIn[kind])]
    for (const engine of engines) {
      try {
        const answer: Answer | Lacking | undefined = await ask(engine)
        if (answer === undefined || answer === 'uncovered') continue
        if (answer === 'unconnected') return answer
        const name = engine.name()
        answered[name] += 1
        return { engine: name, answer }
      } catch (error) {
        if (signal?.aborted) throw problem('unavailable')
        if (error instanceof Problem) throw error
        // The failures that opened the breaker have been reported already.
        const isQuiet = error instanceof UpstreamFailure && error.kind === 'open'
        if (!isQuiet)
          options.onFailure?.(engine.name(), error instanceof Error ? error : new Error(String(error)))
      }
    }
    answered.formula += 1
    return null
  }

  return {
    async route(points, call = {}) {
      const found = await first('route', (engine) => engine.route?.(points, call), call)
      if (found === 'unconnected') throw problem('route_not_found')
      const route = found?.answer ?? estimateRoute(points)
      return {
        engine: found?.engine ?? 'formula',
        isEstimate: found === null,
        ...route,
        durationSeconds: route.legs.reduce((sum, leg) => sum + leg.durationSeconds, 0),
        distanceMetres: route.legs.reduce((sum, leg) => sum + leg.distanceMetres, 0),
      }
    },
    async table(sources, targets, call = {}) {
      const found = await first('table', (engine) => engine.table?.(sources, targets, call), call)
      const isFound = found !== null && found !== 'unconnected'
      const table = isFound ? found.answer : emptyTable(sources.length * targets.length)
      const isEstimated = estimateGaps(table, sources, targets)
      return {
        // An engine without a value for any pair does not count.
        engine: isFound && isEstimated.includes(false) ? found.engine : 'formula',
        isEstimate: isEstimated.includes(true),
        ...table,
        isEstimated,
      }
    },
    async isochrone(place, minutes, towards, call = {}) {
      const found = await first(
        'isochrone',
        (engine) => engine.isochrone?.(place, minutes, towards, call),
        call,
      )
      if (found === null || found === 'unconnected')
        return { engine: 'formula', isEstimate: true, areas: estimateAreas(place, minutes) }
      return { engine: found.engine, isEstimate: false, areas: found.answer }
    },
    async match(trace, call = {}) {
      const found = await first('match', (engine) => engine.match?.(trace, call), call)
      if (found !== null && found !== 'unconnected')
        return { engine: found.engine, isEstimate: false, ...found.answer }
      const { legs } = estimateRoute(trace)
      return {
        engine: 'formula',
        isEstimate: true,
        points: trace.map(() => null),
        shapes: [straightLine(trace)],
        distanceMetres: legs.reduce((sum, leg) => sum + leg.distanceMetres, 0),
      }
    },
    status: () => ({
      upstream: http?.upstream.status() ?? null,
      engines: [builtIn.valhalla.status(), builtIn.portable.status()],
      answered: { ...answered },
    }),
    processIds: () => ({
      valhalla: builtIn.valhalla.processId(),
      portable: builtIn.portable.processId(),
    }),
    close() {
      builtIn.valhalla.close()
      builtIn.portable.close()
    },
  }
}
