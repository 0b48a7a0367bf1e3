import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ExtractWay, OsmExtract } from '../osm/osm-extract.ts'
import type { Tags } from '../osm/osm-xml.ts'
import { buildPlaceIndex } from './place-index.ts'
import { PlaceFileError } from './place-index-file.ts'
import { openPlaceIndex } from './place-index-open.ts'
import { readCrossing, withoutSlips } from './place-index-text.ts'
import { soundAlikes } from './place-index-words.ts'

const spots: { latitude: number; longitude: number; tags?: Tags }[] = [
  { latitude: 19.4, longitude: -99.2 },
  { latitude: 19.4, longitude: -99.19 },
  { latitude: 19.4, longitude: -99.18 },
  { latitude: 19.39, longitude: -99.19 },
  { latitude: 19.41, longitude: -99.19 },
  { latitude: 19.4, longitude: -99.191, tags: { place: 'neighbourhood', name: 'Roma Norte' } },
  {
    latitude: 19.405,
    longitude: -99.17,
    tags: { place: 'city', name: 'Ciudad de México', alt_name: 'CDMX' },
  },
  address(19.4002, -99.199, '10', 'Avenida Álvaro Obregón'),
  address(19.4002, -99.191, '90', 'Avenida Álvaro Obregón'),
  address(19.3998, -99.195, '51-A', 'Avenida Álvaro Obregón'),
  { latitude: 19.395, longitude: -99.1902, tags: { amenity: 'hospital', name: 'Hospital General' } },
  { latitude: 19.3, longitude: -99.3 },
  { latitude: 19.3, longitude: -99.29 },
]

function address(latitude: number, longitude: number, number: string, street: string) {
  const tags = { 'addr:housenumber': number, 'addr:street': street, 'addr:postcode': '06700' }
  return { latitude, longitude, tags }
}
const way = (id: number, nodes: number[], tags: Tags): ExtractWay => ({
  id,
  nodes: Uint32Array.from(nodes),
  tags,
})

const extract: OsmExtract = {
  nodes: {
    ids: Float64Array.from(spots, (_, at) => at + 1),
    latitudes: Int32Array.from(spots, ({ latitude }) => Math.round(latitude * 1e7)),
    longitudes: Int32Array.from(spots, ({ longitude }) => Math.round(longitude * 1e7)),
  },
  taggedNodes: spots.flatMap(({ tags }, index) => (tags ? [{ index, tags }] : [])),
  ways: [
    way(1, [0, 1], { highway: 'secondary', name: 'Avenida Álvaro Obregón' }),
    way(2, [1, 2], { highway: 'secondary', name: 'Avenida Álvaro Obregón' }),
    way(3, [3, 1, 4], { highway: 'primary', name: 'Avenida Insurgentes Sur' }),
    way(4, [11, 12], { highway: 'residential', name: 'Calle 5 de Mayo' }),
  ],
  relations: [],
  bounds: { west: -99.3, south: 19.3, east: -99.17, north: 19.41 },
  note: null,
  attribution: '© OpenStreetMap',
}
const bytes = buildPlaceIndex(extract)
const index = openPlaceIndex(bytes)
const search = (text: string) => index.search(text, { limit: 5 })

