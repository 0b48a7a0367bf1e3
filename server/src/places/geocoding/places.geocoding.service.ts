import type { Place } from '@rumbo/contract/places.contract'
import { hourMs } from '@rumbo/contract/time-units'
import type { Coordinates } from '@rumbo/geo'
import * as z from 'zod'
import type { Clock } from '../../platform/clock.ts'
import { createUpstream, UpstreamFailure, type UpstreamStatus } from '../../platform/upstream/upstream.ts'
import { withAskedNumber } from './places.geocoding.rules.ts'
import type { AnswerLanguage, GeocodingEngine, SearchQuery } from './places.geocoding.ts'

const timeoutMs = 2_500
const cacheMs = hourMs
/** Half the side of the box around `near` in which Nominatim prefers results. */
const nearDegrees = 0.7

const text = z.string().trim().min(1).max(300)
const optional = text.nullish().catch(null)
const degrees = (limit: number) => z.coerce.number().min(-limit).max(limit)

const nominatimAddress = z
  .object({
    house_number: optional,
    road: optional,
    pedestrian: optional,
    neighbourhood: optional,
    suburb: optional,
    quarter: optional,
    city: optional,
    town: optional,
    village: optional,
    municipality: optional,
    state: optional,
    postcode: optional,
    country: optional,
  })
  .partial()
const nominatimPlace = z.object({
  lat: degrees(90),
  lon: degrees(180),
  display_name: text,
  name: optional,
  category: optional,
  type: optional,
  address: nominatimAddress.default({}),
})
const nominatimReverse = z.union([nominatimPlace, z.object({ error: z.string() }).transform(() => null)])

const photonPlace = z.object({
  geometry: z.object({ coordinates: z.tuple([degrees(180), degrees(90)]) }),
  properties: z.object({
    name: optional,
    housenumber: optional,
    street: optional,
    district: optional,
    locality: optional,
    city: optional,
    state: optional,
    postcode: optional,
    country: optional,
    osm_key: optional,
    osm_value: optional,
    type: optional,
  }),
})
const photonAnswer = z.object({
  type: z.literal('FeatureCollection'),
  features: z.array(photonPlace).max(100),
})

type Dialect = 'nominatim' | 'photon'

/**
 * Detects the API: from `photon+https://…` or `nominatim+https://…`, else from the host name, else null until the first
 * response.
 */
function dialectOf(address: string): { baseUrl: string; dialect: Dialect | null } {
  const [, named, baseUrl = address] = /^(?:(nominatim|photon)\+)?(https?:.*)$/.exec(address) ?? []
  if (named !== undefined) return { baseUrl, dialect: named as Dialect }
  if (/photon/i.test(baseUrl)) return { baseUrl, dialect: 'photon' }
  return { baseUrl, dialect: /nominatim/i.test(baseUrl) ? 'nominatim' : null }
}

const compact = (...words: (string | null | undefined)[]) =>
  [...new Set(words.filter((word): word is string => Boolean(word)))].join(', ') || null

function ofNominatim({ lat, lon, address, ...found }: z.output<typeof nominatimPlace>): Place {
  const street = address.road ?? address.pedestrian ?? null
  const number = address.house_number ?? null
  const city = address.city ?? address.town ?? address.village ?? address.municipality ?? null
  const neighbourhood = address.neighbourhood ?? address.quarter ?? address.suburb ?? null
  const isStreet = found.category === 'highway'
  const [first = found.display_name] = found.display_name.split(',')
  const name = number && street ? `${street} ${number}` : (found.name ?? street ?? first)
  return {
    name,
    detail: compact(neighbourhood, city, address.state, city ? null : address.country),
    latitude: lat,
    longitude: lon,
    distanceMetres: null,
    isApproximate: false,
    precision: number ? 'exact' : null,
    kind: number
      ? 'address'
      : isStreet || (street === name && !found.name)
        ? 'street'
        : found.category === 'place' || found.category === 'boundary'
          ? 'place'
          : 'point',
    engine: 'service',
    sort: found.type ?? null,
    parts: {
      street,
      number,
      neighbourhood,
      city,
      state: address.state ?? null,
      postalCode: address.postcode ?? null,
      country: address.country ?? null,
    },
  }
}

