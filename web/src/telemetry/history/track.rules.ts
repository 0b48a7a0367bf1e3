import type { PositionColumns } from '@rumbo/contract/telemetry.contract'

/** A vehicle's positions in time order, as columns of equal length. `NaN` means unknown. */
export interface Track {
  /** Epoch milliseconds. */
  time: Float64Array
  latitude: Float64Array
  longitude: Float64Array
  speedKmh: Float64Array
  heading: Float64Array
  /** 1 on, 0 off. */
  ignition: Float64Array
  batteryPercent: Float64Array
  fuelPercent: Float64Array
  signalPercent: Float64Array
  satellites: Float64Array
}
export type TrackColumn = keyof Track

const columnNames = [
  'time',
  'latitude',
  'longitude',
  'speedKmh',
  'heading',
  'ignition',
  'batteryPercent',
  'fuelPercent',
  'signalPercent',
  'satellites',
] as const satisfies readonly TrackColumn[]

/** Beyond this time between two reports at different places, in milliseconds, the vehicle's movement is unknown. */
const unknownAfterMs = 180_000
const unknownAfterDegrees = 0.001

const numbersOf = (values: readonly (number | boolean | null)[]): Float64Array => {
  const numbers = new Float64Array(values.length)
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at]
    numbers[at] = value === null || value === undefined ? Number.NaN : Number(value)
  }
  return numbers
}

/** Converts the columns of an answer to typed arrays. */
export function trackOf(columns: PositionColumns): Track {
  return Object.fromEntries(columnNames.map((name) => [name, numbersOf(columns[name])])) as unknown as Track
}

export const emptyTrack = Object.fromEntries(
  columnNames.map((name) => [name, new Float64Array()]),
) as unknown as Track

/** Appends a track to another; positions of the second that are not later than the end of the first are skipped. */
export function joinTracks(one: Track, other: Track): Track {
  const last = one.time.at(-1)
  const from = last === undefined ? 0 : indexAt(other.time, last) + 1
  if (from >= other.time.length) return one
  if (last === undefined) return other
  const joined = columnNames.map((name) => {
    const rest = other[name].subarray(from)
    const all = new Float64Array(one[name].length + rest.length)
    all.set(one[name])
    all.set(rest, one[name].length)
    return [name, all]
  })
  return Object.fromEntries(joined) as unknown as Track
}

