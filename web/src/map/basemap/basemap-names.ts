import type { TileSource } from '@rumbo/contract/places.contract'
import type { MapColours } from '../map-colours.ts'
import { plainFont } from './basemap-fonts.ts'

export type MapLanguage = 'es' | 'en'

interface Names {
  regions: readonly TileSource[]
  hasWorld: boolean
  colour: MapColours
  language: MapLanguage
  idOf: (name: string, set: string) => string
}

const inLanguage = (language: MapLanguage) => [
  'coalesce',
  ['get', language === 'es' ? 'nameEs' : 'nameEn'],
  ['get', 'name'],
]
const ofKinds = (...kinds: string[]) => ['in', ['get', 'kind'], ['literal', kinds]]
const halo = (colour: MapColours, width = 1.4) => ({
  'text-halo-color': colour.halo,
  'text-halo-width': width,
})
/** Names of lower rank appear at a higher zoom, although the tiles contain them earlier. */
const isDue = ['<=', ['get', 'minZoom'], ['zoom']]

/** Hides names of the world where a region has its own towns, to avoid duplicates. */
function outsideOf(regions: readonly TileSource[]): unknown[] {
  const named = regions.filter(({ hasPlaces }) => hasPlaces)
  if (named.length === 0) return []
  // A region across the date line has a part on each side of it.
  const polygons = named.flatMap(({ bounds: [west, south, east, north] }) =>
    [-360, 0, 360].flatMap((turn) => {
      const [from, to] = [Math.max(-180, west + turn), Math.min(180, east + turn)]
      return from < to
        ? [
            [
              [
                [from, south],
                [to, south],
                [to, north],
                [from, north],
                [from, south],
              ],
            ],
          ]
        : []
    }),
  )
  return [['any', ['<', ['zoom'], 10], ['!', ['within', { type: 'MultiPolygon', coordinates: polygons }]]]]
}

function regionNames(set: string, { colour, language, idOf }: Names) {
  const source = `region-${set}`
  return [
    {
      id: idOf('street-names', set),
      type: 'symbol',
      source,
      'source-layer': 'streets',
      minzoom: 12.5,
      filter: ['has', 'name'],
      layout: {
        'symbol-placement': 'line',
        'symbol-spacing': 320,
        'symbol-sort-key': [
          'match',
          ['get', 'class'],
          ['motorway', 'trunk'],
          1,
          ['primary'],
          2,
          ['secondary'],
          3,
          ['tertiary'],
          4,
          5,
        ],
        'text-field': ['get', 'name'],
        'text-font': plainFont,
        'text-size': ['interpolate', ['linear'], ['zoom'], 12.5, 10.5, 16, 12.5],
        'text-max-angle': 35,
        'text-padding': 6,
      },
      paint: { 'text-color': colour.streetName, ...halo(colour) },
    },
    {
      id: idOf('numbers', set),
      type: 'symbol',
      source,
      'source-layer': 'numbers',
      minzoom: 16.5,
      layout: {
        'text-field': ['get', 'number'],
        'text-font': plainFont,
        'text-size': 10.5,
        'text-padding': 4,
      },
      paint: { 'text-color': colour.placeName, ...halo(colour, 1) },
    },
    {
      id: idOf('place-names', set),
      type: 'symbol',
      source,
      'source-layer': 'places',
      layout: {
        'text-field': inLanguage(language),
        'text-font': plainFont,
        'text-size': ['interpolate', ['linear'], ['zoom'], 9, ['match', ['get', 'rank'], 1, 13, 11], 15, 13],
        'text-letter-spacing': 0.04,
        'text-padding': 12,
        'text-max-width': 8,
        'symbol-sort-key': ['get', 'rank'],
      },
      paint: { 'text-color': colour.placeName, ...halo(colour) },
    },
  ]
}

function worldNames(regions: readonly TileSource[], colour: MapColours, language: MapLanguage) {
  const source = { type: 'symbol', source: 'world', 'source-layer': 'places' }
  const text = {
    'text-field': inLanguage(language),
    'text-font': plainFont,
    'text-max-width': 8,
    'symbol-sort-key': ['get', 'rank'],
  }
  return [
    {
      id: 'town-names',
      ...source,
      filter: ['all', ofKinds('city', 'town', 'suburb'), isDue, ...outsideOf(regions)],
      layout: {
        ...text,
        'text-padding': 6,
        'text-size': [
          'interpolate',
          ['linear'],
          ['zoom'],
          3,
          ['interpolate', ['linear'], ['get', 'rank'], 25, 12, 40, 10.5],
          10,
          ['interpolate', ['linear'], ['get', 'rank'], 25, 16, 45, 13, 65, 11],
        ],
      },
      paint: {
        'text-color': ['case', ['==', ['get', 'kind'], 'city'], colour.cityName, colour.placeName],
        ...halo(colour),
      },
    },
    {
      id: 'state-names',
      ...source,
      maxzoom: 8,
      filter: ['all', ofKinds('state'), isDue],
      layout: { ...text, 'text-size': 10.5, 'text-letter-spacing': 0.12, 'text-transform': 'uppercase' },
      paint: { 'text-color': colour.placeName, ...halo(colour) },
    },
    {
      id: 'country-names',
      ...source,
      maxzoom: 7.5,
      filter: ['all', ofKinds('country'), isDue],
      layout: {
        ...text,
        'text-size': [
          'interpolate',
          ['linear'],
          ['zoom'],
          1,
          ['match', ['get', 'rank'], 1, 11.5, 10],
          5,
          ['match', ['get', 'rank'], [1, 2], 16, 13],
        ],
        'text-letter-spacing': 0.03,
      },
      paint: { 'text-color': colour.cityName, ...halo(colour, 1.6) },
    },
  ]
}

/** Layers of names, least important first: MapLibre places later layers first. */
export function nameLayers(names: Names) {
  const { regions, hasWorld, colour, language } = names
  return [
    ...regions.flatMap(({ set }) => regionNames(set, names)),
    ...(hasWorld ? worldNames(regions, colour, language) : []),
  ]
}
