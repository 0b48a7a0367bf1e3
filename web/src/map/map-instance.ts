import { type LngLatBoundsLike, Map as MapLibreMap, setWorkerUrl } from 'maplibre-gl'
import 'maplibre-gl/dist/maplibre-gl.css'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import type { SchemeName } from '../ui/tokens.ts'
import { type Basemap, groundPaint, groundStyle } from './basemap-style.ts'
import type { MapHandle, MapView, Points } from './map-model.ts'
import { imageSvg, rasterise } from './vehicle-images.ts'

setWorkerUrl(workerUrl)

/** Rings differ with every count; the oldest of more than this are dropped and drawn again if asked for. */
const mostRings = 200
const glideMs = 200

export interface MapInstanceOptions {
  container: HTMLElement
  basemap: Basemap | null
  scheme: SchemeName
  view: MapView | null
  /** Words for the canvas. */
  label: string
  isStill: () => boolean
}

export interface MapInstance {
  map: MapLibreMap
  handle: MapHandle
  setScheme: (scheme: SchemeName) => void
  remove: () => void
}

/** Pixels around what is fitted. */
const fitPadding = 64

/** A map of the installed region with the pictures of marks ready; flat, north up. */
export function createMapInstance(options: MapInstanceOptions): MapInstance {
  const { container, basemap, view } = options
  let { scheme } = options
  const bounds = basemap?.bounds ?? null
  const map = new MapLibreMap({
    container,
    style: groundStyle(basemap, scheme),
    ...(view === null
      ? bounds === null
        ? { center: [-99.1332, 19.4326], zoom: 10 }
        : { bounds: bounds as LngLatBoundsLike, fitBoundsOptions: { padding: 24 } }
      : { center: [view.longitude, view.latitude], zoom: view.zoom }),
    attributionControl: false,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    maxPitch: 0,
    maxZoom: 19,
    minZoom: 3,
    fadeDuration: 0,
    keyboard: true,
    locale: { 'Map.Title': options.label },
    canvasContextAttributes: { antialias: true },
  })
  map.touchZoomRotate.disableRotation()
  map.keyboard.disableRotation()

  const pixelRatio = Math.min(3, Math.max(1, Math.ceil(window.devicePixelRatio || 1)))
  const images = new Set<string>()

  map.setMissingStyleImageResolver(async (id) => {
    const svg = imageSvg(id, scheme, pixelRatio)
    if (svg === null) return
    const wanted = scheme
    const image = await rasterise(svg)
    if (wanted !== scheme || map.hasImage(id)) return
    map.addImage(id, image, { pixelRatio })
    images.add(id)
    const rings = [...images].filter((name) => name.startsWith('ring'))
    for (const old of rings.slice(0, Math.max(0, rings.length - mostRings))) {
      images.delete(old)
      map.removeImage(old)
    }
  })

  async function redraw(id: string): Promise<void> {
    const wanted = scheme
    const svg = imageSvg(id, scheme, pixelRatio)
    if (svg === null) return
    const image = await rasterise(svg)
    if (wanted === scheme && map.hasImage(id)) map.updateImage(id, image)
  }

  const movement = () => ({ duration: options.isStill() ? 0 : glideMs })
  const handle: MapHandle = {
    zoomIn: () => map.zoomIn(movement()),
    zoomOut: () => map.zoomOut(movement()),
    fit: (points: Points, { maxZoom = 15, isInstant = false, leftPixels = 0 } = {}) => {
      const [first] = points
      if (first === undefined) return
      const box: [number, number, number, number] = [180, 90, -180, -90]
      for (const { longitude, latitude } of points) {
        box[0] = Math.min(box[0], longitude)
        box[1] = Math.min(box[1], latitude)
        box[2] = Math.max(box[2], longitude)
        box[3] = Math.max(box[3], latitude)
      }
      const space = Math.min(map.getContainer().clientWidth, map.getContainer().clientHeight)
      const padding = Math.min(fitPadding, space / 5)
      map.fitBounds(box, {
        padding: { top: padding, bottom: padding, right: padding, left: padding + leftPixels },
        maxZoom,
        ...(isInstant ? { duration: 0 } : movement()),
      })
    },
    goTo: ({ longitude, latitude }, zoom) =>
      map.easeTo({ center: [longitude, latitude], ...(zoom !== undefined && { zoom }), ...movement() }),
    view: () => {
      const { lng, lat } = map.getCenter()
      return { latitude: lat, longitude: lng, zoom: map.getZoom() }
    },
  }

  return {
    map,
    handle,
    setScheme: (next) => {
      scheme = next
      for (const [layer, property, value] of groundPaint(next)) {
        if (map.getLayer(layer)) map.setPaintProperty(layer, property as never, value as never)
      }
      for (const id of images) void redraw(id)
    },
    remove: () => map.remove(),
  }
}
