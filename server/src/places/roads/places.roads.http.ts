import type { Coordinates } from '@rumbo/geo'
import * as z from 'zod'
import type { Clock } from '../../platform/clock.ts'
import {
  createUpstream,
  type Upstream,
  type UpstreamCall,
  UpstreamFailure,
} from '../../platform/upstream/upstream.ts'
import type {
  CallOptions,
  EngineArea,
  EngineRoute,
  EngineTable,
  Lacking,
  RoadsEngine,
} from './places.roads.engine.ts'
import { emptyTable } from './places.roads-formula.rules.ts'
import { inParts, tableInParts } from './places.roads-parts.ts'
import { valhallaAnswers, valhallaLacking, valhallaRequests } from './places.valhalla.rules.ts'

type Dialect = 'osrm' | 'valhalla'

/** A configured routing service. */
export interface HttpRoads extends RoadsEngine {
  readonly upstream: Upstream
}

const defaultTimeoutMs = 8_000
/** Streets farther from a place than this are not used for it. */
const snapMetres = 1_500
/** The services' default limits of one request: `--max-table-size` of `osrm-routed`, `service_limits` of Valhalla. */
const osrmTablePlaces = 100
const valhallaStock = { tableSide: 50, routePoints: 20, contours: 4 }

/**
 * Client of a routing service with the API of OSRM or Valhalla, stated as `osrm+https://…` or `valhalla+https://…`, or
 * detected from its status page at the first query.
 */
export function createHttpRoads(url: string, clock: Clock, timeoutMs = defaultTimeoutMs): HttpRoads {
  const configuredDialect = /^(osrm|valhalla)\+/.exec(url)?.[1] as Dialect | undefined
  const upstream = createUpstream({
    name: 'routing',
    baseUrl: url.replace(/^(osrm|valhalla)\+/, ''),
    timeoutMs,
    clock,
    maxBytes: 16 * 1024 * 1024,
    cacheMs: 60_000,
    // A round of dispatch asks for up to 64 tables at a time, each in up to two parts.
    maxWaiting: 256,
  })
  let dialect: Dialect | null = configuredDialect ?? null
  let finding: Promise<Dialect> | null = null

  async function speak(): Promise<Dialect> {
    if (dialect !== null) return dialect
    finding ??= findDialect(upstream).finally(() => {
      finding = null
    })
    dialect = await finding
    return dialect
  }
  const valhalla = valhallaOver(upstream)
  const osrm = osrmOver(upstream)
  const engine = async () => ((await speak()) === 'osrm' ? osrm : valhalla)
  /** All calls for one query share one timeout. */
  const timed = (options: CallOptions): CallOptions => ({
    ...options,
    timeout: AbortSignal.timeout(timeoutMs),
    isOnTrial: () => upstream.status().breaker !== 'closed',
  })

  return {
    upstream,
    name: () => (dialect === 'valhalla' ? 'valhalla_http' : 'osrm'),
    route: async (points, options) => (await engine()).route(points, timed(options)),
    table: async (sources, targets, options) => (await engine()).table(sources, targets, timed(options)),
    // OSRM has no isochrones and matches only short traces, so the built-in engines are used for these.
    isochrone: async (place, minutes, towards, options) =>
      (await speak()) === 'osrm' ? 'uncovered' : valhalla.isochrone(place, minutes, towards, timed(options)),
    match: async (trace, options) =>
      (await speak()) === 'osrm' ? 'uncovered' : valhalla.match(trace, timed(options)),
  }
}

/** Valhalla's status page returns its version; OSRM refuses it with a code in JSON. */
async function findDialect(upstream: Upstream): Promise<Dialect> {
  try {
    return await upstream.ask({
      path: 'status',
      read: (json): Dialect => {
        z.object({ version: z.string() }).parse(json)
        return 'valhalla'
      },
    })
  } catch (error) {
    const isOsrm =
      error instanceof UpstreamFailure &&
      error.kind === 'refused' &&
      z.object({ code: z.string() }).safeParse(error.answer).success
    if (isOsrm) return 'osrm'
    throw error
  }
}

/** Calls the service; converts refusals that mean "no route" or "no roads" to a result. */
async function requestOr<Read>(
  upstream: Upstream,
  call: UpstreamCall<Read>,
  lackingOf: (answer: unknown) => Lacking | null,
): Promise<Read | Lacking> {
  try {
    return await upstream.ask({ ...call, isCacheable: true })
  } catch (error) {
    const lacking =
      error instanceof UpstreamFailure && error.kind === 'refused' ? lackingOf(error.answer) : null
    if (lacking === null) throw error
    return lacking
  }
}

