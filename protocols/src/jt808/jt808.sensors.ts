import { readInt16, readPrintable, readUint16 } from '../bytes.ts'
import type { ItemReader } from './jt808.reading.ts'
import { keepPercent, keepValue } from './jt808.values.ts'

/** Raw values of a thermometer that is not there (GPS51: FFFF invalid, 04F6 not connected). */
const absentTemperatures = new Set([0xffff, 0x7fff, 0x8000, 0x04f6])

/**
 * Tenths of a degree, as sign and magnitude (GPS51: 8050 is -8) or as two's complement: what would be colder than 200
 * degrees in one form is the other. Null where the sensor is absent.
 */
function temperatureOf(raw: number): number | null {
  if (absentTemperatures.has(raw)) return null
  if (raw < 0x8000) return raw / 10
  return (raw - 0x8000 > 2000 ? raw - 0x1_0000 : 0x8000 - raw) / 10
}

/** 0x51: two bytes a channel; a channel of 0 is one without a sensor. */
const readTemperatures: ItemReader = (bytes, at, length, { extras }) => {
  for (let index = 0; index < Math.min(8, length >> 1); index++) {
    const degrees = temperatureOf(readUint16(bytes, at + index * 2))
    if (degrees) extras[`temperature${index + 1}`] = degrees
  }
}

/** 0x58: tenths of a per cent, two bytes a channel; 0FFF is absent (GPS51). */
const readHumidities: ItemReader = (bytes, at, length, { extras }) => {
  for (let index = 0; index < Math.min(8, length >> 1); index++) {
    const tenths = readUint16(bytes, at + index * 2)
    if (tenths > 0 && tenths <= 1000) extras[`humidity${index + 1}`] = tenths / 10
  }
}

/** 0x06: one byte is the battery in per cent; two are the cabin in degrees, with a sign bit (JT/T 808-2019). */
const readCabin: ItemReader = (bytes, at, length, reading) => {
  if (length === 1) keepPercent(reading, bytes[at] as number)
  if (length !== 2) return
  const raw = readUint16(bytes, at)
  const degrees = raw & 0x8000 ? -(raw & 0x7fff) : raw
  if (raw !== 0 && Math.abs(degrees) <= 200) reading.extras.temperature1 = degrees
}

/** 0x02: tenths of a litre (JT/T 808); with bit 15 per cent. */
const readFuel: ItemReader = (bytes, at, length, reading) => {
  if (length !== 2) return
  const raw = readUint16(bytes, at)
  if (raw < 0x8000) keepValue(reading, 'fuelLitres1', raw / 10)
  else if (raw - 0x8000 <= 100) reading.telemetry.fuelPercent = raw - 0x8000
}

const wholeAndPart = (bytes: Uint8Array, at: number): number => {
  const whole = ((bytes[at] as number) << 24) >> 24
  const part = (bytes[at + 1] as number) / 255
  return Number((whole < 0 ? whole - part : whole + part).toFixed(1))
}

/** 0xE6: wireless thermometers of eleven bytes: number, address, temperature and humidity as whole and part of 255. */
export const readWirelessThermometers: ItemReader = (bytes, at, length, { extras }) => {
  if (length % 11 !== 0) return
  for (let each = at; each < at + Math.min(length, 88); each += 11) {
    const number = bytes[each] as number
    if (number < 1 || number > 8) continue
    extras[`temperature${number}`] = wholeAndPart(bytes, each + 7)
    extras[`humidity${number}`] = wholeAndPart(bytes, each + 9)
  }
}

/** 0x77: six tyres at most: number, sensor, pressure in 1/40 bar (ten bits), degrees plus 50, state. */
const readTyres: ItemReader = (bytes, at, length, { extras }) => {
  for (let each = at; each + 8 <= at + Math.min(length, 48); each += 8) {
    const pressure = readUint16(bytes, each + 4) & 0x3ff
    if (pressure === 0) continue
    extras[`tyre${bytes[each]}PressureBar`] = pressure / 40
    extras[`tyre${bytes[each]}Temperature`] = (bytes[each + 6] as number) - 50
  }
}

/** 0xF6 of AOVX: cause, mask of what follows: light, temperature, humidity. */
const readAovxSensors: ItemReader = (bytes, at, length, { extras }) => {
  if (length < 4) return
  const mask = bytes[at + 1] as number
  let value = at + 2
  for (const [bit, name] of [
    [1, 'light'],
    [2, 'temperature1'],
    [4, 'humidity1'],
  ] as const) {
    if (!(mask & bit) || value + 2 > at + length) continue
    const raw = readUint16(bytes, value)
    const tenths = readInt16(bytes, value) / 10
    if (raw !== 0xffff && raw !== 0x7fff) extras[name] = name === 'light' ? raw : tenths
    value += 2
  }
}

/** 0xF2 of AOVX: the firmware, which begins with the model. */
const readFirmware: ItemReader = (bytes, at, length, { extras }) => {
  const text = readPrintable(bytes, at, at + length)
  if (text && length > 4) extras.firmware = text.slice(0, 64)
}

export const sensorItems: ReadonlyMap<number, ItemReader> = new Map<number, ItemReader>([
  [0x02, readFuel],
  [0x06, readCabin],
  [0x51, readTemperatures],
  [0x58, readHumidities],
  [0x77, readTyres],
  [0xf2, readFirmware],
  [0xf6, readAovxSensors],
])
