import type { Map as MapLibreMap, MapMouseEvent, MapTouchEvent } from 'maplibre-gl'
import { type SchemeName, tokens } from '../../ui/theme/tokens.ts'
import { isWithin, type Place } from './plan-shapes.rules.ts'

interface LassoOptions {
  places: () => readonly (Place & { serviceId: string })[]
  scheme: () => SchemeName
  onEnd: (serviceIds: readonly string[], isAdding: boolean) => void
}

/** A shorter drag is a click. */
const leastPixels = 6

/**
 * Selects what lies within a ring drawn with Shift held, or with any drag of one pointer while the lasso is turned on. It is
 * added to the selection with Ctrl or Cmd, and by touch, which has no such key. It takes the place of the map's own zoom by
 * Shift. Escape or a second touch gives it up.
 */
export function attachLasso(map: MapLibreMap, { places, scheme, onEnd }: LassoOptions) {
  map.boxZoom.disable()
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path')
  svg.append(path)
  svg.setAttribute('aria-hidden', 'true')
  Object.assign(svg.style, {
    position: 'absolute',
    inset: '0',
    width: '100%',
    height: '100%',
    pointerEvents: 'none',
    zIndex: '2',
  })
  let isOn = false
  let drawnBy: number | null = null
  let ring: { x: number; y: number }[] = []

  const draw = () => {
    const { primary, primaryText } = tokens[scheme()]
    path.setAttribute('d', ring.length === 0 ? '' : `M${ring.map(({ x, y }) => `${x} ${y}`).join('L')}Z`)
    path.setAttribute('fill', primary)
    path.setAttribute('fill-opacity', '0.18')
    path.setAttribute('stroke', primaryText)
    path.setAttribute('stroke-width', '2')
  }
  const put = ({ clientX, clientY }: PointerEvent) => {
    const { left, top } = map.getCanvas().getBoundingClientRect()
    ring.push({ x: clientX - left, y: clientY - top })
    draw()
  }
  const follow = (event: PointerEvent) => {
    if (event.pointerId === drawnBy) put(event)
  }
  const end = () => {
    drawnBy = null
    window.removeEventListener('pointermove', follow)
    window.removeEventListener('pointerup', finish)
    window.removeEventListener('pointercancel', end)
    window.removeEventListener('keydown', giveUp, true)
    svg.remove()
  }
  const finish = (event: PointerEvent) => {
    if (event.pointerId !== drawnBy) return
    end()
    const [first] = ring
    const isDrawn = ring.some(
      ({ x, y }) => Math.hypot(x - (first?.x ?? x), y - (first?.y ?? y)) >= leastPixels,
    )
    if (!isDrawn) return
    const inside = places().filter(({ longitude, latitude }) =>
      isWithin(map.project([longitude, latitude]), ring),
    )
    const isAdding = event.ctrlKey || event.metaKey || event.pointerType === 'touch'
    onEnd([...new Set(inside.map(({ serviceId }) => serviceId))], isAdding)
  }
  const giveUp = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    end()
  }
  const begin = (event: PointerEvent) => {
    if (drawnBy !== null) return end()
    if (!(isOn || event.shiftKey) || event.button !== 0 || !event.isPrimary) return
    drawnBy = event.pointerId
    ring = []
    put(event)
    map.getContainer().append(svg)
    window.addEventListener('pointermove', follow)
    window.addEventListener('pointerup', finish)
    window.addEventListener('pointercancel', end)
    window.addEventListener('keydown', giveUp, true)
  }
  // The map receives a pointer event after the lasso does, and would move.
  const keepStill = (event: MapMouseEvent | MapTouchEvent) => {
    if (drawnBy !== null) event.preventDefault()
  }
  const surface = map.getCanvasContainer()
  surface.addEventListener('pointerdown', begin)
  map.on('mousedown', keepStill)
  map.on('touchstart', keepStill)
  return {
    turn(on: boolean) {
      isOn = on
      if (!on && drawnBy !== null) end()
    },
    remove() {
      end()
      surface.removeEventListener('pointerdown', begin)
    },
  }
}
