import type { AlarmKind } from '@rumbo/contract/telemetry.device-report.contract'
import { readInt16, readInt32, readText, readUint16, readUint32 } from '../bytes.ts'
import { fixOf } from '../reports.ts'
import type { Jt808Context } from './jt808.location.ts'
import type { Jt808Reading } from './jt808.reading.ts'
import { readBcdTime } from './jt808.times.ts'
import { keepNoTroubleCodes, keepTroubleCodes, readTable, readVin, type ValueField } from './jt808.values.ts'

/** Values of an engine, in packets of 0x0900. */
const engineFields: ReadonlyMap<number, ValueField> = new Map<number, ValueField>([
  ...[0x0102, 0x0528, 0x0546].map((id): [number, ValueField] => [
    id,
    { size: 4, name: 'odometerMetres', scale: 100 },
  ]),
  [0x0103, { size: 4, name: 'fuelLitres1', scale: 0.01 }],
  [0x052a, { size: 2, name: 'fuelLitres1', scale: 0.01 }],
  [0x052b, { size: 1, name: 'fuelPercent' }],
  [0x0105, { size: 4, name: 'fuelUsedLitres', scale: 0.01 }],
  [0x052c, { size: 4, name: 'fuelUsedLitres', scale: 0.01 }],
  ...[0x014a, 0x0537, 0x0538, 0x0539].map((id): [number, ValueField] => [
    id,
    { size: 2, name: 'fuelConsumption', scale: 0.01 },
  ]),
  [0x0111, { size: 1, name: 'fuelTemperature', offset: -40 }],
  [0x052d, { size: 1, name: 'coolantTemperature', offset: -40 }],
  [0x052e, { size: 1, name: 'intakeTemperature', offset: -40 }],
  [0x0530, { size: 2, name: 'powerVolts', scale: 0.001 }],
  [0x0535, { size: 2, name: 'obdSpeedKmh', scale: 0.1 }],
  [0x0536, { size: 2, name: 'rpm' }],
  [0x053d, { size: 2, name: 'intakePressureKpa', scale: 0.1 }],
  [0x0547, { size: 1, name: 'throttlePercent' }],
  [0x0548, { size: 1, name: 'throttlePercent' }],
])

const eventAlarms: ReadonlyMap<number, AlarmKind> = new Map<number, AlarmKind>([
  [0x01, 'power_restored'],
  [0x02, 'power_cut'],
  [0x1a, 'harsh_acceleration'],
  [0x1b, 'harsh_braking'],
  [0x1c, 'harsh_cornering'],
  [0x1d, 'other'],
  [0x1e, 'other'],
  [0x1f, 'other'],
  [0x23, 'other'],
  [0x26, 'crash'],
  [0x27, 'crash'],
  [0x28, 'crash'],
  [0x31, 'door'],
  [0x32, 'door'],
])
const drivingAlarms: ReadonlyMap<number, AlarmKind> = new Map<number, AlarmKind>([
  [51, 'harsh_acceleration'],
  [52, 'harsh_braking'],
  [53, 'harsh_cornering'],
  [54, 'other'],
  [56, 'crash'],
])

/** Reads a part and returns where the place begins; null where none follows, or the part is cut off. */
type PartReader = (body: Uint8Array, at: number, end: number, reading: Jt808Reading) => number | null

/** Count u8, then id u16, length u8, value. */
const readEngine: PartReader = (body, from, end, reading) => {
  let at = from + 1
  for (let left = body[from] as number; left > 0; left--) {
    const value = at + 3
    const length = body[at + 2]
    if (length === undefined || value + length > end) return null
    readTable(engineFields, readUint16(body, at), body, value, length, reading)
    at = value + length
  }
  return at
}

/** Count u16 of systems: id u32, count u16 of codes: number u32, state u32, text behind its length u16. */
const readCodes: PartReader = (body, from, end, reading) => {
  const texts: string[] = []
  let at = from + 2
  for (let systems = readUint16(body, from); systems > 0; systems--) {
    if (at + 6 > end) return null
    let codes = readUint16(body, at + 4)
    for (at += 6; codes > 0; codes--) {
      if (at + 10 > end) return null
      const text = at + 10
      at = text + readUint16(body, at + 8)
      if (at > end) return null
      texts.push(readText(body, text, at))
    }
  }
  if (texts.length === 0) keepNoTroubleCodes(reading)
  else keepTroubleCodes(texts.join(' '), reading)
  return at
}

