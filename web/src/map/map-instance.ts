import {
  type ErrorEvent,
  type LngLatBoundsLike,
  Map as MapLibreMap,
  type MapOptions,
  setWorkerUrl,
} from 'maplibre-gl'
import 'maplibre-gl/dist/maplibre-gl.css'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import type { SchemeName } from '../ui/theme/tokens.ts'
import type { MapLanguage } from './basemap/basemap-names.ts'
import { type Basemap, basemapStyle, isBasemapSource } from './basemap/basemap-style.ts'
import { createBasemapLayers } from './basemap/map-basemap.ts'
import { createTileHealth } from './basemap/tile-health.ts'
import { showServiceStyle } from './layers/service-layers.ts'
import { imageSvg, rasterise } from './layers/vehicle-images.ts'
import { boxAround, type Covered, type MapHandle, type MapView } from './map-model.ts'
import { closestZoom } from './marks/mark-scene.ts'

setWorkerUrl(workerUrl)

const glideMs = 200

export interface MapInstanceOptions {
  container: HTMLElement
  basemap: Basemap | null
  scheme: SchemeName
  language: MapLanguage
  view: MapView | null
  /** Accessible name of the canvas. */
  label: string
  /**
   * Smooths the edges of areas; lines, marks and text are smooth in any case. A map of thousands of lines takes several times
   * as long to draw with it where no graphics card helps.
   */
  hasSmoothAreas?: boolean
  isStill: () => boolean
  covered: () => Covered
  /** Called when streets stop loading or load again. */
  onStreetsMissing: (areStreetsMissing: boolean) => void
}

export interface MapInstance {
  map: MapLibreMap
  handle: Omit<MapHandle, 'moveMark' | 'vehicleAt'>
  setScheme: (scheme: SchemeName) => void
  /** Sets the basemap's sources, and the language of its names. */
  setBasemap: (basemap: Basemap | null, language: MapLanguage) => void
  remove: () => void
}

/** Padding around fitted content, in pixels. */
const fitPadding = 64

/** The initial view without vehicles and regions: Mexico as a whole. */
const home = { center: [-101.5, 23.6] as [number, number], zoom: 4.2 }

/** West, south, east, north around all regions; null if there are none. */
function boundsOf(basemap: Basemap | null): LngLatBoundsLike | null {
  const boxes = basemap?.regions.map(({ bounds }) => bounds) ?? []
  if (boxes.length === 0) return null
  return [
    Math.min(...boxes.map(([west]) => west)),
    Math.min(...boxes.map(([, south]) => south)),
    Math.max(...boxes.map(([, , east]) => east)),
    Math.max(...boxes.map(([, , , north]) => north)),
  ]
}

/** The initial view: a stored one, or all regions. */
function startOf(
  view: MapView | null,
  bounds: LngLatBoundsLike | null,
): Pick<MapOptions, 'center' | 'zoom' | 'bounds' | 'fitBoundsOptions'> {
  if (view !== null) return { center: [view.longitude, view.latitude], zoom: view.zoom }
  return bounds === null ? home : { bounds, fitBoundsOptions: { padding: 24 } }
}

/** Offset in pixels from the centre of the map to the centre of its uncovered part. */
export const middleOffset = ({
  leftPixels,
  rightPixels,
  topPixels,
  bottomPixels,
}: Covered): [number, number] => [(leftPixels - rightPixels) / 2, (topPixels - bottomPixels) / 2]

/** Creates a flat, north-up map of the world and the installed regions, with the images of marks ready. */
export function createMapInstance(options: MapInstanceOptions): MapInstance {
  const { container, basemap, language, view } = options
  let { scheme } = options
  const basemapOptions = { basemap, scheme, language }
  const map = new MapLibreMap({
    container,
    style: basemapStyle(basemapOptions),
    ...startOf(view, boundsOf(basemap)),
    attributionControl: false,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    maxPitch: 0,
    maxZoom: closestZoom,
    minZoom: 1,
    fadeDuration: 0,
    keyboard: true,
    locale: { 'Map.Title': options.label },
    canvasContextAttributes: { antialias: options.hasSmoothAreas ?? true },
  })
  map.touchZoomRotate.disableRotation()
  map.keyboard.disableRotation()

  const basemapOnMap = createBasemapLayers(map, basemapOptions)
  const health = createTileHealth({
    retry: (sources) => {
      for (const source of sources) if (map.getSource(source)) map.refreshTiles(source)
    },
    onChange: options.onStreetsMissing,
  })
  map.on('error', ({ sourceId, tile }: ErrorEvent & { sourceId?: string; tile?: unknown }) => {
    if (tile !== undefined && sourceId !== undefined && isBasemapSource(sourceId)) health.failed(sourceId)
  })
  map.on('dataloading', () => health.loading(true))
  map.on('idle', () => health.loading(false))
  const service = basemap?.service
  const endService =
    service?.kind === 'style'
      ? showServiceStyle(map, service.url, { above: basemapOnMap.firstAbove, onMissing: health.hold })
      : null

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
  })

  async function redraw(id: string): Promise<void> {
    const wanted = scheme
    const svg = imageSvg(id, scheme, pixelRatio)
    if (svg === null) return
    const image = await rasterise(svg)
    if (wanted === scheme && map.hasImage(id)) map.updateImage(id, image)
  }

  const movement = () => ({ duration: options.isStill() ? 0 : glideMs })
  const handle: MapInstance['handle'] = {
    zoomIn: () => map.zoomIn(movement()),
    zoomOut: () => map.zoomOut(movement()),
    fit: (points, { maxZoom = 15, isInstant = false } = {}) => {
      if (points.length === 0) return
      const { clientWidth, clientHeight } = map.getContainer()
      const canvas = map.getCanvas()
      // The map follows its container a little later; what opened beside it may be the reason to fit.
      if (canvas.clientWidth !== clientWidth || canvas.clientHeight !== clientHeight) map.resize()
      const { leftPixels, rightPixels, topPixels, bottomPixels } = options.covered()
      const space = Math.min(clientWidth - leftPixels - rightPixels, clientHeight - topPixels - bottomPixels)
      const padding = Math.max(0, Math.min(fitPadding, space / 5))
      map.fitBounds(boxAround(points), {
        padding: {
          top: padding + topPixels,
          bottom: padding + bottomPixels,
          right: padding + rightPixels,
          left: padding + leftPixels,
        },
        maxZoom,
        duration: isInstant ? 0 : movement().duration,
      })
    },
    goTo: ({ longitude, latitude }, zoom) =>
      map.easeTo({
        center: [longitude, latitude],
        offset: middleOffset(options.covered()),
        zoom: zoom ?? map.getZoom(),
        duration: movement().duration,
      }),
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
      basemapOnMap.set({ scheme: next })
      for (const id of images) void redraw(id)
    },
    setBasemap: (nextBasemap, nextLanguage) =>
      basemapOnMap.set({ basemap: nextBasemap, language: nextLanguage }),
    remove: () => {
      health.stop()
      endService?.()
      map.remove()
    },
  }
}
