import { besideLongitude, withinWorld } from '../geometry/date-line.ts'
import type { Coordinates } from '../units.ts'
import type { FoundPlace } from './place-index-found.ts'
import { flatMetres, pointKinds } from './place-index-localities.ts'
import { searchTables } from './place-index-search.ts'
import { openPlaceTables, type PlaceTables } from './place-index-tables.ts'
import { wordsOf } from './place-index-text.ts'

export type { FoundPlace } from './place-index-found.ts'

/** The postal description of a place; coordinates are those of the nearest point of the street. */
export interface StreetAddress extends Coordinates {
  readonly street: string
  readonly number: string | null
  readonly isNumberApproximate: boolean
  /** The other street of the nearest crossing within a kilometre, and the distance to the crossing. */
  readonly crossing: string | null
  readonly crossingMetres: number | null
  readonly neighbourhood: string | null
  readonly city: string | null
  readonly postcode: string | null
  /** From the requested place to the street. */
  readonly distanceMetres: number
}

export interface PointOfInterest extends Coordinates {
  readonly name: string
  readonly sort: string
  readonly distanceMetres: number
}

export interface PlaceIndex {
  /** The extract states that its geometry is approximate. */
  readonly isApproximate: boolean
  /** Degrees, beyond ±180 where the region crosses the date line; results are within ±180. */
  readonly bounds: { west: number; south: number; east: number; north: number }
  readonly counts: { places: number; streets: number; points: number; numbers: number }
  /**
   * Finds addresses, streets, crossings, places and points of interest by word prefixes, best first.
   * @param options `near` ranks close results higher; `areaNames` are towns, states and countries around the region, in
   *   addition to those in its own data
   */
  search(
    text: string,
    options: { limit: number; near?: Coordinates | null; areaNames?: readonly string[] },
  ): FoundPlace[]
  /** The nearest street within `maxMetres` (default 400) and the house number there; null where there is no street. */
  reverse(latitude: number, longitude: number, maxMetres?: number): StreetAddress | null
  /** Points of interest of the given kinds (`hospital`, `police`), nearest first. */
  nearest(place: Coordinates, sorts: readonly string[], limit: number): PointOfInterest[]
}

const noNames: readonly string[] = []
const defaultMaxMetres = 400
const crossingLimitMetres = 1_000
const isAtNumberMetres = 40
const isNearNumberMetres = 120
/** A street this much farther than the nearest may still provide the number: buildings are set back. */
const backMetres = 25

/**
 * Opens an index made by `buildPlaceIndex`; it keeps using the bytes.
 * @throws PlaceFileError if the bytes are not a place index, truncated, damaged or of another version
 */
export function openPlaceIndex(bytes: Uint8Array): PlaceIndex {
  const tables = openPlaceTables(bytes)
  const { facts } = tables
  const bounds = facts.bounds as PlaceIndex['bounds']
  /** The longitude as stored in the columns, which may exceed ±180 degrees. */
  const storedLongitude = (longitude: number) => besideLongitude(longitude, (bounds.west + bounds.east) / 2)
  const ownTowns = Array.isArray(facts.towns) ? facts.towns.map(String) : []
  const known = new WeakMap<readonly string[], ReadonlySet<string>>()
  const foldedNames = (names: readonly string[]) => {
    let words = known.get(names)
    if (words === undefined) {
      words = new Set([...ownTowns, ...names].map((name) => wordsOf(name).join(' ')).filter(Boolean))
      known.set(names, words)
    }
    return words
  }
  return {
    isApproximate: facts.isApproximate === true,
    bounds,
    counts: facts.counts as PlaceIndex['counts'],
    search: (text, { limit, near = null, areaNames = noNames }) =>
      searchTables(tables, text, {
        limit,
        areaNames: foldedNames(areaNames),
        near: near && { latitude: near.latitude, longitude: storedLongitude(near.longitude) },
      }).map(normalised),
    reverse(latitude, longitude, maxMetres = defaultMaxMetres) {
      const found = reverse(
        tables,
        Math.round(latitude * 1e7),
        Math.round(storedLongitude(longitude) * 1e7),
        maxMetres,
      )
      return found && normalised(found)
    },
    nearest(place, sorts, limit) {
      const wanted = new Set(sorts.map((sort) => pointKinds.indexOf(sort)))
      const found: PointOfInterest[] = []
      const [latitude, longitude] = [place.latitude * 1e7, storedLongitude(place.longitude) * 1e7]
      tables.pointKinds.forEach((kind, at) => {
        if (!wanted.has(kind)) return
        const entry = tables.firstPoint + at
        const [y, x] = [tables.latitudes[entry] as number, tables.longitudes[entry] as number]
        found.push({
          name: tables.nameOf(entry),
          sort: pointKinds[kind] ?? 'other',
          latitude: y / 1e7,
          longitude: x / 1e7,
          distanceMetres: flatMetres(latitude, longitude, y, x),
        })
      })
      return found
        .sort((a, b) => a.distanceMetres - b.distanceMetres)
        .slice(0, limit)
        .map(normalised)
    },
  }
}

