import type { Map as MapLibreMap, MapMouseEvent } from 'maplibre-gl'
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
 * Selects what lies within a ring drawn with Shift held, added to the selection with Ctrl or Cmd as well. It takes the place of
 * the map's own zoom by Shift. Escape gives it up.
 */
export function attachLasso(map: MapLibreMap, { places, scheme, onEnd }: LassoOptions): void {
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
  let ring: { x: number; y: number }[] = []

  const draw = () => {
    const { primary, primaryText } = tokens[scheme()]
    path.setAttribute('d', ring.length === 0 ? '' : `M${ring.map(({ x, y }) => `${x} ${y}`).join('L')}Z`)
    path.setAttribute('fill', primary)
    path.setAttribute('fill-opacity', '0.18')
    path.setAttribute('stroke', primaryText)
    path.setAttribute('stroke-width', '2')
  }
  const boxOf = () => map.getCanvas().getBoundingClientRect()
  const follow = (event: MouseEvent) => {
    const { left, top } = boxOf()
    ring.push({ x: event.clientX - left, y: event.clientY - top })
    draw()
  }
  const end = () => {
    window.removeEventListener('mousemove', follow)
    window.removeEventListener('mouseup', finish)
    window.removeEventListener('keydown', giveUp, true)
    map.dragPan.enable()
    svg.remove()
  }
  const finish = (event: MouseEvent) => {
    end()
    const [first] = ring
    const isDrawn = ring.some(
      ({ x, y }) => Math.hypot(x - (first?.x ?? x), y - (first?.y ?? y)) >= leastPixels,
    )
    if (!isDrawn) return
    const inside = places().filter(({ longitude, latitude }) =>
      isWithin(map.project([longitude, latitude]), ring),
    )
    onEnd([...new Set(inside.map(({ serviceId }) => serviceId))], event.ctrlKey || event.metaKey)
  }
  const giveUp = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    end()
  }
  map.on('mousedown', (event: MapMouseEvent) => {
    if (!event.originalEvent.shiftKey || event.originalEvent.button !== 0) return
    event.preventDefault()
    map.dragPan.disable()
    ring = [{ x: event.point.x, y: event.point.y }]
    map.getContainer().append(svg)
    draw()
    window.addEventListener('mousemove', follow)
    window.addEventListener('mouseup', finish)
    window.addEventListener('keydown', giveUp, true)
  })
}