/** Count u8, then id u8, length u8, value. */
const readEvents: PartReader = (body, from, end, reading) => {
  let at = from + 1
  for (let left = body[from] as number; left > 0; left--) {
    if (at + 2 > end) return null
    reading.alarm ??= eventAlarms.get(body[at] as number) ?? null
    at += 2 + (body[at + 1] as number)
  }
  return at > end ? null : at
}

const readVinPart: PartReader = (body, from, end, reading) => {
  if (body[from] !== 0 && from + 18 <= end) readVin(body, from + 1, 17, reading)
  return null
}

const readDriving: PartReader = (body, from, end, reading) => {
  if (from + 4 <= end) reading.alarm = drivingAlarms.get(readUint32(body, from)) ?? null
  return null
}

const readerOfPart: ReadonlyMap<number, PartReader> = new Map<number, PartReader>([
  [0x01, readEngine],
  [0x02, readCodes],
  [0x03, readEvents],
  [0x0b, readVinPart],
  [0x15, readDriving],
])
const partsWithoutPlace = new Set([0x0b, 0x15])

/** Status, latitude, longitude and, where enough bytes are left, the time. */
function readStatedPlace(
  body: Uint8Array,
  at: number,
  end: number,
  { zoneMinutes }: Jt808Context,
  reading: Jt808Reading,
  packetTime: Date | null,
): void {
  const status = readUint32(body, at)
  const stated = end - at >= 18 ? readBcdTime(body, at + 12, zoneMinutes) : null
  const time = stated ?? packetTime
  reading.telemetry.ignition = (status & 1) !== 0
  const latitude = readUint32(body, at + 4) / 1e6
  const longitude = readUint32(body, at + 8) / 1e6
  reading.fix =
    time &&
    fixOf({
      time,
      isValid: (status & 2) !== 0,
      latitude: status & 4 ? -latitude : latitude,
      longitude: status & 8 ? -longitude : longitude,
    })
}

/** 0x0900 F0: time, whether stored, kind of vehicle, part, its content, the place. */
export function readEnginePacket(
  body: Uint8Array,
  at: number,
  end: number,
  reading: Jt808Reading,
  context: Jt808Context,
): void {
  if (end - at < 10) return
  const part = body[at + 8] as number
  const place = readerOfPart.get(part)?.(body, at + 9, end, reading) ?? null
  if (partsWithoutPlace.has(part)) return
  const packetTime = readBcdTime(body, at, context.zoneMinutes)
  if (place !== null && end - place >= 12) readStatedPlace(body, place, end, context, reading, packetTime)
  else if (end - at >= 27 && readBcdTime(body, end - 6, 0))
    readStatedPlace(body, end - 18, end, context, reading, null)
}

const systems = ['P', 'C', 'B', 'U'] as const

/** 0x0900 F2: time, latitude and longitude with a sign bit, count u8, codes of four bytes (VJT.04.063, 3.69). */
export function readFaultPacket(
  body: Uint8Array,
  at: number,
  end: number,
  reading: Jt808Reading,
  { zoneMinutes }: Jt808Context,
): void {
  const time = end - at < 15 ? null : readBcdTime(body, at, zoneMinutes)
  if (!time) return
  const degrees = (from: number) => {
    const raw = readUint32(body, from)
    return (raw >= 2 ** 31 ? 2 ** 31 - raw : raw) / 1e6
  }
  const [latitude, longitude] = [degrees(at + 6), degrees(at + 10)]
  if (latitude !== 0 || longitude !== 0) reading.fix = fixOf({ time, isValid: true, latitude, longitude })
  const codes: string[] = []
  if (body[at + 14] === 0) keepNoTroubleCodes(reading)
  for (let index = 0; index < (body[at + 14] as number) && at + 19 + index * 4 <= end; index++) {
    const code = readUint16(body, at + 16 + index * 4)
    codes.push(`${systems[code >> 14]}${(code & 0x3fff).toString(16).padStart(4, '0')}`)
  }
  keepTroubleCodes(codes.join(' '), reading)
}

/** 0x0900 FF: a place during a maneuver: time, latitude, longitude, altitude, speed, course. */
export function readManeuver(
  body: Uint8Array,
  at: number,
  end: number,
  reading: Jt808Reading,
  { zoneMinutes }: Jt808Context,
): void {
  const time = end - at < 20 ? null : readBcdTime(body, at, zoneMinutes)
  if (!time) return
  reading.fix = fixOf({
    time,
    isValid: true,
    latitude: readInt32(body, at + 6) / 1e6,
    longitude: readInt32(body, at + 10) / 1e6,
    altitudeMetres: readInt16(body, at + 14),
    speedKmh: readUint16(body, at + 16) / 10,
    headingDegrees: readUint16(body, at + 18),
  })
}
