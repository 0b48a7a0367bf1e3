import type { OutputOf } from '@rumbo/contract/endpoint'
import { type readBasemap, type TileSource, tilesPath } from '@rumbo/contract/places.contract'
import type { LayerSpecification, SourceSpecification, StyleSpecification } from 'maplibre-gl'
import type { SchemeName } from '../../ui/theme/tokens.ts'
import { fontFaces } from './basemap-fonts.ts'
import { type MapLanguage, nameLayers } from './basemap-names.ts'

export { boldFont } from './basemap-fonts.ts'

import { type MapColours, mapColours } from '../map-colours.ts'

export type Basemap = OutputOf<typeof readBasemap>

/** Sources and appearance of the basemap. */
export interface BasemapOptions {
  basemap: Basemap | null
  scheme: SchemeName
  language: MapLanguage
}

type Width = readonly [zoom: number, pixels: number][]

/** Drawn back to front; widths in pixels by zoom. */
const streetKinds: readonly { kind: string; classes: readonly string[]; isMajor: boolean; width: Width }[] = [
  {
    kind: 'path',
    classes: ['footway', 'path', 'cycleway', 'bridleway', 'steps', 'track'],
    isMajor: false,
    width: [
      [14, 0.6],
      [17, 2],
    ],
  },
  {
    kind: 'service',
    classes: ['service', 'pedestrian'],
    isMajor: false,
    width: [
      [13, 0.5],
      [14, 1.2],
      [17, 6],
    ],
  },
  {
    kind: 'minor',
    classes: ['residential', 'unclassified', 'living_street', 'tertiary', 'tertiary_link', 'road'],
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

const round = { 'line-cap': 'round', 'line-join': 'round' }
/** Back to front: the coast of the extract, then the layers on it. */
const areaKinds = ['ground', 'sea', 'island', 'industrial', 'aerodrome', 'sand', 'park', 'water'] as const
const sourceOf = (set: string) => (set === 'world' ? 'world' : `region-${set}`)
/** Whether a source of the map consists of tiles from a server. */
export const isBasemapSource = (source: string) => /^(world$|region-|service)/.test(source)
/** Ids of layers end with the region they belong to. */
const idOf = (name: string, set: string) => `${name}:${set}`

function areaLayers(set: string, colour: MapColours) {
  const source = { source: sourceOf(set), 'source-layer': 'areas' }
  return [
    ...areaKinds.map((kind) => ({
      id: idOf(`area-${kind}`, set),
      type: 'fill',
      ...source,
      filter: ['all', ofKind(kind), ['==', ['geometry-type'], 'Polygon']],
      paint: { 'fill-color': colour[kind === 'ground' ? 'land' : kind] },
    })),
    {
      id: idOf('rivers', set),
      type: 'line',
      ...source,
      filter: ['in', ['get', 'kind'], ['literal', ['river', 'stream']]],
      layout: round,
      paint: {
        'line-color': colour.water,
        'line-width': [
          'interpolate',
          ['exponential', 1.4],
          ['zoom'],
          9,
          0.8,
          14,
          ['match', ['get', 'kind'], 'river', 4, 1],
          17,
          ['match', ['get', 'kind'], 'river', 12, 3],
        ],
      },
    },
    {
      id: idOf('buildings', set),
      type: 'fill',
      source: sourceOf(set),
      'source-layer': 'buildings',
      minzoom: 14.5,
      paint: { 'fill-color': colour.building },
    },
  ]
}

/**
 * A strip of land about 250 m wide along streets: the world's coast is coarse, and an extract of roads has no coast
 * of its own.
 */
const bankLayer = (set: string, colour: MapColours) => ({
  id: idOf('street-banks', set),
  type: 'line',
  source: sourceOf(set),
  'source-layer': 'streets',
  minzoom: 10,
  filter: ['!=', ['get', 'class'], 'rail'],
  layout: { 'line-join': 'round' },
  paint: {
    'line-color': colour.land,
    'line-width': ['interpolate', ['exponential', 2], ['zoom'], 10, 3.5, 18, 896],
  },
})

function streetLayers(set: string, part: 'casing' | 'fill', colour: MapColours) {
  const source = { source: sourceOf(set), 'source-layer': 'streets' }
  return streetKinds
    .filter(({ kind }) => part === 'fill' || kind !== 'path')
    .map(({ kind, classes, isMajor, width }) => ({
      id: idOf(`street-${kind}-${part}`, set),
      type: 'line',
      ...source,
      filter: ofClass(classes),
      layout: round,
      paint: {
        'line-color': part === 'casing' ? colour.casing : isMajor ? colour.major : colour.street,
        'line-width': widthOf(width, part === 'casing' ? 1.6 : 0),
      },
    }))
}

const railLayer = (set: string, colour: MapColours) => ({
  id: idOf('rail', set),
  type: 'line',
  source: sourceOf(set),
  'source-layer': 'streets',
  filter: ofClass(['rail']),
  paint: {
    'line-color': colour.rail,
    'line-width': widthOf([
      [11, 0.6],
      [14, 1.2],
      [17, 2.4],
    ]),
  },
})

/**
 * The basemap's layers, back to front: the world, then each kind of layer for all regions, so that neighbours join.
 */
export function basemapLayers({ basemap, scheme, language }: BasemapOptions): LayerSpecification[] {
  const colour = mapColours(scheme)
  const regions = basemap?.regions ?? []
  const sets = regions.map(({ set }) => set)
  const hasWorld = basemap?.world != null
  return [
    { id: 'plain', type: 'background', paint: { 'background-color': colour.land } },
    ...(hasWorld
      ? [
          {
            id: 'sea',
            type: 'fill',
            source: 'world',
            'source-layer': 'sea',
            paint: { 'fill-color': colour.water, 'fill-antialias': false },
          },
          {
            id: 'land',
            type: 'fill',
            source: 'world',
            'source-layer': 'land',
            paint: { 'fill-color': colour.land, 'fill-antialias': false },
          },
        ]
      : []),
    ...(hasWorld ? sets.map((set) => bankLayer(set, colour)) : []),
    ...sets.flatMap((set) => areaLayers(set, colour)),
    ...(hasWorld
      ? [
          {
            id: 'borders',
            type: 'line',
            source: 'world',
            'source-layer': 'borders',
            layout: round,
            paint: {
              'line-color': colour.border,
              'line-width': ['interpolate', ['linear'], ['zoom'], 1, 0.5, 6, 1.2, 12, 2],
            },
          },
        ]
      : []),
    ...sets.map((set) => railLayer(set, colour)),
    ...sets.flatMap((set) => streetLayers(set, 'casing', colour)),
    ...sets.flatMap((set) => streetLayers(set, 'fill', colour)),
    ...nameLayers({ regions, hasWorld, colour, language, idOf }),
    ...(basemap?.service?.kind === 'raster'
      ? [{ id: 'service', type: 'raster', source: 'service', paint: { 'raster-fade-duration': 0 } }]
      : []),
  ] as LayerSpecification[]
}

const originOfPage = () => globalThis.location?.origin ?? ''

function vectorSource(source: TileSource): SourceSpecification {
  const [west, south, east, north] = source.bounds
  // MapLibre places data on one side of the date line; polygons around the globe need both.
  const isAcross = west < -180 || east > 180
  return {
    type: 'vector',
    tiles: [`${originOfPage()}${tilesPath(source)}`],
    bounds: isAcross ? [-180, south, 180, north] : [west, south, east, north],
    minzoom: source.minZoom,
    maxzoom: source.maxZoom,
  }
}

/** Sources by their names in the layers. */
export function basemapSources(basemap: Basemap | null): Record<string, SourceSpecification> {
  const { world = null, regions = [], service = null } = basemap ?? {}
  const sources: Record<string, SourceSpecification> = {}
  if (world) sources.world = vectorSource(world)
  for (const region of regions) sources[sourceOf(region.set)] = vectorSource(region)
  if (service?.kind === 'raster')
    sources.service = { type: 'raster', tiles: [service.url], tileSize: 256, maxzoom: 19 }
  return sources
}

/** The style of a new map; colours, language and regions are later changed in place. */
export const basemapStyle = (options: BasemapOptions): StyleSpecification => ({
  version: 8,
  'font-faces': fontFaces(),
  sources: basemapSources(options.basemap),
  layers: basemapLayers(options),
})

/** Every paint property of the basemap that differs between the schemes: layer, property, value. */
export function basemapPaint(options: BasemapOptions): [layer: string, property: string, value: unknown][] {
  return basemapLayers(options).flatMap((layer) =>
    Object.entries(layer.paint ?? {})
      .filter(([property]) => property.endsWith('-color'))
      .map(([property, value]): [string, string, unknown] => [layer.id, property, value]),
  )
}
