import type { GeoJSONSource, LayerSpecification, Map as MapLibreMap } from 'maplibre-gl'
import { boldFont } from '../../map/basemap/basemap-style.ts'
import type { MapAttachment } from '../../map/map-model.ts'
import { routeTokens, type SchemeName, tokens } from '../../ui/theme/tokens.ts'
import { type LineStyle, lineStyles } from '../route-view.rules.ts'
import { attachLasso } from './lasso.ts'
import { imageIdOf, markImage, markRatio, type PlanImage } from './plan-marks.ts'
import { isDense, noShapes, type PlanShapes, pointOf } from './plan-shapes.rules.ts'
import { createPlanSource, type PlanFeature } from './plan-source.ts'

const sources = ['plan-former', 'plan-lines', 'plan-marks', 'plan-hovered'] as const
const marksLayer = 'plan-marks'
const dotsLayer = 'plan-dots'
/**
 * Of a dense plan, stops of routes that are not selected are dots until the map is this near, and lines have one style: numbers
 * and dashes would lie upon each other, and take most of the time of drawing it.
 */
const numberedFromZoom = 14
const dashes: Record<string, { 'line-dasharray'?: number[] }> = {
  solid: {},
  dashed: { 'line-dasharray': [2.6, 1.4] },
  dotted: { 'line-dasharray': [0.2, 1.8] },
}

const isOfStyle = (style: LineStyle) => ['==', ['get', 'style'], style]

function layers(scheme: SchemeName): LayerSpecification[] {
  const colour = tokens[scheme]
  const ofRoute = [
    'match',
    ['get', 'colour'],
    ...routeTokens.flatMap((name, at) => [at, colour[name]]),
    colour.text,
  ]
  const round = { 'line-cap': 'round', 'line-join': 'round' }
  return [
    {
      id: 'plan-former',
      type: 'line',
      source: 'plan-former',
      layout: round,
      paint: { 'line-color': colour.lineStrong, 'line-width': 2.5, 'line-opacity': 0.6 },
    },
    {
      id: 'plan-casing',
      type: 'line',
      source: 'plan-lines',
      layout: round,
      filter: ['get', 'isStrong'],
      paint: { 'line-color': colour.surface, 'line-width': 9, 'line-opacity': 0.85 },
    },
    ...lineStyles.map((style) => ({
      id: `plan-line-${style}`,
      type: 'line',
      source: 'plan-lines',
      layout: { ...round, 'line-sort-key': ['case', ['get', 'isStrong'], 1, 0] },
      filter:
        style === 'solid'
          ? ['any', isOfStyle(style), ['all', ['get', 'isPlain'], ['<', ['zoom'], numberedFromZoom]]]
          : ['all', isOfStyle(style), ['any', ['!', ['get', 'isPlain']], ['>=', ['zoom'], numberedFromZoom]]],
      paint: {
        'line-color': ofRoute,
        'line-width': ['case', ['get', 'isStrong'], 5.5, 2.8],
        'line-opacity': ['case', ['get', 'isStrong'], 1, 0.6],
        ...dashes[style],
      },
    })),
    {
      id: 'plan-names',
      type: 'symbol',
      source: 'plan-lines',
      layout: {
        'symbol-placement': 'line',
        'symbol-spacing': 320,
        'text-field': ['get', 'name'],
        'text-font': boldFont,
        'text-size': 12,
        'text-padding': 8,
      },
      paint: { 'text-color': ofRoute, 'text-halo-color': colour.surface, 'text-halo-width': 2 },
    },
    {
      id: dotsLayer,
      type: 'circle',
      source: 'plan-marks',
      maxzoom: numberedFromZoom,
      filter: ['==', ['get', 'isDot'], true],
      layout: { 'circle-sort-key': ['case', ['get', 'isWrong'], 1, 0] },
      paint: {
        'circle-color': ['case', ['get', 'isWrong'], colour.critical, ofRoute],
        'circle-radius': ['case', ['get', 'isWrong'], 5, 4],
        'circle-stroke-color': ['case', ['get', 'isWrong'], colour.text, colour.surface],
        'circle-stroke-width': 1.5,
      },
    },
    {
      id: marksLayer,
      type: 'symbol',
      source: 'plan-marks',
      filter: ['any', ['!=', ['get', 'isDot'], true], ['>=', ['zoom'], numberedFromZoom]],
      layout: {
        'icon-image': ['get', 'image'],
        'icon-allow-overlap': true,
        'icon-ignore-placement': true,
        'symbol-sort-key': ['get', 'rank'],
      },
    },
    {
      id: 'plan-hovered',
      type: 'circle',
      source: 'plan-hovered',
      paint: {
        'circle-radius': 17,
        'circle-color': 'transparent',
        'circle-stroke-color': colour.text,
        'circle-stroke-width': 2.5,
      },
    },
  ] as LayerSpecification[]
}

export interface PlanMapEvents {
  /** A mark was clicked; null: the map beside all marks. */
  onPick: (mark: { serviceId: string; vehicleId: string | null } | null, isAdding: boolean) => void
  onHover: (serviceId: string | null) => void
  /** Orders within the ring that was drawn. */
  onLasso: (serviceIds: readonly string[], isAdding: boolean) => void
}