/** Index of the last of the ascending times that is not after a moment; -1 if all are after it. */
export function indexAt(times: Float64Array, ms: number): number {
  let low = 0
  let high = times.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((times[middle] ?? 0) <= ms) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** The positions of a span according to a route: its start, their number, and the times of those in its line. */
export interface RoutePositions {
  fromMs: number
  records: number
  /** Epoch milliseconds, ascending; all of them or a sample that includes the last one. */
  time: readonly number[]
}

/**
 * The number of positions missing in a track from a moment to the end of a route; 0 if the route lists too few to
 * know.
 */
export function missingIn(track: Track, fromMs: number, route: RoutePositions): number {
  const lastMs = route.time.at(-1)
  // Newer positions are read separately.
  if (lastMs === undefined || (track.time.at(-1) ?? 0) < lastMs) return 0
  const sinceMs = Math.max(fromMs, route.fromMs)
  const isAll = route.time.length === route.records
  if (!isAll && fromMs > route.fromMs) return 0
  const expected = isAll ? route.time.filter((ms) => ms >= sinceMs).length : route.records
  const before = track.time.findIndex((ms) => ms >= sinceMs)
  const present = before < 0 ? 0 : indexAt(track.time, lastMs) + 1 - before
  return Math.max(0, expected - present)
}

/** Where a vehicle was at a moment. */
export interface TrackSpot {
  /** Index of the report at or before the moment. */
  index: number
  latitude: number
  longitude: number
  /** Degrees clockwise from north; null if unknown. */
  heading: number | null
  speedKmh: number
  /** The reports around the moment are too far apart to interpolate: the place is that of the earlier one. */
  isUnknown: boolean
}

/** The signed difference the short way, also across the 180th meridian; -180 to 180. */
function between(from: number, to: number, share: number): number {
  const way = ((((to - from + 180) % 360) + 360) % 360) - 180
  const value = from + way * share
  return value > 180 ? value - 360 : value < -180 ? value + 360 : value
}

/** Whether the movement from a report to the next is unknown: a long silence, then another place. */
export function isUnknownAfter(track: Track, at: number, longerThanMs = unknownAfterMs): boolean {
  if ((track.time[at + 1] ?? 0) - (track.time[at] ?? 0) <= longerThanMs) return false
  const up = Math.abs((track.latitude[at + 1] ?? 0) - (track.latitude[at] ?? 0))
  const across = Math.abs((track.longitude[at + 1] ?? 0) - (track.longitude[at] ?? 0))
  return Math.max(up, across) > unknownAfterDegrees
}

/** Interpolates linearly between two reports; null before the first one. After the last one: its place. */
export function spotAt(track: Track, ms: number, unknownAfter = unknownAfterMs): TrackSpot | null {
  const index = indexAt(track.time, ms)
  if (index < 0) return null
  const value = (column: TrackColumn, at = index) => track[column][at] ?? Number.NaN
  const heading = Number.isNaN(value('heading')) ? null : value('heading')
  const here = { index, latitude: value('latitude'), longitude: value('longitude'), heading }
  const next = track.time[index + 1]
  if (next === undefined) return { ...here, speedKmh: value('speedKmh'), isUnknown: false }
  const lasts = next - value('time')
  if (isUnknownAfter(track, index, unknownAfter))
    return { ...here, speedKmh: value('speedKmh'), isUnknown: ms > value('time') }
  const share = lasts === 0 ? 0 : (ms - value('time')) / lasts
  const speed = value('speedKmh')
  return {
    index,
    latitude: here.latitude + (value('latitude', index + 1) - here.latitude) * share,
    longitude: between(here.longitude, value('longitude', index + 1), share),
    heading,
    speedKmh: speed + (value('speedKmh', index + 1) - speed) * share,
    isUnknown: false,
  }
}

/** The value of a column in the report at or before a moment; null if unknown or long after the last report. */
export function valueAt(track: Track, column: TrackColumn, ms: number): number | null {
  const index = indexAt(track.time, ms)
  const value = track[column][index]
  if (value === undefined || Number.isNaN(value)) return null
  const since = ms - (track.time[index] ?? 0)
  const isUnknown = index + 1 < track.time.length ? isUnknownAfter(track, index) : since > unknownAfterMs
  return since > 0 && isUnknown ? null : value
}

export interface Gap {
  fromMs: number
  toMs: number
}

/** Spans without a report after which the vehicle was elsewhere. */
export function gapsOf(track: Track, longerThanMs = unknownAfterMs): Gap[] {
  const gaps: Gap[] = []
  for (let at = 0; at + 1 < track.time.length; at += 1)
    if (isUnknownAfter(track, at, longerThanMs))
      gaps.push({ fromMs: track.time[at] ?? 0, toMs: track.time[at + 1] ?? 0 })
  return gaps
}

/** The report nearest to a place, and its distance in degrees of latitude; null for an empty track. */
export function nearestTo(
  track: Pick<Track, 'latitude' | 'longitude'>,
  place: { latitude: number; longitude: number },
): { index: number; degrees: number } | null {
  const narrow = Math.cos((place.latitude * Math.PI) / 180)
  let best = Number.POSITIVE_INFINITY
  let index = -1
  for (let at = 0; at < track.latitude.length; at += 1) {
    const up = (track.latitude[at] ?? 0) - place.latitude
    const across = ((((track.longitude[at] ?? 0) - place.longitude + 540) % 360) - 180) * narrow
    const squared = up * up + across * across
    if (squared >= best) continue
    best = squared
    index = at
  }
  return index < 0 ? null : { index, degrees: Math.sqrt(best) }
}
