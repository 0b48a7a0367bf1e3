import { readBcd, readUint16, readUint24, readUint32, toHex } from '../bytes.ts'
import { utcTime } from '../coordinates.ts'
import { keepBits } from '../reading-bits.ts'
import { alarmOfAlert } from './suntech.alarms.ts'
import { readBeacon } from './suntech.beacons.ts'
import { keep, numberOf, readingOf, type SuntechReading, setFix, timeOf } from './suntech.reading.ts'
import { readSerialData, splitSerial } from './suntech.serial.ts'

const bit = (mask: number, index: number) => ((mask >>> index) & 1) === 1

/** A text field by its bit of the mask; the fields before it are read already. */
function fieldsOf(values: readonly string[], mask: number, first: number) {
  let at = first
  return {
    field: (index: number) => (bit(mask, index) ? values[at++] : undefined),
    rest: () => values.slice(at),
  }
}

/**
 * Text of the ST4000 and ST8000 series: `STT;id;mask;…`, where a field is present when its bit of the mask is set.
 * Answers are `RES;id;group;command[;…]` and `RPR;id;OK;group;…`.
 */
export function readUniversal(text: string): SuntechReading | null {
  const values = text.split(';')
  const type = values[0] ?? ''
  const reading = /^[A-Z]{3}$/.test(type) ? readingOf(values[1]) : null
  if (!reading) return null
  reading.extras.header = 'universal'
  if (type === 'ALV') return reading
  if (type === 'RES') {
    const words = values.slice(2)
    reading.answer = {
      key: words.slice(0, 2).join(';'),
      text: words.join(';'),
      isRefused: /^(?:NG|ERR|FAIL)/i.test(words[2] ?? ''),
    }
    return reading
  }
  if (type === 'RPR') {
    const words = values.slice(2)
    reading.answer = { key: `PRG;${words[1] ?? ''}`, text: words.join(';'), isRefused: words[0] !== 'OK' }
    return reading
  }
  reading.extras.type = type
  if (type === 'BLE') return readBeacon(reading, values)
  if (type === 'CRR') {
    keep(reading.extras, 'crashRecord', values.slice(2, 6).join(';'))
    return reading
  }
  const maskText = values[2] ?? ''
  if (!/^[0-9A-Fa-f]{6}$/.test(maskText)) return null
  // The place of a beacon scan is that of the beacons, not of the vehicle.
  if (type === 'BSA') {
    keep(reading.extras, 'scan', values.slice(3).join(';'))
    return reading
  }
  readMasked(reading, type, values, Number.parseInt(maskText, 16))
  return reading
}

function readMasked(reading: SuntechReading, type: string, values: readonly string[], mask: number): void {
  const { extras } = reading
  const { field, rest } = fieldsOf(values, mask, 3)
  keep(extras, 'model', field(1))
  keep(extras, 'firmware', field(2))
  if (field(3) === '0') extras.isStored = true
  const time = timeOf(field(4), field(5))
  keep(extras, 'cell', field(6))
  keep(extras, 'mcc', numberOf(field(7)))
  keep(extras, 'mnc', numberOf(field(8)))
  keep(extras, 'lac', field(9))
  keep(extras, 'rssi', numberOf(field(10)))
  const latitude = numberOf(field(11))
  const longitude = numberOf(field(12))
  const speedKmh = numberOf(field(13))
  const headingDegrees = numberOf(field(14))
  const satellites = numberOf(field(15))
  const fixField = field(16)
  setFix(reading, time, latitude, longitude, {
    isValid: fixField === undefined ? (satellites ?? 0) >= 3 : fixField === '1',
    speedKmh,
    headingDegrees,
    satellites,
  })
  setLines(reading, binaryOf(field(17)), binaryOf(field(18)))
  if (type === 'STT') {
    keep(extras, 'mode', numberOf(field(19)))
    keep(extras, 'reason', numberOf(field(20)))
    keep(extras, 'index', numberOf(field(21)))
  } else if (type === 'ALT') {
    setAlert(reading, numberOf(field(19)))
    keep(extras, 'eventModifier', field(20))
    setAlertData(reading, field(21) ?? '')
  }
  if (type === 'UEX') {
    const { data, rest: tail } = splitSerial(rest().join(';'))
    readSerialData(reading, data)
    keep(extras, 'rest', tail.join(';'))
    return
  }
  if (type !== 'STT' && type !== 'ALT') {
    keep(extras, 'rest', rest().join(';'))
    return
  }
  field(22)
  const assigned = field(23)
  readAssigned(reading, assigned, rest())
}

/** `STT` and `ALT` end with values of a second mask; older firmwares without it with backup and main voltage. */
function readAssigned(
  reading: SuntechReading,
  maskText: string | undefined,
  values: readonly string[],
): void {
  const mask = /^[0-9A-Fa-f]{8}$/.test(maskText ?? '') ? Number.parseInt(maskText ?? '', 16) : 0b11
  let at = 0
  for (let index = 0; index < 32 && at < values.length; index++) {
    if (!bit(mask, index)) continue
    const text = values[at++] ?? ''
    const value = numberOf(text)
    if (index === 0) keep(reading.extras, 'batteryVolts', value)
    else if (index > 1) keep(reading.extras, `assigned${index}`, value ?? text)
    else if (value !== undefined) reading.telemetry.powerVolts = value
  }
  keep(reading.extras, 'rest', values.slice(at).join(';'))
}