describe('searching a region', () => {
  test.each([
    'alvaro',
    'ÁLVARO OBREGÓN',
    'av. obregon',
    'obregón álvaro',
    'Alvaro Obregn',
    'alvraro obregon',
  ])('finds the street by "%s", once though it is drawn in two pieces', (text) => {
    expect(search(text)).toMatchObject([
      { kind: 'street', name: 'Avenida Álvaro Obregón', neighbourhood: 'Roma Norte' },
    ])
  })
  test.each([
    'Av. Álvaro Obregón 90',
    'alvaro obregon #90',
    '90 Álvaro Obregón',
    'Obregón No. 90, Col. Roma Norte',
  ])('finds the house by "%s"', (text) =>
    expect(search(text)[0]).toMatchObject({
      kind: 'address',
      number: '90',
      latitude: 19.4002,
      longitude: -99.191,
      postcode: '06700',
      isApproximate: false,
    }),
  )
  test('keeps letters of numbers, and places missing numbers between their neighbours', () => {
    expect(search('alvaro obregon 51a')[0]).toMatchObject({ number: '51-A', isApproximate: false })
    const [between] = search('alvaro obregon 50')
    expect(between).toMatchObject({ kind: 'address', number: '50', isApproximate: true })
    expect(between?.longitude).toBeCloseTo(-99.195, 4)
    expect(between?.precision).toBe('interpolated')
    expect(search('alvaro obregon 90')[0]?.precision).toBe('exact')
    expect(search('alvaro obregon')[0]?.precision).toBeNull()
  })
  test.each([
    ['alvaro obregon 900', 'Avenida Álvaro Obregón', '900'],
    ['insurgentes sur 1200-b', 'Avenida Insurgentes Sur', '1200B'],
  ])('keeps the number of "%s", which the data lacks, on its street', (text, name, number) =>
    expect(search(text)[0]).toMatchObject({
      kind: 'address',
      name,
      number,
      precision: 'street',
      isApproximate: true,
    }),
  )
  test('does not read the number of a name as a house number', () =>
    expect(search('5 de mayo')[0]).toMatchObject({
      kind: 'street',
      name: 'Calle 5 de Mayo',
      isApproximate: false,
    }))
  test('offers a street whose name has a number once', () => expect(search('5 de mayo')).toHaveLength(1))
  test('reads a second number as the house', () =>
    expect(search('5 de mayo 5')[0]).toMatchObject({ name: 'Calle 5 de Mayo', number: '5' }))
  test.each(['insurgentes y obregón', 'Alvaro Obregon esq. Insurgentes', 'insurgentes & obregon'])(
    'finds the crossing "%s"',
    (text) => expect(search(text)[0]).toMatchObject({ kind: 'crossing', latitude: 19.4, longitude: -99.19 }),
  )
  test('finds places by alternative names, points by their kind, and both by their town', () => {
    expect(search('cdmx')[0]).toMatchObject({ kind: 'place', name: 'Ciudad de México', sort: 'city' })
    expect(search('hospital')[0]).toMatchObject({ kind: 'point', name: 'Hospital General', sort: 'hospital' })
    expect(search('insurgentes ciudad de mexico')[0]?.name).toBe('Avenida Insurgentes Sur')
    expect(search('insurgentes guadalajara')).toEqual([])
  })
  test.each([
    'Av. Álvaro Obregón 90, Roma Norte, Cuauhtémoc, 06700 Ciudad de México, CDMX',
    'Álvaro Obregón 90, piso 3, Col. Roma Norte, C.P. 06700',
    'Alvaro Obregon 90 int. 4 col roma norte cdmx',
    'alvaro obregon, 90',
    'Álvaro Obregón 90 06700',
    'c/ Álvaro Obregón No. 90 depto 5-B, Ciudad de México, México',
  ])('finds the house in an address as pasted: "%s"', (text) =>
    expect(search(text)[0]).toMatchObject({ kind: 'address', number: '90', isApproximate: false }),
  )
  test('locates a long street in the named part of town if the number is unknown', () => {
    const [there] = search('Insurgentes Sur 1200, Roma Norte')
    expect(there).toMatchObject({ number: '1200', precision: 'street', isApproximate: true })
    expect(there?.latitude).toBeCloseTo(19.4, 4)
    expect(search('insurgentes sur s/n roma norte')[0]?.latitude).toBeCloseTo(19.4, 4)
  })
  test('tolerates an unknown part of town, but not another town', () => {
    expect(search('Álvaro Obregón 90, Col. Inventada')[0]).toMatchObject({ number: '90' })
    expect(search('alvaro obregon 90 guadalajara')).toEqual([])
  })
  test('accepts the part of town before the street, with and without a comma', () => {
    for (const text of [
      'Roma Norte, Álvaro Obregón 90',
      'Roma Norte Álvaro Obregón 90',
      'roma norte alvaro obregon',
    ])
      expect(search(text)[0]).toMatchObject({ name: 'Avenida Álvaro Obregón' })
    expect(search('Roma Norte, Inventada')[0]).toMatchObject({ kind: 'place', name: 'Roma Norte' })
  })
  test('recognises towns passed as area names', () => {
    const within = (areaNames: string[]) =>
      index.search('alvaro obregon 90 guadalajara', { limit: 1, areaNames })
    expect(within(['Guadalajara'])[0]).toMatchObject({ number: '90' })
    expect(within(['Zapopan'])).toEqual([])
  })
  test('finds both crossings of an address between two streets, and the street itself', () => {
    const [first] = search('Álvaro Obregón 51 entre Insurgentes y Otra')
    expect(first).toMatchObject({ kind: 'crossing', crossing: 'Avenida Insurgentes Sur' })
    expect(search('Álvaro Obregón 51, entre Insurgentes y Otra, Roma Norte')[0]?.kind).toBe('crossing')
  })
  test('never fails on any text', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.constantFrom('#', ', 3', '3,', 'y', 'a y b y c', 'entre y', ',,;', 'col.', 's/n', '🚚', 'ıİß'),
        ),
        (text) => {
          search(text)
        },
      ),
    )
  })
})

