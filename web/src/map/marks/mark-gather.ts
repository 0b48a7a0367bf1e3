import { vehicleMarkStatuses } from '../../ui/vehicle-mark.ts'
import type { MarkTable, WorldPoint } from './mark-table.ts'

/** The view: its centre, the width of the whole world in pixels, and the size of the map. */
export interface SceneView {
  centre: WorldPoint
  worldPixels: number
  width: number
  height: number
}

export interface Cluster extends WorldPoint {
  count: number
  /** Indexed as `vehicleMarkStatuses`. */
  counts: Uint32Array
  /** The extent of its members, relative to its centre. */
  west: number
  east: number
  north: number
  south: number
}

export interface Nearness {
  /** Cell size of the first, coarse step. */
  cellPixels: number
  /** Minimum distance between the centres of two groups. */
  apartPixels: number
  /**
   * Groups closer than this still overlap and are merged; with a greater distance one group would absorb the next.
   */
  coveredPixels: number
  /** Smaller groups are not merged. */
  minTogether: number
}

/** Marks in view, as parallel lists. */
export interface Visible {
  slots: number[]
  /** Relative to the centre of the view, as a fraction of the world. */
  x: number[]
  y: number[]
}

export interface GatherOptions {
  table: MarkTable
  view: SceneView
  visible: Visible
  nearness: Nearness
  /** Whether a vehicle is never part of a cluster. */
  staysAlone: (slot: number) => boolean
}

/** Marks slightly outside are drawn too: they extend into the view, and appear at once when the map is dragged. */
export const scenePadPixels = 120
export const tilePixels = 512
const statusCount = vehicleMarkStatuses.length

export const zoomOf = (worldPixels: number): number => Math.log2(worldPixels / tilePixels)

/**
 * Clusters marks in two steps: marks fall into small cells fixed on the map, then nearby cells are merged. Only the
 * first step grows with the number of marks, and clusters keep their place.
 */
