import { reverseGeocode, reverseGeocodeAll, searchPlaces } from '@rumbo/contract/places.contract'
import { type Answer, answerAlone } from '../platform/http/endpoints.ts'
import type { Geocoding } from './geocoding/places.geocoding.ts'

export const placesEndpoints = (geocoding: Geocoding): Answer[] => [
  answerAlone(reverseGeocode, async ({ query: { language, latitude, longitude } }) => {
    const { places, isDegraded } = await geocoding.reverse([{ latitude, longitude }], language)
    return { place: places[0] ?? null, isDegraded }
  }),
  answerAlone(reverseGeocodeAll, ({ body }) => geocoding.reverse(body.points, body.language)),
  answerAlone(searchPlaces, ({ query: { q, limit, language, latitude, longitude } }) =>
    geocoding.search({
      text: q,
      limit,
      language,
      near: latitude === undefined || longitude === undefined ? null : { latitude, longitude },
    }),
  ),
]
