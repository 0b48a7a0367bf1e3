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
  /** Results near this place rank higher. */
  near: Coordinates | null
  signal?: AbortSignal
}

/** Search and reverse geocoding; each result names its engine. */
export interface GeocodingEngine {
  /** Best results first. @throws Error where the engine does not answer */
  search(query: SearchQuery): Promise<Place[]>
  /** Null where the place has no name. @throws Error where the engine does not answer */
  reverse(place: Coordinates, language: AnswerLanguage, signal?: AbortSignal): Promise<Place | null>
}

export interface Geocoding {
  /** `isDegraded`: the configured service did not answer, so the built-in engines were used. */
  search(query: SearchQuery): Promise<{ items: Place[]; isDegraded: boolean }>
  /** One result per place, in the order of the places. */
  reverse(
    places: readonly Coordinates[],
    language: AnswerLanguage,
    signal?: AbortSignal,
  ): Promise<{ places: (Place | null)[]; isDegraded: boolean }>
  /** Clears the cache, after regions were added or removed. */
  forget(): void
  /** Status of the configured service; null without one. */
  status(): UpstreamStatus | null
}

/** Cache cell of a ten-thousandth of a degree, 11 m of latitude. */
const cellOf = (degrees: number) => Math.round(degrees * 10_000)
const keptAnswers = 20_000
/** Time to live of results computed without the configured service. */
const degradedMs = 30_000
const keptMs = hourMs
/** Shared timeout of the service calls for one page of places. */
const togetherMs = 4_000

/** Uses the configured service, if any, and the built-in engines where it fails or finds nothing. */
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
