import type { ZoneCorner } from '@rumbo/contract/places.zones.contract'
import type { GeoJSONSource, Map as MapLibreMap, MapMouseEvent, MapTouchEvent } from 'maplibre-gl'
import type { MapAttachment } from '../map/map-model.ts'
import { type SchemeName, tokens } from '../ui/theme/tokens.ts'

type Place = { at: number; corner: ZoneCorner }
const source = 'zone-corners'
/** From the middle of a corner, in pixels. */
const tolerance = 12

/** Corners on a map that can be dragged. `onMove` is called with the place of the corner in the draft. */
export function createCornerMarks(onMove: (at: number, corner: ZoneCorner) => void) {
  let map: MapLibreMap | null = null
  let shown: readonly Place[] = []
  let wasTouched = false

  const draw = () =>
    (map?.getSource(source) as GeoJSONSource | undefined)?.setData({
      type: 'FeatureCollection',
      features: shown.map(({ at, corner }) => ({
        type: 'Feature',
        properties: { at },
        geometry: { type: 'Point', coordinates: [...corner] },
      })),
    })

  const paint = (scheme: SchemeName) => {
    map?.setPaintProperty(source, 'circle-color', tokens[scheme].surface)
    map?.setPaintProperty(source, 'circle-stroke-color', tokens[scheme].primaryText)
  }

  const attach: MapAttachment = (made, scheme) => {
    map = made
    made.addSource(source, { type: 'geojson', data: { type: 'FeatureCollection', features: [] } })
    made.addLayer({
      id: source,
      type: 'circle',
      source,
      paint: { 'circle-radius': 8, 'circle-stroke-width': 3 },
    })
    paint(scheme)
    draw()
    let dragged: number | null = null
    const take = (event: MapMouseEvent | MapTouchEvent) => {
      wasTouched = false
      // Not from what is rendered, which can be a moment behind the corners.
      const held = shown.find(({ corner: [x, y] }) => made.project([x, y]).dist(event.point) <= tolerance)
      if (!held) return
      event.preventDefault()
      wasTouched = true
      dragged = held.at
    }
    const move = ({ lngLat }: MapMouseEvent | MapTouchEvent) => {
      if (dragged !== null) onMove(dragged, [lngLat.lng, lngLat.lat])
    }
    const leave = () => {
      dragged = null
    }
    made.on('mousedown', take)
    made.on('touchstart', take)
    made.on('mousemove', move)
    made.on('touchmove', move)
    made.on('mouseup', leave)
    made.on('touchend', leave)
    return {
      setScheme: paint,
      remove: () => {
        map = null
      },
    }
  }
  return {
    attach,
    show: (corners: readonly Place[]) => {
      shown = corners
      draw()
    },
    /** Whether the last press was on a corner; forgets it. */
    takeTouch: () => {
      const touched = wasTouched
      wasTouched = false
      return touched
    },
  }
}
