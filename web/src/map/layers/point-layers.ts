import type { GeoJSONSource, GeoJSONSourceDiff, LayerSpecification, Map as MapLibreMap } from 'maplibre-gl'
import type { SchemeName } from '../../ui/theme/tokens.ts'
import { boldFont } from '../basemap/basemap-style.ts'
import { mapColours } from '../map-colours.ts'
import type { MapLine, MapMark, MapPin } from '../map-model.ts'
import { markImageId, pointImageId } from './vehicle-images.ts'

/** Hit areas around a pin's tip, in pixels. */
export interface PinTouch {
  besidePixels: number
  abovePixels: number
  belowPixels: number
}
/** The touch target of a pin, including its label. */
const pinTouch: PinTouch = { besidePixels: 22, abovePixels: 42, belowPixels: 18 }
/** Exactly what is drawn, to test whether something covers it. */
export const pinPicture: PinTouch = { besidePixels: 16, abovePixels: 42, belowPixels: 4 }
/** The hit area of a small mark centred on its place, including its name. */
const pointTouch: PinTouch = { besidePixels: 16, abovePixels: 13, belowPixels: 26 }

/** The pins under the pointer, topmost first; `project` converts a place to pixels of the map. */
export function pinsAt<Pin extends Pick<MapPin, 'latitude' | 'longitude' | 'isPoint' | 'isPassive'>>(
  pins: readonly Pin[],
  at: { x: number; y: number },
  project: (pin: Pin) => { x: number; y: number },
  touch: PinTouch = pinTouch,
): Pin[] {
  return pins
    .filter((pin) => {
      if (pin.isPassive) return false
      const { besidePixels, abovePixels, belowPixels } = pin.isPoint ? pointTouch : touch
      const tip = project(pin)
      return (
        Math.abs(at.x - tip.x) <= besidePixels && at.y >= tip.y - abovePixels && at.y <= tip.y + belowPixels
      )
    })
    .reverse()
}

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
        'icon-image': ['case', ['get', 'isPoint'], pointImageId, ['concat', 'pin/', ['get', 'letter']]],
        'icon-anchor': ['case', ['get', 'isPoint'], 'center', 'bottom'],
        'icon-allow-overlap': true,
        'icon-ignore-placement': true,
        'text-field': ['get', 'label'],
        'text-font': boldFont,
        'text-size': 11.5,
        'text-anchor': 'top',
        'text-offset': ['case', ['get', 'isPoint'], ['literal', [0, 0.8]], ['literal', [0, 0.2]]],
        'text-max-width': 16,
        // The pin stays when its name would overlap another.
        'text-optional': true,
      },
      paint: { 'text-color': colour.label, 'text-halo-color': colour.labelHalo, 'text-halo-width': 1.8 },
    },
    {
      id: 'marks',
      type: 'symbol',
      source: 'marks',
      layout: {
        'icon-image': ['get', 'image'],
        'icon-allow-overlap': true,
        'icon-ignore-placement': true,
        'text-field': ['get', 'label'],
        'text-font': boldFont,
        'text-size': 11.5,
        'text-anchor': 'top',
        'text-offset': [0, 1.35],
        'text-allow-overlap': true,
        'text-ignore-placement': true,
      },
      paint: { 'text-color': colour.label, 'text-halo-color': colour.labelHalo, 'text-halo-width': 1.8 },
    },
  ] as LayerSpecification[]
}

/**
 * Pins, straight lines and externally moved marks above the basemap; vehicles are drawn above them.
 * @param project converts a place to pixels of the map
 */
export function createPointLayers(
  map: MapLibreMap,
  scheme: SchemeName,
  project: (place: { latitude: number; longitude: number }) => { x: number; y: number },
) {
  const empty = { type: 'FeatureCollection' as const, features: [] }
  map.addSource('lines', { type: 'geojson', data: empty })
  map.addSource('pins', { type: 'geojson', data: empty })
  map.addSource('marks', { type: 'geojson', data: empty })
  for (const layer of layers(scheme)) map.addLayer(layer)

  const set = (name: string, features: NonNullable<GeoJSONSourceDiff['add']>) =>
    void map.getSource<GeoJSONSource>(name)?.setData({ type: 'FeatureCollection', features })

  let shownPins: readonly MapPin[] = []
  let marks: readonly MapMark[] = []
  const showMarks = (next: readonly MapMark[]) => {
    marks = next
    set(
      'marks',
      marks.map(({ longitude, latitude, status, headingDegrees, label }) => ({
        type: 'Feature',
        geometry: { type: 'Point', coordinates: [longitude, latitude] },
        properties: { image: markImageId({ status, headingDegrees, isSelected: true }), label },
      })),
    )
  }

  return {
    showMarks,
    moveMark: (id: string, to: Pick<MapMark, 'longitude' | 'latitude' | 'headingDegrees'>) =>
      showMarks(marks.map((mark) => (mark.id === id ? { ...mark, ...to } : mark))),
    /** The ids of the pins under the pointer. */
    pinsAt: (at: { x: number; y: number }, touch?: PinTouch) =>
      pinsAt(shownPins, at, project, touch).map(({ id }) => id),
    show: (pins: readonly MapPin[], lines: readonly MapLine[]) => {
      shownPins = pins
      set(
        'pins',
        pins.map(({ longitude, latitude, letter, label = '', shortLabel, isPoint = false }) => ({
          type: 'Feature',
          geometry: { type: 'Point', coordinates: [longitude, latitude] },
          // Labels with a short form are written with those of the vehicles.
          properties: { letter, label: shortLabel === undefined ? label : '', isPoint },
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
