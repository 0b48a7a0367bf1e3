import Flatbush from 'flatbush'
import { placeIndexFormat, placeIndexRevision } from './place-index.ts'
import { openColumns, openTexts } from './place-index-file.ts'
import { createLocalityFinder, flatMetres, type LocalityNames } from './place-index-localities.ts'
import { openWordIndex } from './place-index-words.ts'

export interface StreetFoot {
  readonly street: number
  readonly metres: number
  /** 1e-7 degrees; the nearest point of the street. */
  readonly latitude: number
  readonly longitude: number
}

export type PlaceTables = ReturnType<typeof openPlaceTables>

const degreesOfMetre = 1e7 / 111_195

/**
 * The columns of a region's index and look-ups in them. Entries are places, then streets, then points of interest;
 * coordinates are in 1e-7 degrees.
 * @throws PlaceFileError
 */
export function openPlaceTables(bytes: Uint8Array) {
  const columns = openColumns(placeIndexFormat, placeIndexRevision, bytes)
  const text = openTexts(columns, 'texts')
  const names = columns.u32('entry.name')
  const [latitudes, longitudes] = [columns.i32('entry.latitude'), columns.i32('entry.longitude')]
  const [placeKinds, pointKinds] = [columns.bytes('place.kind'), columns.bytes('point.kind')]
  const streetMetres = columns.f32('street.metres')
  const words = openWordIndex(columns, 'entry', names.length)
  const crossings = {
    first: columns.u32('crossing.first'),
    other: columns.u32('crossing.other'),
    latitude: columns.i32('crossing.latitude'),
    longitude: columns.i32('crossing.longitude'),
  }
  const numbers = {
    first: columns.u32('number.first'),
    value: columns.u32('number.value'),
    text: columns.u32('number.text'),
    postcode: columns.u32('number.postcode'),
    latitude: columns.i32('number.latitude'),
    longitude: columns.i32('number.longitude'),
  }
  const pieces = {
    ofStreet: columns.u32('street.firstPiece'),
    street: columns.u32('piece.street'),
    start: columns.u32('piece.start'),
    end: columns.u32('piece.end'),
    latitude: columns.i32('vertex.latitude'),
    longitude: columns.i32('vertex.longitude'),
  }
  const treeBytes = columns.bytes('piece.tree')
  const tree =
    treeBytes.length === 0 ? null : Flatbush.from(treeBytes.buffer as ArrayBuffer, treeBytes.byteOffset)
  const firstStreet = placeKinds.length
  const firstPoint = firstStreet + streetMetres.length
  const localityAt = createLocalityFinder({
    kinds: placeKinds,
    latitudes: latitudes.subarray(0, firstStreet),
    longitudes: longitudes.subarray(0, firstStreet),
  })

  function footOn(piece: number, latitude: number, longitude: number): StreetFoot {
    const east = Math.cos(latitude * 1e-7 * (Math.PI / 180))
    let best: StreetFoot | null = null
    const end = pieces.end[piece] as number
    for (let at = (pieces.start[piece] as number) + 1; at < end; at += 1) {
      const [y, x] = [pieces.latitude[at - 1] as number, pieces.longitude[at - 1] as number]
      const alongY = (pieces.latitude[at] as number) - y
      const alongX = ((pieces.longitude[at] as number) - x) * east
      const squared = alongX * alongX + alongY * alongY
      const raw = ((longitude - x) * east * alongX + (latitude - y) * alongY) / (squared || 1)
      const part = Math.max(0, Math.min(1, raw))
      const [footY, footX] = [y + alongY * part, x + (alongX * part) / east]
      const metres = flatMetres(latitude, longitude, footY, footX)
      if (best === null || metres < best.metres)
        best = { street: pieces.street[piece] as number, metres, latitude: footY, longitude: footX }
    }
    return best ?? { street: 0, metres: Number.POSITIVE_INFINITY, latitude, longitude }
  }

  return {
    facts: columns.facts,
    words,
    latitudes,
    longitudes,
    streetMetres,
    placeKinds,
    pointKinds,
    crossings,
    numbers,
    text,
    firstStreet,
    firstPoint,
    count: names.length,
    nameOf: (entry: number) => text(names[entry] as number),

    localitiesAt(latitude: number, longitude: number): { [Part in keyof LocalityNames]: string | null } {
      const { neighbourhood, city } = localityAt(latitude, longitude)
      const named = (at: number | null) => (at === null ? null : text(names[at] as number))
      return { neighbourhood: named(neighbourhood), city: named(city) }
    },

    /** The nearest point of each street within `maxMetres`, nearest first. */
    streetsNear(latitude: number, longitude: number, maxMetres: number): StreetFoot[] {
      if (tree === null) return []
      const north = maxMetres * degreesOfMetre
      const east = north / Math.max(0.01, Math.cos(latitude * 1e-7 * (Math.PI / 180)))
      const feet = new Map<number, StreetFoot>()
      for (const piece of tree.search(
        longitude - east,
        latitude - north,
        longitude + east,
        latitude + north,
      )) {
        const foot = footOn(piece, latitude, longitude)
        const known = feet.get(foot.street)
        if (foot.metres <= maxMetres && (known === undefined || foot.metres < known.metres))
          feet.set(foot.street, foot)
      }
      return [...feet.values()].sort((a, b) => a.metres - b.metres)
    },

    /** The point of a street nearest to a place; null for a street known only from addresses. */
    footOnStreet(street: number, latitude: number, longitude: number): StreetFoot | null {
      let best: StreetFoot | null = null
      const end = pieces.ofStreet[street + 1] as number
      for (let piece = pieces.ofStreet[street] as number; piece < end; piece += 1) {
        const foot = footOn(piece, latitude, longitude)
        if (best === null || foot.metres < best.metres) best = foot
      }
      return best
    },
  }
}
