import { openColumns, openTexts } from '@rumbo/geo/place-index/place-index-file'
import { flatMetres } from '@rumbo/geo/place-index/place-index-localities'
import { foldLetters, wordsOf } from '@rumbo/geo/place-index/place-index-text'
import { bestOf, openWordIndex } from '@rumbo/geo/place-index/place-index-words'
import type { Coordinates } from '@rumbo/geo/units'
import KDBush from 'kdbush'
import { gazetteerFormat, gazetteerRevision } from './places.gazetteer.build.ts'

export type NameLanguage = 'es' | 'en'

/** A town or village from GeoNames. */
export interface Town extends Coordinates {
  readonly name: string
  readonly state: string
  readonly country: string
  readonly population: number
}

export interface NearTown extends Town {
  readonly distanceMetres: number
  /** Whether the place is in the town, whose radius is estimated from its population. */
  readonly isInside: boolean
}

export interface Gazetteer {
  /** Finds towns by word prefixes of any of their names; the last words may name the state or country. */
  search(
    text: string,
    options: { limit: number; language: NameLanguage; near?: Coordinates | null },
  ): (Town & { score: number })[]
  /** The town a place is in or near, preferring larger ones; null if none is within 300 km. */
  reverse(place: Coordinates, language: NameLanguage): NearTown | null
  /** Names of the towns in a box (degrees, may cross the date line), of their states and countries. */
  namesWithin(bounds: { west: number; south: number; east: number; north: number }): string[]
}

const looked = 200
/** Smaller places are in the regions' own data. */
const minPeopleOfName = 1_000
const longestContext = 3
const degreesOfKilometre = 1e7 / 111.195
const stepsKilometres = [5, 15, 45, 135, 300]
/** Limit of the estimated radius of a town. */
const largestRadiusKilometres = 10
const largestReachKilometres = 20
/** Estimated at 4,000 people per square kilometre. */
const radiusKilometres = (population: number, largest = largestRadiusKilometres) =>
  Math.min(largest, Math.sqrt(population / (4_000 * Math.PI)))

const countryNames = {
  es: new Intl.DisplayNames('es', { type: 'region' }),
  en: new Intl.DisplayNames('en', { type: 'region' }),
}
const countryName = (code: string, language: NameLanguage) =>
  /^[A-Z]{2}$/.test(code) ? (countryNames[language].of(code) ?? code) : code

/**
 * @param bytes output of `buildGazetteer`; must not be changed afterwards
 * @throws PlaceFileError
 */
