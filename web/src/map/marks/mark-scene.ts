import { vehicleMarkStatuses } from '../../ui/vehicle-mark.ts'
import {
  type Cluster,
  gather,
  type Nearness,
  type SceneView,
  scenePadPixels,
  tilePixels,
  type Visible,
  zoomOf,
} from './mark-gather.ts'
import { absent, type MarkTable, shortWay, spotOf, type WorldPoint } from './mark-table.ts'

/** The mark or ring under the pointer. */
export type Picked = { kind: 'vehicle'; id: string } | { kind: 'cluster'; cluster: Cluster }

/** The marks in view, single or grouped. */
export interface Scene {
  /** Slots of the table, most urgent last. */
  singles: number[]
  clusters: Cluster[]
  /** By slot: singles drawn beside the spot they share with others. */
  fanned: ReadonlyMap<number, Fanned>
}

interface Fanned {
  spot: WorldPoint
  /** Pixels from the spot. */
  dx: number
  dy: number
}

/** From this zoom on marks are separate while they are few, except where one would hide the others. */
const aloneFromZoom = 13
export const maxSingles = 1_500
/** The maximum zoom. */
export const closestZoom = 19
/** A ring that would be smaller than this even at the maximum zoom is not opened by zooming in. */
const minOpenPixels = 60
/** From this zoom on, up to this many vehicles of one spot fan out around it. */
const fanFromZoom = 17
const maxFanned = 8
const fanRadiusPixels = 34

/**
 * Distance at which three overlapping marks are grouped: far out the size of a ring, at street level the size of a
 * mark.
 */
const crowd: Nearness = { cellPixels: 17, apartPixels: 46, coveredPixels: 30, minTogether: 3 }
const closeGroup: Nearness = { cellPixels: 12, apartPixels: 20, coveredPixels: 30, minTogether: 3 }
/** Distance at which only the upper of two marks would be visible. */
const stack: Nearness = { cellPixels: 8, apartPixels: 8, coveredPixels: 6, minTogether: 2 }
/** A vehicle that moves this far until its next report is only passing, and is not grouped. */
const passingPixels = 6

const urgent = vehicleMarkStatuses.indexOf('alarmed')

/** Selects the marks in view and groups overlapping ones: whole areas at low zoom, only stacks at high zoom. */
export function composeScene(table: MarkTable, view: SceneView, nowMs: number): Scene {
  const visible = inView(table, view, nowMs)
  const { isLone, fromX, fromY, toX, toY } = table.columns()
  const isClose = zoomOf(view.worldPixels) >= aloneFromZoom && visible.slots.length <= maxSingles
  const isNamed = (slot: number) => isLone[slot] === 1
  const isPassing = (slot: number) =>
    table.isGliding(slot, nowMs) &&
    Math.hypot((toX[slot] ?? 0) - (fromX[slot] ?? 0), (toY[slot] ?? 0) - (fromY[slot] ?? 0)) *
      view.worldPixels >
      passingPixels
  const crowds = gather({
    table,
    view,
    visible,
    staysAlone: isNamed,
    nearness: isClose ? closeGroup : crowd,
  })
  const stacks = gather({
    table,
    view,
    visible: crowds.alone,
    nearness: stack,
    staysAlone: (slot) => isNamed(slot) || (isClose && isPassing(slot)),
  })
  const clusters = [...crowds.clusters, ...stacks.clusters]
  const fanned = new Map<number, Fanned>()
  const kept = clusters.filter((cluster) => {
    if (zoomOf(view.worldPixels) < fanFromZoom || cluster.count > maxFanned) return true
    const members = membersOf(table, cluster, view.worldPixels, nowMs).filter((slot) => !isNamed(slot))
    if (members.length > maxFanned || members.some((slot) => fanned.has(slot))) return true
    members.forEach((slot, at) => {
      const radians = (at / members.length) * 2 * Math.PI - Math.PI / 2
      fanned.set(slot, {
        spot: { x: cluster.x, y: cluster.y },
        dx: Math.cos(radians) * fanRadiusPixels,
        dy: Math.sin(radians) * fanRadiusPixels,
      })
    })
    return false
  })
  const alone = stacks.alone.slots.filter((slot) => !fanned.has(slot))
  return { singles: byUrgency(table, [...alone, ...fanned.keys()]), clusters: kept, fanned }
}

function inView(table: MarkTable, { centre, worldPixels, width, height }: SceneView, nowMs: number): Visible {
  const { status, toX, toY, endMs } = table.columns()
  const visible: Visible = { slots: [], x: [], y: [] }
  const halfX = (width / 2 + scenePadPixels) / worldPixels
  const halfY = (height / 2 + scenePadPixels) / worldPixels
  for (let slot = 0, size = table.size(); slot < size; slot += 1) {
    if (status[slot] === absent) continue
    const isMoving = nowMs < (endMs[slot] ?? 0)
    const share = isMoving ? table.shareAt(slot, nowMs) : 1
    const dy = (isMoving ? table.yAt(slot, share) : (toY[slot] ?? 0)) - centre.y
    if (dy > halfY || dy < -halfY) continue
    const dx = shortWay((isMoving ? table.xAt(slot, share) : (toX[slot] ?? 0)) - centre.x)
    if (dx > halfX || dx < -halfX) continue
    visible.slots.push(slot)
    visible.x.push(dx)
    visible.y.push(dy)
  }
  return visible
}

/** Critical or alarmed. */
export const isUrgent = (table: MarkTable, slot: number): boolean =>
  (table.columns().status[slot] ?? 0) <= urgent

function byUrgency(table: MarkTable, slots: readonly number[]): number[] {
  const { status } = table.columns()
  const urgentOnes = slots
    .filter((slot) => isUrgent(table, slot))
    .sort((a, b) => (status[b] ?? 0) - (status[a] ?? 0))
  return [...slots.filter((slot) => !isUrgent(table, slot)), ...urgentOnes]
}

/** The bounds of a cluster's members in degrees; across the date line east exceeds 180. */
export function boxOf({ x, y, west, east, north, south }: Cluster) {
  const [first, last] = [spotOf({ x: x + west, y: y + south }), spotOf({ x: x + east, y: y + north })]
  return {
    west: first.longitude,
    east: first.longitude + (east - west) * 360,
    south: first.latitude,
    north: last.latitude,
  }
}

/** Whether zooming in separates the members of a ring; never for those on one spot. */
export const canOpen = ({ west, east, north, south }: Cluster, zoom: number): boolean =>
  zoom < closestZoom - 0.5 &&
  Math.max(east - west, south - north) * tilePixels * 2 ** closestZoom >= minOpenPixels

/** The slots of a ring; a few pixels of tolerance, since they have moved since. */
export function membersOf(table: MarkTable, cluster: Cluster, worldPixels: number, nowMs: number): number[] {
  const { status } = table.columns()
  const spare = stack.apartPixels / worldPixels
  const found: number[] = []
  for (let slot = 0, size = table.size(); slot < size; slot += 1) {
    if (status[slot] === absent) continue
    const share = table.shareAt(slot, nowMs)
    const dx = shortWay(table.xAt(slot, share) - cluster.x)
    const dy = table.yAt(slot, share) - cluster.y
    if (dx < cluster.west - spare || dx > cluster.east + spare) continue
    if (dy < cluster.north - spare || dy > cluster.south + spare) continue
    found.push(slot)
  }
  return found
}
