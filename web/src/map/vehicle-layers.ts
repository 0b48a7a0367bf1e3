import type { LiveVehicle } from '@rumbo/contract/live.contract'
import { formatDurationShort } from '@rumbo/i18n/formats'
import type { GeoJSONSource, GeoJSONSourceDiff, LayerSpecification, Map as MapLibreMap } from 'maplibre-gl'
import type { SchemeName } from '../ui/tokens.ts'
import { boldFont } from './basemap-style.ts'
import { mapColours } from './map-colours.ts'
import { isStale } from './map-model.ts'
import { createMotion, type Spot } from './motion.ts'
import { clusterCounts, clusterImageExpression, markImageId } from './vehicle-images.ts'

export const vehicleSource = 'vehicles'
export const chosenSource = 'chosen'
export const markLayers = ['vehicle-marks', 'chosen-mark'] as const
export const clusterLayer = 'vehicle-clusters'

const clusterMaxZoom = 12
const emptyData = { type: 'FeatureCollection', features: [] }

const marks = (id: string, source: string, labelMinzoom: number) => ({
  id,
  type: 'symbol',
  source,
  filter: ['!', ['has', 'point_count']],
  layout: {
    'icon-image': ['get', 'image'],
    'icon-allow-overlap': true,
    'icon-ignore-placement': true,
    'text-field': [
      'step',
      ['zoom'],
      ['case', ['get', 'isNamed'], ['get', 'label'], ''],
      labelMinzoom,
      ['get', 'label'],
    ],
    'text-font': boldFont,
    'text-size': 11.5,
    'text-anchor': 'top',
    'text-offset': [0, 1.35],
    'text-allow-overlap': true,
    'text-ignore-placement': true,
    'symbol-sort-key': ['get', 'rank'],
  },
})

function layers(scheme: SchemeName): LayerSpecification[] {
  const colour = mapColours(scheme)
  const label = { 'text-color': colour.label, 'text-halo-color': colour.labelHalo, 'text-halo-width': 1.8 }
  return [
    { ...marks('vehicle-marks', vehicleSource, 14), paint: label },
    {
      id: clusterLayer,
      type: 'symbol',
      source: vehicleSource,
      filter: ['has', 'point_count'],
      layout: {
        'icon-image': clusterImageExpression,
        'icon-allow-overlap': true,
        'icon-ignore-placement': true,
        'text-field': ['to-string', ['get', 'point_count']],
        'text-font': boldFont,
        'text-size': 14,
        'text-allow-overlap': true,
        'text-ignore-placement': true,
      },
      paint: { 'text-color': colour.label },
    },
    { ...marks('chosen-mark', chosenSource, 0), paint: label },
  ] as LayerSpecification[]
}

interface Drawn {
  vehicle: LiveVehicle
  source: string
  image: string
  label: string
}

export interface VehicleLayers {
  /** The vehicles to show; only what differs from before is sent to the map. */
  show: (
    vehicles: readonly LiveVehicle[],
    chosenId: string | null,
    labels?: ReadonlyMap<string, string>,
  ) => void
  setScheme: (scheme: SchemeName) => void
  /** Where a mark is seen at this moment. */
  spotOf: (vehicleId: string) => Spot | null
  stop: () => void
}

export interface VehicleLayersOptions {
  map: MapLibreMap
  scheme: SchemeName
  nowMs: () => number
  isStill: () => boolean
  /** The chosen mark was moved. */
  onMove: () => void
}

/**
 * Marks of vehicles on a map. One source of all, clustered below zoom 13; the chosen one has its own, so that no
 * cluster swallows it. Positions glide; the map gets, at most once per frame and never while it is still busy with the
 * last change, the marks that changed.
 */
