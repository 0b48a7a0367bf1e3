import type { LayerSpecification } from 'maplibre-gl'
import { boldFont } from '../../map/basemap/basemap-style.ts'
import { mapColours } from '../../map/map-colours.ts'
import { type SchemeName, tokens } from '../../ui/theme/tokens.ts'

export const shapeSources = {
  neighbours: 'fence-neighbours',
  outline: 'fence-outline',
  band: 'fence-band',
  handles: 'fence-handles',
} as const
/** The layers whose features are looked for under the pointer. */

/** A width that is right in metres at every zoom, from that at zoom 0. */
const metricWidth = [
  'interpolate',
  ['exponential', 2],
  ['zoom'],
  0,
  ['get', 'width'],
  22,
  ['*', ['get', 'width'], 2 ** 22],
]
const round = { 'line-cap': 'round', 'line-join': 'round' }
const isPart = (part: string) => ['==', ['get', 'part'], part]
const isArea = ['==', ['geometry-type'], 'Polygon']

/** The layers of the editor, from below; the fence has its own colour. */
export function shapeLayers(scheme: SchemeName, fenceColour: string): LayerSpecification[] {
  const colour = tokens[scheme]
  const map = mapColours(scheme)
  const { neighbours, outline, band, handles } = shapeSources
  const arrows = (id: string, part: string, sign: string) => ({
    id,
    type: 'symbol',
    source: outline,
    filter: isPart(part),
    layout: {
      'symbol-placement': 'line',
      'symbol-spacing': 90,
      'text-field': sign,
      'text-font': boldFont,
      'text-size': 18,
      'text-keep-upright': false,
      'text-rotation-alignment': 'map',
      'text-ignore-placement': true,
      'text-allow-overlap': true,
    },
    paint: { 'text-color': map.label, 'text-halo-color': map.labelHalo, 'text-halo-width': 1.8 },
  })
  return [
    {
      id: 'fence-neighbour-area',
      type: 'fill',
      source: neighbours,
      filter: isArea,
      paint: { 'fill-color': colour.inactive, 'fill-opacity': 0.08 },
    },
    {
      id: 'fence-neighbour-corridor',
      type: 'line',
      source: neighbours,
      filter: ['has', 'width'],
      layout: round,
      paint: { 'line-color': colour.inactive, 'line-opacity': 0.14, 'line-width': metricWidth },
    },
    {
      id: 'fence-neighbour-line',
      type: 'line',
      source: neighbours,
      layout: round,
      paint: { 'line-color': colour.inactive, 'line-width': 1.5, 'line-dasharray': [2, 2] },
    },
    {
      id: 'fence-area',
      type: 'fill',
      source: outline,
      filter: isPart('area'),
      paint: { 'fill-color': fenceColour, 'fill-opacity': 0.16 },
    },
    {
      id: 'fence-corridor',
      type: 'line',
      source: outline,
      filter: isPart('corridor'),
      layout: round,
      paint: { 'line-color': fenceColour, 'line-opacity': 0.26, 'line-width': metricWidth },
    },
    {
      id: 'fence-outline-casing',
      type: 'line',
      source: outline,
      filter: isPart('outline'),
      layout: round,
      paint: { 'line-color': map.labelHalo, 'line-width': 6 },
    },
    {
      id: 'fence-outline-line',
      type: 'line',
      source: outline,
      filter: ['all', isPart('outline'), ['!', ['get', 'isDashed']]],
      layout: round,
      paint: { 'line-color': fenceColour, 'line-width': 3 },
    },
    {
      id: 'fence-outline-open',
      type: 'line',
      source: outline,
      filter: ['all', isPart('outline'), ['get', 'isDashed']],
      paint: { 'line-color': fenceColour, 'line-width': 2.5, 'line-dasharray': [1.4, 1.6] },
    },
    {
      id: 'fence-crossing',
      type: 'line',
      source: outline,
      filter: isPart('crossing'),
      layout: round,
      paint: { 'line-color': colour.critical, 'line-width': 5 },
    },
    arrows('fence-arrows', 'arrows_one_way', '>'),
    arrows('fence-arrows-both', 'arrows_two_way', '<>'),
    {
      id: 'fence-band',
      type: 'line',
      source: band,
      paint: { 'line-color': fenceColour, 'line-width': 2, 'line-dasharray': [1.4, 1.6] },
    },
    {
      id: 'fence-handle',
      type: 'circle',
      source: handles,
      paint: {
        'circle-radius': [
          'case',
          ['get', 'isChosen'],
          9,
          ['get', 'isDense'],
          2.5,
          ['==', ['get', 'role'], 'midpoint'],
          4.5,
          6.5,
        ],
        'circle-color': ['case', ['get', 'isChosen'], colour.primary, colour.surface],
        'circle-stroke-color': [
          'case',
          ['==', ['get', 'role'], 'midpoint'],
          colour.lineStrong,
          colour.primaryText,
        ],
        'circle-stroke-width': ['case', ['get', 'isDense'], 1, ['==', ['get', 'role'], 'midpoint'], 1.5, 2.5],
      },
    },
  ] as LayerSpecification[]
}
