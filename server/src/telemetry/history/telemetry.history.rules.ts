import { historyRangeDays, type PositionColumns } from '@rumbo/contract/telemetry.contract'
import { dayMs } from '@rumbo/contract/time-units'
import { simplifyTrack } from '@rumbo/geo'
import { newStoredPositions, type StoredPositions } from '../intake/telemetry.state.ts'
import { hiddenFlags, positionFlag, storedToDegrees } from '../telemetry.rules.ts'
import { dayAfter, dayStartMs } from './telemetry.days.rules.ts'
import { copyPosition } from './telemetry.hours.rules.ts'

/** The requested range: a day in the company's time zone, or two moments. */
export interface RequestedRange {
  date?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

/** Epoch ms; the end is exclusive. */
export interface MomentRange {
  fromMs: number
  toMs: number
}

/** Null if neither or both are given, the end is not after the start, or the range is too long. */
export function rangeOf({ date, from, to }: RequestedRange, timeZone: string): MomentRange | null {
  if ((date === undefined) === (from === undefined && to === undefined)) return null
  // Its end would be in a year of five digits.
  if (date !== undefined && date >= '9999') return null
  const range =
    date === undefined
      ? { fromMs: Date.parse(from ?? ''), toMs: Date.parse(to ?? '') }
      : { fromMs: dayStartMs(timeZone, date), toMs: dayStartMs(timeZone, dayAfter(date)) }
  const lengthMs = range.toMs - range.fromMs
  // Two hours more, for days extended by daylight saving. Comparisons with an invalid moment (NaN) are false.
  return lengthMs > 0 && lengthMs <= historyRangeDays * dayMs + 7_200_000 ? range : null
}

/** Usable positions; marked ones are never shown on a map. */
export const isShown = (positions: StoredPositions, at: number): boolean =>
  ((positions.flags[at] ?? 0) & hiddenFlags) === 0

export const ignitionOf = (flags: number): boolean | null =>
  flags & positionFlag.ignitionKnown ? (flags & positionFlag.ignitionOn) !== 0 : null

export const newPositionColumns = (): PositionColumns => ({
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

function showPosition(from: StoredPositions, at: number, to: PositionColumns): void {
  to.time.push(from.fixTime[at] ?? 0)
  to.latitude.push(storedToDegrees(from.latitude[at] ?? 0))
  to.longitude.push(storedToDegrees(from.longitude[at] ?? 0))
  to.speedKmh.push((from.speedTenths[at] ?? 0) / 10)
  to.heading.push(from.heading[at] ?? null)
  to.altitude.push(from.altitude[at] ?? null)
  to.odometerMetres.push(from.odometerMetres[at] ?? null)
  to.ignition.push(ignitionOf(from.flags[at] ?? 0))
  to.batteryPercent.push(from.batteryPercent[at] ?? null)
  to.fuelPercent.push(from.fuelPercent[at] ?? null)
  to.signalPercent.push(from.signalPercent[at] ?? null)
  to.satellites.push(from.satellites[at] ?? null)
}

/** Converts the usable stored positions for the response. */
export function columnsOf(positions: StoredPositions): PositionColumns {
  const columns = newPositionColumns()
  for (let at = 0; at < positions.fixTime.length; at += 1)
    if (isShown(positions, at)) showPosition(positions, at, columns)
  return columns
}

const stillTenths = 30
const stopMs = 180_000
/** A longer gap without a position breaks the line. */
export const gapMs = 600_000

/**
 * Positions that simplification keeps: both ends of stops and gaps, and the fastest position of each drive.
 * @param limit maximum length of each list: the longest stops, the longest gaps, the fastest drives
 */
export function landmarksOf(
  times: ArrayLike<number>,
  speedTenths: ArrayLike<number>,
  limit: number,
): number[] {
  const found: { at: number; weight: number }[] = []
  let stillFrom = -1
  let fastest = -1
  const endDrive = () => {
    if (fastest >= 0) found.push({ at: fastest, weight: (speedTenths[fastest] ?? 0) * 1_000 })
    fastest = -1
  }
  const endStop = (end: number) => {
    const lasted = (times[end] ?? 0) - (times[stillFrom] ?? 0)
    if (stillFrom >= 0 && lasted >= stopMs) {
      endDrive()
      found.push({ at: stillFrom, weight: lasted }, { at: end, weight: lasted })
    }
    stillFrom = -1
  }
  for (let at = 0; at < times.length; at += 1) {
    const gap = at > 0 ? (times[at] ?? 0) - (times[at - 1] ?? 0) : 0
    if (gap > gapMs) found.push({ at: at - 1, weight: gap }, { at, weight: gap })
    const speed = speedTenths[at] ?? 0
    if (speed < stillTenths) {
      if (stillFrom < 0) stillFrom = at
      continue
    }
    endStop(at - 1)
    if (fastest < 0 || speed > (speedTenths[fastest] ?? 0)) fastest = at
  }
  endStop(times.length - 1)
  endDrive()
  if (found.length > limit) found.sort((a, b) => b.weight - a.weight)
  return found.slice(0, limit).map(({ at }) => at)
}

export interface RouteBuilder {
  add(positions: StoredPositions): void
  finish(): { positions: PositionColumns; records: number; toleranceMetres: number }
}

/**
 * The most buffered positions, and the number they are simplified to then; this bounds the memory of a month at one per
 * second.
 */
const maxWaiting = 200_000
const broughtDownTo = 40_000

/** Gathers the shown positions of a range page by page, and simplifies them to `limit`. */
export function createRouteBuilder(limit: number): RouteBuilder {
  let waiting = newStoredPositions()
  let records = 0
  let toleranceMetres = 0

  function simplifyTo(maxPositions: number): number[] {
    const latitudes = Float64Array.from(waiting.latitude, storedToDegrees)
    const longitudes = Float64Array.from(waiting.longitude, storedToDegrees)
    const keep = landmarksOf(waiting.fixTime, waiting.speedTenths, Math.floor(maxPositions / 2) - 1)
    const simplified = simplifyTrack(latitudes, longitudes, { limit: maxPositions, keep })
    toleranceMetres += simplified.toleranceMetres
    return simplified.kept
  }

  return {
    add(positions) {
      for (let at = 0; at < positions.fixTime.length; at += 1) {
        if (!isShown(positions, at)) continue
        copyPosition(positions, at, waiting)
        records += 1
      }
      if (waiting.fixTime.length <= maxWaiting) return
      const fewer = newStoredPositions()
      for (const at of simplifyTo(broughtDownTo)) copyPosition(waiting, at, fewer)
      waiting = fewer
    },
    finish() {
      const positions = newPositionColumns()
      for (const at of simplifyTo(limit)) showPosition(waiting, at, positions)
      return { positions, records, toleranceMetres }
    },
  }
}

/** Encodes a position in the order as an opaque cursor. */
export const cursorOf = (key: { fixTime: number; reportHash: bigint }): string =>
  Buffer.from(`${key.fixTime}.${key.reportHash}`).toString('base64url')

/** Null for a text that `cursorOf` did not create. */
export function keyOfCursor(cursor: string): { fixTime: number; reportHash: bigint } | null {
  const [, time, hash] =
    /^(-?\d{1,15})\.(-?\d{1,19})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (time === undefined || hash === undefined) return null
  const reportHash = BigInt(hash)
  return BigInt.asIntN(64, reportHash) === reportHash ? { fixTime: Number(time), reportHash } : null
}
