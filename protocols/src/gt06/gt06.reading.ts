import type {
  AlarmKind,
  DeviceFix,
  DeviceReport,
  DeviceTelemetry,
} from '@rumbo/contract/telemetry.device-report.contract'
import { readUint16, readUint24, readUint32, toHex } from '../bytes.ts'
import type { Gt06Maker } from './gt06.alarms.ts'

/** The decoded fields of one frame. */
export interface Gt06Reading {
  kind: DeviceReport['kind']
  fix: DeviceFix | null
  telemetry: DeviceTelemetry
  alarm: AlarmKind | null
  answer: DeviceReport['answer']
  extras: DeviceReport['extras']
}

/** State of a connection that later frames depend on. */
export interface Gt06Context {
  /** Of the device's clock, east of UTC. */
  zoneMinutes: number
  /** Its status block holds the supply in volts and no battery step. */
  hasVoltsInStatus: boolean
  /** Alarm of the last status outside an alarm message: it repeats with every heartbeat while its cause lasts. */
  latchedAlarm: AlarmKind | null
  /** A maker with alarm codes of its own, learnt from a form that it alone sends. */
  maker: Gt06Maker | null
  /** Its heartbeat ends with the supply in tenths of a volt and no alarm code. */
  hasSupplyBehindStatus: boolean
  /** Its message 0x12 ends with a word of inputs. */
  hasInputWord: boolean
}

/** The context of a new connection. */
export const freshContext = (zoneMinutes = 0): Gt06Context => ({
  zoneMinutes,
  hasVoltsInStatus: false,
  latchedAlarm: null,
  maker: null,
  hasSupplyBehindStatus: false,
  hasInputWord: false,
})

/**
 * What the alarm of a status block means for its message: `raised` is an alarm of its own, `latched` is one when it
 * differs from the status before, `ignored` is none.
 */
export type AlarmUse = 'raised' | 'latched' | 'ignored'

/** Date, satellites, latitude, longitude, speed and flags. */
export const positionByteCount = 18

/** Six bytes YY MM DD hh mm ss as an instant, or null when they are no date. `zoneMinutes` is east of UTC. */
export function readTime(body: Uint8Array, at: number, zoneMinutes: number): Date | null {
  const month = body[at + 1] as number
  const day = body[at + 2] as number
  const hour = body[at + 3] as number
  const minute = body[at + 4] as number
  const second = body[at + 5] as number
  if (month < 1 || month > 12 || day < 1 || day > 31 || hour > 23 || minute > 59 || second > 59) return null
  const year = 2000 + (body[at] as number)
  const time = new Date(Date.UTC(year, month - 1, day, hour, minute, second))
  return time.getUTCDate() === day ? new Date(time.getTime() - zoneMinutes * 60_000) : null
}

/**
 * Reads the 18 bytes of a position. Null for coordinates out of range, an invalid date, or zeros without the valid flag.
 * Sets the ignition if the flags contain it.
 */
export function readPosition(
  body: Uint8Array,
  at: number,
  zoneMinutes: number,
  { telemetry, extras }: Gt06Reading,
): DeviceFix | null {
  if (body.length < at + positionByteCount) return null
  const flags = readUint16(body, at + 16)
  if (flags & 0x4000) telemetry.ignition = (flags & 0x8000) !== 0
  const parts = {
    time: readTime(body, at, zoneMinutes),
    latitudeUnits: readUint32(body, at + 7),
    longitudeUnits: readUint32(body, at + 11),
    speedKmh: body[at + 15] as number,
    satellites: (body[at + 6] as number) & 0x0f,
    flags,
  }
  return buildFix(parts, extras)
}

interface PositionParts {
  time: Date | null
  /** 1/1,800,000 of a degree. */
  latitudeUnits: number
  longitudeUnits: number
  speedKmh: number
  satellites: number | null
  /** Bits 0-9 course, 10 north, 11 west, 12 valid. */
  flags: number
}

/** Null for an impossible place or time, which `extras.badFix` names; also null without a fix. */
export function buildFix(parts: PositionParts, extras: Gt06Reading['extras']): DeviceFix | null {
  const { time, flags } = parts
  const latitude = parts.latitudeUnits / 1_800_000
  const longitude = parts.longitudeUnits / 1_800_000
  const isValid = (flags & 0x1000) !== 0
  if (!isValid && latitude === 0 && longitude === 0) return null
  if (!time || latitude > 90 || longitude > 180) {
    extras.badFix = time ? 'coordinates' : 'time'
    return null
  }
  const course = flags & 0x3ff
  return {
    time,
    isValid,
    latitude: flags & 0x0400 ? latitude : 0 - latitude,
    longitude: flags & 0x0800 ? 0 - longitude : longitude,
    speedKmh: parts.speedKmh,
    headingDegrees: course <= 360 ? course : null,
    altitudeMetres: null,
    accuracyMetres: null,
    satellites: parts.satellites,
  }
}

/** The offset after a cell: mcc, mnc (two bytes when bit 15 of mcc is set), lac u16, cell u24. Noted when no fix is valid. */
export function readCell(body: Uint8Array, at: number, reading: Gt06Reading): number {
  if (body.length < at + 8) return at
  const mcc = readUint16(body, at)
  const isWide = mcc >= 0x8000
  const lacAt = at + (isWide ? 4 : 3)
  if (body.length < lacAt + 5) return at
  if (!reading.fix?.isValid && mcc !== 0) {
    const mnc = isWide ? readUint16(body, at + 2) : (body[at + 2] as number)
    reading.extras.cell = `${mcc & 0x7fff}-${mnc}-${readUint16(body, lacAt)}-${readUint24(body, lacAt + 2)}`
  }
  return lacAt + 5
}

/** The offset after a 4G cell: mcc, mnc (one or two bytes), lac u32, cell u64. */
export function readWideCell(body: Uint8Array, at: number, reading: Gt06Reading): number {
  if (body.length < at + 15) return at
  const mcc = readUint16(body, at)
  const isWide = mcc >= 0x8000
  const lacAt = at + (isWide ? 4 : 3)
  if (body.length < lacAt + 12) return at
  if (!reading.fix?.isValid && mcc !== 0) {
    const mnc = isWide ? readUint16(body, at + 2) : (body[at + 2] as number)
    const cell = readUint32(body, lacAt + 4) * 0x100000000 + readUint32(body, lacAt + 8)
    reading.extras.cell = `${mcc & 0x7fff}-${mnc}-${readUint32(body, lacAt)}-${cell}`
  }
  return lacAt + 12
}

/** Keeps undocumented bytes, at most 128. */
export function keepPayload(body: Uint8Array, at: number, reading: Gt06Reading): void {
  if (body.length > at) reading.extras.payload = toHex(body, at, Math.min(body.length, at + 128))
}
