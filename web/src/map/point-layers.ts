import type { GeoJSONSource, GeoJSONSourceDiff, LayerSpecification, Map as MapLibreMap } from 'maplibre-gl'
import type { SchemeName } from '../ui/tokens.ts'
import { mapColours } from './map-colours.ts'
import type { MapLine, MapPin } from './map-model.ts'

function layers(scheme: SchemeName): LayerSpecification[] {
  const colour = mapColours(scheme)
  return [
    {
      id: 'lines',
      type: 'line',
      source: 'lines',
      layout: { 'line-cap': 'round' },
      paint: {
        'line-color': ['case', ['get', 'isStrong'], colour.route, colour.routeSoft],
        'line-width': ['case', ['get', 'isStrong'], 3.5, 2],
        'line-dasharray': [1.6, 1.8],
      },
    },
    {
      id: 'pins',
      type: 'symbol',
      source: 'pins',
      layout: {
        'icon-image': ['concat', 'pin/', ['get', 'letter']],
        'icon-anchor': 'bottom',
        'icon-allow-overlap': true,
        'icon-ignore-placement': true,
      },
    },
  ] as LayerSpecification[]
}

/** Pins and straight lines over the ground; vehicles are drawn above them. */
export function createPointLayers(map: MapLibreMap, scheme: SchemeName) {
  const empty = { type: 'FeatureCollection' as const, features: [] }
  map.addSource('lines', { type: 'geojson', data: empty })
  map.addSource('pins', { type: 'geojson', data: empty })
  for (const layer of layers(scheme)) map.addLayer(layer)

  const set = (name: string, features: NonNullable<GeoJSONSourceDiff['add']>) =>
    void map.getSource<GeoJSONSource>(name)?.setData({ type: 'FeatureCollection', features })

  return {
    show: (pins: readonly MapPin[], lines: readonly MapLine[]) => {
      set(
        'pins',
        pins.map(({ longitude, latitude, letter }) => ({
          type: 'Feature',
          geometry: { type: 'Point', coordinates: [longitude, latitude] },
          properties: { letter },
        })),
      )
      set(
        'lines',
        lines.map(({ from, to, isStrong }) => ({
          type: 'Feature',
          geometry: {
            type: 'LineString',
            coordinates: [
              [from.longitude, from.latitude],
              [to.longitude, to.latitude],
            ],
          },
          properties: { isStrong },
        })),
      )
    },
    setScheme: (next: SchemeName) => {
      for (const layer of layers(next)) {
        for (const [name, value] of Object.entries(layer.paint ?? {})) {
          map.setPaintProperty(layer.id, name as never, value as never)
        }
      }
    },
  }
}
