import type { GeoJSONSource, GeoJSONSourceDiff, LayerSpecification, Map as MapLibreMap } from 'maplibre-gl'
import { type SchemeName, tokens } from '../../ui/theme/tokens.ts'
import { mapColours } from '../map-colours.ts'
import type { MapAttachment } from '../map-model.ts'
import { labelFamily } from '../marks/mark-sprites.ts'

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
  return [
    {
      id: 'history-gaps',
      type: 'line',
      source: 'history-gaps',
      paint: { 'line-color': mapColours(scheme).routeSoft, 'line-width': 2.5, 'line-dasharray': [1, 1.8] },
    },
    {
      id: spotLayer,
      type: 'symbol',
      source: 'history-spots',
      layout: {
        'icon-image': ['get', 'image'],
        'icon-allow-overlap': true,
        'icon-ignore-placement': true,
        'symbol-sort-key': ['get', 'rank'],
      },
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

/** CSS pixels around the place, and pixels of the image per CSS pixel. */
const spotPixels = 30
const spotRatio = 2

/** A numbered disc. Disc and number are one image, so that of overlapping ones the upper is legible. */
function spotImage({ kind, text, isChosen }: HistorySpot, scheme: SchemeName): ImageData | null {
  const canvas = document.createElement('canvas')
  canvas.width = spotPixels * spotRatio
  canvas.height = spotPixels * spotRatio
  const pen = canvas.getContext('2d')
  if (pen === null) return null
  const colour = tokens[scheme]
  const tone = kind === 'event' ? colour.critical : colour.text
  pen.scale(spotRatio, spotRatio)
  pen.translate(spotPixels / 2, spotPixels / 2)
  pen.beginPath()
  pen.arc(0, 0, isChosen ? 13 : 10, 0, 2 * Math.PI)
  pen.fillStyle = isChosen ? tone : colour.surface
  pen.fill()
  pen.lineWidth = 2
  pen.strokeStyle = tone
  pen.stroke()
  pen.font = `700 11.5px ${labelFamily}`
  pen.textAlign = 'center'
  pen.textBaseline = 'middle'
  pen.fillStyle = isChosen ? colour.surface : tone
  pen.fillText(text, 0, 0.5)
  return pen.getImageData(0, 0, canvas.width, canvas.height)
}
const imageIdOf = ({ kind, text, isChosen }: HistorySpot) => `history-spot/${kind}/${isChosen}/${text}`

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
  let scheme: SchemeName = 'light'
  const images = new Map<string, HistorySpot>()

  function paint(spot: HistorySpot): void {
    const id = imageIdOf(spot)
    const image = spotImage(spot, scheme)
    if (map === null || image === null) return
    if (map.hasImage(id)) map.updateImage(id, image)
    else map.addImage(id, image, { pixelRatio: spotRatio })
    images.set(id, spot)
  }

  const set = (name: string, features: Feature[]) =>
    void map?.getSource<GeoJSONSource>(name)?.setData({ type: 'FeatureCollection', features })

  function draw(): void {
    for (const spot of shown.spots) if (!images.has(imageIdOf(spot))) paint(spot)
    set(
      'history-spots',
      shown.spots.map((spot, index) =>
        featureOf(pointOf(spot), {
          id: spot.id,
          image: imageIdOf(spot),
          // The first stop lies above later ones, a chosen one and events above all.
          rank: spot.isChosen ? 1 : -index,
        }),
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
    attach: (made, first) => {
      map = made
      scheme = first
      images.clear()
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
          scheme = next
          for (const spot of images.values()) paint(spot)
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
