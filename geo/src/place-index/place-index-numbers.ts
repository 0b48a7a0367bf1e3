import type { OsmExtract } from '../osm/osm-extract.ts'
import type { Tags } from '../osm/osm-xml.ts'
import { flatMetres, middleOf } from './place-index-localities.ts'
import type { Street } from './place-index-streets.ts'
import { foldLetters, tidyNumber } from './place-index-text.ts'

export interface HouseNumber {
  /** As written, such as "12A". */
  readonly text: string
  /** Its digits. */
  readonly value: number
  readonly latitude: number
  readonly longitude: number
  readonly postcode: string
}

/** An address farther than this from every street of its name belongs to a street missing from the extract. */
const belongsMetres = 2_500

/**
 * House numbers of each street in ascending order, without duplicates. Appends streets known only from addresses to
 * `streets`.
 */
export function collectNumbers(extract: OsmExtract, streets: Street[]): HouseNumber[][] {
  const byName = new Map<string, number[]>()
  const know = (street: number, name: string) => {
    const key = foldLetters(name)
    const known = byName.get(key)
    if (known === undefined) byName.set(key, [street])
    else if (!known.includes(street)) known.push(street)
  }
  streets.forEach(({ names }, at) => {
    for (const name of names) know(at, name)
  })
  const numbers: HouseNumber[][] = streets.map(() => [])

  const add = (tags: Tags, place: readonly [number, number] | null) => {
    const written = tags['addr:housenumber']
    const name = tags['addr:street'] ?? tags['addr:place']
    if (written === undefined || name === undefined || place === null) return
    const [latitude, longitude] = place
    let street = nearestOf(extract, streets, byName.get(foldLetters(name)) ?? [], latitude, longitude)
    if (street === null) {
      street = streets.length
      streets.push({ names: [name], ways: [], latitude, longitude, lengthMetres: 0 })
      numbers.push([])
      know(street, name)
    }
    for (const text of written.split(/[;,]/)) {
      const value = Number(/\d{1,6}/.exec(text)?.[0] ?? Number.NaN)
      if (Number.isNaN(value)) continue
      numbers[street]?.push({
        text: text.trim(),
        value,
        latitude,
        longitude,
        postcode: tags['addr:postcode'] ?? '',
      })
    }
  }
  for (const { index, tags } of extract.taggedNodes)
    add(tags, [extract.nodes.latitudes[index] as number, extract.nodes.longitudes[index] as number])
  for (const { nodes, tags } of extract.ways)
    if (tags['addr:housenumber'] !== undefined) add(tags, middleOf(extract, nodes))

  return numbers.map((all) => {
    const seen = new Set<string>()
    return all
      .sort((a, b) => a.value - b.value || (a.text < b.text ? -1 : 1))
      .filter(({ text }) => {
        const isNew = !seen.has(tidyNumber(text))
        seen.add(tidyNumber(text))
        return isNew
      })
  })
}

/** The candidate with the node nearest to a place; null where none is within `belongsMetres`. */
function nearestOf(
  { nodes: { latitudes, longitudes } }: OsmExtract,
  streets: readonly Street[],
  candidates: readonly number[],
  latitude: number,
  longitude: number,
): number | null {
  let [nearest, metres]: [number | null, number] = [null, belongsMetres]
  for (const candidate of candidates) {
    const street = streets[candidate] as Street
    let own = flatMetres(latitude, longitude, street.latitude, street.longitude)
    if (candidates.length > 1 || own > belongsMetres)
      for (const { nodes } of street.ways)
        for (const node of nodes)
          own = Math.min(
            own,
            flatMetres(latitude, longitude, latitudes[node] as number, longitudes[node] as number),
          )
    if (own < metres) [nearest, metres] = [candidate, own]
  }
  return nearest
}
