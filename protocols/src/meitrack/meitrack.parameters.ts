import { readPrintable, toHex } from '../bytes.ts'
import {
  emptyReading,
  type MeitrackReading,
  setFix,
  setFuelPercent,
  setPorts,
  setSignal,
  setTemperature,
  setVolts,
  timeOfSeconds,
} from './meitrack.reading.ts'
import { readBatteries, readTag } from './meitrack.tags.ts'

/** The parameters of one record: numbers of 1, 2 and 4 bytes, and those of a stated length, by identifier. */
interface Parameters {
  numbers: Map<number, number>
  texts: { id: number; bytes: Uint8Array }[]
}

/** First byte of the identifiers that have two. */
const extension = 0xfe
/** Numbers with a sign: latitude, longitude, altitude, coolant and intake temperature. */
const signed: ReadonlySet<number> = new Set([0x02, 0x03, 0x0b, 0x9c, 0x9f])
/** Bytes of the waiting count and the number of records, before the records of a `CCE`. */
const headLength = 6

/** The records of a `CCE` message's content, each with its bytes; a record that cannot be read has no reading. */
export function readParameterRecords(
  content: Uint8Array,
): { reading: MeitrackReading | null; bytes: Uint8Array }[] | null {
  if (content.length < headLength) return null
  const view = new DataView(content.buffer, content.byteOffset, content.length)
  const count = view.getUint16(4, true)
  const records: { reading: MeitrackReading | null; bytes: Uint8Array }[] = []
  let at = headLength
  for (let index = 0; index < count; index++) {
    if (at + 2 > content.length) return null
    const end = at + 2 + view.getUint16(at, true)
    if (end > content.length) return null
    const bytes = content.subarray(at + 2, end)
    const parameters = readParameters(bytes)
    records.push({ reading: parameters && readingOf(parameters), bytes })
    at = end
  }
  return records.length > 0 ? records : null
}

/** `<count of all:2>` and four groups `<count>(<identifier><value>)…`; null if a value goes beyond the record. */
function readParameters(bytes: Uint8Array): Parameters | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const parameters: Parameters = { numbers: new Map(), texts: [] }
  let at = 2
  for (const size of [1, 2, 4, 0] as const) {
    if (at >= bytes.length) return size === 0 ? parameters : null
    const count = view.getUint8(at++)
    for (let index = 0; index < count; index++) {
      const isLong = bytes[at] === extension
      const valueAt = at + (isLong ? 2 : 1)
      if (valueAt >= bytes.length) return null
      const id = isLong ? view.getUint16(at) : view.getUint8(at)
      const from = size === 0 ? valueAt + 1 : valueAt
      const end = from + (size === 0 ? view.getUint8(valueAt) : size)
      // Some firmwares state a longer last text than the record has.
      if (end > bytes.length) return size === 0 ? parameters : null
      if (size === 0) parameters.texts.push({ id, bytes: bytes.subarray(from, end) })
      else parameters.numbers.set(id, numberAt(view, from, size, signed.has(id)))
      at = end
    }
  }
  return parameters
}

function numberAt(view: DataView, at: number, size: 1 | 2 | 4, isSigned: boolean): number {
  if (size === 1) return view.getUint8(at)
  if (size === 2) return isSigned ? view.getInt16(at, true) : view.getUint16(at, true)
  return isSigned ? view.getInt32(at, true) : view.getUint32(at, true)
}

/** Numbers kept by name: identifier, name, and what one step is. */
const kept: readonly (readonly [id: number, name: string, step: number])[] = [
  [0x0d, 'runTime', 1],
  [0x16, 'analogVolts1', 0.01],
  [0x17, 'analogVolts2', 0.01],
  [0x91, 'obdSpeedKmh', 1],
  [0x92, 'obdSpeedKmh', 1],
  [0x97, 'throttlePercent', 1],
  [0x99, 'rpm', 1],
  [0x9b, 'obdOdometerMetres', 1],
  [0x9c, 'coolantTemperature', 1],
  [0x9f, 'intakeTemperature', 1],
  [0xa0, 'fuelUsedLitres', 0.001],
]

