import type { Coordinates } from '@rumbo/geo'
import * as z from 'zod'
import type {
  EngineArea,
  EngineMatch,
  EngineRoute,
  EngineTable,
  FlatLine,
  Lacking,
  Towards,
} from './places.roads.engine.ts'
import { emptyTable } from './places.roads-formula.rules.ts'

/** Streets farther from a place than this are not used for it. */
const snapMetres = 1_500

const locationOf = ({ latitude, longitude }: Coordinates) => ({
  lat: latitude,
  lon: longitude,
  search_cutoff: snapMetres,
})

/** Requests of Valhalla's HTTP API, also used with its library. */
export const valhallaRequests = {
  route: (points: readonly Coordinates[]) => ({
    locations: points.map(locationOf),
    costing: 'auto',
    units: 'kilometers',
    directions_type: 'none',
  }),
  table: (sources: readonly Coordinates[], targets: readonly Coordinates[]) => ({
    sources: sources.map(locationOf),
    targets: targets.map(locationOf),
    costing: 'auto',
    units: 'kilometers',
  }),
  /** Finds which places are near a road. */
  locate: (places: readonly Coordinates[]) => ({
    locations: places.map(locationOf),
    costing: 'auto',
    verbose: false,
  }),
  isochrone: (place: Coordinates, minutes: readonly number[], towards: Towards) => ({
    locations: [locationOf(place)],
    costing: 'auto',
    contours: minutes.map((time) => ({ time })),
    polygons: true,
    reverse: towards === 'to',
    generalize: 30,
  }),
  match: (trace: readonly Coordinates[]) => ({
    shape: trace.map(({ latitude, longitude }) => ({ lat: latitude, lon: longitude })),
    costing: 'auto',
    shape_match: 'map_snap',
    filters: {
      attributes: [
        'shape',
        'edge.names',
        'edge.length',
        'matched.point',
        'matched.type',
        'matched.edge_index',
        'matched.distance_from_trace_point',
      ],
      action: 'include',
    },
  }),
}

const summary = z.object({ time: z.number().nonnegative(), length: z.number().nonnegative() })
const routeAnswer = z.object({
  trip: z.object({ legs: z.array(z.object({ summary, shape: z.string() })) }),
})
const tableAnswer = z.object({
  sources_to_targets: z.array(
    z.array(z.object({ time: z.number().nullish(), distance: z.number().nullish() })),
  ),
})
const locateAnswer = z.array(z.object({ edges: z.array(z.unknown()).nullish() }))
const ring = z.array(z.tuple([z.number(), z.number()]))
const isochroneAnswer = z.object({
  features: z.array(
    z.object({
      properties: z.object({ contour: z.number() }),
      geometry: z.discriminatedUnion('type', [
        z.object({ type: z.literal('Polygon'), coordinates: z.array(ring) }),
        z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(z.array(ring)) }),
      ]),
    }),
  ),
})
const matchAnswer = z.object({
  shape: z.string(),
  edges: z.array(z.object({ names: z.array(z.string()).optional(), length: z.number() })),
  matched_points: z.array(
    z.object({
      lat: z.number(),
      lon: z.number(),
      type: z.string(),
      edge_index: z.number().optional(),
      distance_from_trace_point: z.number().optional(),
    }),
  ),
})

/** Validates and converts Valhalla's responses. @throws Error for an unexpected response */
export const valhallaAnswers = {
  route(json: unknown, points: number): EngineRoute {
    const { legs } = routeAnswer.parse(json).trip
    if (legs.length !== points - 1) throw new Error('The route has an unexpected number of legs.')
    const shape: number[] = []
    for (const leg of legs) {
      const line = decodePolyline(leg.shape, 6)
      for (let value = shape.length === 0 ? 0 : 2; value < line.length; value++)
        shape.push(line[value] as number)
    }
    return {
      legs: legs.map(({ summary: { time, length } }) => ({
        durationSeconds: time,
        distanceMetres: length * 1000,
      })),
      shape: Float64Array.from(shape),
    }
  },
  table(json: unknown, sources: number, targets: number): EngineTable {
    const rows = tableAnswer.parse(json).sources_to_targets
    if (rows.length !== sources || rows.some((row) => row.length !== targets))
      throw new Error('The table has an unexpected size.')
    const table = emptyTable(sources * targets)
    rows.forEach((row, source) => {
      row.forEach(({ time, distance }, target) => {
        if (typeof time !== 'number' || typeof distance !== 'number') return
        table.seconds[source * targets + target] = time
        table.metres[source * targets + target] = distance * 1000
      })
    })
    return table
  },
  /** For each place whether a road is near it. */
  locate(json: unknown, places: number): boolean[] {
    const located = locateAnswer.parse(json)
    if (located.length !== places) throw new Error('The response has an unexpected number of places.')
    return located.map(({ edges }) => (edges?.length ?? 0) > 0)
  },
  isochrone(json: unknown, minutes: readonly number[]): EngineArea[] {
    const { features } = isochroneAnswer.parse(json)
    return minutes.map((count) => ({
      minutes: count,
      coordinates: features
        .filter(({ properties }) => properties.contour === count)
        .flatMap(({ geometry }) =>
          geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates,
        ),
    }))
  },
  match(json: unknown, points: number): EngineMatch {
    const { shape, edges, matched_points: matched } = matchAnswer.parse(json)
    if (matched.length !== points) throw new Error('The match has an unexpected number of points.')
    return {
      points: matched.map(({ lat, lon, type, edge_index: edge, distance_from_trace_point: distance }) =>
        type === 'unmatched'
          ? null
          : {
              latitude: lat,
              longitude: lon,
              distanceMetres: distance ?? 0,
              street: edges[edge ?? -1]?.names?.[0] ?? '',
            },
      ),
      shapes: [decodePolyline(shape, 6)],
      distanceMetres: edges.reduce((sum, edge) => sum + edge.length, 0) * 1000,
    }
  },
}

/** Meaning of a refusal by its code or, from the library, its text; null for any other error. */
export function valhallaLacking(refusal: { code?: number; words?: string }): Lacking | null {
  const { code, words = '' } = refusal
  // https://valhalla.github.io/valhalla/api/turn-by-turn/api-reference/#http-status-codes-and-conditions
  if (code === 170 || code === 442 || /unconnected regions|no path could be found/i.test(words))
    return 'unconnected'
  const isOff = code === 171 || code === 443 || code === 444 || /no suitable edges|map match/i.test(words)
  return isOff ? 'uncovered' : null
}

/** Decodes Google's polyline format with the given precision to alternating longitude and latitude. */
export function decodePolyline(text: string, decimals: number): FlatLine {
  const factor = 10 ** decimals
  const line: number[] = []
  const sums = [0, 0]
  let value = 0
  let shift = 0
  let which = 0
  for (let at = 0; at < text.length; at++) {
    const bits = text.charCodeAt(at) - 63
    if (bits < 0 || bits > 63 || shift > 30) throw new Error('The line cannot be decoded.')
    value |= (bits & 31) << shift
    shift += 5
    if (bits >= 32) continue
    sums[which] = (sums[which] as number) + (value & 1 ? ~(value >> 1) : value >> 1)
    if (which === 1) line.push((sums[1] as number) / factor, (sums[0] as number) / factor)
    which = 1 - which
    value = 0
    shift = 0
  }
  return Float64Array.from(line)
}
