import type { GeoJSONSource, GeoJSONSourceDiff, LayerSpecification, Map as MapLibreMap } from 'maplibre-gl'
import { type SchemeName, tokens } from '../../ui/theme/tokens.ts'
import { boldFont } from '../basemap/basemap-style.ts'
import { mapColours } from '../map-colours.ts'
import { areaTones, type MapArea, type MapTrack, speedStepOf, trackSpeedSteps } from '../map-model.ts'

type Feature = NonNullable<GeoJSONSourceDiff['add']>[number]

function layers(scheme: SchemeName): LayerSpecification[] {
  const colour = mapColours(scheme)
  const ofTone = [
    'match',
    ['get', 'tone'],
    ...areaTones.flatMap((name) => [name, areaColour(scheme, name)]),
    colour.route,
  ]
  const tone = ['case', ['has', 'colour'], ['to-color', ['get', 'colour']], ofTone]
  // Not every chosen colour is legible as text.
  const nameTone = ['case', ['has', 'colour'], colour.label, ofTone]
  const speed = [
    'match',
    ['get', 'step'],
    ...trackSpeedSteps.flatMap(({ tone: name }, at) => [at, tokens[scheme][name]]),
    colour.routeSoft,
  ]
  const round = { 'line-cap': 'round', 'line-join': 'round' }
  const outline = { type: 'line', source: 'areas-shown', layout: round }
  return [
    {
      id: 'area-fill',
      type: 'fill',
      source: 'areas-shown',
      paint: { 'fill-color': tone, 'fill-opacity': ['get', 'opacity'] },
    },
    {
      ...outline,
      id: 'area-outline',
      filter: ['!', ['get', 'isDashed']],
      paint: { 'line-color': tone, 'line-width': 2 },
    },
    {
      ...outline,
      id: 'area-outline-dashed',
      filter: ['get', 'isDashed'],
      paint: { 'line-color': tone, 'line-width': 2, 'line-dasharray': [2, 1.6] },
    },
    {
      id: 'area-names',
      type: 'symbol',
      source: 'areas-shown',
      filter: ['!=', ['get', 'label'], ''],
      layout: {
        'text-field': ['get', 'label'],
        'text-font': boldFont,
        'text-size': 12,
        'text-padding': 2,
        'text-anchor': ['case', ['get', 'isBelow'], 'top', 'bottom'],
        // The first name in the list has priority: an overlapping one appears at a higher zoom.
        'symbol-sort-key': ['get', 'at'],
      },
      paint: { 'text-color': nameTone, 'text-halo-color': colour.labelHalo, 'text-halo-width': 1.8 },
    },
    {
      id: 'track-casing',
      type: 'line',
      source: 'tracks',
      layout: round,
      filter: ['!', ['get', 'isFaint']],
      paint: { 'line-color': colour.labelHalo, 'line-width': 7 },
    },
    {
      id: 'track-faint',
      type: 'line',
      source: 'tracks',
      layout: round,
      filter: ['get', 'isFaint'],
      paint: { 'line-color': colour.routeSoft, 'line-width': 3, 'line-opacity': 0.7 },
    },
    {
      id: 'track-line',
      type: 'line',
      source: 'tracks',
      layout: round,
      filter: ['!', ['get', 'isFaint']],
      paint: { 'line-color': speed, 'line-width': 4.2 },
    },
    {
      id: 'track-direction',
      type: 'symbol',
      source: 'tracks',
      filter: ['!', ['get', 'isFaint']],
      layout: {
        'symbol-placement': 'line',
        'symbol-spacing': 80,
        // Lines run in the order of time, so the sign points where the vehicle went.
        'text-field': '>',
        'text-font': boldFont,
        'text-size': 17,
        'text-keep-upright': false,
        'text-rotation-alignment': 'map',
        'text-padding': 14,
        'text-ignore-placement': true,
      },
      paint: { 'text-color': colour.label, 'text-halo-color': colour.labelHalo, 'text-halo-width': 1.6 },
    },
  ] as LayerSpecification[]
}

const areaColour = (scheme: SchemeName, tone: (typeof areaTones)[number]) =>
  tone === 'primary' ? tokens[scheme].primaryText : tokens[scheme][tone]

/** Parts of equal speed step as lines; neighbours share a point, gaps stay open. */
export function trackFeatures({ points, limitKmh = null, isFaint = false }: MapTrack): Feature[] {
  const features: Feature[] = []
  let run: [number, number][] = []
  let step = -1
  const close = () => {
    if (run.length > 1)
      features.push({
        type: 'Feature',
        geometry: { type: 'LineString', coordinates: run },
        properties: { step, isFaint },
      })
  }
  let last: [number, number] | null = null
  for (const { longitude, latitude, speedKmh, isAfterGap = false } of points) {
    const next = isFaint ? 0 : speedStepOf(speedKmh, limitKmh)
    // The short way across the date line: longitudes continue beyond 180.
    const here: [number, number] = [last === null ? longitude : nearest(longitude, last[0]), latitude]
    if (last === null || isAfterGap) {
      close()
      run = [here]
    } else if (next === step) {
      run.push(here)
    } else {
      close()
      run = [last, here]
    }
    step = next
    last = here
  }
  close()
  return features
}

const nearest = (longitude: number, to: number) => longitude + Math.round((to - longitude) / 360) * 360

/**
 * The place of an area's name: on its northern or southern edge. In the middle, the names of nested rings would
 * overlap and repeat in each tile. Null for an area without points.
 */
export function nameEdge(geometry: MapArea['geometry'], isBelow = false): [number, number] | null {
  const sign = isBelow ? -1 : 1
  return (geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat())
    .flat()
    .reduce<[number, number] | null>(
      (best, point) => (best === null || sign * point[1] > sign * best[1] ? point : best),
      null,
    )
}

/** Draws areas below lines, both below everything else above the basemap. */
export function createShapeLayers(map: MapLibreMap, scheme: SchemeName) {
  const empty = { type: 'FeatureCollection' as const, features: [] }
  for (const source of ['areas-shown', 'tracks']) map.addSource(source, { type: 'geojson', data: empty })
  for (const layer of layers(scheme)) map.addLayer(layer)
  const set = (name: string, features: Feature[]) =>
    void map.getSource<GeoJSONSource>(name)?.setData({ type: 'FeatureCollection', features })

  return {
    showAreas: (areas: readonly MapArea[]) =>
      set(
        'areas-shown',
        areas.flatMap((area, at) => {
          const { geometry, tone, colour, label = '', isDashed = false, opacity = 0.1, isNamedBelow } = area
          const edge = nameEdge(geometry, isNamedBelow)
          if (edge === null) return []
          const look = { tone, isDashed, opacity }
          const coloured = colour === undefined ? look : { ...look, colour }
          return [
            { type: 'Feature', geometry, properties: { ...coloured, label: '' } },
            {
              type: 'Feature',
              geometry: { type: 'Point', coordinates: edge },
              properties: { ...coloured, label, isBelow: isNamedBelow === true, at },
            },
          ]
        }),
      ),
    showTracks: (tracks: readonly MapTrack[]) => set('tracks', tracks.flatMap(trackFeatures)),
    setScheme: (next: SchemeName) => {
      for (const layer of layers(next)) {
        for (const [name, value] of Object.entries(layer.paint ?? {})) {
          map.setPaintProperty(layer.id, name as never, value as never)
        }
      }
    },
  }
}
