import Box from '@mui/material/Box'
import type { Bounds } from '@rumbo/contract/lists'
import type { LiveVehicle } from '@rumbo/contract/live.contract'
import type { MapMouseEvent } from 'maplibre-gl'
import {
  type ReactNode,
  type Ref,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import { nowMs } from '../ui/clock.ts'
import { useText } from '../ui/i18n.tsx'
import { useThemeSettings } from '../ui/theme/theme-settings.tsx'
import type { Basemap } from './basemap/basemap-style.ts'
import { createPointLayers, type PinTouch } from './layers/point-layers.ts'
import { createShapeLayers } from './layers/shape-layers.ts'
import { createVehicleLayers, type VehicleLayers } from './layers/vehicle-layers.ts'
import { viewBounds } from './map-bounds.ts'
import { clickMap, type MapClickEvents } from './map-click.ts'
import { createMapInstance, type MapInstance, middleOffset } from './map-instance.ts'
import {
  type Covered,
  type MapArea,
  type MapAttachment,
  type MapHandle,
  type MapLine,
  type MapMark,
  type MapPin,
  type MapTrack,
  type MapView,
  nothingCovered,
  type VehicleFeed,
} from './map-model.ts'
import { placePopup } from './popup-place.ts'

export interface MapCanvasProps extends MapClickEvents {
  basemap: Basemap | null
  /** Called when streets stop loading or load again. */
  onStreetsMissing: (areStreetsMissing: boolean) => void
  label: string
  /** The initial view; null: the whole region. Later values do not move the map. */
  view: MapView | null
  /** As of `createMapInstance`. Only the first value is used. */
  hasSmoothAreas?: boolean
  /** The vehicles of a small set; use `feed` for a whole fleet. */
  vehicles?: readonly LiveVehicle[]
  /** The vehicles outside React, instead of `vehicles`: moves cause no render. Must be stable across renders. */
  feed?: VehicleFeed
  /** Labels below marks instead of numbers, by vehicle id. Must be the same object while unchanged. */
  vehicleLabels?: ReadonlyMap<string, string>
  chosenId?: string | null
  /** Keeps the chosen vehicle in the centre. */
  isFollowing?: boolean
  pins?: readonly MapPin[]
  lines?: readonly MapLine[]
  /** Geofences, isochrones. Like tracks and marks, must be the same array while unchanged. */
  areas?: readonly MapArea[]
  /** Driven routes, coloured by speed. */
  tracks?: readonly MapTrack[]
  /** Marks moved from outside, such as that of a replay. */
  marks?: readonly MapMark[]
  /** Called when the map has come to rest after a move. */
  onView?: (view: MapView) => void
  /** What is in view: at once, and whenever that was moved, with each step of a vehicle that is followed. Keep its identity. */
  onBounds?: (bounds: Bounds) => void
  /** Called when the user moves the map. */
  onDrag?: () => void
  onReady?: () => void
  /** Shown beside the chosen mark, or at `popupAt`. */
  popup?: ReactNode
  popupAt?: { latitude: number; longitude: number }
  /** What lies over the map's edges: places are brought to the middle of the rest, and the popup stays within it. */
  covered?: Covered
  /** Draws additional layers. Only the first value is used. */
  attach?: MapAttachment
  ref?: Ref<MapHandle>
}

interface Parts {
  instance: MapInstance
  vehicles: VehicleLayers
  points: ReturnType<typeof createPointLayers>
  shapes: ReturnType<typeof createShapeLayers>
  attached: ReturnType<MapAttachment> | undefined
}

function boundsNow({ map }: MapInstance): Bounds {
  const bounds = map.getBounds()
  return viewBounds({
    west: bounds.getWest(),
    south: bounds.getSouth(),
    east: bounds.getEast(),
    north: bounds.getNorth(),
  })
}

const isStill = () => window.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false

/** The map: basemap, pins, lines, vehicles. Use `LiveMap`, which loads it lazily. */
export function MapCanvas(props: MapCanvasProps) {
  const { basemap, label, view, vehicles, vehicleLabels, chosenId = null, isFollowing = false } = props
  const { feed, pins, lines, areas, tracks, marks, onBounds, popup, popupAt, ref } = props
  const { scheme } = useThemeSettings()
  const { language } = useText()
  const box = useRef<HTMLDivElement>(null)
  const popupBox = useRef<HTMLDivElement>(null)
  const latest = useEffectEvent(() => props)
  const [parts, setParts] = useState<Parts | null>(null)
  const first = useRef({ basemap, label, view, scheme, language, hasSmoothAreas: props.hasSmoothAreas })

  useImperativeHandle(ref, () => {
    const handle = parts?.instance.handle
    return {
      zoomIn: () => handle?.zoomIn(),
      zoomOut: () => handle?.zoomOut(),
      fit: (points, options) => handle?.fit(points, options),
      goTo: (point, zoom) => handle?.goTo(point, zoom),
      moveMark: (id, to) => parts?.points.moveMark(id, to),
      vehicleAt: ({ x, y }) => {
        const picked = parts?.vehicles.pick(x, y)
        return picked?.kind === 'vehicle' ? picked.id : null
      },
      view: () => handle?.view() ?? { latitude: 0, longitude: 0, zoom: 0 },
    }
  }, [parts])

  useEffect(() => {
    if (box.current === null) return
    const instance = createMapInstance({
      container: box.current,
      ...first.current,
      isStill,
      covered: () => latest().covered ?? nothingCovered,
      onStreetsMissing: (areStreetsMissing) => latest().onStreetsMissing(areStreetsMissing),
    })
    const { map } = instance
    let made: Parts | null = null

    const showPopup = () => {
      const { chosenId: id, popupAt: place, covered = nothingCovered } = latest()
      const spot = place ?? (id ? layers.spotOf(id) : null)
      if (popupBox.current === null || box.current === null || spot === null) return
      placePopup(popupBox.current, box.current, layers.project(spot), covered)
    }

    const follow = () => {
      const { isFollowing: isOn, chosenId: id } = latest()
      const spot = isOn && id ? layers.spotOf(id) : null
      if (spot)
        map.easeTo({
          center: [spot.longitude, spot.latitude],
          duration: 0,
          offset: middleOffset(latest().covered ?? nothingCovered),
        })
      showPopup()
    }

    const layers = createVehicleLayers({ map, scheme: first.current.scheme, nowMs, isStill, onMove: follow })

    const pinsUnder = (point: { x: number; y: number }, touch?: PinTouch) =>
      latest().onChoosePins ? (made?.points.pinsAt(point, touch) ?? []) : []

    const click = ({ point, lngLat }: MapMouseEvent) =>
      clickMap({
        instance,
        layers,
        pinsUnder,
        at: { x: point.x, y: point.y },
        place: { latitude: lngLat.lat, longitude: lngLat.lng },
        events: latest(),
      })

    // Not `load`: the basemap's tiles may load late or never.
    map.once('style.load', () => {
      const shapes = createShapeLayers(map, first.current.scheme)
      const points = createPointLayers(map, first.current.scheme, layers.project)
      const attached = latest().attach?.(map, first.current.scheme)
      made = { instance, vehicles: layers, points, shapes, attached }
      setParts(made)
      latest().onReady?.()
    })
    map.on('render', showPopup)
    map.on('click', click)
    map.on('mousemove', ({ point }) => {
      map.getCanvas().style.cursor = layers.point(point) || pinsUnder(point).length > 0 ? 'pointer' : ''
    })
    map.on('mouseout', () => layers.point(null))
    map.on('dragstart', () => latest().onDrag?.())
    map.on('moveend', () => {
      latest().onBounds?.(boundsNow(instance))
      if (!latest().isFollowing) latest().onView?.(instance.handle.view())
    })
    return () => {
      layers.stop()
      made?.attached?.remove()
      instance.remove()
      setParts(null)
    }
  }, [])

  useEffect(() => {
    parts?.vehicles.choose(chosenId, vehicleLabels)
  }, [parts, chosenId, vehicleLabels])

  useEffect(() => {
    if (feed === undefined) parts?.vehicles.show(vehicles ?? [])
  }, [parts, vehicles, feed])

  useEffect(() => (feed === undefined ? undefined : parts?.vehicles.follow(feed)), [parts, feed])

  useEffect(() => {
    parts?.points.show(pins ?? [], lines ?? [])
    parts?.vehicles.avoid(pins ?? [])
  }, [parts, pins, lines])

  // A still place causes no repaint that would place the popup, and neither does its content when it loads late.
  useEffect(() => {
    const frame = popupBox.current
    if (parts === null || popupAt === undefined || frame === null) return
    const watch = new ResizeObserver(() => parts.instance.map.triggerRepaint())
    watch.observe(frame)
    return () => watch.disconnect()
  }, [parts, popupAt])

  useEffect(() => {
    if (parts !== null) onBounds?.(boundsNow(parts.instance))
  }, [parts, onBounds])

  useEffect(() => parts?.shapes.showAreas(areas ?? []), [parts, areas])
  useEffect(() => parts?.shapes.showTracks(tracks ?? []), [parts, tracks])
  useEffect(() => parts?.points.showMarks(marks ?? []), [parts, marks])

  useEffect(() => {
    parts?.instance.setBasemap(basemap, language)
  }, [parts, basemap, language])

  useEffect(() => {
    if (parts === null) return
    parts.instance.setScheme(scheme)
    parts.vehicles.setScheme(scheme)
    parts.points.setScheme(scheme)
    parts.shapes.setScheme(scheme)
    parts.attached?.setScheme(scheme)
  }, [parts, scheme])

  useEffect(() => {
    const spot = isFollowing && chosenId ? parts?.vehicles.spotOf(chosenId) : null
    if (spot) parts?.instance.handle.goTo(spot)
  }, [parts, isFollowing, chosenId])

  return (
    <Box sx={{ position: 'absolute', inset: 0, overflow: 'hidden' }}>
      {/* MapLibre positions its element relatively, so the size is explicit. */}
      <Box ref={box} sx={{ width: '100%', height: '100%', '& canvas': { outlineOffset: '-3px' } }} />
      {popup && (
        <Box
          ref={popupBox}
          sx={{
            position: 'absolute',
            top: 0,
            left: 0,
            zIndex: 3,
            // Not hidden, because it may receive the focus before it is placed.
            opacity: 0,
            maxWidth: 'calc(100% - 16px)',
          }}
        >
          {popup}
        </Box>
      )}
    </Box>
  )
}
