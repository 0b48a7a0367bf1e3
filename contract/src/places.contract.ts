import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { latitudeText as latitude, longitudeText as longitude } from './lists.ts'

/** Source of place names: an installed region, the towns of the world, or the configured service. */
export const geocodingEngines = ['region', 'gazetteer', 'service'] as const
export const placeKinds = ['address', 'street', 'crossing', 'place', 'point', 'town'] as const

/**
 * How the house number of an address was placed: `exact` is known, `interpolated` lies between its neighbours or at the
 * nearest one, `street` is only somewhere on its street. The text keeps the number in any case.
 */
export const addressPrecisions = ['exact', 'interpolated', 'street'] as const

const word = z.string().nullable()
/** A place in words, and the parts of that text. */
export const place = z.object({
  /** Such as "Avenida Insurgentes Sur 300", "Reforma y Insurgentes", "A 12 km de Toluca". */
  name: z.string(),
  /** What it is near: the crossing, the neighbourhood, the town. */
  detail: word,
  latitude: z.number(),
  longitude: z.number(),
  /** From the place asked for to the street or town that names it. */
  distanceMetres: z.number().nullable(),
  /** A number worked out from its neighbours, a street drawn by hand, only the town nearby. */
  isApproximate: z.boolean(),
  kind: z.enum(placeKinds),
  /** Null where it has no house number. */
  precision: z.enum(addressPrecisions).nullable(),
  engine: z.enum(geocodingEngines),
  /** What it is there: `hospital`, `suburb`; null for streets. */
  sort: word,
  parts: z.object({
    street: word,
    number: word,
    neighbourhood: word,
    city: word,
    state: word,
    postalCode: word,
    country: word,
  }),
})
export type Place = z.infer<typeof place>

/** Of the words of the answer. */
const language = z.enum(['es', 'en']).default('es')
const point = { latitude, longitude }
export const reverseGeocode = endpoint({
  name: 'places.reverse',
  method: 'GET',
  path: '/places/reverse',
  summary: 'The address at a position, or how far the nearest town is',
  access: 'places.read',
  query: z.strictObject({ ...point, language }),
  /** `isDegraded`: the configured service does not answer; the built-in engines did. */
  output: z.object({ place: place.nullable(), isDegraded: z.boolean() }),
})
export const reversePointsLimit = 100
export const reverseGeocodeAll = endpoint({
  name: 'places.reverseAll',
  worksWhenFull: true,
  method: 'POST',
  path: '/places/reverse',
  summary: 'The addresses at up to 100 positions, in their order',
  access: 'places.read',
  body: z.strictObject({
    points: z
      .array(
        z.strictObject({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) }),
      )
      .min(1)
      .max(reversePointsLimit),
    language,
  }),
  output: z.object({ places: z.array(place.nullable()), isDegraded: z.boolean() }),
  // It changes nothing, so no answer is stored for retries.
  isRepeatable: false,
})
export const searchPlaces = endpoint({
  name: 'places.search',
  method: 'GET',
  path: '/places/search',
  summary: 'Addresses, streets, crossings, neighbourhoods, points of interest and towns by name',
  access: 'places.read',
  query: z.strictObject({
    q: z.string().trim().min(2).max(100),
    limit: z.coerce.number().int().min(1).max(20).default(8),
    language,
    /** Results near this place come first. Give both or none. */
    latitude: latitude.optional(),
    longitude: longitude.optional(),
  }),
  output: z.object({ items: z.array(place), isDegraded: z.boolean() }),
})
export type PlaceQuery = z.output<NonNullable<(typeof searchPlaces)['query']>>
/** Vector tiles of the world or of a region, at `/v1/tiles/<set>/<version>/{z}/{x}/{y}`. */
export const tileSource = z.object({
  /** `world`, or the region's name. */
  set: z.string(),
  /** What a person calls it. */
  title: z.string(),
  /** Changes with the tiles, which browsers cache for a year. */
  version: z.string(),
  /** West, south, east, north; beyond ±180 across the date line. */
  bounds: z.tuple([z.number(), z.number(), z.number(), z.number()]),
  minZoom: z.number().int(),
  /** Tiles of this zoom are enlarged beyond it. */
  maxZoom: z.number().int(),
  attribution: z.string(),
  isApproximate: z.boolean(),
  /** Whether it names its neighbourhoods and towns itself. */
  hasPlaces: z.boolean(),
})
export type TileSource = z.infer<typeof tileSource>
/** Where the tiles of a source are, with `{z}`, `{x}` and `{y}` to fill in. */
export const tilesPath = ({ set, version }: Pick<TileSource, 'set' | 'version'>): string =>
  `/v1/tiles/${set}/${version}/{z}/{x}/{y}`

export const readBasemap = endpoint({
  name: 'places.basemap',
  method: 'GET',
  path: '/places/basemap',
  summary:
    'Tiles the map is drawn from: the world, the installed regions, and a service if one is configured',
  access: 'places.read',
  output: z.object({
    /** Null where the installation lacks its world map. */
    world: tileSource.nullable(),
    regions: z.array(tileSource),
    /** A MapLibre style, or a template of raster tiles, drawn in place of the streets of regions. */
    service: z.object({ kind: z.enum(['style', 'raster']), url: z.string() }).nullable(),
  }),
})