export function gather(options: GatherOptions): { alone: Visible; clusters: Cluster[] } {
  const { table, view, visible, staysAlone } = options
  const { cellPixels, apartPixels, coveredPixels, minTogether } = options.nearness
  const { centre, worldPixels, width, height } = view
  const level = Math.floor(zoomOf(worldPixels))
  const reachCells = Math.ceil(apartPixels / cellPixels)
  const cellsAcross = (tilePixels * 2 ** level) / cellPixels
  const firstColumn = Math.floor((centre.x - (width / 2 + scenePadPixels) / worldPixels) * cellsAcross)
  const firstRow = Math.floor((centre.y - (height / 2 + scenePadPixels) / worldPixels) * cellsAcross)
  const columnCount = Math.ceil(((width + 2 * scenePadPixels) / worldPixels) * cellsAcross) + 2
  const rowCount = Math.ceil(((height + 2 * scenePadPixels) / worldPixels) * cellsAcross) + 2
  const cells = columnCount * rowCount
  const count = new Uint32Array(cells)
  const sumX = new Float64Array(cells)
  const sumY = new Float64Array(cells)
  const cellOf = new Int32Array(visible.slots.length)
  const alone: Visible = { slots: [], x: [], y: [] }
  const leaveAlone = (at: number) => {
    alone.slots.push(visible.slots[at] ?? 0)
    alone.x.push(visible.x[at] ?? 0)
    alone.y.push(visible.y[at] ?? 0)
  }

  visible.slots.forEach((slot, at) => {
    if (staysAlone(slot)) {
      cellOf[at] = -1
      leaveAlone(at)
      return
    }
    const [dx = 0, dy = 0] = [visible.x[at], visible.y[at]]
    const column = Math.floor((centre.x + dx) * cellsAcross) - firstColumn
    const row = Math.floor((centre.y + dy) * cellsAcross) - firstRow
    const cell = Math.max(0, Math.min(cells - 1, row * columnCount + column))
    cellOf[at] = cell
    count[cell] = (count[cell] ?? 0) + 1
    sumX[cell] = (sumX[cell] ?? 0) + dx
    sumY[cell] = (sumY[cell] ?? 0) + dy
  })

  const groupOf = new Int32Array(cells).fill(-1)
  const groups: { x: number; y: number; count: number }[] = []
  const nearSquared = (apartPixels / (tilePixels * 2 ** level)) ** 2
  const isNear = (ax: number, ay: number, bx: number, by: number) =>
    (ax - bx) ** 2 + (ay - by) ** 2 < nearSquared
  for (let cell = 0; cell < cells; cell += 1) {
    if (count[cell] === 0 || groupOf[cell] !== -1) continue
    const [number = 0, x = 0, y = 0] = [count[cell], sumX[cell], sumY[cell]]
    const group = { x, y, count: number }
    groupOf[cell] = groups.length
    const [column, row] = [cell % columnCount, Math.floor(cell / columnCount)]
    for (let down = 0; down <= reachCells && row + down < rowCount; down += 1) {
      for (let across = -reachCells; across <= reachCells; across += 1) {
        if (column + across < 0 || column + across >= columnCount) continue
        const other = cell + down * columnCount + across
        const [otherCount = 0, otherX = 0, otherY = 0] = [count[other], sumX[other], sumY[other]]
        if (otherCount === 0 || groupOf[other] !== -1) continue
        if (!isNear(x / number, y / number, otherX / otherCount, otherY / otherCount)) continue
        groupOf[other] = groups.length
        group.x += otherX
        group.y += otherY
        group.count += otherCount
      }
    }
    groups.push(group)
  }
  const covered = (coveredPixels / (tilePixels * 2 ** level)) ** 2
  const joined = joinNear(groups, (ax, ay, bx, by) => (ax - bx) ** 2 + (ay - by) ** 2 < covered)

  const clusters = groups.map((group, at): Cluster | null =>
    joined[at] === at && group.count >= minTogether
      ? {
          x: centre.x + group.x / group.count,
          y: centre.y + group.y / group.count,
          count: group.count,
          counts: new Uint32Array(statusCount),
          west: 0,
          east: 0,
          north: 0,
          south: 0,
        }
      : null,
  )
  const { status } = table.columns()
  visible.slots.forEach((slot, at) => {
    const cell = cellOf[at] ?? -1
    if (cell === -1) return
    const cluster = clusters[joined[groupOf[cell] ?? -1] ?? -1] ?? null
    if (cluster === null) {
      leaveAlone(at)
      return
    }
    const number = status[slot] ?? 0
    cluster.counts[number] = (cluster.counts[number] ?? 0) + 1
    const [dx, dy] = [
      centre.x + (visible.x[at] ?? 0) - cluster.x,
      centre.y + (visible.y[at] ?? 0) - cluster.y,
    ]
    cluster.west = Math.min(cluster.west, dx)
    cluster.east = Math.max(cluster.east, dx)
    cluster.north = Math.min(cluster.north, dy)
    cluster.south = Math.max(cluster.south, dy)
  })
  return { alone, clusters: clusters.filter((cluster) => cluster !== null) }
}

/** Merges groups whose centres still overlap, the smaller into the larger. Returns the target of each group. */
function joinNear(
  groups: { x: number; y: number; count: number }[],
  isNear: (ax: number, ay: number, bx: number, by: number) => boolean,
): Int32Array {
  const joined = Int32Array.from(groups, (_, at) => at)
  // Sorted from west to east, so that only neighbours within reach are compared.
  const order = [...groups.keys()].sort((a, b) => middleX(groups[a]) - middleX(groups[b]))
  order.forEach((index, place) => {
    const group = groups[index]
    if (group === undefined || joined[index] !== index) return
    for (const other of order.slice(place + 1)) {
      const next = groups[other]
      if (next === undefined || joined[other] !== other) continue
      const [ax, bx] = [group.x / group.count, next.x / next.count]
      if (!isNear(ax, 0, bx, 0)) break
      if (!isNear(ax, group.y / group.count, bx, next.y / next.count)) continue
      const [into, from] = group.count >= next.count ? [index, other] : [other, index]
      const [large, small] = [groups[into], groups[from]]
      if (large === undefined || small === undefined) continue
      large.x += small.x
      large.y += small.y
      large.count += small.count
      for (let at = 0; at < joined.length; at += 1) if (joined[at] === from) joined[at] = into
      if (from === index) return
    }
  })
  return joined
}

const middleX = (group: { x: number; count: number } | undefined) =>
  group === undefined ? 0 : group.x / group.count
