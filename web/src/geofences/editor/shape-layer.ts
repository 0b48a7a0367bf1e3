import type { Geofence } from '@rumbo/contract/geofences.contract'
import type { Coordinates } from '@rumbo/geo/units'
import type { GeoJSONSource, Map as MapLibreMap } from 'maplibre-gl'
import type { MapAttachment } from '../../map/map-model.ts'
import { type SchemeName, tokens } from '../../ui/theme/tokens.ts'
import { type Feature, handleFeatures, outlineFeatures, shapeFeatures } from './draft-features.rules.ts'
import { type DraftAction, type DraftState, fewest } from './shape-draft.rules.ts'
import { attachGestures } from './shape-gestures.ts'
import type { ShapeProblem } from './shape-problems.rules.ts'
import { shapeLayers, shapeSources } from './shape-styles.ts'

interface Shown {
  state: DraftState
  problem: ShapeProblem | null
  /** `#rrggbb`. */
  colour: string
  isLocked: boolean
  isPanning: boolean
  /** Null while the map is used with the pointer. */
  crosshair: Coordinates | null
}

interface ShapeLayerOptions {
  dispatch: (action: DraftAction) => void
  /** The pointer was pressed on the map. */
  onPointer: () => void
}

const crosshairSvg =
  '<svg width="44" height="44" viewBox="-22 -22 44 44" fill="none"><g stroke="var(--halo)" stroke-width="5"><path d="M-20 0H-5M5 0H20M0-20V-5M0 5V20"/><circle r="9"/></g><g stroke="var(--ink)" stroke-width="2"><path d="M-20 0H-5M5 0H20M0-20V-5M0 5V20"/><circle r="9"/></g></svg>'

/** The shape that is drawn, its handles and neighbouring fences on a map, and what the pointer does with them. */
export function createShapeLayer({ dispatch, onPointer }: ShapeLayerOptions, first: Shown) {
  let map: MapLibreMap | null = null
  let shown = first
  let scheme: SchemeName = 'light'
  let neighbours: readonly Pick<Geofence, 'shape'>[] = []
  let corners: readonly Coordinates[] = []
  let hovered: Coordinates | null = null
  const mark = document.createElement('div')
  mark.innerHTML = crosshairSvg
  mark.setAttribute('aria-hidden', 'true')

  const set = (name: string, features: Feature[]) =>
    void map?.getSource<GeoJSONSource>(name)?.setData({ type: 'FeatureCollection', features })

  function drawBand(): void {
    const { draft } = shown.state
    const last = draft.vertices.at(-1)
    const to = hovered ?? shown.crosshair
    if (draft.isClosed || draft.kind === 'circle' || !last || !to || shown.isLocked) {
      set(shapeSources.band, [])
      return
    }
    const isRing = draft.kind === 'polygon' && draft.vertices.length >= fewest.polygon - 1
    const path = [last, to, ...(isRing ? draft.vertices.slice(0, 1) : [])]
    set(shapeSources.band, shapeFeatures({ kind: 'route', path, halfWidthMetres: 0, mode: 'free' }))
  }

  function placeMark(): void {
    const { crosshair } = shown
    mark.style.display = crosshair === null ? 'none' : 'block'
    if (map === null || crosshair === null) return
    const { x, y } = map.project([crosshair.longitude, crosshair.latitude])
    mark.style.transform = `translate(${x - 22}px, ${y - 22}px)`
  }

  function draw(): void {
    const { draft, chosen } = shown.state
    set(shapeSources.outline, outlineFeatures(draft, shown.problem))
    set(shapeSources.handles, shown.isLocked ? [] : handleFeatures(draft, chosen))
    drawBand()
    placeMark()
  }
  const drawNeighbours = () =>
    set(
      shapeSources.neighbours,
      neighbours.flatMap(({ shape }) => shapeFeatures(shape)),
    )

  function paint(): void {
    for (const layer of shapeLayers(scheme, shown.colour))
      for (const [name, value] of Object.entries(layer.paint ?? {}))
        map?.setPaintProperty(layer.id, name as never, value as never)
    mark.style.setProperty('--halo', tokens[scheme].surface)
    mark.style.setProperty('--ink', tokens[scheme].text)
  }

  const attach: MapAttachment = (made, wanted) => {
    map = made
    scheme = wanted
    for (const source of Object.values(shapeSources))
      made.addSource(source, {
        type: 'geojson',
        // A circle stays round.
        tolerance: 0.05,
        data: { type: 'FeatureCollection', features: [] },
      })
    for (const layer of shapeLayers(scheme, shown.colour)) made.addLayer(layer)
    Object.assign(mark.style, { position: 'absolute', top: '0', left: '0', pointerEvents: 'none' })
    made.getContainer().append(mark)
    // The element around the map has the focus and its keys.
    made.getCanvas().tabIndex = -1
    made.on('move', placeMark)
    attachGestures({
      map: made,
      state: () => shown.state,
      neighbours: () => corners,
      isLocked: () => shown.isLocked,
      isPanning: () => shown.isPanning,
      dispatch,
      onPointer,
      onHover: (place) => {
        hovered = place
        drawBand()
      },
    })
    paint()
    draw()
    drawNeighbours()
    return {
      setScheme: (next) => {
        scheme = next
        paint()
      },
      remove: () => {
        map = null
      },
    }
  }

  return {
    attach,
    show: (next: Shown) => {
      const isOtherColour = next.colour !== shown.colour
      shown = next
      if (isOtherColour) paint()
      draw()
    },
    /** The fences around, drawn faintly; the pointer snaps to their vertices. */
    showNeighbours: (next: readonly Pick<Geofence, 'shape'>[]) => {
      neighbours = next
      corners = next.flatMap(({ shape }) =>
        shape.kind === 'polygon' ? shape.corners : shape.kind === 'route' ? shape.path : [],
      )
      drawNeighbours()
    },
  }
}
