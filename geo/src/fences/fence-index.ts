import Flatbush from 'flatbush'
import { besideLongitude, withinWorld } from '../geometry/date-line.ts'
import type { Coordinates } from '../units.ts'
import { boxOf } from './fence-box.ts'
import type { FenceShape } from './fence-shape.ts'
import { type PreparedFence, prepareFence } from './prepared-fence.ts'

/** Fences found near a place must hold those within the widest margin of a sensitivity and a fix's accuracy. */
const nearMetres = 100

export interface NearFence {
  readonly id: string
  readonly fence: PreparedFence
}

/** A static packed R-tree of fences; a change gives a new one, in which the unchanged fences stay prepared. */
export interface FenceIndex {
  readonly size: number
  get(id: string): PreparedFence | undefined
  /** The fences within 100 m of a place, or of the box around the way from `before` to it; more may be among them. */
  near(place: Coordinates, before?: Coordinates): NearFence[]
  /** An index with some fences added, replaced, or (null) removed; this one stays as it is. */
  with(changes: Iterable<readonly [id: string, shape: FenceShape | null]>): FenceIndex
}

/** Index of valid shapes (`problemsOf` gives none) by id. */
export function createFenceIndex(fences: Iterable<readonly [id: string, shape: FenceShape]>): FenceIndex {
  return indexOf(new Map(Array.from(fences, ([id, shape]) => [id, prepareFence(shape)])))
}

function indexOf(fences: ReadonlyMap<string, PreparedFence>): FenceIndex {
  const { tree, entries } = treeOf(fences)
  return {
    size: fences.size,
    get: (id) => fences.get(id),
    near(place, before) {
      if (!tree) return []
      const x = withinWorld(place.longitude)
      const other = before ? besideLongitude(before.longitude, x) : x
      const y = before ? before.latitude : place.latitude
      const [west, east] = [Math.min(x, other), Math.max(x, other)]
      const [south, north] = [Math.min(place.latitude, y), Math.max(place.latitude, y)]
      const found = tree.search(west, south, east, north)
      const beyond = east > 180 ? -360 : west < -180 ? 360 : 0
      if (beyond === 0) return found.map((at) => entries[at] as NearFence)
      const more = tree.search(west + beyond, south, east + beyond, north)
      return [...new Set([...found, ...more].map((at) => entries[at] as NearFence))]
    },
    with(changes) {
      const next = new Map(fences)
      for (const [id, shape] of changes) {
        if (shape) next.set(id, prepareFence(shape))
        else next.delete(id)
      }
      return indexOf(next)
    },
  }
}

function treeOf(fences: ReadonlyMap<string, PreparedFence>) {
  const entries: NearFence[] = []
  const boxes: number[] = []
  for (const [id, fence] of fences) {
    const { west, south, east, north } = boxOf(fence.shape, nearMetres)
    const entry = { id, fence }
    entries.push(entry)
    boxes.push(west, south, east, north)
    // Beyond the 180th meridian a fence is found from both sides.
    if (east > 180) {
      entries.push(entry)
      boxes.push(west - 360, south, east - 360, north)
    }
  }
  if (entries.length === 0) return { tree: null, entries }
  const tree = new Flatbush(entries.length)
  for (let at = 0; at < boxes.length; at += 4)
    tree.add(boxes[at] as number, boxes[at + 1] as number, boxes[at + 2], boxes[at + 3])
  tree.finish()
  return { tree, entries }
}