function readingOf({ numbers, texts }: Parameters): MeitrackReading {
  const reading = emptyReading()
  const { telemetry, extras } = reading
  const hundredth = (id: number) => {
    const raw = numbers.get(id)
    return raw === undefined ? null : raw / 100
  }
  reading.event = numbers.get(0x40) ?? numbers.get(0x01) ?? 0
  readFix(numbers, reading)
  const signal = numbers.get(0x07)
  if (signal !== undefined) setSignal(telemetry, signal)
  const odometer = numbers.get(0x0c)
  if (odometer !== undefined) telemetry.odometerMetres = odometer
  const minutes = numbers.get(0xfef4)
  if (minutes !== undefined) telemetry.engineHours = minutes / 60
  const level = numbers.get(0xfe69)
  if (level !== undefined) telemetry.batteryPercent = level
  setPorts(reading, numbers.get(0x15) ?? null, numbers.get(0x14) ?? null)
  setVolts(reading, hundredth(0x19), hundredth(0x1a))
  setFuelPercent(telemetry, hundredth(0x29) ?? numbers.get(0x9d) ?? 0)
  const card = numbers.get(0x25)
  if (card) telemetry.driverUniqueId = String(card)
  const lock = numbers.get(0x47)
  if (lock !== undefined && lock > 0) extras.lock1Locked = lock === 2
  for (const [id, name, step] of kept) {
    const value = numbers.get(id)
    if (value !== undefined) extras[name] = Math.round(value * step * 1000) / 1000
  }
  for (const text of texts) readText(text.id, text.bytes, reading)
  return reading
}

function readFix(numbers: ReadonlyMap<number, number>, reading: MeitrackReading): void {
  const [latitude, longitude, seconds] = [numbers.get(0x02), numbers.get(0x03), numbers.get(0x04)]
  if (latitude === undefined || longitude === undefined || seconds === undefined) return
  const dilution = numbers.get(0x0a)
  setFix(reading, {
    time: timeOfSeconds(seconds),
    isValid: (numbers.get(0x05) ?? 0) !== 0,
    latitude: latitude / 1e6,
    longitude: longitude / 1e6,
    satellites: numbers.get(0x06) ?? null,
    speedKmh: numbers.get(0x08) ?? 0,
    headingDegrees: numbers.get(0x09) ?? null,
    altitudeMetres: numbers.get(0x0b) ?? null,
    hdop: dilution === undefined ? null : dilution / 10,
  })
}

/** A place by cell, `<mcc>-<mnc>-<area>-<cell>`; the area and the cell in hexadecimal digits, as in the text form. */
function cellOf(bytes: Uint8Array): string | null {
  if (bytes.length < 10) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const hex = (value: number) => value.toString(16).toUpperCase().padStart(4, '0')
  const country = view.getUint16(0, true)
  if (country === 0) return null
  return `${country}-${view.getUint16(2, true)}-${hex(view.getUint16(4, true))}-${hex(view.getUint32(6, true))}`
}

function readText(id: number, bytes: Uint8Array, { extras, telemetry }: MeitrackReading): void {
  const cell = id === 0x0e ? cellOf(bytes) : null
  if (cell !== null) extras.cell = cell
  if (id >= 0x1d && id <= 0x25 && bytes.length === 8) {
    const wifi = `${toHex(bytes, 0, 6)}:${new DataView(bytes.buffer, bytes.byteOffset).getInt16(6, true)}`
    extras.wifi = extras.wifi === undefined ? wifi : `${extras.wifi};${wifi}`.slice(0, 256)
  }
  if (id >= 0x2a && id <= 0x31 && bytes.length >= 3) {
    const raw = new DataView(bytes.buffer, bytes.byteOffset).getInt16(1, true)
    setTemperature(extras, id - 0x29, raw / 100)
  }
  // Layout 2 names the photo that was taken with the event.
  if (id === 0xfe31 && bytes[0] === 2) {
    const name = readPrintable(bytes, 2, bytes.length)
    if (name) extras.mediaFile = name.slice(0, 128)
  }
  if (id === 0xfe73) readTag(bytes, extras)
  if (id === 0xfea8) readBatteries(bytes, telemetry, extras)
}
