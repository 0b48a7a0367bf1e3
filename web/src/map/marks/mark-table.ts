import { type VehicleMarkStatus, vehicleMarkStatuses } from '../../ui/vehicle-mark.ts'

/**
 * Places of all marks and their animation between reports: from the current place to the newest fix, never beyond it.
 * Columns instead of objects, so that tens of thousands are processed in 1 to 2 ms. Pure.
 */

/** A place in Web Mercator: 0 to 1 from west to east and from north to south. */
export interface WorldPoint {
  x: number
  y: number
}
export interface Spot {
  longitude: number
  latitude: number
}

/** An animation lasts as long as the time between the two fixes, within these bounds in milliseconds. */
const shortestGlideMs = 200
const longestGlideMs = 10_000
/** After a longer silence or distance the mark jumps: the route between is unknown. */
export const longestGapMs = 30_000
const longestGlide = 0.02 / 360

const furthestLatitude = 85.051_128_779_806_59

export function worldPoint({ longitude, latitude }: Spot): WorldPoint {
  const held = Math.max(-furthestLatitude, Math.min(furthestLatitude, latitude))
  const sine = Math.sin((held * Math.PI) / 180)
  const x = longitude / 360 + 0.5
  return { x: x - Math.floor(x), y: 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI) }
}

export function spotOf({ x, y }: WorldPoint): Spot {
  const whole = x - Math.floor(x)
  return {
    longitude: (whole - 0.5) * 360,
    latitude: (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI,
  }
}

/** The difference of two places from west to east the short way: -0.5 to 0.5. */
export const shortWay = (difference: number): number => difference - Math.round(difference)

export interface MarkReport extends Spot {
  id: string
  status: VehicleMarkStatus
  heading: number | null
  /** The device's time, epoch milliseconds. */
  fixAtMs: number
}

export type MarkTable = ReturnType<typeof createMarkTable>

const columnsOf = (size: number) => ({
  fromX: new Float64Array(size),
  fromY: new Float64Array(size),
  toX: new Float64Array(size),
  toY: new Float64Array(size),
  startMs: new Float64Array(size),
  endMs: new Float64Array(size),
  fixAtMs: new Float64Array(size),
  /** Index in `vehicleMarkStatuses`; `absent` if the slot is free. */
  status: new Uint8Array(size),
  /** Degrees; negative if unknown. */
  heading: new Float32Array(size),
  /** Never part of a cluster. */
  isLone: new Uint8Array(size),
})
type Columns = ReturnType<typeof columnsOf>

export const absent = 255
const statusNumber = new Map<string, number>(vehicleMarkStatuses.map((status, at) => [status, at]))

/** `isStill`: reduced motion, without animation. */
export function createMarkTable({ isStill = () => false }: { isStill?: () => boolean } = {}) {
  const slots = new Map<string, number>()
  const ids: string[] = []
  const free: number[] = []
  let columns: Columns = columnsOf(64)

  function grow(): void {
    const larger = columnsOf(columns.status.length * 2)
    for (const name of Object.keys(columns) as (keyof Columns)[]) larger[name].set(columns[name] as never)
    columns = larger
  }

  function slotFor(id: string): number {
    const slot = free.pop() ?? ids.length
    if (slot === columns.status.length) grow()
    ids[slot] = id
    slots.set(id, slot)
    columns.isLone[slot] = 0
    return slot
  }

  /** Progress of a mark's animation, 0 to 1. */
  const shareAt = (slot: number, nowMs: number): number => {
    const [start = 0, end = 0] = [columns.startMs[slot], columns.endMs[slot]]
    return nowMs >= end ? 1 : nowMs <= start ? 0 : (nowMs - start) / (end - start)
  }
  const xAt = (slot: number, share: number): number => {
    const [from = 0, to = 0] = [columns.fromX[slot], columns.toX[slot]]
    return from + (to - from) * share
  }
  const yAt = (slot: number, share: number): number => {
    const [from = 0, to = 0] = [columns.fromY[slot], columns.toY[slot]]
    return from + (to - from) * share
  }

  return {
    /** The current columns; read them again after every report, because they may have grown. */
    columns: () => columns,
    /** Slots in use are below this; free ones among them are `absent`. */
    size: () => ids.length,
    idOf: (slot: number): string => ids[slot] ?? '',
    slotOf: (id: string): number | undefined => slots.get(id),
    shareAt,
    xAt,
    yAt,
    /** Records a fix and returns the slot. */
    report: ({ id, longitude, latitude, status, heading, fixAtMs }: MarkReport, nowMs: number): number => {
      const known = slots.get(id)
      const slot = known ?? slotFor(id)
      const to = worldPoint({ longitude, latitude })
      columns.status[slot] = statusNumber.get(status) ?? absent - 1
      columns.heading[slot] = heading ?? -1
      const beforeMs = columns.fixAtMs[slot] ?? 0
      if (known !== undefined && columns.toX[slot] === to.x && columns.toY[slot] === to.y) {
        columns.fixAtMs[slot] = Math.max(beforeMs, fixAtMs)
        return slot
      }
      const gapMs = known === undefined ? Number.POSITIVE_INFINITY : fixAtMs - beforeMs
      const share = shareAt(slot, nowMs)
      // Across the date line the short way: the start lies beyond the edge of the world.
      const seenX = to.x - shortWay(to.x - xAt(slot, share))
      const seenY = yAt(slot, share)
      const isFar = Math.max(Math.abs(to.x - seenX), Math.abs(to.y - seenY)) > longestGlide
      const canGlide = gapMs > 0 && gapMs <= longestGapMs && !isFar && !isStill()
      const durationMs = canGlide ? Math.min(longestGlideMs, Math.max(shortestGlideMs, gapMs)) : 0
      columns.fromX[slot] = canGlide ? seenX : to.x
      columns.fromY[slot] = canGlide ? seenY : to.y
      columns.toX[slot] = to.x
      columns.toY[slot] = to.y
      columns.startMs[slot] = nowMs
      columns.endMs[slot] = nowMs + durationMs
      columns.fixAtMs[slot] = fixAtMs
      return slot
    },
    forget: (id: string): void => {
      const slot = slots.get(id)
      if (slot === undefined) return
      slots.delete(id)
      ids[slot] = ''
      columns.status[slot] = absent
      free.push(slot)
    },
    clear: (): void => {
      slots.clear()
      ids.length = 0
      free.length = 0
      columns = columnsOf(64)
    },
    setLone: (id: string, isLone: boolean): void => {
      const slot = slots.get(id)
      if (slot !== undefined) columns.isLone[slot] = isLone ? 1 : 0
    },
    /** The place of a mark at a moment (epoch milliseconds). */
    at: (id: string, nowMs: number): WorldPoint | null => {
      const slot = slots.get(id)
      if (slot === undefined) return null
      const share = shareAt(slot, nowMs)
      return { x: xAt(slot, share), y: yAt(slot, share) }
    },
    /** Whether a mark is moving at a moment. */
    isGliding: (slot: number, nowMs: number): boolean => nowMs < (columns.endMs[slot] ?? 0),
  }
}