export function createVehicleLayers({
  map,
  scheme,
  nowMs,
  isStill,
  onMove,
}: VehicleLayersOptions): VehicleLayers {
  const drawn = new Map<string, Drawn>()
  const motion = createMotion({ isStill })
  const pending = new Map<string, Map<string, 'add' | 'look' | 'move' | 'remove'>>([
    [vehicleSource, new Map()],
    [chosenSource, new Map()],
  ])
  const busy = new Set<string>()
  let labels: ReadonlyMap<string, string> | undefined
  let chosenId: string | null = null
  let frame = 0

  map.addSource(vehicleSource, {
    type: 'geojson',
    data: emptyData,
    promoteId: 'id',
    cluster: true,
    clusterMaxZoom,
    clusterRadius: 34,
    clusterMinPoints: 3,
    clusterProperties: clusterCounts,
  } as Parameters<MapLibreMap['addSource']>[1])
  map.addSource(chosenSource, {
    type: 'geojson',
    data: emptyData,
    promoteId: 'id',
  } as Parameters<MapLibreMap['addSource']>[1])
  for (const layer of layers(scheme)) map.addLayer(layer)

  const lookOf = (vehicle: LiveVehicle) => {
    const isOld = isStale(vehicle, nowMs())
    const name = labels?.get(vehicle.id) ?? vehicle.vehicleNumber
    return {
      source: vehicle.id === chosenId ? chosenSource : vehicleSource,
      image: markImageId({
        status: vehicle.status,
        headingDegrees: isOld ? null : vehicle.heading,
        isSelected: vehicle.id === chosenId,
        isStale: isOld,
      }),
      label:
        isOld && vehicle.at !== null
          ? `${name} · ${formatDurationShort((nowMs() - vehicle.at) / 1000)}`
          : name,
    }
  }
  const propertiesOf = ({ vehicle, image, label }: Drawn) => ({
    id: vehicle.id,
    status: vehicle.status,
    rank: vehicle.status === 'critical' ? 2 : vehicle.status === 'alarmed' ? 1 : 0,
    image,
    label,
    /** Words of its own are shown at every zoom, numbers from 14 on. */
    isNamed: labels?.has(vehicle.id) ?? false,
  })
  const geometryOf = (id: string) => {
    const spot = motion.at(id, nowMs())
    return { type: 'Point' as const, coordinates: [spot?.longitude ?? 0, spot?.latitude ?? 0] }
  }

  function note(source: string, id: string, what: 'add' | 'look' | 'move' | 'remove'): void {
    const changes = pending.get(source)
    const before = changes?.get(id)
    if (before === 'add' && what !== 'remove') return
    if (before === 'look' && what === 'move') return
    changes?.set(id, before === 'remove' && what !== 'remove' ? 'add' : what)
  }

  function diffOf(changes: Map<string, 'add' | 'look' | 'move' | 'remove'>): GeoJSONSourceDiff {
    const diff: Required<Pick<GeoJSONSourceDiff, 'add' | 'update' | 'remove'>> = {
      add: [],
      update: [],
      remove: [],
    }
    for (const [id, what] of changes) {
      const one = drawn.get(id)
      if (what === 'remove' || one === undefined) {
        diff.remove.push(id)
      } else if (what === 'add') {
        diff.add.push({ type: 'Feature', id, geometry: geometryOf(id), properties: propertiesOf(one) })
      } else {
        diff.update.push({
          id,
          newGeometry: geometryOf(id),
          ...(what === 'look' && {
            addOrUpdateProperties: Object.entries(propertiesOf(one)).map(([key, value]) => ({ key, value })),
          }),
        })
      }
    }
    return diff
  }

  function send(): void {
    for (const [name, changes] of pending) {
      if (changes.size === 0 || busy.has(name)) continue
      const source = map.getSource<GeoJSONSource>(name)
      if (source === undefined) continue
      const diff = diffOf(changes)
      changes.clear()
      busy.add(name)
      const free = () => {
        busy.delete(name)
        soon()
      }
      source.updateData(diff).then(free, free)
    }
  }

  function turn(): void {
    frame = 0
    let hasChosenMoved = false
    for (const [id] of motion.moved(nowMs())) {
      const one = drawn.get(id)
      if (one === undefined) continue
      note(one.source, id, 'move')
      if (id === chosenId) hasChosenMoved = true
    }
    send()
    if (hasChosenMoved) onMove()
    if (motion.isMoving()) soon()
  }

  function soon(): void {
    const hasWork = motion.isMoving() || [...pending].some(([name, all]) => all.size > 0 && !busy.has(name))
    if (frame === 0 && hasWork) frame = requestAnimationFrame(turn)
  }

  function place(vehicle: LiveVehicle): void {
    const { latitude, longitude } = vehicle
    if (latitude === null || longitude === null) {
      take(vehicle.id)
      return
    }
    motion.report(vehicle.id, { latitude, longitude }, vehicle.at ?? 0, nowMs())
    const before = drawn.get(vehicle.id)
    const next: Drawn = { vehicle, ...lookOf(vehicle) }
    drawn.set(vehicle.id, next)
    if (before !== undefined && before.source !== next.source) note(before.source, vehicle.id, 'remove')
    if (before === undefined || before.source !== next.source) note(next.source, vehicle.id, 'add')
    else if (before.image !== next.image || before.label !== next.label) note(next.source, vehicle.id, 'look')
    else note(next.source, vehicle.id, 'move')
  }

  function take(id: string): void {
    const before = drawn.get(id)
    if (before === undefined) return
    drawn.delete(id)
    motion.forget(id)
    note(before.source, id, 'remove')
  }

  /** What turned old since it was drawn, and the ages written beside it. */
  const ageing = setInterval(() => {
    for (const one of drawn.values()) {
      const { image, label } = lookOf(one.vehicle)
      if (image === one.image && label === one.label) continue
      Object.assign(one, { image, label })
      note(one.source, one.vehicle.id, 'look')
    }
    soon()
  }, 2000)

  return {
    show: (vehicles, nextChosenId, nextLabels) => {
      const mustRelook = nextChosenId !== chosenId || nextLabels !== labels
      chosenId = nextChosenId
      labels = nextLabels
      const here = new Set<string>()
      for (const vehicle of vehicles) {
        here.add(vehicle.id)
        if (mustRelook || drawn.get(vehicle.id)?.vehicle !== vehicle) place(vehicle)
      }
      for (const id of [...drawn.keys()]) if (!here.has(id)) take(id)
      soon()
    },
    setScheme: (next) => {
      for (const layer of layers(next)) {
        for (const [name, value] of Object.entries(layer.paint ?? {})) {
          map.setPaintProperty(layer.id, name as never, value as never)
        }
      }
    },
    spotOf: (id) => motion.at(id, nowMs()),
    stop: () => {
      clearInterval(ageing)
      cancelAnimationFrame(frame)
    },
  }
}
