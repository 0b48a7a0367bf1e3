import type { Place, PlaceQuery } from '@rumbo/contract/places.contract'
import { hourMs } from '@rumbo/contract/time-units'
import type { Coordinates } from '@rumbo/geo/units'
import { LRUCache } from 'lru-cache'
import type { UpstreamStatus } from '../../platform/upstream/upstream.ts'

export type AnswerLanguage = PlaceQuery['language']

export interface SearchQuery {
  text: string
  limit: number
  language: AnswerLanguage
  /** Draws what lies close to it forward. */
  near: Coordinates | null
  signal?: AbortSignal
}

/** Names of places and places of names; each answer says which engine gave it. */
export interface GeocodingEngine {
  /** Best first. @throws where the engine does not answer */
  search(query: SearchQuery): Promise<Place[]>
  /** Null where there is nothing to name a place by. @throws where the engine does not answer */
  reverse(place: Coordinates, language: AnswerLanguage, signal?: AbortSignal): Promise<Place | null>
}

export interface Geocoding {
  /** `isDegraded`: the configured service does not answer, and the built-in engines did. */
  search(query: SearchQuery): Promise<{ items: Place[]; isDegraded: boolean }>
  /** One answer a place, in their order. */
  reverse(
    places: readonly Coordinates[],
    language: AnswerLanguage,
    signal?: AbortSignal,
  ): Promise<{ places: (Place | null)[]; isDegraded: boolean }>
  /** Forgets kept answers: regions came or went. */
  forget(): void
  /** Of the configured service. */
  status(): UpstreamStatus | null
}

/** A ten-thousandth of a degree, 11 m of latitude: what is named there is named alike. */
const cellOf = (degrees: number) => Math.round(degrees * 10_000)
const keptAnswers = 20_000
/** What was answered without the service is asked anew after this. */
const degradedMs = 30_000
const keptMs = hourMs
/** A page of places waits this long for the service altogether. */
const togetherMs = 4_000

/**
 * The configured service first, where there is one; the built-in engines where it does not answer, or knows nothing.
 */
export function createGeocoding(options: {
  builtIn: GeocodingEngine
  service: (GeocodingEngine & { status(): UpstreamStatus }) | null
}): Geocoding {
  const { builtIn, service } = options
  const kept = new LRUCache<string, { place: Place | null; isDegraded: boolean }>({ max: keptAnswers })

  async function reverseOne(place: Coordinates, language: AnswerLanguage, signal: AbortSignal | undefined) {
    const key = `${language} ${cellOf(place.latitude)} ${cellOf(place.longitude)}`
    const before = kept.get(key)
    if (before) return before
    let [found, isDegraded]: [Place | null, boolean] = [null, false]
    try {
      found = (await service?.reverse(place, language, signal)) ?? null
    } catch {
      isDegraded = true
    }
    found ??= await builtIn.reverse(place, language)
    const answer = { place: found, isDegraded }
    if (!signal?.aborted || !isDegraded) kept.set(key, answer, { ttl: isDegraded ? degradedMs : keptMs })
    return answer
  }

  return {
    async search(query) {
      try {
        const found = (await service?.search(query)) ?? []
        if (found.length > 0) return { items: found, isDegraded: false }
      } catch {
        return { items: await builtIn.search(query), isDegraded: true }
      }
      return { items: await builtIn.search(query), isDegraded: false }
    },
    async reverse(places, language, signal) {
      const soon = service === null ? [] : [AbortSignal.timeout(togetherMs)]
      const until = [...soon, ...(signal ? [signal] : [])]
      const together = until.length === 0 ? undefined : AbortSignal.any(until)
      const answers = await Promise.all(places.map((place) => reverseOne(place, language, together)))
      return {
        places: answers.map(({ place }, at) => place && { ...place, ...places[at] }),
        isDegraded: answers.some(({ isDegraded }) => isDegraded),
      }
    },
    forget: () => kept.clear(),
    status: () => service?.status() ?? null,
  }
}
