import Box from '@mui/material/Box'
import type { LiveVehicle } from '@rumbo/contract/live.contract'
import type { GeoJSONSource, MapMouseEvent } from 'maplibre-gl'
import { type ReactNode, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { nowMs } from '../ui/clock.ts'
import { useThemeSettings } from '../ui/theme-settings.tsx'
import type { Basemap } from './basemap-style.ts'
import { createMapInstance, type MapInstance } from './map-instance.ts'
import type { MapHandle, MapLine, MapPin, MapView } from './map-model.ts'
import { createPointLayers } from './point-layers.ts'
import { clusterLayer, createVehicleLayers, markLayers, vehicleSource } from './vehicle-layers.ts'

export interface MapCanvasProps {
  basemap: Basemap | null
  label: string
  /** Where to begin; the whole region when null. Later values do not move the map. */
  view: MapView | null
  vehicles?: readonly LiveVehicle[]
  /** Words under a mark instead of its number, by vehicle id. Keep its identity while it says the same. */
  vehicleLabels?: ReadonlyMap<string, string>
  chosenId?: string | null
  /** Keeps the chosen vehicle in the middle. */
  isFollowing?: boolean
  pins?: readonly MapPin[]
  lines?: readonly MapLine[]
  /** A mark was clicked, or the empty ground (null). */
  onChoose?: (vehicleId: string | null) => void
  onClickGround?: (point: { latitude: number; longitude: number }) => void
  /** The person or the product moved the map and it came to rest. */
  onView?: (view: MapView) => void
  /** The person took the map in hand. */
  onDrag?: () => void
  onReady?: () => void
  /** Floats beside the chosen mark. */
  popup?: ReactNode
  ref?: Ref<MapHandle>
}

interface Parts {
  instance: MapInstance
  vehicles: ReturnType<typeof createVehicleLayers>
  points: ReturnType<typeof createPointLayers>
}

/** Finger-sized: marks are 26 px across, 44 px to the touch. */
const reachPixels = 22
const popupGapPixels = 30

const isStill = () => window.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false

/** The map itself: ground, pins, lines, vehicles. A chunk of its own; use `LiveMap`. */
export function MapCanvas(props: MapCanvasProps) {
  const { basemap, label, view, vehicles, vehicleLabels, chosenId = null, isFollowing = false } = props
  const { pins, lines, popup, ref } = props
  const { scheme } = useThemeSettings()
  const box = useRef<HTMLDivElement>(null)
  const popupBox = useRef<HTMLDivElement>(null)
  const latest = useRef(props)
  latest.current = props
  const [parts, setParts] = useState<Parts | null>(null)
  const first = useRef({ basemap, label, view, scheme })

  useImperativeHandle(ref, () => {
    const handle = parts?.instance.handle
    return {
      zoomIn: () => handle?.zoomIn(),
      zoomOut: () => handle?.zoomOut(),
      fit: (points, options) => handle?.fit(points, options),
      goTo: (point, zoom) => handle?.goTo(point, zoom),
      view: () => handle?.view() ?? { latitude: 0, longitude: 0, zoom: 0 },
    }
  }, [parts])

  useEffect(() => {
    if (box.current === null) return
    const instance = createMapInstance({ container: box.current, ...first.current, isStill })
    const { map } = instance
    let made: Parts | null = null

    const placePopup = () => {
      const frame = popupBox.current
      const id = latest.current.chosenId
      const spot = id ? made?.vehicles.spotOf(id) : null
      if (frame === null || box.current === null || !spot) return
      const at = map.project([spot.longitude, spot.latitude])
      const { clientWidth, clientHeight } = box.current
      const fitsRight = at.x + popupGapPixels + frame.offsetWidth < clientWidth - 8
      const x = fitsRight ? at.x + popupGapPixels : at.x - popupGapPixels - frame.offsetWidth
      const inside = (value: number, least: number, most: number) => Math.max(least, Math.min(value, most))
      const left = inside(x, 8, clientWidth - frame.offsetWidth - 8)
      const top = inside(at.y - frame.offsetHeight / 2, 60, clientHeight - frame.offsetHeight - 12)
      frame.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`
      frame.style.visibility = 'visible'
    }

    const follow = () => {
      const { isFollowing: isOn, chosenId: id } = latest.current
      const spot = isOn && id ? made?.vehicles.spotOf(id) : null
      if (spot) map.jumpTo({ center: [spot.longitude, spot.latitude] })
      placePopup()
    }

    const click = async (event: MapMouseEvent) => {
      const { x, y } = event.point
      const found = map.queryRenderedFeatures(
        [
          [x - reachPixels, y - reachPixels],
          [x + reachPixels, y + reachPixels],
        ],
        { layers: [...markLayers, clusterLayer] },
      )
      const nearest = found
        .map((feature) => {
          const [longitude = 0, latitude = 0] =
            feature.geometry.type === 'Point' ? feature.geometry.coordinates : []
          const at = map.project([longitude, latitude])
          return { feature, latitude, longitude, away: Math.hypot(at.x - x, at.y - y) }
        })
        .sort((a, b) => a.away - b.away)[0]
      if (nearest === undefined) {
        const { lng, lat } = event.lngLat
        latest.current.onClickGround?.({ latitude: lat, longitude: lng })
        latest.current.onChoose?.(null)
        return
      }
      const { cluster_id: clusterId, id } = nearest.feature.properties
      if (typeof clusterId !== 'number') {
        latest.current.onChoose?.(String(id))
        return
      }
      const zoom = await map.getSource<GeoJSONSource>(vehicleSource)?.getClusterExpansionZoom(clusterId)
      instance.handle.goTo(nearest, zoom === undefined ? map.getZoom() + 2 : zoom + 0.3)
    }

    map.on('load', () => {
      const points = createPointLayers(map, first.current.scheme)
      const layers = createVehicleLayers({
        map,
        scheme: first.current.scheme,
        nowMs,
        isStill,
        onMove: follow,
      })
      made = { instance, vehicles: layers, points }
      setParts(made)
      latest.current.onReady?.()
    })
    map.on('render', placePopup)
    map.on('click', (event) => void click(event))
    map.on('dragstart', () => latest.current.onDrag?.())
    map.on('moveend', () => {
      if (!latest.current.isFollowing) latest.current.onView?.(instance.handle.view())
    })
    for (const layer of [...markLayers, clusterLayer]) {
      map.on('mouseenter', layer, () => {
        map.getCanvas().style.cursor = 'pointer'
      })
      map.on('mouseleave', layer, () => {
        map.getCanvas().style.cursor = ''
      })
    }
    return () => {
      made?.vehicles.stop()
      instance.remove()
      setParts(null)
    }
  }, [])

  useEffect(() => {
    parts?.vehicles.show(vehicles ?? [], chosenId, vehicleLabels)
  }, [parts, vehicles, chosenId, vehicleLabels])

  useEffect(() => {
    parts?.points.show(pins ?? [], lines ?? [])
  }, [parts, pins, lines])

  useEffect(() => {
    if (parts === null) return
    parts.instance.setScheme(scheme)
    parts.vehicles.setScheme(scheme)
    parts.points.setScheme(scheme)
  }, [parts, scheme])

  useEffect(() => {
    const spot = isFollowing && chosenId ? parts?.vehicles.spotOf(chosenId) : null
    if (spot) parts?.instance.handle.goTo(spot)
  }, [parts, isFollowing, chosenId])

  return (
    <Box sx={{ position: 'absolute', inset: 0, overflow: 'hidden' }}>
      {/* MapLibre makes its element relative, so its size is stated. */}
      <Box ref={box} sx={{ width: '100%', height: '100%', '& canvas': { outlineOffset: '-3px' } }} />
      {popup && (
        <Box
          ref={popupBox}
          sx={{
            position: 'absolute',
            top: 0,
            left: 0,
            zIndex: 3,
            visibility: 'hidden',
            maxWidth: 'calc(100% - 16px)',
          }}
        >
          {popup}
        </Box>
      )}
    </Box>
  )
}
