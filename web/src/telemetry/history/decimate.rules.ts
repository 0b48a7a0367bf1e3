import { indexAt, isUnknownAfter, type Track } from './track.rules.ts'

const standingKmh = 3
/** After this silence in milliseconds, only a parked vehicle is assumed to be unchanged. */
const silentMs = 600_000

export interface PlotColumns {
  /** Epoch seconds, as uPlot expects. */
  seconds: number[]
  /** Columns of the same length; null where the value is unknown. */
  values: (number | null)[][]
}

const known = (value: number | undefined): number | null =>
  value === undefined || Number.isNaN(value) ? null : value

/** Appends the two extremes of a bucket in time order. */
function extremes(column: Float64Array, first: number, end: number, to: (number | null)[]): void {
  let least = -1
  let most = -1
  for (let at = first; at < end; at += 1) {
    const value = column[at] ?? Number.NaN
    if (Number.isNaN(value)) continue
    if (least < 0 || value < (column[least] ?? 0)) least = at
    if (most < 0 || value > (column[most] ?? 0)) most = at
  }
  const [one, other] = least <= most ? [least, most] : [most, least]
  to.push(known(column[one]), known(column[other]))
}

/**
 * Reduces columns to the minimum and maximum per pixel in time order, so that no peak is lost. Unknown spans break the
 * line; spans parked without reports do not.
 * @param fromMs, toMs epoch milliseconds; one report beyond each end is included, so that lines reach the edges
 */
export function decimate(
  track: Track,
  names: readonly (keyof Track)[],
  { fromMs, toMs, pixels }: { fromMs: number; toMs: number; pixels: number },
): PlotColumns {
  const { time } = track
  const columns = names.map((name) => track[name])
  const first = Math.max(0, indexAt(time, fromMs))
  const end = Math.min(time.length, indexAt(time, toMs) + 2)
  const seconds: number[] = []
  const values: (number | null)[][] = columns.map(() => [])
  const breakAfter = (at: number) => {
    seconds.push(((time[at - 1] ?? 0) + (time[at] ?? 0)) / 2000)
    for (const value of values) value.push(null)
  }
  const wasStanding = (at: number) =>
    (track.speedKmh[at - 1] ?? 0) < standingKmh && (track.speedKmh[at] ?? 0) < standingKmh
  const isGap = (at: number) =>
    at > first &&
    at < end &&
    (isUnknownAfter(track, at - 1) || ((time[at] ?? 0) - (time[at - 1] ?? 0) > silentMs && !wasStanding(at)))
  if (end - first <= pixels * 2) {
    for (let at = first; at < end; at += 1) {
      if (isGap(at)) breakAfter(at)
      seconds.push((time[at] ?? 0) / 1000)
      for (const [place, column] of columns.entries()) values[place]?.push(known(column[at]))
    }
    return { seconds, values }
  }
  const width = Math.max(1, (toMs - fromMs) / pixels)
  for (let at = first; at < end; ) {
    const startMs = time[at] ?? 0
    if (isGap(at)) breakAfter(at)
    const bucketEnd = startMs + width
    let until = at + 1
    while (until < end && (time[until] ?? 0) < bucketEnd && !isGap(until)) until += 1
    const lastMs = time[until - 1] ?? startMs
    seconds.push(startMs / 1000, until - at > 1 ? lastMs / 1000 : startMs / 1000 + 0.001)
    for (const [place, column] of columns.entries()) extremes(column, at, until, values[place] ?? [])
    at = until
  }
  return { seconds, values }
}
