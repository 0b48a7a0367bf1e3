import { createHash } from 'node:crypto'
import type { AlarmKind, DeviceFix, DeviceReport } from '@rumbo/contract/telemetry.device-report.contract'
import { minuteMs } from '@rumbo/contract/time-units'

/** A fix this far ahead of its arrival comes from a wrong clock. */
const futureToleranceMs = 10 * minuteMs
/** UTC days that stay open after they are over, and partitions made ahead. */
export const openDaysBefore = 3
export const openDaysAfter = 7

/** Bits of `telemetry.positions.flags`. */
export const positionFlag = {
  invalid: 1,
  late: 2,
  ignitionKnown: 4,
  ignitionOn: 8,
  charging: 16,
  engineBlocked: 32,
  suspect: 64,
} as const
/** Positions that do not say where the vehicle was: on no map, in no route or file. */
export const hiddenFlags = positionFlag.invalid | positionFlag.suspect

export const degreesToStored = (degrees: number): number => Math.round(degrees * 1e7)
export const storedToDegrees = (stored: number): number => stored / 1e7

/** A whole number within what a column holds, or null where the device stated none. */
export function whole(value: number | null | undefined, min: number, max: number): number | null {
  if (value === null || value === undefined || !Number.isFinite(value)) return null
  return Math.min(max, Math.max(min, Math.round(value)))
}

/**
 * How a report's fix relates to the known state: `live` moves the vehicle, `late` and `duplicate` do not,
 * `future` and `too_old` are not stored among positions, `none` carries no fix.
 */
export type Timing = 'live' | 'late' | 'duplicate' | 'future' | 'too_old' | 'none'

/** @param known time in milliseconds and hash of the last usable fix; -Infinity before the first. */
export function timingOf(
  report: DeviceReport,
  known: { asOf: number; lastReportHash: bigint },
  oldestMs: number,
): Timing {
  if (!report.fix) return 'none'
  const fixMs = report.fix.time.getTime()
  if (!(fixMs <= report.receivedAt.getTime() + futureToleranceMs)) return 'future'
  if (fixMs < oldestMs) return 'too_old'
  if (fixMs > known.asOf) return 'live'
  return fixMs === known.asOf && report.reportHash === known.lastReportHash ? 'duplicate' : 'late'
}

/** No vehicle on a road is believed to be faster. */
export const fastestBelievedKmh = 300

/** Why a fix that its device calls valid is not believed; null for one that is. */
export function disbeliefOf(fix: DeviceFix): 'coordinates' | 'null_island' | 'speed' | null {
  if (!(Math.abs(fix.latitude) <= 90 && Math.abs(fix.longitude) <= 180)) return 'coordinates'
  if (Math.abs(fix.latitude) < 1e-6 && Math.abs(fix.longitude) < 1e-6) return 'null_island'
  return fix.speedKmh <= fastestBelievedKmh ? null : 'speed'
}

/** Whether a fix says where the vehicle is: valid, and believed. */
export const isUsableFix = (fix: DeviceFix): boolean => fix.isValid && disbeliefOf(fix) === null

/** Kinds that are recorded but do not make the vehicle alarmed. */
const calmKinds: readonly AlarmKind[] = ['power_restored']
export const isAlarming = (kind: AlarmKind): boolean => !calmKinds.includes(kind)

/** A jump faster than this is an error of the receiver, not a drive. */
const fastestMetresPerSecond = 90
/** Below both, a parked receiver wanders. */
const stillSpeedKmh = 3
const stillMetres = 30

/** Metres to add to the odometer for a step between two usable fixes. */
export function drivenMetres(stepMetres: number, seconds: number, speedKmh: number): number {
  if (speedKmh < stillSpeedKmh && stepMetres < stillMetres) return 0
  return seconds <= 0 || stepMetres / seconds > fastestMetresPerSecond ? 0 : stepMetres
}

/**
 * The heading of a vehicle after a usable fix, in whole degrees. Many trackers report 0 or none while standing: then
 * the last heading stays.
 * @param last the heading so far
 */
export function headingAfter(fix: DeviceFix, last: number | null): number | null {
  const reported = whole(fix.headingDegrees, 0, 360)
  const isKnown = reported !== null && Number(fix.headingDegrees) % 360 !== 0
  return isKnown || fix.speedKmh >= stillSpeedKmh ? reported : last
}

/** A UUID derived from the words: equal words give an equal id. */
export function idOf(...words: readonly (string | number | bigint)[]): string {
  const digest = createHash('sha256').update(words.join('\u001f')).digest()
  digest[6] = ((digest[6] ?? 0) & 0x0f) | 0x80
  digest[8] = ((digest[8] ?? 0) & 0x3f) | 0x80
  const hex = digest.toString('hex', 0, 16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/**
 * The id of an alarm; the same for its repetitions.
 * Without a fix the day of arrival is used as its time: a repeated frame has the same hash.
 */
export const alarmId = (vehicleId: string, kind: AlarmKind, report: DeviceReport): string =>
  idOf(
    'alarm',
    vehicleId,
    kind,
    report.fix?.time.getTime() ?? report.receivedAt.toISOString().slice(0, 10),
    report.reportHash,
  )
