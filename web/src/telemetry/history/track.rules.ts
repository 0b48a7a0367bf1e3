import type { PositionColumns } from '@rumbo/contract/telemetry.contract'

/** A vehicle's positions in time order, as columns of one length. `NaN` stands for "not known". */
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

/** Between two reports further apart in time and place, what the vehicle did is not known. */
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

export const emptyTrack: Track = trackOf({
  time: [],
  latitude: [],
  longitude: [],
  speedKmh: [],
  heading: [],
  altitude: [],
  odometerMetres: [],
  ignition: [],
  batteryPercent: [],
  fuelPercent: [],
  signalPercent: [],
  satellites: [],
})

/** The columns of an answer, as numbers that lie side by side. */
export function trackOf(columns: PositionColumns): Track {
  return Object.fromEntries(columnNames.map((name) => [name, numbersOf(columns[name])])) as unknown as Track
}

/** One track after another; what of the second is not later than the end of the first is left out. */
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

/** The last of rising times that is not after a moment; -1 where all are. */
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

/** What a route says of the positions of a span: from when, how many, and the times of those in its line. */
export interface RoutePositions {
  fromMs: number
  records: number
  /** Epoch milliseconds, rising; all of them or a choice that ends with the last one. */
  time: readonly number[]
}

/** How many positions from a moment to the end of a route a track lacks; 0 where the route does not list enough. */
export function missingIn(track: Track, fromMs: number, route: RoutePositions): number {
  const lastMs = route.time.at(-1)
  // What is newer comes by itself.
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
  /** Of the report at or before the moment. */
  index: number
  latitude: number
  longitude: number
  /** Degrees from north; null where it is not known. */
  heading: number | null
  speedKmh: number
  /** The reports around are too far apart to interpolate: this is the place of the last one. */
  isUnknown: boolean
}

/** The short way, over the 180th meridian too; -180 to 180. */
function between(from: number, to: number, share: number): number {
  const way = ((((to - from + 180) % 360) + 360) % 360) - 180
  const value = from + way * share
  return value > 180 ? value - 360 : value < -180 ? value + 360 : value
}

/** Whether nobody knows how the vehicle came from a report to the next: long silence, and then another place. */
export function isUnknownAfter(track: Track, at: number, longerThanMs = unknownAfterMs): boolean {
  if ((track.time[at + 1] ?? 0) - (track.time[at] ?? 0) <= longerThanMs) return false
  const up = Math.abs((track.latitude[at + 1] ?? 0) - (track.latitude[at] ?? 0))
  const across = Math.abs((track.longitude[at + 1] ?? 0) - (track.longitude[at] ?? 0))
  return Math.max(up, across) > unknownAfterDegrees
}

/** Between two reports by time, in a straight line; null before the first one. After the last one: its place. */
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

/** What a column says at a moment: of the report at or before it; null where nobody knows, and long after the last. */
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

/** Spans without a report, at whose end the vehicle was elsewhere. */
export function gapsOf(track: Track, longerThanMs = unknownAfterMs): Gap[] {
  const gaps: Gap[] = []
  for (let at = 0; at + 1 < track.time.length; at += 1)
    if (isUnknownAfter(track, at, longerThanMs))
      gaps.push({ fromMs: track.time[at] ?? 0, toMs: track.time[at + 1] ?? 0 })
  return gaps
}

/** The report nearest to a place, and how far off it is in degrees of latitude; null for an empty track. */
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
