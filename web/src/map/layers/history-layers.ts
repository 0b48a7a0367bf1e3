import type { GeoJSONSource, GeoJSONSourceDiff, LayerSpecification, Map as MapLibreMap } from 'maplibre-gl'
import { type SchemeName, tokens } from '../../ui/theme/tokens.ts'
import { boldFont } from '../basemap/basemap-style.ts'
import { mapColours } from '../map-colours.ts'
import type { MapAttachment } from '../map-model.ts'

type Feature = NonNullable<GeoJSONSourceDiff['add']>[number]
interface Place {
  latitude: number
  longitude: number
}

/** A numbered place: a stay or an event. */
export interface HistorySpot extends Place {
  id: string
  kind: 'stay' | 'event'
  text: string
  isChosen: boolean
}
export interface HistoryShapes {
  spots: readonly HistorySpot[]
  /** The route between these two points is unknown. */
  gaps: readonly { from: Place; to: Place }[]
}

export interface HistoryLayers {
  attach: MapAttachment
  show: (shapes: HistoryShapes) => void
  /** The place hovered in a plot; null for none. */
  point: (place: Place | null) => void
}

interface HistoryLayersOptions {
  onSpot: (id: string) => void
  /** The pointer is within this many degrees of latitude of a place; null when it has left the map. */
  onHover: (place: (Place & { withinDegrees: number }) | null) => void
  onClick: (place: Place & { withinDegrees: number }) => void
}

const spotLayer = 'history-spots'
const reachPixels = 18

function layers(scheme: SchemeName): LayerSpecification[] {
  const colour = tokens[scheme]
  const tone = ['match', ['get', 'kind'], 'event', colour.critical, colour.text]
  return [
    {
      id: 'history-gaps',
      type: 'line',
      source: 'history-gaps',
      paint: { 'line-color': mapColours(scheme).routeSoft, 'line-width': 2.5, 'line-dasharray': [1, 1.8] },
    },
    {
      id: spotLayer,
      type: 'circle',
      source: 'history-spots',
      paint: {
        'circle-radius': ['case', ['get', 'isChosen'], 13, 10],
        'circle-color': ['case', ['get', 'isChosen'], tone, colour.surface],
        'circle-stroke-color': tone,
        'circle-stroke-width': 2,
      },
    },
    {
      id: 'history-numbers',
      type: 'symbol',
      source: 'history-spots',
      layout: {
        'text-field': ['get', 'text'],
        'text-font': boldFont,
        'text-size': 11.5,
        'text-allow-overlap': true,
        'text-ignore-placement': true,
      },
      paint: { 'text-color': ['case', ['get', 'isChosen'], colour.surface, tone] },
    },
    {
      id: 'history-pointed',
      type: 'circle',
      source: 'history-pointed',
      paint: {
        'circle-radius': 6,
        'circle-color': colour.primary,
        'circle-stroke-color': colour.surface,
        'circle-stroke-width': 2,
      },
    },
  ] as LayerSpecification[]
}

const pointOf = ({ longitude, latitude }: Place) => ({
  type: 'Point' as const,
  coordinates: [longitude, latitude],
})
const featureOf = (geometry: Feature['geometry'], properties: Feature['properties'] = {}): Feature => ({
  type: 'Feature',
  geometry,
  properties,
})

/** Stops, events, gaps and the hovered place of a day on a map, and pointer events near its line. */
export function createHistoryLayers(options: HistoryLayersOptions): HistoryLayers {
  let map: MapLibreMap | null = null
  let shown: HistoryShapes = { spots: [], gaps: [] }

  const set = (name: string, features: Feature[]) =>
    void map?.getSource<GeoJSONSource>(name)?.setData({ type: 'FeatureCollection', features })

  function draw(): void {
    set(
      'history-spots',
      shown.spots.map(({ id, kind, text, isChosen, ...place }) =>
        featureOf(pointOf(place), { id, kind, text, isChosen }),
      ),
    )
    set(
      'history-gaps',
      shown.gaps.map(({ from, to }) => {
        const way = ((((to.longitude - from.longitude + 180) % 360) + 360) % 360) - 180
        return featureOf({
          type: 'LineString',
          coordinates: [
            [from.longitude, from.latitude],
            [from.longitude + way, to.latitude],
          ],
        })
      }),
    )
  }

  return {
    attach: (made, scheme) => {
      map = made
      for (const source of ['history-gaps', 'history-spots', 'history-pointed'])
        made.addSource(source, { type: 'geojson', data: { type: 'FeatureCollection', features: [] } })
      const above = made.getLayer('pins') ? 'pins' : undefined
      for (const layer of layers(scheme)) made.addLayer(layer, above)
      const near = (point: { x: number; y: number }) => {
        const place = made.unproject([point.x, point.y])
        const beside = made.unproject([point.x, point.y + reachPixels])
        return {
          latitude: place.lat,
          longitude: place.lng,
          withinDegrees: Math.abs(place.lat - beside.lat),
        }
      }
      const spotAt = (point: { x: number; y: number }) =>
        made.queryRenderedFeatures([point.x, point.y], { layers: [spotLayer] })[0]?.properties.id as
          | string
          | undefined
      made.on('mousemove', ({ point }) => {
        made.getCanvas().style.cursor = spotAt(point) === undefined ? '' : 'pointer'
        options.onHover(near(point))
      })
      made.on('mouseout', () => options.onHover(null))
      made.on('click', ({ point }) => {
        const id = spotAt(point)
        if (id === undefined) options.onClick(near(point))
        else options.onSpot(id)
      })
      draw()
      return {
        setScheme: (next) => {
          for (const layer of layers(next))
            for (const [name, value] of Object.entries(layer.paint ?? {}))
              made.setPaintProperty(layer.id, name as never, value as never)
        },
        remove: () => {
          map = null
        },
      }
    },
    show: (shapes) => {
      shown = shapes
      draw()
    },
    point: (place) => set('history-pointed', place === null ? [] : [featureOf(pointOf(place))]),
  }
}
