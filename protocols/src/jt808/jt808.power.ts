import { readPrintable, readUint16, readUint32, toHex } from '../bytes.ts'
import { readDriverNumber } from './jt808.drivers.ts'
import { readNested } from './jt808.nested.ts'
import type { ItemReader } from './jt808.reading.ts'
import { keepPercent, keepValue, keepVolts } from './jt808.values.ts'

/** Items of the tracker's battery and of the vehicle's supply, with the makers that state them. */

/** A power level of ten, and in some trackers per cent behind it (G10LS). */
const readLevel: ItemReader = (bytes, at, length, { telemetry }) => {
  const level = bytes[at] as number
  const percent = length > 1 ? (bytes[at + 1] as number) : 0
  const isConsistent = percent > 0 && percent <= 100 && Math.abs(percent - level * 10) <= 10
  if (isConsistent) telemetry.batteryPercent = percent
  else if (level <= 10) telemetry.batteryPercent = level * 10
}

const readPercent: ItemReader = (bytes, at, length, reading) => {
  if (length === 1) keepPercent(reading, bytes[at] as number)
}

/** One byte: per cent; two: tenths of a volt of the supply; four: a driver's card. */
const readE1: ItemReader = (bytes, at, length, reading) => {
  if (length === 2) reading.telemetry.powerVolts = readUint16(bytes, at) / 10
  else if (length === 4) readDriverNumber(bytes, at, reading)
  else readPercent(bytes, at, length, reading)
}

/** 0, per cent, hundredths of a volt. Other makers use the id for other numbers of four bytes. */
const readE3: ItemReader = (bytes, at, length, reading) => {
  if (length !== 4 || bytes[at] !== 0) return
  const percent = bytes[at + 1] as number
  const volts = readUint16(bytes, at + 2) / 100
  if (percent > 100 || volts < 2.5 || volts > 9) return
  reading.extras.batteryVolts = volts
  // No battery above 3.6 V is empty: the level is not measured yet.
  if (percent > 0 || volts < 3.6) reading.telemetry.batteryPercent = percent
}

const readCharging: ItemReader = (bytes, at, _, reading) => {
  reading.telemetry.isCharging = bytes[at] === 1
  keepPercent(reading, bytes[at + 1] as number)
}

/** Millivolts of a battery; the form of eight bytes is a set of alarms. */
const readMillivolts: ItemReader = (bytes, at, length, reading) => {
  if (length === 2) keepVolts(reading, readUint16(bytes, at) / 1000)
}

/** Signal, millivolts of supply and battery, satellites; else nested items. */
const readEE: ItemReader = (bytes, at, length, reading) => {
  const { telemetry, extras } = reading
  if (length !== 6) readNested(bytes, at, length, reading)
  if (length !== 6 || readUint16(bytes, at + 3) > 9000) return
  telemetry.powerVolts = readUint16(bytes, at + 1) / 1000
  extras.batteryVolts = readUint16(bytes, at + 3) / 1000
}

/** Millivolts of the supply (AOVX); twenty bytes are the number of the SIM card (GPS51, G10LS). */
const readF1: ItemReader = (bytes, at, length, { telemetry, extras }) => {
  if (length === 4) telemetry.powerVolts = readUint32(bytes, at) / 1000
  const text = length === 20 ? readPrintable(bytes, at, at + length) : null
  if (text) extras.iccid = text
}

/** Millivolts u32, state, per cent (AOVX: 2 charging, 3 full at the charger); two bytes are a humidity. */
const readF7: ItemReader = (bytes, at, length, reading) => {
  const { telemetry, extras } = reading
  if (length === 2) extras.humidity1 = readUint16(bytes, at) / 10
  if (length < 4) return
  const volts = readUint32(bytes, at) / 1000
  const isCharging = length >= 5 && (bytes[at + 4] === 2 || bytes[at + 4] === 3)
  if (volts > 0) extras.batteryVolts = volts
  if (length >= 5) telemetry.isCharging = isCharging
  if (length >= 6 && !(volts === 0 && bytes[at + 5] === 0)) keepPercent(reading, bytes[at + 5] as number)
}

/** Per cent, hundredths of a volt of the supply, 1 when charging; 0 stands for absent (GPS51). */
const readFB: ItemReader = (bytes, at, length, { telemetry }) => {
  const percent = bytes[at] as number
  if (length !== 4 || percent > 100 || (bytes[at + 3] as number) > 1) return
  if (percent > 0) telemetry.batteryPercent = percent
  if (readUint16(bytes, at + 1) > 0) telemetry.powerVolts = readUint16(bytes, at + 1) / 100
  telemetry.isCharging = bytes[at + 3] === 1
}

/** Two bytes: hundredths of a volt; else locks: id, card, per cent, state, of which bit 5 means open (Huabao). */
const readD5: ItemReader = (bytes, at, length, reading) => {
  if (length === 2) keepVolts(reading, readUint16(bytes, at) / 100)
  const count = Math.min(8, bytes[at] as number)
  if (length < 14 || length !== 1 + (bytes[at] as number) * 13) return
  for (let index = 0; index < count; index++) {
    const lock = at + 1 + index * 13
    const name = `lock${index + 1}`
    reading.extras[`${name}Id`] = toHex(bytes, lock, lock + 5)
    reading.extras[`${name}Card`] = toHex(bytes, lock + 5, lock + 10)
    reading.extras[`${name}BatteryPercent`] = bytes[lock + 10] as number
    reading.extras[`${name}Locked`] = (readUint16(bytes, lock + 11) & 0x20) === 0
  }
}

export const powerItems: ReadonlyMap<number, ItemReader> = new Map<number, ItemReader>([
  [0x56, readLevel],
  [
    0x61,
    (bytes, at, length, { telemetry }) => {
      if (length === 2) telemetry.powerVolts = readUint16(bytes, at) / 100
    },
  ],
  [
    0x68,
    (bytes, at, length, reading) => {
      if (length === 2 && readUint16(bytes, at) <= 10_000)
        reading.telemetry.batteryPercent = readUint16(bytes, at) / 100
    },
  ],
  [
    0x69,
    (bytes, at, length, reading) => {
      if (length === 2) keepVolts(reading, readUint16(bytes, at) / 100)
    },
  ],
  [
    0xd3,
    (bytes, at, length, reading) => {
      if (length === 2) keepVolts(reading, readUint16(bytes, at) / 10)
    },
  ],
  [0xd4, readPercent],
  [0xd5, readD5],
  [0xe1, readE1],
  [
    0xe2,
    (bytes, at, length, reading) => {
      if (length === 4 && readUint32(bytes, at) <= 50_000)
        keepValue(reading, 'fuelLitres1', readUint32(bytes, at) / 10)
    },
  ],
  [0xe3, readE3],
  [
    0xe4,
    (bytes, at, length, reading) => {
      if (length === 2) readCharging(bytes, at, length, reading)
    },
  ],
  [0xe7, readMillivolts],
  [0xe9, readPercent],
  [0xee, readEE],
  [0xf1, readF1],
  [0xf7, readF7],
  [0xfb, readFB],
])
