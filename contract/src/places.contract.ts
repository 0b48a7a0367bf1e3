import * as z from 'zod'
import { endpoint } from './endpoint.ts'

const latitude = z.coerce.number().min(-90).max(90)
const longitude = z.coerce.number().min(-180).max(180)

/** Text a person would say for a place: a street, and the crossing nearest to it. */
export const place = z.object({
  name: z.string(),
  detail: z.string().nullable(),
  latitude: z.number(),
  longitude: z.number(),
  distanceMetres: z.number().nullable(),
  isApproximate: z.boolean(),
})
export type Place = z.infer<typeof place>
export const reverseGeocode = endpoint({
  name: 'places.reverse',
  method: 'GET',
  path: '/places/reverse',
  summary: 'The street at a position',
  access: 'places.read',
  query: z.strictObject({ latitude, longitude }),
  output: z.object({ place: place.nullable() }),
})
export const searchPlaces = endpoint({
  name: 'places.search',
  method: 'GET',
  path: '/places/search',
  summary: 'Streets, crossings and neighbourhoods by name',
  access: 'places.read',
  query: z.strictObject({
    q: z.string().trim().min(2).max(100),
    limit: z.coerce.number().int().min(1).max(20).default(8),
  }),
  output: z.object({ items: z.array(place) }),
})
const feature = z.object({
  type: z.literal('Feature'),
  geometry: z.object({ type: z.string(), coordinates: z.unknown() }),
  properties: z.record(z.string(), z.unknown()),
})
export const featureCollection = z.object({
  type: z.literal('FeatureCollection'),
  features: z.array(feature),
})
export const readBasemap = endpoint({
  name: 'places.basemap',
  method: 'GET',
  path: '/places/basemap',
  summary: 'Streets, areas and place names of the installed regions',
  access: 'places.read',
  output: z.object({
    streets: featureCollection,
    areas: featureCollection,
    places: featureCollection,
    /** West, south, east, north; null where no region is installed. */
    bounds: z.tuple([z.number(), z.number(), z.number(), z.number()]).nullable(),
    attribution: z.string(),
    isApproximate: z.boolean(),
  }),
})