const binaryOf = (text: string | undefined) =>
  text !== undefined && /^[01]{1,16}$/.test(text) ? Number.parseInt(text, 2) : undefined

/** The lowest bit of the inputs is the ignition, of the outputs the immobiliser. */
function setLines(reading: SuntechReading, input: number | undefined, output: number | undefined): void {
  if (input !== undefined) {
    reading.telemetry.ignition = (input & 1) === 1
    keepBits(reading.extras, 'input', input >> 1, 3)
  }
  if (output !== undefined) {
    reading.telemetry.isEngineBlocked = (output & 1) === 1
    keepBits(reading.extras, 'output', output, 2)
  }
}

function setAlert(reading: SuntechReading, alert: number | undefined): void {
  if (alert === undefined) return
  reading.extras.eventCode = alert
  reading.alarm = alarmOfAlert(alert)
}

const driverAlert = 59

function setAlertData(reading: SuntechReading, data: string): void {
  keep(reading.extras, 'eventData', data)
  if (reading.extras.eventCode !== driverAlert || !/^[0-9A-Za-z]{1,32}$/.test(data) || /^0+$/.test(data))
    return
  reading.telemetry.driverUniqueId = data
}

/** Bytes of a field by its bit of the mask; 19 to 21 differ by type. */
const sizes = [0, 1, 3, 1, 3, 3, 4, 2, 2, 2, 1, 4, 4, 2, 2, 1, 1, 1, 1]

/** Universal binary: type u8 (0x81 status, 0x82 alert), length u16, id of ten BCD digits, mask u24, fields. */
export function readUniversalBinary(frame: Uint8Array): SuntechReading | null {
  if (frame.length < 11) return null
  const reading = readingOf(readBcd(frame, 3, 8) ?? undefined)
  if (!reading) return null
  const { extras } = reading
  extras.header = 'universal'
  const mask = readUint24(frame, 8)
  const places: (number | undefined)[] = []
  let at = 11
  for (let index = 1; index < sizes.length; index++) {
    const size = bit(mask, index) ? (sizes[index] as number) : 0
    if (at + size > frame.length) return reading
    places[index] = size > 0 ? at : undefined
    at += size
  }
  const number = (index: number) => {
    const place = places[index]
    if (place === undefined) return undefined
    if (sizes[index] === 4) return readUint32(frame, place)
    return sizes[index] === 2 ? readUint16(frame, place) : (frame[place] as number)
  }
  keep(extras, 'model', number(1))
  if (number(3) === 0) extras.isStored = true
  keep(extras, 'mcc', number(7))
  keep(extras, 'mnc', number(8))
  keep(extras, 'rssi', number(10))
  const date = places[4]
  const clock = places[5]
  const part = (place: number, offset: number) => frame[place + offset] as number
  const time =
    date === undefined || clock === undefined
      ? null
      : utcTime(part(date, 0), part(date, 1), part(date, 2), part(clock, 0), part(clock, 1), part(clock, 2))
  const hundredths = (value: number | undefined) => (value === undefined ? undefined : value / 100)
  setFix(reading, time, signed(number(11)), signed(number(12)), {
    isValid: places[16] === undefined ? (number(15) ?? 0) >= 3 : number(16) === 1,
    speedKmh: hundredths(number(13)),
    headingDegrees: hundredths(number(14)),
    satellites: number(15),
  })
  setLines(reading, number(17), number(18))
  readBinaryTail(reading, frame, mask, at)
  return reading
}

/** Millionths of a degree whose highest bit is the sign. */
function signed(value: number | undefined): number | undefined {
  if (value === undefined) return undefined
  return value >= 0x80000000 ? -(value - 0x80000000) / 1_000_000 : value / 1_000_000
}

function readBinaryTail(reading: SuntechReading, frame: Uint8Array, mask: number, start: number): void {
  const { extras } = reading
  let at = start
  if (frame[0] === 0x81) {
    extras.type = 'STT'
    if (bit(mask, 19) && at < frame.length) extras.mode = frame[at++] as number
    if (bit(mask, 20) && at < frame.length) extras.reason = frame[at++] as number
    if (bit(mask, 21) && at + 1 < frame.length) {
      extras.index = readUint16(frame, at)
      at += 2
    }
  } else if (frame[0] === 0x82) {
    extras.type = 'ALT'
    if (bit(mask, 19) && at < frame.length) setAlert(reading, frame[at++])
    if (bit(mask, 20) && at < frame.length) extras.eventModifier = String(frame[at++])
    if (bit(mask, 21) && at < frame.length) {
      const end = at + 1 + (frame[at] as number)
      if (end <= frame.length) setAlertData(reading, toHex(frame, at + 1, end))
      at = Math.min(end, frame.length)
    }
  }
  keep(extras, 'rest', toHex(frame, at, Math.min(frame.length, at + 128)))
}
