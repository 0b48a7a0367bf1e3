import type { PositionColumns } from '@rumbo/contract/telemetry.contract'
import { simplifyInSteps } from '@rumbo/geo'
import { hiddenFlags, storedToDegrees } from '../telemetry.rules.ts'
import { ignitionOf, landmarksOf, type MomentRange, newPositionColumns } from './telemetry.history.rules.ts'
import { readPacked } from './telemetry.hours.rules.ts'
import { epoch2000Ms } from './telemetry.positions.rules.ts'

/** The columns of a route, in packing order, as arrays of numbers; NaN: unknown. */
export const trackColumnNames = [
  'fixTime',
  'latitude',
  'longitude',
  'odometerMetres',
  'speedTenths',
  'heading',
  'altitude',
  'flags',
  'satellites',
  'batteryPercent',
  'fuelPercent',
  'signalPercent',
] as const
type TrackColumnName = (typeof trackColumnNames)[number]
type Columns = Record<TrackColumnName, Float64Array>

/** Positions of a vehicle in order of time, in the units of `telemetry.positions`, for reading many of them at once. */
export interface StoredTrack {
  count: number
  columns: Columns
  /** Order positions of the same time; null for a track that is not merged. */
  hashes: BigInt64Array | null
}

const newColumns = (size: number): Columns =>
  Object.fromEntries(trackColumnNames.map((name) => [name, new Float64Array(size)])) as Columns

export const newTrack = ({ size = 4_096, hasHashes = false } = {}): StoredTrack => ({
  count: 0,
  columns: newColumns(size),
  hashes: hasHashes ? new BigInt64Array(size) : null,
})

/** Reserves capacity for a number of further positions. */
function makeRoom(track: StoredTrack, more: number): void {
  const size = track.columns.fixTime.length
  const wanted = track.count + more
  if (wanted <= size) return
  const larger = newTrack({ size: Math.max(wanted, size * 2), hasHashes: track.hashes !== null })
  for (const name of trackColumnNames) larger.columns[name].set(track.columns[name].subarray(0, track.count))
  if (track.hashes !== null) larger.hashes?.set(track.hashes.subarray(0, track.count))
  track.columns = larger.columns
  track.hashes = larger.hashes
}

/** Accepts the positions written after `count`, in order of time, without those outside the range. */
function trimToRange(track: StoredTrack, more: number, { fromMs, toMs }: MomentRange): void {
  const { columns, hashes, count } = track
  const { fixTime } = columns
  let [first, end] = [count, count + more]
  while (first < end && (fixTime[first] ?? 0) < fromMs) first += 1
  while (end > first && (fixTime[end - 1] ?? 0) >= toMs) end -= 1
  if (first > count) {
    for (const name of trackColumnNames) columns[name].copyWithin(count, first, end)
    hashes?.copyWithin(count, first, end)
  }
  track.count = count + end - first
}

/** Removes positions that are never shown; the last step of reading a track. */
export function removeHidden(track: StoredTrack): void {
  const { columns, hashes, count } = track
  const isShown = (at: number) => ((columns.flags[at] ?? 0) & hiddenFlags) === 0
  let to = 0
  while (to < count && isShown(to)) to += 1
  for (let at = to; at < count; at += 1) {
    if (!isShown(at)) continue
    for (const name of trackColumnNames) columns[name][to] = columns[name][at] ?? Number.NaN
    if (hashes !== null) hashes[to] = hashes[at] ?? 0n
    to += 1
  }
  track.count = to
}

/**
 * Appends a packed hour as `packHour` writes it, leaving out times of arrival.
 * @throws Error when the format is of a newer version
 */
export function unpackTrack(bytes: Uint8Array, track: StoredTrack, range: MomentRange): void {
  const count = readPacked(bytes, (more) => {
    makeRoom(track, more)
    return { first: track.count, columns: { ...track.columns, receivedAt: null }, hashes: track.hashes }
  })
  trimToRange(track, count, range)
}

/** Rows of open days, several fields per big-endian number of eight bytes, as PostgreSQL sends them. */
export interface OpenRows {
  count: number
  /** Microseconds since 2000. */
  times: Buffer
  /** Latitude and longitude, four bytes each. */
  places: Buffer
  /** Odometer and levels, four bytes each. */
  readings: Buffer
  /** Speed, heading, altitude and flags, two bytes each. */
  motions: Buffer
  /** Present only if late positions have to be merged. */
  hashes: Buffer | null
}

const viewOf = ({ buffer, byteOffset, byteLength }: Buffer) => new DataView(buffer, byteOffset, byteLength)
const unlessMark = (value: number, mark: number) => (value === mark ? Number.NaN : value)

