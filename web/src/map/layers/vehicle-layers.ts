import type { LiveVehicle } from '@rumbo/contract/live.contract'
import type { Map as MapLibreMap } from 'maplibre-gl'
import type { SchemeName } from '../../ui/theme/tokens.ts'
import { vehicleMarkStatuses } from '../../ui/vehicle-mark.ts'
import type { MapPin, VehicleChanges, VehicleFeed } from '../map-model.ts'
import { type SceneView, scenePadPixels, zoomOf } from '../marks/mark-gather.ts'
import { markLookOf } from '../marks/mark-look.ts'
import { canGlide, createMarkPainter, type PaintedPin, placed } from '../marks/mark-painter.ts'
import { composeScene, membersOf, type Picked, type Scene } from '../marks/mark-scene.ts'
import { createMarkTable, type Spot, shortWay, spotOf, worldPoint } from '../marks/mark-table.ts'

/** An animation is redrawn when the fastest mark has moved this far. */
const glideStepPixels = 0.6
const slowestGlideMs = 1_000
const minPauseMs = 60
/** Share of the time that composing and painting may use. */
const restPerWork = 6

export interface VehicleLayers {
  /** The vehicles to show; only differences are processed. Use instead of `follow`. */
  show: (vehicles: readonly LiveVehicle[]) => void
  /** Follows a feed outside React; returns a function that stops it. */
  follow: (feed: VehicleFeed) => () => void
  choose: (chosenId: string | null, labels?: ReadonlyMap<string, string>) => void
  /** Labels keep clear of these pins; those with a short label are labelled here. */
  avoid: (pins: readonly Pick<MapPin, 'latitude' | 'longitude' | 'label' | 'shortLabel'>[]) => void
  setScheme: (scheme: SchemeName) => void
  /** The currently painted place of a mark. */
  spotOf: (vehicleId: string) => Spot | null
  /** Converts a place to pixels of the map, the short way round the world. */
  project: (spot: Spot) => { x: number; y: number }
  /** What is under the pointer. */
  pick: (x: number, y: number) => Picked | null
  /** All vehicles under the pointer: those in the ring there, or on the same spot as the mark there. */
  pickAll: (x: number, y: number) => string[]
  /** The pointer moved here, or left (null): the mark under it shows its number. @returns whether there is one */
  point: (at: { x: number; y: number } | null) => boolean
  stop: () => void
}

export interface VehicleLayersOptions {
  map: MapLibreMap
  scheme: SchemeName
  nowMs: () => number
  isStill: () => boolean
  /** The chosen mark moved. */
  onMove: () => void
}

/**
 * Paints vehicle marks on a canvas of its own over the map: moving marks need no repaint of the basemap and no
 * source, worker or React update. Vehicles out of view cost nothing; overlapping marks become rings.
 */
