import { readFile } from 'node:fs/promises'
import { distanceMetres } from '@rumbo/geo/geometry/distance'
import { openPlaceIndex, type PlaceIndex } from '@rumbo/geo/place-index/place-index-open'
import { namesStreet, splitWords, wordsOf } from '@rumbo/geo/place-index/place-index-text'
import type { Coordinates } from '@rumbo/geo/units'
import { type InstalledRegion, partOf } from '../regions/places.regions.ts'
import { type Gazetteer, openGazetteer, type Town } from './places.gazetteer.ts'
import { placeOfFound, placeOfStreet, placeOfTown } from './places.geocoding.rules.ts'
import type { GeocodingEngine } from './places.geocoding.ts'

export interface BuiltInGeocoding extends GeocodingEngine {
  /** The opened place indexes of the installed regions. */
  regions(): Promise<readonly PlaceIndex[]>
}

/** Region results within this distance of `near` rank above towns of the world by `closeBonus`. */
const closeMetres = 30_000
const closeBonus = 1
/** Ranks a town below what lies near the fleet, see `isLessLikely`. */
const townPenalty = 1.5

/** A surveyed street is preferred to a hand-drawn one that is nearer by less than this. */
const roughMetres = 150
const behind = (some: { address: { distanceMetres: number }; isApproximate: boolean }) =>
  some.address.distanceMetres + (some.isApproximate ? roughMetres : 0)

/** A town and a region's place of the same name within this distance are the same town. */
const sameTownMetres = 15_000

const nameOnly = (text: string) => splitWords(wordsOf(text)).needed.join(' ')

/**
 * Whether a street nearby is more likely than the town: "chapul" only begins the name of a distant one, "alvaro
 * obregon" is also the whole name of a street nearby, and "estrada sao francisco" asks for a street.
 */
function isLessLikely(
  town: Town,
  text: string,
  near: Coordinates | null,
  found: readonly (Coordinates & { kind: string; name: string })[],
): boolean {
  if (near === null) return false
  const [asked, own] = [wordsOf(text), wordsOf(town.name)]
  const isUnfinished = distanceMetres(town, near) > closeMetres && !own.some((word) => asked.includes(word))
  const hasNamesake = found.some(
    (some) =>
      some.kind === 'street' &&
      distanceMetres(some, near) < closeMetres &&
      nameOnly(some.name) === nameOnly(text),
  )
  return isUnfinished || hasNamesake || (namesStreet(text) && !own.includes(asked[0] ?? ''))
}

/**
 * Built-in geocoding: the place indexes of installed regions, and the towns of the world. Files are read on first use;
 * an unreadable file is reported once and skipped.
 */
export function createBuiltInGeocoding(options: {
  regions: () => readonly InstalledRegion[]
  /** Path of a file written by `buildGazetteer`. */
  gazetteerFile: string
  onFailure: (file: string, error: Error) => void
}): BuiltInGeocoding {
  const open = new Map<string, Promise<PlaceIndex | null>>()
  let gazetteer: Promise<Gazetteer | null> | null = null
  const titles = new WeakMap<PlaceIndex, readonly string[]>()

  async function read<Opened>(file: string, opener: (bytes: Uint8Array) => Opened): Promise<Opened | null> {
    try {
      return opener(await readFile(file))
    } catch (error) {
      options.onFailure(file, error instanceof Error ? error : new Error(String(error)))
      return null
    }
  }
  const areaNamesByIndex = new WeakMap<PlaceIndex, readonly string[]>()
  /** Area names from the towns of the world and the region's title, which supplement the region's own data. */
  function areaNamesOf(index: PlaceIndex, world: Gazetteer | null): readonly string[] {
    const known = areaNamesByIndex.get(index)
    if (known) return known
    const names = [...(world?.namesWithin(index.bounds) ?? []), ...(titles.get(index) ?? [])]
    areaNamesByIndex.set(index, names)
    return names
  }
  const readTowns = () => {
    gazetteer ??= read(options.gazetteerFile, openGazetteer)
    return gazetteer
  }
  async function regions(): Promise<PlaceIndex[]> {
    const installed = options.regions()
    const names = new Set(installed.map(({ name, version, addedAt }) => `${name} ${version} ${addedAt}`))
    for (const key of open.keys()) if (!names.has(key)) open.delete(key)
    const opened = await Promise.all(
      installed.map((region) => {
        const key = `${region.name} ${region.version} ${region.addedAt}`
        const file = partOf(region, 'places')
        const known = open.get(key)
        if (known || file === null) return known ?? null
        const made = read(file, (bytes) => {
          const index = openPlaceIndex(bytes)
          titles.set(index, [region.title])
          return index
        })
        open.set(key, made)
        return made
      }),
    )
    return opened.flatMap((index) => index ?? [])
  }

  return {
    regions,
    async search({ text, limit, language, near }) {
      const [indexes, world] = await Promise.all([regions(), readTowns()])
      const found = indexes.flatMap((index) =>
        index.search(text, { limit, near, areaNames: areaNamesOf(index, world) }),
      )
      const towns = (world?.search(text, { limit, language, near }) ?? []).filter(
        (town) =>
          !found.some(
            (some) =>
              some.kind === 'place' && some.name === town.name && distanceMetres(some, town) < sameTownMetres,
          ),
      )
      return [
        ...found.map((some) => ({
          // A street near the fleet ranks above a distant town of the same name.
          score: some.score + (near !== null && distanceMetres(some, near) < closeMetres ? closeBonus : 0),
          word: () => placeOfFound(some, language, world?.reverse(some, language) ?? null),
        })),
        ...towns.map((town) => ({
          score: town.score - (isLessLikely(town, text, near, found) ? townPenalty : 0),
          word: () => placeOfTown(town, null, language),
        })),
      ]
        .sort((a, b) => b.score - a.score)
        .slice(0, limit)
        .map(({ word }) => word())
    },
    async reverse(place, language) {
      const [indexes, world] = await Promise.all([regions(), readTowns()])
      const nearest = indexes
        .flatMap((index) => {
          const address = index.reverse(place.latitude, place.longitude)
          return address ? [{ address, isApproximate: index.isApproximate }] : []
        })
        .sort((a, b) => behind(a) - behind(b))[0]
      const town = world?.reverse(place, language) ?? null
      if (nearest) return placeOfStreet(nearest.address, { ...nearest, at: place, language, town })
      return town && placeOfTown(town, place, language)
    },
  }
}
