import { readBasemap, reverseGeocode, searchPlaces } from '@rumbo/contract/places.contract'
import { type Answer, answerAlone } from '../platform/http/endpoints.ts'
import type { Places } from './places.actions.ts'

export const placesEndpoints = (places: Places): Answer[] => [
  answerAlone(reverseGeocode, async ({ query }) => ({
    place: await places.reverse(query.latitude, query.longitude),
  })),
  answerAlone(searchPlaces, async ({ query }) => ({ items: await places.search(query.q, query.limit) })),
  answerAlone(readBasemap, async (_input, { reply }) => {
    const { basemap, etag } = await places.basemap()
    reply.header('etag', etag).header('cache-control', 'private, no-cache')
    return basemap
  }),
]