export function createVehicleLayers(options: VehicleLayersOptions): VehicleLayers {
  const { map, nowMs, isStill, onMove } = options
  const table = createMarkTable({ isStill })
  const vehicles = new Map<string, LiveVehicle>()
  let labels: ReadonlyMap<string, string> | undefined
  let pins: readonly PaintedPin[] = []
  let chosenId: string | null = null
  let pointedId: string | null = null
  let scene: Scene = { singles: [], clusters: [], fanned: new Map() }
  let sceneView: SceneView | null = null
  let isChanged = true
  let paintedView = ''
  let timer: ReturnType<typeof setTimeout> | undefined
  let dueMs = Number.POSITIVE_INFINITY
  let frame = 0
  let restUntilMs = 0

  const viewNow = (): SceneView => {
    const { lng, lat } = map.getCenter()
    const { clientWidth: width, clientHeight: height } = map.getContainer()
    return {
      centre: worldPoint({ longitude: lng, latitude: lat }),
      width,
      height,
      worldPixels: 512 * 2 ** map.getZoom(),
    }
  }

  /** A scene is valid until something changed, the zoom level changes, or the view reaches the edge of the scene. */
  function mustCompose(view: SceneView): boolean {
    if (sceneView === null || isChanged) return true
    const [before, now] = [zoomOf(sceneView.worldPixels), zoomOf(view.worldPixels)]
    if (Math.floor(before) !== Math.floor(now)) return true
    if (view.width !== sceneView.width || view.height !== sceneView.height) return true
    const away = (distance: number) => Math.abs(distance) * view.worldPixels
    const spare = scenePadPixels - (view.width / 2) * Math.max(0, 2 ** (before - now) - 1)
    return (
      away(shortWay(view.centre.x - sceneView.centre.x)) > spare ||
      away(view.centre.y - sceneView.centre.y) > spare
    )
  }

  function lookOf(slot: number, now: number, isChosen: boolean) {
    const { status, heading, fixAtMs } = table.columns()
    const id = table.idOf(slot)
    const vehicle = vehicles.get(id)
    return markLookOf({
      status: vehicleMarkStatuses[status[slot] ?? 0] ?? 'inactive',
      headingDegrees: heading[slot] ?? -1,
      ageMs: vehicle?.at == null ? 0 : now - (fixAtMs[slot] ?? 0),
      name: labels?.get(id) ?? vehicle?.vehicleNumber ?? '',
      isChosen,
    })
  }

  const painter = createMarkPainter({
    below: map.getCanvasContainer(),
    scheme: options.scheme,
    table,
    lookOf,
    onReady: () => soon(0),
  })

  /** When the next animation step is due, in milliseconds; never if nothing in view moves. */
  function nextGlideMs(view: SceneView, now: number): number {
    const { fromX, fromY, toX, toY, startMs, endMs } = table.columns()
    const areGliding = canGlide(scene)
    let fastest = 0
    for (const slot of scene.singles) {
      if (!(areGliding || table.idOf(slot) === chosenId) || !table.isGliding(slot, now)) continue
      const way = Math.hypot((toX[slot] ?? 0) - (fromX[slot] ?? 0), (toY[slot] ?? 0) - (fromY[slot] ?? 0))
      fastest = Math.max(fastest, way / Math.max(1, (endMs[slot] ?? 0) - (startMs[slot] ?? 0)))
    }
    if (fastest === 0) return Number.POSITIVE_INFINITY
    return Math.min(slowestGlideMs, glideStepPixels / (fastest * view.worldPixels))
  }

  function turn(isWithBasemap = false): void {
    frame = 0
    dueMs = Number.POSITIVE_INFINITY
    const startedMs = performance.now()
    const now = nowMs()
    const view = viewNow()
    const isNew = mustCompose(view)
    if (isNew) {
      scene = composeScene(table, view, now)
      sceneView = view
      isChanged = false
    }
    painter.paint({ scene, view, nowMs: now, chosenId, pointedId, labelled: labels, pins })
    paintedView = keyOf(view)
    restUntilMs = startedMs + Math.max(minPauseMs, (performance.now() - startedMs) * restPerWork)
    const slot = chosenId === null ? undefined : table.slotOf(chosenId)
    if (!isWithBasemap && slot !== undefined && (isNew || table.isGliding(slot, now))) onMove()
    const glideMs = nextGlideMs(view, now)
    if (glideMs !== Number.POSITIVE_INFINITY) soon(glideMs)
  }

  /** Schedules a paint, later if the previous work exceeded its share of the time. */
  function soon(inMs: number): void {
    const at = Math.max(performance.now() + inMs, restUntilMs)
    if (frame !== 0 || at >= dueMs) return
    dueMs = at
    clearTimeout(timer)
    timer = setTimeout(() => {
      frame ||= requestAnimationFrame(() => turn())
    }, at - performance.now())
  }

  const keyOf = ({ centre, worldPixels, width, height }: SceneView) =>
    `${centre.x} ${centre.y} ${worldPixels} ${width} ${height}`

  /** The basemap moved: marks are repainted in the same frame. */
  const withBasemap = () => {
    if (keyOf(viewNow()) === paintedView) return
    cancelAnimationFrame(frame)
    clearTimeout(timer)
    turn(true)
  }
  map.on('render', withBasemap)
  map.on('resize', withBasemap)

  const isLone = (id: string) => id === chosenId || (labels?.has(id) ?? false)

  function place(vehicle: LiveVehicle): void {
    const { id, latitude, longitude, status, heading, at } = vehicle
    if (latitude === null || longitude === null) {
      take(id)
      return
    }
    vehicles.set(id, vehicle)
    table.report({ id, latitude, longitude, status, heading, fixAtMs: at ?? 0 }, nowMs())
    table.setLone(id, isLone(id))
  }
  function take(id: string): void {
    vehicles.delete(id)
    table.forget(id)
  }
  function changed(): void {
    isChanged = true
    soon(0)
  }
  function apply({ changed: updates, gone, isReset }: VehicleChanges): void {
    if (isReset) {
      const here = new Set(updates.map(({ id }) => id))
      for (const id of [...vehicles.keys()]) if (!here.has(id)) take(id)
    }
    for (const vehicle of updates) if (vehicles.get(vehicle.id) !== vehicle) place(vehicle)
    for (const id of gone) take(id)
    changed()
  }

  /** Updates marks that became old since they were painted, and the displayed ages. */
  const ageing = setInterval(() => soon(0), 2000)

  return {
    show: (next) => apply({ changed: next, gone: [], isReset: true }),
    follow: (feed) => feed.subscribe(apply),
    choose: (nextId, nextLabels) => {
      if (nextId === chosenId && nextLabels === labels) return
      const touched = [...(labels?.keys() ?? []), ...(nextLabels?.keys() ?? []), chosenId, nextId]
      chosenId = nextId
      labels = nextLabels
      for (const id of touched) if (id !== null) table.setLone(id, isLone(id))
      changed()
    },
    avoid: (next) => {
      pins = next.map((pin) => ({
        ...worldPoint(pin),
        texts: pin.shortLabel === undefined ? [] : [pin.label ?? pin.shortLabel, pin.shortLabel],
      }))
      soon(0)
    },
    setScheme: (next) => {
      painter.setScheme(next)
      soon(0)
    },
    spotOf: (id) => {
      const at = table.at(id, nowMs())
      return at === null ? null : spotOf(at)
    },
    project: (spot) => placed(worldPoint(spot), viewNow()),
    pick: painter.pick,
    pickAll: (x, y) => {
      const picked = painter.pick(x, y)
      if (picked?.kind !== 'cluster') return painter.pickAll(x, y)
      return membersOf(table, picked.cluster, viewNow().worldPixels, nowMs()).map(table.idOf)
    },
    point: (at) => {
      const picked = at === null ? null : painter.pick(at.x, at.y)
      const id = picked?.kind === 'vehicle' ? picked.id : null
      if (id !== pointedId) {
        pointedId = id
        soon(0)
      }
      return picked !== null
    },
    stop: () => {
      clearInterval(ageing)
      clearTimeout(timer)
      cancelAnimationFrame(frame)
      map.off('render', withBasemap)
      map.off('resize', withBasemap)
      painter.remove()
    },
  }
}