describe('naming a place', () => {
  test('gives the nearby number, the crossing, the part of town and the town', () =>
    expect(index.reverse(19.40015, -99.19095)).toMatchObject({
      street: 'Avenida Álvaro Obregón',
      number: '90',
      isNumberApproximate: false,
      crossing: 'Avenida Insurgentes Sur',
      neighbourhood: 'Roma Norte',
      city: 'Ciudad de México',
    }))
  test('gives no number if none is near, and nothing beyond 400 m', () => {
    expect(index.reverse(19.408, -99.1901)).toMatchObject({ street: 'Avenida Insurgentes Sur', number: null })
    expect(index.reverse(19.35, -99.25)).toBeNull()
    expect(index.reverse(0, 180)).toBeNull()
  })
  test('finds the nearest hospital', () =>
    expect(index.nearest({ latitude: 19.4, longitude: -99.19 }, ['hospital', 'police'], 3)).toMatchObject([
      { name: 'Hospital General', sort: 'hospital', distanceMetres: expect.closeTo(556, -1) },
    ]))
})

test('refuses a truncated or damaged file, and other files', () => {
  const damaged = bytes.slice()
  damaged[bytes.length - 20] = (damaged[bytes.length - 20] ?? 0) ^ 1
  for (const wrong of [
    new Uint8Array(0),
    bytes.slice(0, 200),
    damaged,
    new TextEncoder().encode('<osm>'.repeat(9)),
  ])
    expect(() => openPlaceIndex(wrong)).toThrow(PlaceFileError)
})

test('the index of an extract without names finds nothing', () => {
  const none = openPlaceIndex(buildPlaceIndex({ ...extract, taggedNodes: [], ways: [] }))
  expect(none.search('reforma', { limit: 5 })).toEqual([])
  expect(none.reverse(19.4, -99.19)).toBeNull()
})

test('words that sound alike in Spanish', () => {
  expect(soundAlikes('castiyo')).toContain('castillo')
  expect(soundAlikes('vallarta')).toContain('ballarta')
  expect(soundAlikes('ospital')).toContain('hospital')
  expect(soundAlikes('roma')).toEqual([])
  fc.assert(fc.property(fc.stringMatching(/^[a-z]{1,12}$/), (word) => !soundAlikes(word).includes(word)))
})

test('corrects slips in generic words, unless a name has the word', () => {
  const known = new Set(['calzado'])
  const corrected = (word: string) => withoutSlips([word], (some) => known.has(some))[0]
  expect(['avendia', 'avenda', 'avenidaa', 'trevessa', 'calzado', 'reforma'].map(corrected)).toEqual([
    'avenida',
    'avenida',
    'avenida',
    'travessa',
    'calzado',
    'reforma',
  ])
  expect(index.search('avendia alvaro obregon', { limit: 1 })).toMatchObject([
    { name: 'Avenida Álvaro Obregón' },
  ])
})

test('the streets of a crossing may have "e" in their names', () => {
  expect(readCrossing('rua nova esq. rua andrade e silva')).toEqual([
    ['rua', 'nova'],
    ['rua', 'andrade', 'e', 'silva'],
  ])
  expect(readCrossing('insurgentes y reforma')).toEqual([['insurgentes'], ['reforma']])
  expect(readCrossing('insurgentes, reforma')).toBeNull()
})
