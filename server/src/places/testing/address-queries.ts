import type { OsmExtract } from '@rumbo/geo/osm/osm-extract'
import type { Tags } from '@rumbo/geo/osm/osm-xml'
import type { Coordinates } from '@rumbo/geo/units'

/** What a person types, and the points any of which is right as the first result. */
export interface AddressQuery {
  readonly sort: 'street' | 'crossing' | 'misspelling' | 'house' | 'point'
  readonly text: string
  /** The middle of the fleet. */
  readonly near: Coordinates
  readonly right: readonly Coordinates[]
  /** Largest distance in metres from a right point. */
  readonly reachMetres: number
}

interface NamedWay {
  readonly name: string
  readonly line: readonly Coordinates[]
}

const notStreets = /^(?:platform|proposed|construction|rest_area|services|bus_stop|corridor|elevator)$/
/** The first word of most street names, which callers leave out. */
const streetWord = /^(?:rua|avenida|travessa|largo|praça|estrada|rodovia|beco|alameda) (?:d[aeo]s? )?/i
/** Side of the square around an address in which its fleet is. */
const fleetMetres = 6_000
const metresOfDegree = 111_195

/** "Rua A; Rua B" lists names: nobody asks for both at once. */
const isName = (text: string) => !text.includes(';')

const foldedLetters = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
const foldedName = (text: string) =>
  foldedLetters(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Metres on a plane: enough within a town. */
function metresBetween(one: Coordinates, other: Coordinates): number {
  const north = (one.latitude - other.latitude) * metresOfDegree
  const east = (one.longitude - other.longitude) * metresOfDegree * Math.cos((one.latitude * Math.PI) / 180)
  return Math.hypot(north, east)
}

/** How many queries of each sort are asked of real extracts. */
export const queriesOfExtracts: Readonly<
  Record<string, readonly (readonly [sort: AddressQuery['sort'], count: number])[]>
> = {
  porto: [
    ['street', 20],
    ['crossing', 15],
    ['misspelling', 15],
  ],
  'porto-alegre': [
    ['street', 20],
    ['crossing', 15],
    ['misspelling', 15],
  ],
  liechtenstein: [
    ['house', 60],
    ['point', 40],
  ],
}

/** Whether the first result is right. */
export const isRight = ({ right, reachMetres }: AddressQuery, found: Coordinates | undefined): boolean =>
  found !== undefined && right.some((point) => metresBetween(point, found) <= reachMetres)

/**
 * Makes queries of an extract by reading its tags, without the index that answers them; the same ones for the same seed.
 */
export function createAddressQueries(extract: OsmExtract, seed: number) {
  let state = seed
  const random = () => {
    state = (state * 1_103_515_245 + 12_345) & 0x7fffffff
    return state / 0x7fffffff
  }
  const one = <Some>(list: readonly Some[]): Some => list[Math.floor(random() * list.length)] as Some
  const point = (node: number): Coordinates => ({
    latitude: (extract.nodes.latitudes[node] as number) / 1e7,
    longitude: (extract.nodes.longitudes[node] as number) / 1e7,
  })
  /** The middle of a fleet that serves a point. */
  const fleetBy = ({ latitude, longitude }: Coordinates): Coordinates => ({
    latitude: latitude + ((random() - 0.5) * fleetMetres) / metresOfDegree,
    longitude: longitude + ((random() - 0.5) * fleetMetres) / metresOfDegree,
  })
  /** As typed in a hurry: without capitals and accents, but with the marks between streets and in numbers. */
  const plain = (text: string) => (random() < 0.5 ? foldedLetters(text) : text)

  const streets: NamedWay[] = extract.ways.flatMap(({ nodes, tags }) => {
    const { name, highway } = tags
    if (name === undefined || highway === undefined || !isName(name) || notStreets.test(highway)) return []
    return [{ name, line: densified(Array.from(nodes, point)) }]
  })
  const byName = new Map<string, NamedWay[]>()
  const byShortName = new Map<string, NamedWay[]>()
  for (const street of streets) {
    const short = foldedName(street.name.replace(streetWord, ''))
    append(byName, foldedName(street.name), street)
    append(byShortName, short, street)
  }
  /** The ways of a name that a dispatcher of the fleet means: the nearest ones. */
  const nearest = (ways: readonly NamedWay[], near: Coordinates): Coordinates[] => {
    const far = ways.map(({ line }) => Math.min(...line.map((at) => metresBetween(at, near))))
    const limit = Math.min(...far) + 1_000
    return ways.flatMap(({ line }, at) => ((far[at] as number) <= limit ? line : []))
  }
  const named = (text: string) => [...(byName.get(text) ?? []), ...(byShortName.get(text) ?? [])]

  function street(): AddressQuery | null {
    const { name, line } = one(streets)
    const near = fleetBy(one(line))
    const typed = random() < 0.5 ? name : name.replace(streetWord, '')
    const ways = named(foldedName(typed))
    if (foldedName(typed).length < 4) return null
    return { sort: 'street', text: plain(typed), near, right: nearest(ways, near), reachMetres: 150 }
  }

  function misspelling(): AddressQuery | null {
    const { name, line } = one(streets)
    const near = fleetBy(one(line))
    const words = foldedName(name).split(' ')
    const longest = words.toSorted((a, b) => b.length - a.length)[0] as string
    if (longest.length < 6 || /\d/.test(longest)) return null
    const text = words.map((word) => (word === longest ? misspelt(longest) : word)).join(' ')
    if (named(text).length > 0) return null
    return {
      sort: 'misspelling',
      text,
      near,
      right: nearest(named(foldedName(name)), near),
      reachMetres: 150,
    }
  }
  function misspelt(word: string): string {
    const at = 1 + Math.floor(random() * (word.length - 2))
    const [before, letter, after] = [word.slice(0, at), word[at] ?? '', word.slice(at + 1)]
    return one([
      before + after,
      before + letter + letter + after,
      before + (after[0] ?? '') + letter + after.slice(1),
      before + (letter === 'e' ? 'i' : 'e') + after,
    ])
  }

  const crossingNodes = [...namesAtNodes()].flatMap(([node, names]) =>
    names.size === 2 ? [{ node, names: [...names] as [string, string] }] : [],
  )
  function namesAtNodes(): Map<number, Set<string>> {
    const names = new Map<number, Set<string>>()
    for (const { nodes, tags } of extract.ways) {
      if (tags.name === undefined || tags.highway === undefined || notStreets.test(tags.highway)) continue
      if (!isName(tags.name)) continue
      for (const node of nodes) {
        const known = names.get(node)
        if (known === undefined) names.set(node, new Set([tags.name]))
        else known.add(tags.name)
      }
    }
    return names
  }
  function crossing(): AddressQuery | null {
    const { node, names } = one(crossingNodes)
    const [first, second] = random() < 0.5 ? names : [names[1], names[0]]
    const near = fleetBy(point(node))
    const right = crossingNodes
      .filter(
        ({ names: [one, other] }) =>
          (one === first && other === second) || (one === second && other === first),
      )
      .map((same) => point(same.node))
    const joint = one([' e ', ' y ', ' & ', ' esquina ', ' esq. ', ' con '])
    return { sort: 'crossing', text: plain(`${first}${joint}${second}`), near, right, reachMetres: 200 }
  }

  const tagged: readonly { readonly tags: Tags; readonly at: Coordinates }[] = [
    ...extract.taggedNodes.map(({ index, tags }) => ({ tags, at: point(index) })),
    ...extract.ways.flatMap(({ nodes, tags }) => ({ tags, at: middle(Array.from(nodes, point)) })),
  ]
  const houses = tagged.flatMap(({ tags, at }) => {
    const [street, number, city] = [tags['addr:street'], tags['addr:housenumber'], tags['addr:city']]
    return street !== undefined && number !== undefined && !/[;,]/.test(number)
      ? [{ street, number, city, at }]
      : []
  })
  function house(): AddressQuery | null {
    const { street, number, city, at } = one(houses)
    const near = fleetBy(at)
    const isWithCity = city !== undefined && random() < 0.5
    const same = houses.filter(
      (other) =>
        foldedName(other.street) === foldedName(street) &&
        foldedName(other.number) === foldedName(number) &&
        (!isWithCity || other.city === city),
    )
    const far = same.map((other) => metresBetween(other.at, near))
    const right = same.filter((_, index) => (far[index] as number) <= Math.min(...far) + 1_000)
    const text = one([`${street} ${number}`, `${number} ${street}`, `${street} #${number}`])
    return {
      sort: 'house',
      text: plain(text) + (isWithCity ? `, ${city}` : ''),
      near,
      right: right.map((other) => other.at),
      reachMetres: 100,
    }
  }

  const pois = tagged.flatMap(({ tags, at }) => {
    const isPoint = ['amenity', 'shop', 'tourism', 'office', 'leisure', 'historic', 'healthcare'].some(
      (key) => tags[key] !== undefined,
    )
    return isPoint && tags.name !== undefined && tags.highway === undefined ? [{ name: tags.name, at }] : []
  })
  function poi(): AddressQuery | null {
    const { name, at } = one(pois)
    const near = fleetBy(at)
    if (foldedName(name).length < 4) return null
    const same = pois.filter((other) => foldedName(other.name) === foldedName(name))
    const far = same.map((other) => metresBetween(other.at, near))
    const right = same.filter((_, index) => (far[index] as number) <= Math.min(...far) + 1_000)
    return { sort: 'point', text: plain(name), near, right: right.map((other) => other.at), reachMetres: 200 }
  }

  const makers = { street, misspelling, crossing, house, point: poi }
  return (sort: AddressQuery['sort'], count: number): AddressQuery[] => {
    const queries = new Map<string, AddressQuery>()
    for (let tries = 0; queries.size < count && tries < 100 * count; tries += 1) {
      const query = makers[sort]()
      if (query !== null) queries.set(query.text, query)
    }
    return [...queries.values()]
  }
}

function append<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const known = lists.get(key)
  if (known === undefined) lists.set(key, [value])
  else known.push(value)
}

function middle(points: readonly Coordinates[]): Coordinates {
  const ring =
    points.length > 1 && metresBetween(points[0] as Coordinates, points.at(-1) as Coordinates) === 0
  const all = ring ? points.slice(1) : points
  return {
    latitude: all.reduce((sum, { latitude }) => sum + latitude, 0) / all.length,
    longitude: all.reduce((sum, { longitude }) => sum + longitude, 0) / all.length,
  }
}

const stepMetres = 100
/** Points of a line, and between those farther apart than 100 m. */
export function densified(line: readonly Coordinates[]): Coordinates[] {
  return line.flatMap((to, at) => {
    const from = line[at - 1]
    if (from === undefined) return [to]
    const steps = Math.max(1, Math.ceil(metresBetween(from, to) / stepMetres))
    return Array.from({ length: steps }, (_, step) => {
      const part = (step + 1) / steps
      return {
        latitude: from.latitude + (to.latitude - from.latitude) * part,
        longitude: from.longitude + (to.longitude - from.longitude) * part,
      }
    })
  })
}
