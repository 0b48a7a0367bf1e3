import { flatMetres, isSmallLocality, localityReachMetres } from './place-index-localities.ts'
import type { PlaceTables } from './place-index-tables.ts'
import { splitWords, wordsOf } from './place-index-text.ts'

/** The settlements that words behind an address name: for each name the entries that have it. */
export interface Context {
  readonly names: readonly (readonly number[])[]
  /** Words that name nothing in this region. */
  readonly isPartlyUnknown: boolean
  /** A town, state or country was named that the region lies in or around. */
  readonly namesArea: boolean
}

/** How an entry relates to a context. */
export interface ContextFit {
  /** Names it lies in, of all: 0 to 1. */
  readonly share: number
  /** 1 in the middle of what is named, 0 at its border, on average. */
  readonly nearness: number
  /** The place on a long street that is meant, in 1e-7 degrees; null where the whole is. */
  readonly at: { readonly latitude: number; readonly longitude: number } | null
}

const maxOfName = 2_000
const shortNames: Record<string, string> = { cdmx: 'mexico', df: 'mexico', edomex: 'mexico' }
/** The country, which a region may not contain. */
const countries = new Set(['mexico', 'mex', 'mx'])

/** Reads names of settlements out of words, the longest first: "roma norte ciudad de mexico" names two. */
export function readContext(
  tables: PlaceTables,
  lists: readonly (readonly string[])[],
  areaNames: ReadonlySet<string>,
): Context {
  const names: (readonly number[])[] = []
  let [isPartlyUnknown, namesArea] = [false, false]
  for (const list of lists) {
    const words = list.map((word) => shortNames[word] ?? word)
    for (let from = 0; from < words.length; ) {
      let [until, entries, isKnown]: [number, readonly number[], boolean] = [words.length, [], false]
      for (; until > from; until -= 1) {
        const some = words.slice(from, until)
        const places = named(tables, some)
        isKnown = areaNames.has(some.join(' '))
        // The town is meant rather than a place whose name only begins like it.
        entries = isKnown && !places.isWhole ? [] : places.entries
        if (isKnown || entries.length > 0) break
      }
      namesArea ||= isKnown
      if (entries.length > 0) names.push(entries)
      else if (isKnown) {
        from = until
        continue
      }
      if (entries.length === 0 && isDistinctive(words[from] ?? '')) isPartlyUnknown = true
      from = Math.max(until, from + 1)
    }
  }
  return { names, isPartlyUnknown, namesArea }
}

const isDistinctive = (word: string): boolean =>
  splitWords([word, 'colonia']).needed.includes(word) && !countries.has(word)

function named(tables: PlaceTables, words: readonly string[]): { entries: number[]; isWhole: boolean } {
  // "Colonia" alone, or "de la", names nothing.
  if (!words.some(isDistinctive) && !words.some((word) => countries.has(word)))
    return { entries: [], isWhole: false }
  const places = tables.words.match(words).entries.filter((entry) => entry < tables.firstStreet)
  const whole = places.filter((entry) => {
    const own = wordsOf(tables.nameOf(entry))
    return words.every((word) => own.includes(word))
  })
  const isWhole = whole.length > 0
  return { entries: (isWhole ? whole : places).slice(0, maxOfName), isWhole }
}

/** How far an entry lies in the settlements of a context; null where it lies in none of them. */
export function fitOf(tables: PlaceTables, entry: number, { names }: Context): ContextFit | null {
  let [fitting, nearness, at, size] = [0, 0, null as ContextFit['at'], Number.POSITIVE_INFINITY]
  for (const places of names) {
    let nearest: { place: number; metres: number; foot: ContextFit['at'] } | null = null
    for (const place of places) {
      const found = distanceTo(tables, entry, place)
      if (found !== null && (nearest === null || found.metres < nearest.metres)) nearest = { place, ...found }
    }
    if (nearest === null) continue
    fitting += 1
    const reach = localityReachMetres(tables.placeKinds[nearest.place] as number)
    nearness += Math.max(0, 1 - nearest.metres / reach)
    if (nearest.foot !== null && reach < size) [at, size] = [nearest.foot, reach]
  }
  return fitting === 0 ? null : { share: fitting / names.length, nearness: nearness / fitting, at }
}

/** How far an entry is from a settlement, and where on the street that is; null where it is not of it. */
function distanceTo(tables: PlaceTables, entry: number, place: number) {
  const { latitudes, longitudes, firstStreet, firstPoint } = tables
  const kind = tables.placeKinds[place] as number
  const reach = localityReachMetres(kind)
  const [latitude, longitude] = [latitudes[place] as number, longitudes[place] as number]
  const metres = flatMetres(latitude, longitude, latitudes[entry] as number, longitudes[entry] as number)
  const street = entry - firstStreet
  const isStreet = entry >= firstStreet && entry < firstPoint
  if (!isStreet || (metres <= reach && !isSmallLocality(kind)))
    return metres <= reach ? { metres, foot: null } : null
  if (metres > reach + (tables.streetMetres[street] as number)) return null
  const foot = tables.footOnStreet(street, latitude, longitude)
  if (foot === null) return metres <= reach ? { metres, foot: null } : null
  return foot.metres <= reach ? { metres: foot.metres, foot: isSmallLocality(kind) ? foot : null } : null
}