/** Appends rows; the values for "unknown" are in `telemetry.positions.rules`. */
export function appendOpenRows(rows: OpenRows, track: StoredTrack, range: MomentRange): void {
  makeRoom(track, rows.count)
  const { columns, hashes } = track
  const [times, places, readings, motions] = [rows.times, rows.places, rows.readings, rows.motions].map(
    viewOf,
  )
  if (!times || !places || !readings || !motions) return
  for (let index = 0, at = track.count; index < rows.count * 8; index += 8, at += 1) {
    const microseconds = times.getInt32(index) * 2 ** 32 + times.getUint32(index + 4)
    const levels = readings.getInt32(index + 4)
    columns.fixTime[at] = epoch2000Ms + Math.round(microseconds / 1000)
    columns.latitude[at] = places.getInt32(index)
    columns.longitude[at] = places.getInt32(index + 4)
    columns.odometerMetres[at] = unlessMark(readings.getInt32(index), -1)
    columns.speedTenths[at] = motions.getInt16(index)
    columns.heading[at] = unlessMark(motions.getInt16(index + 2), -1)
    columns.altitude[at] = unlessMark(motions.getInt16(index + 4), -32_768)
    columns.flags[at] = motions.getInt16(index + 6)
    columns.satellites[at] = unlessMark((levels >> 24) & 255, 255)
    columns.batteryPercent[at] = unlessMark((levels >> 16) & 255, 255)
    columns.fuelPercent[at] = unlessMark((levels >> 8) & 255, 255)
    columns.signalPercent[at] = unlessMark(levels & 255, 255)
  }
  if (hashes !== null && rows.hashes !== null)
    for (let index = 0; index < rows.count; index += 1)
      hashes[track.count + index] = rows.hashes.readBigInt64BE(index * 8)
  putInOrder(track, rows.count)
  trimToRange(track, rows.count, range)
}

/** The index orders rows by second and hash; rows within a second still have to be sorted by time. */
function putInOrder({ columns, hashes, count }: StoredTrack, more: number): void {
  const { fixTime } = columns
  const end = count + more
  let at = count + 1
  while (at < end && (fixTime[at] ?? 0) >= (fixTime[at - 1] ?? 0)) at += 1
  if (at >= end) return
  const order = Array.from({ length: more }, (_, index) => count + index)
  order.sort((a, b) => (fixTime[a] ?? 0) - (fixTime[b] ?? 0))
  for (const name of trackColumnNames) {
    const column = columns[name]
    const sorted = Float64Array.from(order, (place) => column[place] ?? Number.NaN)
    column.set(sorted, count)
  }
  const sortedHashes = hashes && order.map((place) => hashes[place] ?? 0n)
  if (sortedHashes) hashes.set(sortedHashes, count)
}

/** Selects the positions of a route, and returns control to the caller between steps. */
export function* chooseInSteps(track: StoredTrack, limit: number): Generator<void, number[]> {
  const { count, columns } = track
  const latitudes = new Float64Array(count)
  const longitudes = new Float64Array(count)
  for (let at = 0; at < count; at += 1) {
    latitudes[at] = storedToDegrees(columns.latitude[at] ?? 0)
    longitudes[at] = storedToDegrees(columns.longitude[at] ?? 0)
  }
  yield
  const times = columns.fixTime.subarray(0, count)
  const keep = landmarksOf(times, columns.speedTenths.subarray(0, count), Math.floor(limit / 2) - 1)
  yield
  return (yield* simplifyInSteps(latitudes, longitudes, { limit, keep })).kept
}

const known = (value: number | undefined): number | null =>
  value === undefined || Number.isNaN(value) ? null : value

/** Converts the chosen positions for the response. */
export function shownColumns({ columns }: StoredTrack, kept: readonly number[]): PositionColumns {
  const shown = newPositionColumns()
  for (const at of kept) {
    shown.time.push(columns.fixTime[at] ?? 0)
    shown.latitude.push(storedToDegrees(columns.latitude[at] ?? 0))
    shown.longitude.push(storedToDegrees(columns.longitude[at] ?? 0))
    shown.speedKmh.push((columns.speedTenths[at] ?? 0) / 10)
    shown.heading.push(known(columns.heading[at]))
    shown.altitude.push(known(columns.altitude[at]))
    shown.odometerMetres.push(known(columns.odometerMetres[at]))
    shown.ignition.push(ignitionOf(columns.flags[at] ?? 0))
    shown.batteryPercent.push(known(columns.batteryPercent[at]))
    shown.fuelPercent.push(known(columns.fuelPercent[at]))
    shown.signalPercent.push(known(columns.signalPercent[at]))
    shown.satellites.push(known(columns.satellites[at]))
  }
  return shown
}
