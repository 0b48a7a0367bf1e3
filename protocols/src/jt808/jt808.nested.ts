import type { AlarmKind } from '@rumbo/contract/telemetry.device-report.contract'
import { readPrintable, readUint16, readUint32 } from '../bytes.ts'
import { type ItemReader, type Jt808Reading, visitItems } from './jt808.reading.ts'
import { keepPercent, keepValue, keepVolts, readTable, readVin, type ValueField } from './jt808.values.ts'

/** Of BSJ: the length counts the id. */
const bsjForm = { idBytes: 2, lengthBytes: 2, isLengthFirst: true } as const
/** Of the VJT protocol. */
const vjtForm = { idBytes: 2, lengthBytes: 1 } as const

/**
 * Bits that are 1 in the normal state (BSJ-EG01, appendix D). Bit 4, a collision there, is 0 in every report of another
 * tracker that drives: it raises no alarm.
 */
const statusAlarms: readonly (readonly [bit: number, alarm: AlarmKind])[] = [
  [12, 'removing'],
  [8, 'harsh_acceleration'],
  [9, 'harsh_braking'],
  [25, 'harsh_cornering'],
]
const otherStatusAlarms: readonly (readonly [bit: number, alarm: AlarmKind])[] = [
  [14, 'tampering'],
  [6, 'vibration'],
]

/** Other makers fill these bits with 0 in the normal state: the highest bits show which form it is. */
function readClearedBits(
  bits: number,
  alarms: readonly (readonly [bit: number, alarm: AlarmKind])[],
  reading: Jt808Reading,
): void {
  if (bits >>> 26 !== 0x3f) return
  for (const [bit, alarm] of alarms) if ((bits & (1 << bit)) === 0) reading.alarm ??= alarm
}

function readBsjItem(id: number, bytes: Uint8Array, at: number, length: number, reading: Jt808Reading): void {
  const { telemetry, extras } = reading
  if (id === 0x0001 && length === 3 && readUint16(bytes, at) > 0) extras.fuelRaw1 = readUint16(bytes, at) / 10
  else if (id === 0x0023) {
    const fuel = Number(readPrintable(bytes, at, at + length) ?? Number.NaN)
    if (fuel > 0) extras.fuelRaw2 = fuel
  } else if (id === 0x002d && length === 2) keepVolts(reading, readUint16(bytes, at) / 1000)
  else if (id === 0x002d && length === 4) keepVolts(reading, readUint32(bytes, at) / 1000)
  else if (id === 0x00ce && length === 2) telemetry.powerVolts = readUint16(bytes, at) / 100
  else if ((id === 0x00a8 || id === 0x00e1) && length === 1) keepPercent(reading, bytes[at] as number)
  else if (id === 0x00c6 && length === 1 && (bytes[at] === 3 || bytes[at] === 4))
    reading.alarm ??= 'low_battery'
  else if (id === 0x0089 && length === 4) readClearedBits(readUint32(bytes, at), statusAlarms, reading)
  else if (id === 0x00c5 && length === 4) readClearedBits(readUint32(bytes, at), otherStatusAlarms, reading)
}

/** Basic values, those of cars, trucks and peripherals (VJT.04.063, 3.36 to 3.40); the ids do not overlap. */
const vjtFields: ReadonlyMap<number, ValueField> = new Map<number, ValueField>([
  [0x0005, { size: 4, name: 'engineHours', scale: 1 / 3600 }],
  [0x0012, { size: 2, name: 'powerVolts', scale: 0.1 }],
  [0x60c0, { size: 2, name: 'rpm' }],
  [0x60d0, { size: 1, name: 'obdSpeedKmh' }],
  [0x6050, { size: 1, name: 'coolantTemperature', offset: -40 }],
  [0x60f0, { size: 1, name: 'intakeTemperature', offset: -40 }],
  [0x60b0, { size: 1, name: 'intakePressureKpa' }],
  [0x50b0, { size: 2, name: 'intakePressureKpa' }],
  [0x6460, { size: 1, name: 'ambientTemperature', offset: -40 }],
  [0x6490, { size: 1, name: 'pedalPercent' }],
  [0x6110, { size: 2, name: 'throttlePercent', scale: 0.1 }],
  [0x5004, { size: 1, name: 'throttlePercent' }],
  [0x6040, { size: 1, name: 'engineLoadPercent' }],
  [0x511f, { size: 1, name: 'engineLoadPercent' }],
  [0x5007, { size: 2, name: 'oilTemperature', scale: 0.03125, offset: -273 }],
  [0x3002, { size: 2, name: 'temperature1', scale: 0.1, offset: -40 }],
  [0x3003, { size: 2, name: 'temperature2', scale: 0.1, offset: -40 }],
  [0x3004, { size: 2, name: 'temperature3', scale: 0.1, offset: -40 }],
  [0x3005, { size: 2, name: 'temperature4', scale: 0.1, offset: -40 }],
])

