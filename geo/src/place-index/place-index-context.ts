import { flatMetres, isSmallLocality, localityReachMetres } from './place-index-localities.ts'
import type { PlaceTables } from './place-index-tables.ts'
import { splitWords, wordsOf } from './place-index-text.ts'

/** The settlements named after an address: the entries that have each name. */
export interface Context {
  readonly names: readonly (readonly number[])[]
  /** Some words name nothing in this region. */
  readonly isPartlyUnknown: boolean
  /** A town, state or country around the region was named. */
  readonly namesArea: boolean
}

/** How an entry relates to a context. */
export interface ContextFit {
  /** Share of the names that the entry lies in: 0 to 1. */
  readonly share: number
  /** Mean over these names: 1 at the centre of the settlement, 0 at its border. */
  readonly nearness: number
  /** The nearest point of a long street to the smallest settlement named, in 1e-7 degrees; null for the entry itself. */
  readonly at: { readonly latitude: number; readonly longitude: number } | null
}

const maxOfName = 2_000
const shortNames: Record<string, string> = { cdmx: 'mexico', df: 'mexico', edomex: 'mexico' }
/** Names of the country, which is not among the region's own settlements. */
const countries = new Set(['mexico', 'mex', 'mx'])

/** Finds names of settlements in word lists, longest match first: "roma norte ciudad de mexico" names two. */
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
        // A known town takes precedence over places whose names merely start with the same words.
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
  // Generic words such as "colonia" or "de la" name nothing by themselves.
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

/** How well an entry fits the settlements of a context; null where it lies in none of them. */
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

/** Metres from a settlement to an entry, and the nearest point if it is a street; null beyond the settlement's reach. */
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