export function openGazetteer(bytes: Uint8Array): Gazetteer {
  const columns = openColumns(gazetteerFormat, gazetteerRevision, bytes)
  const text = openTexts(columns, 'texts')
  const [names, spanishNames] = [columns.u32('name'), columns.u32('spanishName')]
  const [states, countries] = [columns.u32('state'), columns.u32('country')]
  const population = columns.u32('population')
  const weights = Float32Array.from(population, (people) => 0.35 * Math.log10(10 + people))
  const [latitudes, longitudes] = [columns.i32('latitude'), columns.i32('longitude')]
  const words = openWordIndex(columns, 'entry', names.length)
  const tree = KDBush.from(columns.bytes('tree').slice().buffer)

  const townAt = (entry: number, language: NameLanguage): Town => {
    const spanish = language === 'es' ? text(spanishNames[entry] as number) : ''
    return {
      name: spanish || text(names[entry] as number),
      state: text(states[entry] as number),
      country: countryName(text(countries[entry] as number), language),
      population: population[entry] as number,
      latitude: (latitudes[entry] as number) / 1e7,
      longitude: (longitudes[entry] as number) / 1e7,
    }
  }
  /** State and country of each entry as one index. */
  const contexts = contextsOf(states, countries)
  let contextWords: readonly (readonly string[])[] | null = null
  /** For each context whether every word is a prefix of a name of its state or country, in either language. */
  function fitting(asked: readonly string[]): Uint8Array | null {
    contextWords ??= contexts.firsts.map((entry) => {
      const code = text(countries[entry] as number)
      return [text(states[entry] as number), code, countryName(code, 'es'), countryName(code, 'en')].flatMap(
        wordsOf,
      )
    })
    const fits = Uint8Array.from(contextWords, (names) =>
      asked.every((word) => names.some((name) => name.startsWith(word))) ? 1 : 0,
    )
    return fits.includes(1) ? fits : null
  }
  const metresTo = (entry: number, latitude: number, longitude: number) => {
    const raw = Math.abs((longitudes[entry] as number) - longitude)
    return flatMetres(latitude, 0, latitudes[entry] as number, raw > 1.8e9 ? 3.6e9 - raw : raw)
  }

  return {
    search(asked, { limit, language, near = null }) {
      const [latitude, longitude] = [(near?.latitude ?? 0) * 1e7, (near?.longitude ?? 0) * 1e7]
      const east = Math.cos(latitude * 1e-7 * (Math.PI / 180))
      // Called for every town that matches a short prefix, so it avoids exp and sqrt.
      const closeness = (entry: number) => {
        if (near === null) return 0
        const away = Math.abs((longitudes[entry] as number) - longitude)
        const x = (away > 1.8e9 ? 3.6e9 - away : away) * east
        const y = (latitudes[entry] as number) - latitude
        const squared = (x * x + y * y) / degreesOfKilometre ** 2
        return 1.6 / (1 + squared / 80 ** 2) + 0.8 / (1 + squared / 700 ** 2)
      }
      const ranked = (some: readonly string[], context: readonly string[]) => {
        const fits = context.length === 0 ? null : fitting(context)
        if (context.length > 0 && fits === null) return []
        const { entries, qualities } = words.match(some)
        return bestOf(
          fits === null ? entries : entries.filter((entry) => fits[contexts.of[entry] as number] === 1),
          (entry) =>
            2 * (qualities[entry] as number) +
            (weights[entry] as number) +
            closeness(entry) +
            (context.length > 0 ? 0.4 : 0),
          looked,
        )
      }
      const all = wordsOf(asked)
      const found = ranked(all, [])
      for (let cut = all.length - 1; cut >= Math.max(1, all.length - longestContext); cut -= 1)
        found.push(...ranked(all.slice(0, cut), all.slice(cut)))
      const whole = foldLetters(asked).trim()
      const seen = new Set<string>()
      return found
        .map(({ entry, score }) => {
          const town = townAt(entry, language)
          const name = foldLetters(town.name)
          return { ...town, score: score + (name === whole ? 0.6 : name.startsWith(whole) ? 0.4 : 0) }
        })
        .sort((a, b) => b.score - a.score)
        .filter(({ name, state, country }) => {
          const key = [name, state, country].join('\n')
          return !seen.has(key) && seen.add(key)
        })
        .slice(0, limit)
    },

    reverse(place, language) {
      const [latitude, longitude] = [place.latitude * 1e7, place.longitude * 1e7]
      let [best, bestScore, metres]: [number | null, number, number] = [null, Number.POSITIVE_INFINITY, 0]
      for (const kilometres of stepsKilometres) {
        for (const entry of entriesWithin(tree, latitude, longitude, kilometres)) {
          const away = metresTo(entry, latitude, longitude)
          const score = away / 1000 / (1 + radiusKilometres(population[entry] as number))
          if (score < bestScore && away <= kilometres * 1000) [best, bestScore, metres] = [entry, score, away]
        }
        if (bestScore <= kilometres / (1 + largestRadiusKilometres)) break
      }
      if (best === null) return null
      const reach = 1_000 * (1 + radiusKilometres(population[best] as number, largestReachKilometres))
      return { ...townAt(best, language), distanceMetres: metres, isInside: metres <= reach }
    },

    namesWithin({ west, south, east, north }) {
      const found = new Set<string>()
      for (const turn of [-360, 0, 360]) {
        const [from, to] = [(west + turn) * 1e7, (east + turn) * 1e7]
        for (const entry of tree.range(from, south * 1e7, to, north * 1e7)) {
          if ((population[entry] as number) < minPeopleOfName) continue
          const code = text(countries[entry] as number)
          found.add(text(names[entry] as number))
          found.add(text(spanishNames[entry] as number))
          found.add(text(states[entry] as number))
          for (const language of ['es', 'en'] as const) found.add(countryName(code, language))
        }
      }
      found.delete('')
      return [...found]
    },
  }
}

function contextsOf(states: Uint32Array, countries: Uint32Array): { of: Uint32Array; firsts: number[] } {
  const known = new Map<number, number>()
  const firsts: number[] = []
  const of = states.map((state, entry) => {
    const key = state * 2 ** 20 + (countries[entry] as number)
    const context = known.get(key) ?? firsts.length
    if (context === firsts.length) {
      known.set(key, context)
      firsts.push(entry)
    }
    return context
  })
  return { of, firsts }
}

/** Entries in the box around a place, also across the date line. */
function entriesWithin(tree: KDBush, latitude: number, longitude: number, kilometres: number): number[] {
  const north = kilometres * degreesOfKilometre
  const east = north / Math.max(0.02, Math.cos(latitude * 1e-7 * (Math.PI / 180)))
  const box = (west: number, to: number) => tree.range(west, latitude - north, to, latitude + north)
  const found = box(longitude - east, longitude + east)
  if (longitude - east < -1.8e9) found.push(...box(longitude - east + 3.6e9, 1.8e9))
  if (longitude + east > 1.8e9) found.push(...box(-1.8e9, longitude + east - 3.6e9))
  return found
}