function ofPhoton({ geometry: { coordinates }, properties }: z.output<typeof photonPlace>): Place | null {
  const isStreet = properties.osm_key === 'highway'
  const street = properties.street ?? (isStreet ? properties.name : null) ?? null
  const number = properties.housenumber ?? null
  const neighbourhood = properties.district ?? properties.locality ?? null
  const name = properties.name ?? (number && street ? `${street} ${number}` : street) ?? properties.city
  if (!name) return null
  const city = properties.city ?? null
  return {
    name,
    detail: compact(
      properties.name && street !== name ? (number && street ? `${street} ${number}` : street) : null,
      neighbourhood,
      city === name ? null : city,
      properties.state,
      city ? null : properties.country,
    ),
    latitude: coordinates[1],
    longitude: coordinates[0],
    distanceMetres: null,
    isApproximate: false,
    precision: number ? 'exact' : null,
    kind:
      number && !properties.name
        ? 'address'
        : isStreet
          ? 'street'
          : properties.osm_key === 'place'
            ? 'place'
            : 'point',
    engine: 'service',
    sort: properties.osm_value ?? null,
    parts: {
      street,
      number,
      neighbourhood,
      city,
      state: properties.state ?? null,
      postalCode: properties.postcode ?? null,
      country: properties.country ?? null,
    },
  }
}

/**
 * Box in which Nominatim prefers results: west, north, east, south. Rounded, so that nearby queries share a cached
 * response.
 */
const viewboxOf = ({ latitude, longitude }: Coordinates) => ({
  viewbox: [longitude - nearDegrees, latitude + nearDegrees, longitude + nearDegrees, latitude - nearDegrees]
    .map((degrees) => degrees.toFixed(1))
    .join(','),
})
const biasOf = ({ latitude, longitude }: Coordinates) => ({
  lat: latitude.toFixed(1),
  lon: longitude.toFixed(1),
})

/**
 * Geocodes with a service that has the API of Nominatim or Photon, called through `createUpstream`.
 * @param options `address` may begin with `nominatim+` or `photon+`
 */
export function createGeocodingService(options: {
  address: string
  clock: Clock
}): GeocodingEngine & { status(): UpstreamStatus } {
  const { baseUrl, dialect: configured } = dialectOf(options.address)
  let dialect = configured
  const upstream = createUpstream({
    name: 'geocoding',
    baseUrl,
    timeoutMs,
    cacheMs,
    clock: options.clock,
    maxBytes: 512 * 1024,
    headers: { 'user-agent': 'Rumbo' },
  })

  /** Calls the service in its dialect; while that is unknown, tries the other one after an unreadable response. */
  async function ask<Answer>(by: Record<Dialect, () => Promise<Answer>>): Promise<Answer> {
    if (dialect !== null) return by[dialect]()
    try {
      const answer = await by.nominatim()
      dialect = 'nominatim'
      return answer
    } catch (error) {
      if (!(error instanceof UpstreamFailure) || !['refused', 'unreadable'].includes(error.kind)) throw error
      const answer = await by.photon()
      dialect = 'photon'
      return answer
    }
  }
  const photonLanguage = (language: AnswerLanguage) => (language === 'en' ? { lang: 'en' } : undefined)
  const more = (signal: AbortSignal | undefined) => ({ isCacheable: true, signal })

  return {
    search: async ({ text: asked, limit, language, near, signal }: SearchQuery) => {
      const found = await ask({
        nominatim: async () =>
          (
            await upstream.ask({
              path: 'search',
              query: {
                q: asked,
                format: 'jsonv2',
                addressdetails: 1,
                limit,
                'accept-language': language,
                ...(near ? viewboxOf(near) : undefined),
              },
              read: (json) => z.array(nominatimPlace).max(100).parse(json),
              ...more(signal),
            })
          ).map(ofNominatim),
        photon: async () =>
          (
            await upstream.ask({
              path: 'api',
              query: {
                q: asked,
                limit,
                ...photonLanguage(language),
                ...(near ? biasOf(near) : undefined),
              },
              read: (json) => photonAnswer.parse(json),
              ...more(signal),
            })
          ).features.flatMap((feature) => ofPhoton(feature) ?? []),
      })
      return found.map((place) => withAskedNumber(place, asked))
    },
    reverse: (place, language, signal) => {
      const at = { lat: place.latitude.toFixed(5), lon: place.longitude.toFixed(5) }
      return ask({
        nominatim: async () => {
          const found = await upstream.ask({
            path: 'reverse',
            query: { ...at, format: 'jsonv2', addressdetails: 1, 'accept-language': language },
            read: (json) => nominatimReverse.parse(json),
            ...more(signal),
          })
          return found && ofNominatim(found)
        },
        photon: async () => {
          const { features } = await upstream.ask({
            path: 'reverse',
            query: { ...at, ...photonLanguage(language) },
            read: (json) => photonAnswer.parse(json),
            ...more(signal),
          })
          return features[0] ? ofPhoton(features[0]) : null
        },
      })
    },
    status: () => upstream.status(),
  }
}