/** Routes, stops, orders and depots of a plan on a map, and what the pointer does with them. */
export function createPlanLayers(events: PlanMapEvents) {
  let map: MapLibreMap | null = null
  let scheme: SchemeName = 'light'
  let shown: PlanShapes = noShapes
  let hoveredId: string | null = null
  let lasso: ReturnType<typeof attachLasso> | null = null
  let isLassoOn = false
  /** Images that features name, and those of them that were drawn since the map asked for them. */
  const images = new Map<string, PlanImage>()
  const drawn = new Set<string>()

  const shownIn = {
    former: createPlanSource(() => sourceOf('plan-former')),
    lines: createPlanSource(() => sourceOf('plan-lines')),
    marks: createPlanSource(() => sourceOf('plan-marks')),
    hovered: createPlanSource(() => sourceOf('plan-hovered')),
  }
  const sourceOf = (name: (typeof sources)[number]) => map?.getSource<GeoJSONSource>(name)

  function imageOf(image: PlanImage): string {
    const id = imageIdOf(image)
    images.set(id, image)
    return id
  }
  function paint(id: string, image: PlanImage): void {
    const pixels = markImage(image, scheme)
    if (map === null || pixels === null) return
    if (map.hasImage(id)) map.updateImage(id, pixels)
    else map.addImage(id, pixels, { pixelRatio: markRatio })
    drawn.add(id)
  }

  function drawMarks(): void {
    const { stops, orders, depots } = shown
    const hasDots = isDense(shown)
    shownIn.marks.show([
      ...orders.map(
        ({ serviceId, isSelected, ...place }): PlanFeature => ({
          id: `order ${serviceId}`,
          points: [pointOf(place)],
          properties: {
            serviceId,
            rank: isSelected ? 3 : 0,
            image: imageOf({ kind: 'order', isSelected }),
          },
        }),
      ),
      ...stops.map((stop): PlanFeature => {
        const { serviceId, vehicleId, stopId, text, colour } = stop
        const { isStrong, isSelected, isWrong, isMoved, isReordered } = stop
        const look = { text, colour, isStrong, isSelected, isWrong, isMoved, isReordered }
        return {
          id: `stop ${stopId}`,
          points: [pointOf(stop)],
          properties: {
            serviceId,
            vehicleId,
            rank: isSelected ? 4 : isStrong ? 2 : 1,
            colour,
            isWrong,
            isDot: hasDots && !isStrong && !isSelected && !isMoved && !isReordered,
            image: imageOf({ kind: 'stop', ...look }),
          },
        }
      }),
      ...depots.map(
        (place, at): PlanFeature => ({
          id: `depot ${at}`,
          points: [pointOf(place)],
          properties: { rank: 5, image: imageOf({ kind: 'depot' }) },
        }),
      ),
    ])
  }
  function drawLines(): void {
    const isPlain = isDense(shown)
    shownIn.lines.show(
      shown.lines.map(({ points, vehicleId, name, colour, style, isStrong }) => ({
        id: vehicleId,
        points,
        properties: { name, colour, style, isStrong, isPlain: isPlain && !isStrong },
      })),
    )
    shownIn.former.show(shown.former.map((points, at) => ({ id: String(at), points, properties: {} })))
  }
  function drawHovered(): void {
    const places =
      hoveredId === null
        ? []
        : [...shown.stops, ...shown.orders].filter(({ serviceId }) => serviceId === hoveredId)
    shownIn.hovered.show(
      places.map((place, at) => ({ id: String(at), points: [pointOf(place)], properties: {} })),
    )
  }

  const markAt = (at: { x: number; y: number }) => {
    const found = map?.queryRenderedFeatures([at.x, at.y], { layers: [marksLayer, dotsLayer] })[0]?.properties
    return typeof found?.serviceId === 'string'
      ? { serviceId: found.serviceId, vehicleId: (found.vehicleId as string | undefined) ?? null }
      : null
  }

  const attach: MapAttachment = (made, first) => {
    map = made
    scheme = first
    drawn.clear()
    for (const source of Object.values(shownIn)) source.forget()
    made.on('styleimagemissing', ({ id }) => {
      const image = images.get(id)
      if (image) paint(id, image)
    })
    for (const source of sources)
      made.addSource(source, { type: 'geojson', data: { type: 'FeatureCollection', features: [] } })
    for (const layer of layers(scheme)) made.addLayer(layer)
    let frame: number | null = null
    let pointer: { x: number; y: number } | null = null
    const look = () => {
      frame = null
      const mark = pointer === null ? null : markAt(pointer)
      made.getCanvas().style.cursor = mark === null ? '' : 'pointer'
      events.onHover(mark?.serviceId ?? null)
    }
    const follow = (at: { x: number; y: number } | null) => {
      pointer = at
      frame ??= requestAnimationFrame(look)
    }
    made.on('mousemove', ({ point: at }) => follow(at))
    made.on('mouseout', () => follow(null))
    made.on('click', ({ point: at, originalEvent }) =>
      events.onPick(markAt(at), originalEvent.ctrlKey || originalEvent.metaKey),
    )
    lasso = attachLasso(made, {
      places: () => [...shown.orders, ...shown.stops],
      scheme: () => scheme,
      onEnd: events.onLasso,
    })
    lasso.turn(isLassoOn)
    drawLines()
    drawMarks()
    drawHovered()
    return {
      setScheme: (next) => {
        scheme = next
        for (const id of drawn) paint(id, images.get(id) as PlanImage)
        for (const layer of layers(next))
          for (const [name, value] of Object.entries(layer.paint ?? {}))
            made.setPaintProperty(layer.id, name as never, value as never)
      },
      remove: () => {
        if (frame !== null) cancelAnimationFrame(frame)
        lasso?.remove()
        lasso = null
        map = null
      },
    }
  }

  return {
    attach,
    show: (next: PlanShapes) => {
      shown = next
      drawLines()
      drawMarks()
      drawHovered()
    },
    /** Whether a drag draws a lasso, also without Shift. */
    turnLasso: (isOn: boolean) => {
      isLassoOn = isOn
      lasso?.turn(isOn)
    },
    hover: (serviceId: string | null) => {
      if (serviceId === hoveredId) return
      hoveredId = serviceId
      drawHovered()
    },
  }
}
