import { distanceMetres } from '@rumbo/geo/geometry/distance'
import type { Coordinates } from '@rumbo/geo/units'
import type { Map as MapLibreMap, MapMouseEvent, MapTouchEvent } from 'maplibre-gl'
import type { HandleRole } from './draft-features.rules.ts'
import { handleNear, snappedTo } from './draft-pointer.rules.ts'
import { canClose, type DraftAction, type DraftState } from './shape-draft.rules.ts'

interface GestureOptions {
  map: MapLibreMap
  state: () => DraftState
  /** Vertices of neighbouring fences that the pointer snaps to. */
  neighbours: () => readonly Coordinates[]
  /** The shape cannot be changed. */
  isLocked: () => boolean
  /** Dragging moves the map also where it would draw a circle. */
  isPanning: () => boolean
  dispatch: (action: DraftAction) => void
  /** The pointer moved without holding anything; null when it left. */
  onHover: (place: Coordinates | null) => void
  onPointer: () => void
}

type Pointer = MapMouseEvent | MapTouchEvent
interface Held {
  role: HandleRole | 'circle'
  at: number
  from: { x: number; y: number }
  gesture: string
  hasMoved: boolean
}

/** From the middle of a handle, in pixels. */
const tolerance = { mouse: 14, touch: 26 } as const
const dragPixels = 4
const snapPixels = 10

let lastGesture = 0

/** Turns what the pointer does on the map into actions on the draft. */
export function attachGestures(options: GestureOptions): void {
  const { map, state, dispatch, isLocked, onHover } = options
  let held: Held | null = null
  /** The press was used by a handle, so its click adds nothing. */
  let wasUsed = false

  const placeOf = ({ lngLat, originalEvent }: Pointer): Coordinates => {
    const place = { latitude: lngLat.lat, longitude: lngLat.lng }
    if (originalEvent.altKey) return place
    return snappedTo(place, options.neighbours(), { zoom: map.getZoom(), pixels: snapPixels })
  }

  const handleUnder = (event: Pointer, pixels: number) =>
    handleNear(
      state().draft,
      { latitude: event.lngLat.lat, longitude: event.lngLat.lng },
      { zoom: map.getZoom(), pixels },
    )

  function press(event: Pointer): void {
    options.onPointer()
    wasUsed = false
    held = null
    const isTouch = event.type === 'touchstart'
    const { originalEvent, point } = event
    if ('touches' in originalEvent ? originalEvent.touches.length > 1 : originalEvent.button !== 0) return
    if (isLocked()) return
    const { draft } = state()
    const handle = handleUnder(event, isTouch ? tolerance.touch : tolerance.mouse)
    const drawsCircle =
      draft.kind === 'circle' && draft.vertices.length === 0 && !isTouch && !options.isPanning()
    if (handle === null && !drawsCircle) return
    event.preventDefault()
    wasUsed = true
    lastGesture += 1
    held = {
      role: handle?.role ?? 'circle',
      at: handle?.at ?? 0,
      from: { x: point.x, y: point.y },
      gesture: `pointer ${lastGesture}`,
      hasMoved: false,
    }
    if (handle === null) dispatch({ type: 'add', place: placeOf(event), gesture: held.gesture })
  }

  function drag(event: Pointer, now: Held): void {
    const { gesture, at } = now
    const place = placeOf(event)
    const [center] = state().draft.vertices
    if (now.role === 'edge' || now.role === 'circle') {
      if (!center) return
      dispatch({ type: 'radius', metres: Math.max(1, Math.round(distanceMetres(center, place))), gesture })
    } else if (now.role === 'midpoint') {
      held = { ...now, role: 'vertex', hasMoved: true }
      dispatch({ type: 'insert', at, place, gesture })
    } else dispatch({ type: 'move', at, place, gesture })
  }

  function move(event: Pointer): void {
    if (held === null) {
      if (event.type === 'mousemove') hover(event)
      return
    }
    const { originalEvent } = event
    // It was released outside of the map.
    if ('buttons' in originalEvent && originalEvent.buttons === 0) {
      release()
      return
    }
    const { x, y } = event.point
    if (!held.hasMoved && Math.hypot(x - held.from.x, y - held.from.y) < dragPixels) return
    held.hasMoved = true
    drag(event, held)
  }

  function hover(event: Pointer): void {
    const handle = isLocked() ? null : handleUnder(event, tolerance.mouse)
    const { draft } = state()
    const isDrawing =
      !isLocked() && !draft.isClosed && !(draft.kind === 'circle' && draft.vertices.length > 0)
    map.getCanvas().style.cursor = handle ? 'pointer' : isDrawing && !options.isPanning() ? 'crosshair' : ''
    onHover(isDrawing && draft.kind !== 'circle' ? placeOf(event) : null)
  }

  function release(): void {
    const was = held
    held = null
    if (was === null || was.hasMoved) return
    const { draft } = state()
    if (was.role === 'midpoint') {
      const { lat, lng } = map.unproject([was.from.x, was.from.y])
      dispatch({ type: 'insert', at: was.at, place: { latitude: lat, longitude: lng } })
    } else if (was.role === 'vertex') {
      const isEnd = was.at === draft.vertices.length - 1 || (was.at === 0 && draft.kind === 'polygon')
      dispatch(canClose(draft) && isEnd ? { type: 'close' } : { type: 'choose', at: was.at })
    }
  }

  function click(event: MapMouseEvent): void {
    if (wasUsed || isLocked() || event.originalEvent.detail > 1) return
    const { draft } = state()
    if (draft.isClosed) dispatch({ type: 'choose', at: null })
    else if (!(draft.kind === 'circle' && options.isPanning()))
      dispatch({ type: 'add', place: placeOf(event) })
  }

  map.doubleClickZoom.disable()
  for (const type of ['mousedown', 'touchstart'] as const) map.on(type, press)
  for (const type of ['mousemove', 'touchmove'] as const) map.on(type, move)
  for (const type of ['mouseup', 'touchend', 'touchcancel'] as const) map.on(type, release)
  map.on('mouseout', () => onHover(null))
  map.on('click', click)
  map.on('dblclick', () => {
    if (!isLocked()) dispatch({ type: 'close' })
  })
}