function valhallaOver(upstream: Upstream) {
  const refusal = z.object({ error_code: z.number() })
  const ask = <Read>(path: string, body: unknown, options: CallOptions, read: (json: unknown) => Read) =>
    requestOr(upstream, { path, body, read, signal: options.signal, timeout: options.timeout }, (answer) => {
      const parsed = refusal.safeParse(answer)
      return parsed.success ? valhallaLacking({ code: parsed.data.error_code }) : null
    })
  return {
    async route(points, options) {
      const size = valhallaStock.routePoints - 1
      const starts = Array.from({ length: Math.ceil((points.length - 1) / size) }, (_, at) => at * size)
      const parts = await inParts(starts, options, (start, signalled) => {
        const some = points.slice(start, start + size + 1)
        return ask('route', valhallaRequests.route(some), signalled, (json) =>
          valhallaAnswers.route(json, some.length),
        )
      })
      const found = parts.filter((part) => typeof part !== 'string')
      const lacking = parts.find((part) => typeof part === 'string')
      if (lacking !== undefined) return lacking
      // Each part starts where the previous one ends.
      const shape = found.flatMap((part, at) => Array.from(part.shape.subarray(at === 0 ? 0 : 2)))
      return { legs: found.flatMap((part) => part.legs), shape: Float64Array.from(shape) }
    },
    table: (sources, targets, options) =>
      tableInParts({ side: valhallaStock.tableSide }, sources, targets, options, (from, to, signalled) =>
        ask('sources_to_targets', valhallaRequests.table(from, to), signalled, (json) =>
          valhallaAnswers.table(json, from.length, to.length),
        ),
      ),
    async isochrone(place, minutes, towards, options) {
      const size = valhallaStock.contours
      const starts = Array.from({ length: Math.ceil(minutes.length / size) }, (_, at) => at * size)
      const parts = await inParts(starts, options, (start, signalled) => {
        const some = minutes.slice(start, start + size)
        return ask('isochrone', valhallaRequests.isochrone(place, some, towards), signalled, (json) =>
          valhallaAnswers.isochrone(json, some),
        )
      })
      return parts.find((part) => typeof part === 'string') ?? parts.flatMap((part) => part as EngineArea[])
    },
    match: (trace, options) =>
      ask('trace_attributes', valhallaRequests.match(trace), options, (json) =>
        valhallaAnswers.match(json, trace.length),
      ),
  } satisfies Omit<RoadsEngine, 'name'> as Required<Omit<RoadsEngine, 'name'>>
}

const osrmLeg = z.object({ duration: z.number().nonnegative(), distance: z.number().nonnegative() })
const osrmRoute = z.object({
  code: z.literal('Ok'),
  routes: z
    .array(
      z.object({
        legs: z.array(osrmLeg),
        geometry: z.object({ coordinates: z.array(z.tuple([z.number(), z.number()])) }),
      }),
    )
    .min(1),
})
const cells = z.array(z.array(z.number().nullable()))
/** Distance in metres from each place to the road used for it. */
const waypoints = z.array(z.object({ distance: z.number().optional() }).nullable()).optional()
const osrmTable = z.object({
  code: z.literal('Ok'),
  durations: cells,
  distances: cells.optional(),
  sources: waypoints,
  destinations: waypoints,
})

function osrmOver(upstream: Upstream) {
  const lackingOf = (answer: unknown): Lacking | null => {
    const code = (answer as { code?: unknown } | null)?.code
    return code === 'NoRoute'
      ? 'unconnected'
      : code === 'NoSegment' || code === 'NoTable'
        ? 'uncovered'
        : null
  }
  const placesOf = (points: readonly Coordinates[]) =>
    points.map(({ latitude, longitude }) => `${longitude.toFixed(6)},${latitude.toFixed(6)}`).join(';')
  const radiuses = (count: number) => Array<number>(count).fill(snapMetres).join(';')
  function tableOf(
    sources: readonly Coordinates[],
    targets: readonly Coordinates[],
    options: CallOptions,
  ): Promise<EngineTable | Lacking> {
    const count = sources.length + targets.length
    const numbers = (from: number, until: number) =>
      Array.from({ length: until - from }, (_, at) => from + at).join(';')
    return requestOr(
      upstream,
      {
        path: `table/v1/driving/${placesOf([...sources, ...targets])}`,
        query: {
          sources: numbers(0, sources.length),
          destinations: numbers(sources.length, count),
          annotations: 'duration,distance',
        },
        read(json) {
          const { durations, distances, sources: starts, destinations: ends } = osrmTable.parse(json)
          // OSRM snaps places at any distance, so cells of places too far from a road are cleared here.
          const isOff = (list: typeof starts, at: number) => (list?.[at]?.distance ?? 0) > snapMetres
          const isWhole = (rows: (number | null)[][]) =>
            rows.length === sources.length && rows.every((row) => row.length === targets.length)
          if (!isWhole(durations) || (distances && !isWhole(distances)))
            throw new Error('The table has an unexpected size.')
          const table = emptyTable(sources.length * targets.length)
          durations.flat().forEach((seconds, cell) => {
            const [row, column] = [Math.floor(cell / targets.length), cell % targets.length]
            const metres = distances?.[row]?.[column]
            if (seconds === null || typeof metres !== 'number') return
            if (isOff(starts, row) || isOff(ends, column)) return
            table.seconds[cell] = seconds
            table.metres[cell] = metres
          })
          return table
        },
        signal: options.signal,
        timeout: options.timeout,
      },
      lackingOf,
    )
  }
  return {
    route: (points: readonly Coordinates[], options: CallOptions): Promise<EngineRoute | Lacking> =>
      requestOr(
        upstream,
        {
          path: `route/v1/driving/${placesOf(points)}`,
          query: {
            overview: 'full',
            geometries: 'geojson',
            steps: 'false',
            radiuses: radiuses(points.length),
          },
          read(json) {
            const [route] = osrmRoute.parse(json).routes
            if (!route || route.legs.length !== points.length - 1)
              throw new Error('The route has an unexpected number of legs.')
            return {
              legs: route.legs.map(({ duration, distance }) => ({
                durationSeconds: duration,
                distanceMetres: distance,
              })),
              shape: Float64Array.from(route.geometry.coordinates.flat()),
            }
          },
          signal: options.signal,
          timeout: options.timeout,
        },
        lackingOf,
      ),
    table: (sources: readonly Coordinates[], targets: readonly Coordinates[], options: CallOptions) =>
      tableInParts({ places: osrmTablePlaces }, sources, targets, options, tableOf),
  }
}