const normalised = <Place extends Coordinates>(place: Place): Place => ({
  ...place,
  longitude: withinWorld(place.longitude),
})

interface Numbered {
  street: number
  at: number
  metres: number
}

function reverse(
  tables: PlaceTables,
  latitude: number,
  longitude: number,
  maxMetres: number,
): StreetAddress | null {
  let feet = tables.streetsNear(latitude, longitude, Math.min(60, maxMetres))
  if (feet.length === 0) feet = tables.streetsNear(latitude, longitude, maxMetres)
  const [nearest] = feet
  if (nearest === undefined) return null
  const beside = feet.filter(({ metres }) => metres <= nearest.metres + backMetres)
  const numbered = beside
    .flatMap(({ street }) => nearestNumber(tables, street, latitude, longitude) ?? [])
    .sort((a, b) => a.metres - b.metres)[0]
  const own = numbered && numbered.metres <= isNearNumberMetres ? numbered : null
  const foot = (own && beside.find(({ street }) => street === own.street)) ?? nearest
  const { numbers, text } = tables
  const crossing = nearestCrossing(tables, foot.street, latitude, longitude)
  return {
    street: tables.nameOf(tables.firstStreet + foot.street),
    number: own ? text(numbers.text[own.at] as number) : null,
    isNumberApproximate: own !== null && own.metres > isAtNumberMetres,
    crossing: crossing?.name ?? null,
    crossingMetres: crossing?.metres ?? null,
    ...tables.localitiesAt(latitude, longitude),
    postcode: (own && text(numbers.postcode[own.at] as number)) || null,
    distanceMetres: foot.metres,
    latitude: foot.latitude / 1e7,
    longitude: foot.longitude / 1e7,
  }
}

function nearestNumber(
  { numbers }: PlaceTables,
  street: number,
  latitude: number,
  longitude: number,
): Numbered | null {
  let best: Numbered | null = null
  for (let at = numbers.first[street] as number; at < (numbers.first[street + 1] as number); at += 1) {
    const metres = flatMetres(
      latitude,
      longitude,
      numbers.latitude[at] as number,
      numbers.longitude[at] as number,
    )
    if (best === null || metres < best.metres) best = { street, at, metres }
  }
  return best
}

function nearestCrossing(
  tables: PlaceTables,
  street: number,
  latitude: number,
  longitude: number,
): { name: string; metres: number } | null {
  const { crossings } = tables
  let [other, nearest]: [number | null, number] = [null, crossingLimitMetres]
  for (let at = crossings.first[street] ?? 0; at < (crossings.first[street + 1] ?? 0); at += 1) {
    const metres = flatMetres(
      latitude,
      longitude,
      crossings.latitude[at] as number,
      crossings.longitude[at] as number,
    )
    if (metres < nearest) [other, nearest] = [crossings.other[at] as number, metres]
  }
  return other === null ? null : { name: tables.nameOf(tables.firstStreet + other), metres: nearest }
}