function readVjtItem(id: number, bytes: Uint8Array, at: number, length: number, reading: Jt808Reading): void {
  if (readTable(vjtFields, id, bytes, at, length, reading)) return
  if (id === 0x0003 && length === 5) reading.telemetry.odometerMetres = readUint32(bytes, at + 1)
  else if (id === 0x0004 && length === 5) reading.extras.fuelUsedLitres = readUint32(bytes, at + 1) / 1000
  else if (id === 0x0013 && length === 1) keepVolts(reading, (bytes[at] as number) / 10)
  else if (id === 0x5115) readVin(bytes, at, length, reading)
  else if (id === 0x62f0 && length === 2) {
    const raw = readUint16(bytes, at)
    // Bit 15: litres, else per cent; both in tenths.
    if (raw >= 0x8000) keepValue(reading, 'fuelLitres1', (raw - 0x8000) / 10)
    else if (raw > 0 && raw <= 1000) reading.telemetry.fuelPercent = raw / 10
  }
}

/** The nested items of EA, EB, EC and EE, or a text such as `UTC+08:00`. */
export const readNested: ItemReader = (bytes, at, length, reading) => {
  const text = readPrintable(bytes, at, at + length)
  if (text?.startsWith('UTC')) {
    reading.extras.timeZone = text.slice(0, 16)
    return
  }
  const end = at + length
  const isBsj = visitItems(bytes, at, end, bsjForm, (id, value, size) =>
    readBsjItem(id, bytes, value, size, reading),
  )
  if (!isBsj)
    visitItems(bytes, at, end, vjtForm, (id, value, size) => readVjtItem(id, bytes, value, size, reading))
}

/** Most severe first. */
const eventAlarms: readonly (readonly [id: number, alarm: AlarmKind])[] = [
  [0x0114, 'crash'],
  [0x0103, 'power_cut'],
  [0x0407, 'tampering'],
  [0x0408, 'tampering'],
  [0x0101, 'tow'],
  [0x010f, 'door'],
  [0x0107, 'overspeed'],
  [0x0403, 'overspeed'],
  [0x0112, 'harsh_braking'],
  [0x0401, 'harsh_braking'],
  [0x0402, 'harsh_braking'],
  [0x0111, 'harsh_acceleration'],
  [0x0113, 'harsh_cornering'],
  [0x0115, 'vibration'],
  [0x0105, 'low_battery'],
  [0x040a, 'low_battery'],
  [0x0104, 'power_restored'],
]

/** Bits of item 0xFA in the form of four bytes (GPS51). */
const gps51Alarms: readonly (readonly [bit: number, alarm: AlarmKind])[] = [
  [1, 'removing'],
  [4, 'harsh_braking'],
  [3, 'harsh_acceleration'],
  [5, 'harsh_cornering'],
  [0, 'vibration'],
  [8, 'low_battery'],
]

/** 0xFA: alarm ids with a description, whose first byte is 0 when the alarm ends (VJT), or a bit set (GPS51). */
export const readEvents: ItemReader = (bytes, at, length, reading) => {
  const begun = new Set<number>()
  // No event has the id 0, which the bit set begins with.
  const isVjt =
    readUint16(bytes, at) !== 0 &&
    visitItems(bytes, at, at + length, vjtForm, (id, value, size) => {
      if (size === 0 || bytes[value] !== 0) begun.add(id)
    })
  if (isVjt) {
    for (const [id, alarm] of eventAlarms) if (begun.has(id)) reading.alarm ??= alarm
  } else if (length === 4) {
    const bits = readUint32(bytes, at)
    for (const [bit, alarm] of gps51Alarms) if (bits & (1 << bit)) reading.alarm ??= alarm
  }
}
