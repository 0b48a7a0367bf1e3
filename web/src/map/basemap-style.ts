import type { OutputOf } from '@rumbo/contract/endpoint'
import type { readBasemap } from '@rumbo/contract/places.contract'
import type { LayerSpecification, StyleSpecification } from 'maplibre-gl'
import type { SchemeName } from '../ui/tokens.ts'
import { mapColours } from './map-colours.ts'

export type Basemap = OutputOf<typeof readBasemap>

/**
 * Fonts of the page: without a glyph server MapLibre draws each letter itself, taking the weight from a word of the
 * first name.
 */
export const plainFont = ['Inter Variable', 'Inter', 'Noto Sans']
export const boldFont = ['Rumbo Bold', 'Inter Variable', 'Inter', 'Noto Sans']

const emptyGround: Basemap = {
  streets: { type: 'FeatureCollection', features: [] },
  areas: { type: 'FeatureCollection', features: [] },
  places: { type: 'FeatureCollection', features: [] },
  bounds: null,
  attribution: '',
  isApproximate: false,
}

type Width = readonly [zoom: number, pixels: number][]

/** Drawn back to front; widths in pixels by zoom. */
const streetKinds: readonly { kind: string; classes: readonly string[]; isMajor: boolean; width: Width }[] = [
  {
    kind: 'minor',
    classes: ['residential', 'unclassified', 'living_street', 'service', 'tertiary', 'tertiary_link'],
    isMajor: false,
    width: [
      [11, 0.6],
      [14, 3],
      [17, 12],
    ],
  },
  {
    kind: 'secondary',
    classes: ['secondary', 'secondary_link'],
    isMajor: false,
    width: [
      [10, 1],
      [14, 5],
      [17, 18],
    ],
  },
  {
    kind: 'primary',
    classes: ['primary', 'primary_link'],
    isMajor: false,
    width: [
      [9, 1.2],
      [14, 7],
      [17, 22],
    ],
  },
  {
    kind: 'trunk',
    classes: ['trunk', 'trunk_link', 'motorway', 'motorway_link'],
    isMajor: true,
    width: [
      [8, 1.4],
      [14, 9],
      [17, 26],
    ],
  },
]

const widthOf = (width: Width, morePixels = 0) => [
  'interpolate',
  ['exponential', 1.4],
  ['zoom'],
  ...width.flatMap(([zoom, pixels]) => [zoom, pixels + morePixels]),
]

const ofClass = (classes: readonly string[]) => ['in', ['get', 'class'], ['literal', classes]]
const ofKind = (kind: string) => ['==', ['get', 'kind'], kind]

/** The ground's layers in the colours of a scheme, back to front. Their ids and order never change. */
export function groundLayers(scheme: SchemeName): LayerSpecification[] {
  const colour = mapColours(scheme)
  const round = { 'line-cap': 'round', 'line-join': 'round' }
  const streets = (part: 'casing' | 'fill') =>
    streetKinds.map(({ kind, classes, isMajor, width }) => ({
      id: `street-${kind}-${part}`,
      type: 'line',
      source: 'streets',
      filter: ofClass(classes),
      layout: round,
      paint: {
        'line-color': part === 'casing' ? colour.casing : isMajor ? colour.major : colour.street,
        'line-width': widthOf(width, part === 'casing' ? 1.6 : 0),
      },
    }))
  return [
    { id: 'land', type: 'background', paint: { 'background-color': colour.land } },
    ...(['park', 'water', 'aerodrome'] as const).map((kind) => ({
      id: `area-${kind}`,
      type: 'fill',
      source: 'areas',
      filter: ofKind(kind),
      paint: { 'fill-color': colour[kind] },
    })),
    ...streets('casing'),
    ...streets('fill'),
    {
      id: 'street-names',
      type: 'symbol',
      source: 'streets',
      minzoom: 12.5,
      filter: ['has', 'name'],
      layout: {
        'symbol-placement': 'line',
        'symbol-spacing': 320,
        'text-field': ['get', 'name'],
        'text-font': plainFont,
        'text-size': ['interpolate', ['linear'], ['zoom'], 12.5, 10.5, 16, 12.5],
        'text-max-angle': 35,
        'text-padding': 6,
      },
      paint: { 'text-color': colour.streetName, 'text-halo-color': colour.halo, 'text-halo-width': 1.4 },
    },
    {
      id: 'place-names',
      type: 'symbol',
      source: 'places',
      minzoom: 10,
      layout: {
        'text-field': ['get', 'name'],
        'text-font': plainFont,
        'text-size': 11.5,
        'text-letter-spacing': 0.04,
        'text-padding': 12,
        'text-max-width': 8,
      },
      paint: { 'text-color': colour.placeName, 'text-halo-color': colour.halo, 'text-halo-width': 1.4 },
    },
  ] as LayerSpecification[]
}

/** The style of a map; made once, its colours are changed in place when the scheme changes. */
export function groundStyle(basemap: Basemap | null, scheme: SchemeName): StyleSpecification {
  const ground = basemap ?? emptyGround
  const source = (data: unknown) => ({ type: 'geojson', data, tolerance: 0.2 })
  return {
    version: 8,
    sources: {
      streets: source(ground.streets),
      areas: source(ground.areas),
      places: source(ground.places),
    },
    layers: groundLayers(scheme),
  } as StyleSpecification
}

/** Every paint property of the ground that differs between the schemes: layer, property, value. */
export function groundPaint(scheme: SchemeName): [layer: string, property: string, value: unknown][] {
  return groundLayers(scheme).flatMap((layer) =>
    Object.entries(layer.paint ?? {})
      .filter(([property]) => property.endsWith('-color'))
      .map(([property, value]): [string, string, unknown] => [layer.id, property, value]),
  )
}
