/** How marks move between reports: from where they are seen to the newest fix, and never past it. Pure. */

export interface Spot {
  longitude: number
  latitude: number
}
interface Glide {
  from: Spot
  to: Spot
  startMs: number
  durationMs: number
  fixAtMs: number
}

/** A glide lasts as long as there was between the two fixes, within these bounds. */
export const shortestGlideMs = 200
export const longestGlideMs = 10_000
/** After a longer silence, or a longer way, the mark is set down at once: what lay between is not known. */
export const longestGapMs = 30_000
export const longestGlideDegrees = 0.02

const between = (from: number, to: number, share: number) => from + (to - from) * share

function spotAt({ from, to, startMs, durationMs }: Glide, nowMs: number): Spot {
  const share = Math.min(1, Math.max(0, (nowMs - startMs) / durationMs))
  return {
    longitude: between(from.longitude, to.longitude, share),
    latitude: between(from.latitude, to.latitude, share),
  }
}

const isSame = (a: Spot, b: Spot) => a.longitude === b.longitude && a.latitude === b.latitude

export type Motion = ReturnType<typeof createMotion>

/** Holds where each mark is seen. `isStill`: reduced motion, everything at once. */
export function createMotion({ isStill = () => false }: { isStill?: () => boolean } = {}) {
  const marks = new Map<string, Glide>()
  const moving = new Set<string>()

  return {
    /** A fix: `fixAtMs` is the device's time. Gives where the mark is seen now. */
    report: (id: string, to: Spot, fixAtMs: number, nowMs: number): Spot => {
      const before = marks.get(id)
      const gapMs = before === undefined ? Number.POSITIVE_INFINITY : fixAtMs - before.fixAtMs
      const from = before === undefined ? to : spotAt(before, nowMs)
      if (before !== undefined && isSame(before.to, to)) {
        marks.set(id, { ...before, fixAtMs: Math.max(before.fixAtMs, fixAtMs) })
        return from
      }
      const isFar =
        Math.max(Math.abs(to.longitude - from.longitude), Math.abs(to.latitude - from.latitude)) >
        longestGlideDegrees
      const canGlide = gapMs > 0 && gapMs <= longestGapMs && !isFar && !isStill()
      const durationMs = canGlide ? Math.min(longestGlideMs, Math.max(shortestGlideMs, gapMs)) : 1
      marks.set(id, { from: canGlide ? from : to, to, startMs: nowMs, durationMs, fixAtMs })
      if (canGlide) moving.add(id)
      else moving.delete(id)
      return canGlide ? from : to
    },
    forget: (id: string) => {
      marks.delete(id)
      moving.delete(id)
    },
    at: (id: string, nowMs: number): Spot | null => {
      const mark = marks.get(id)
      return mark === undefined ? null : spotAt(mark, nowMs)
    },
    isMoving: () => moving.size > 0,
    /** Marks that moved since they were asked for last; one that arrived is told once more and then rests. */
    moved: (nowMs: number): [id: string, spot: Spot][] => {
      const found: [string, Spot][] = []
      for (const id of moving) {
        const mark = marks.get(id)
        if (mark === undefined) continue
        found.push([id, spotAt(mark, nowMs)])
        if (nowMs >= mark.startMs + mark.durationMs) moving.delete(id)
      }
      return found
    },
  }
}
