import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { instant, latitudeText, longitudeText } from './lists.ts'

const latitude = z.number().min(-90).max(90)
const longitude = z.number().min(-180).max(180)
const position = z.strictObject({ latitude, longitude })

/** Who answered: a configured service, one of the built-in engines, or the formula over the straight line. */
export const roadEngine = z.enum(['osrm', 'valhalla_http', 'valhalla', 'portable', 'formula'])
export type RoadEngine = z.infer<typeof roadEngine>

const answered = {
  engine: roadEngine,
  /** Guessed from the straight line: to be labelled so wherever it is shown. */
  isEstimate: z.boolean(),
}
const leg = z.object({ durationSeconds: z.number(), distanceMetres: z.number() })
/** Longitude, latitude. */
const point = z.tuple([z.number(), z.number()])

export const roadLimits = {
  routePoints: 25,
  tablePlaces: 100,
  arrivals: 500,
  minutes: 60,
  contours: 6,
} as const

/**
 * Calls of one person in a minute. A radar asks for arrivals every four seconds and for areas as often as its target
 * moves; a few tabs, and watching eyes on places, have room beside it. A large table takes most of a second.
 */
const perMinute = (calls: number) => ({ calls, seconds: 60 })

export const findRoute = endpoint({
  name: 'places.route',
  worksWhenFull: true,
  method: 'POST',
  path: '/roads/route',
  summary: 'Quickest way by car through two or more points, without traffic',
  access: 'roads.read',
  limit: perMinute(240),
  body: z.strictObject({ points: z.array(position).min(2).max(roadLimits.routePoints) }),
  output: leg.extend({ ...answered, legs: z.array(leg), line: z.array(point) }),
  problems: ['route_not_found'],
})
export type RoadRouteAnswer = z.infer<typeof findRoute.output>

const places = z.array(position).min(1).max(roadLimits.tablePlaces)
export const readRoadTable = endpoint({
  name: 'places.table',
  worksWhenFull: true,
  method: 'POST',
  path: '/roads/table',
  summary: 'Driving time and distance from each source to each target',
  access: 'roads.read',
  limit: perMinute(60),
  body: z.strictObject({ sources: places, targets: places }),
  output: z.object({
    ...answered,
    /** Row by source, column by target. */
    durationsSeconds: z.array(z.array(z.number())),
    distancesMetres: z.array(z.array(z.number())),
    isEstimated: z.array(z.array(z.boolean())),
  }),
})

const minutesList = z
  .string()
  .regex(/^\d{1,2}(,\d{1,2}){0,5}$/)
  .transform((text) => [...new Set(text.split(',').map(Number))].sort((a, b) => a - b))
  .refine((minutes) => minutes.every((count) => count >= 1 && count <= roadLimits.minutes))
export const readIsochrone = endpoint({
  name: 'places.isochrone',
  method: 'GET',
  path: '/roads/isochrone',
  summary: 'The area from which a place is reached, or that is reached from it, within some minutes',
  access: 'roads.read',
  limit: perMinute(120),
  query: z.strictObject({
    latitude: latitudeText,
    longitude: longitudeText,
    minutes: minutesList.default([3, 5, 10, 15]),
    direction: z.enum(['to', 'from']).default('to'),
  }),
  output: z.object({
    ...answered,
    /** By rising minutes; an estimate is a circle. */
    areas: z.array(
      z.object({
        minutes: z.number(),
        geometry: z.object({
          type: z.literal('MultiPolygon'),
          coordinates: z.array(z.array(z.array(point))),
        }),
      }),
    ),
  }),
})
export type IsochroneAnswer = z.infer<typeof readIsochrone.output>

export const readArrivals = endpoint({
  name: 'places.arrivals',
  worksWhenFull: true,
  method: 'POST',
  path: '/roads/arrivals',
  summary: 'When each of many would arrive at one place',
  access: 'roads.read',
  limit: perMinute(300),
  body: z.strictObject({
    target: position,
    sources: z
      .array(z.strictObject({ id: z.string().min(1).max(64), latitude, longitude }))
      .max(roadLimits.arrivals),
  }),
  output: z.object({
    ...answered,
    /** In the order asked. */
    arrivals: z.array(leg.extend({ id: z.string(), isEstimate: z.boolean() })),
  }),
})
export type ArrivalsAnswer = z.infer<typeof readArrivals.output>

const breaker = z.enum(['closed', 'open', 'half_open'])
export const readRoadsStatus = endpoint({
  name: 'places.roadsStatus',
  method: 'GET',
  path: '/roads/status',
  summary: 'Which engines answer questions about roads, over which regions, and how they fare',
  access: 'monitoring.read',
  output: z.object({
    /** The configured service; null where there is none. */
    upstream: z
      .object({
        host: z.string(),
        breaker,
        retryAt: instant.nullable(),
        asked: z.number(),
        answered: z.number(),
        medianMs: z.number().nullable(),
        lastFailure: z.object({ at: instant, kind: z.string() }).nullable(),
      })
      .nullable(),
    engines: z.array(
      z.object({
        name: z.enum(['valhalla', 'portable']),
        isAvailable: z.boolean(),
        regions: z.array(z.string()),
        state: z.enum(['idle', 'running']),
        breaker,
        /** How often its process ended unexpectedly. */
        ends: z.number(),
        pending: z.number(),
        memoryBytes: z.number().nullable(),
      }),
    ),
    /** Answers since the start, by engine. */
    answered: z.record(roadEngine, z.number()),
  }),
})
