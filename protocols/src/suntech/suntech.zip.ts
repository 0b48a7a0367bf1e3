import { readBcd, readText, readUint16, readUint32 } from '../bytes.ts'
import { utcTime } from '../coordinates.ts'
import { keepBits } from '../reading-bits.ts'
import { alarmOfAlert, alarmOfEmergency } from './suntech.alarms.ts'
import { keep, readingOf, type SuntechReading, setFix } from './suntech.reading.ts'
import { readSerialData } from './suntech.serial.ts'

const types: ReadonlyMap<number, string> = new Map<number, string>([
  [0x10, 'STT'],
  [0x11, 'EMG'],
  [0x12, 'EVT'],
  [0x13, 'ALT'],
  [0x14, 'ALV'],
  [0x16, 'UEX'],
])

/** Offsets of the fields all reports share, as the manual orders them. */
const at = {
  time: 12,
  latitude: 21,
  longitude: 25,
  speed: 29,
  course: 32,
  satellites: 35,
  odometer: 36,
} as const
const own = 43
const day = 86_400_000

/**
 * Legacy ZIP: 0x02, length u16, type, id of nine BCD digits, model, firmware, time, cell, place, odometer u32,
 * power, lines, then fields of the type, engine minutes u32, backup battery, 1 live or 0 stored; 0x03.
 * Source: Suntech, "ST300/340 Operation Manual – LATAM" 1.41, sections 6-3-2, 6-4-2 and 6-7-2.
 */
export function readZip(frame: Uint8Array, receivedAt: Date): SuntechReading | null {
  const type = types.get(frame[3] as number)
  const digits = readBcd(frame, 4, 9)
  const reading = type && digits ? readingOf(digits.slice(0, 9)) : null
  if (!reading || !type) return null
  reading.extras.type = type
  reading.extras.isZip = true
  if (type === 'ALV' || frame.length < 45) return reading
  readPlace(reading, frame, receivedAt)
  const { telemetry } = reading
  telemetry.odometerMetres = readUint32(frame, at.odometer)
  const volts = readDecimal(frame, 40, 1, 1)
  if (volts !== undefined) telemetry.powerVolts = volts
  const lines = frame[42] as number
  telemetry.ignition = (lines & 1) === 1
  telemetry.isEngineBlocked = (lines & 0x10) !== 0
  keepBits(reading.extras, 'input', lines >> 1, 3)
  keepBits(reading.extras, 'output', lines >> 4, 2)
  readMeters(reading, frame, readOwn(reading, frame, type))
  return reading
}

/** An integer of some bytes, then decimals of some bytes in BCD; undefined where these are no digits. */
function readDecimal(
  frame: Uint8Array,
  from: number,
  wholeBytes: 1 | 2,
  decimalBytes: 1 | 3,
): number | undefined {
  const whole = wholeBytes === 1 ? (frame[from] as number) : readUint16(frame, from)
  const decimals = readBcd(frame, from + wholeBytes, from + wholeBytes + decimalBytes)
  return decimals === null ? undefined : Number(`${whole}.${decimals}`)
}

/** Bit 7 of the satellites: a fix; 6 and 5: latitude and longitude are negative. */
function readPlace(reading: SuntechReading, frame: Uint8Array, receivedAt: Date): void {
  const flags = frame[at.satellites] as number
  const sign = (bit: number, value: number | undefined) =>
    value === undefined ? Number.NaN : flags & bit ? -value : value
  setFix(
    reading,
    readTime(frame, receivedAt),
    sign(0x40, readDecimal(frame, at.latitude, 1, 3)),
    sign(0x20, readDecimal(frame, at.longitude, 1, 3)),
    {
      isValid: (flags & 0x80) !== 0,
      speedKmh: readDecimal(frame, at.speed, 2, 1),
      headingDegrees: readDecimal(frame, at.course, 2, 1),
      satellites: flags & 0x1f,
    },
  )
}

/**
 * The manual states six bytes from year to second, and not whether they are numbers or digits: of the two times
 * that are possible the one nearer to the receipt is taken, and none of the future.
 */
function readTime(frame: Uint8Array, receivedAt: Date): Date | null {
  const parts = frame.subarray(at.time, at.time + 6)
  const [asNumbers, asDigits] = [Array.from(parts), digitPairs(frame)]
  const now = receivedAt.getTime()
  const times = [asNumbers, asDigits]
    .map((values) => (values ? timeOfParts(values) : null))
    .filter((time) => time !== null)
    .sort((one, other) => Math.abs(now - one.getTime()) - Math.abs(now - other.getTime()))
  return times.find((time) => time.getTime() <= now + day) ?? times[0] ?? null
}

function digitPairs(frame: Uint8Array): number[] | null {
  const digits = readBcd(frame, at.time, at.time + 6)
  return digits === null
    ? null
    : Array.from({ length: 6 }, (_, part) => Number(digits.slice(part * 2, part * 2 + 2)))
}

const timeOfParts = ([year = 0, month = 0, date = 0, hour = 0, minute = 0, second = 0]: readonly number[]) =>
  year > 99 ? null : utcTime(year, month, date, hour, minute, second)

/** The fields of the type; returns the offset behind them. */
function readOwn(reading: SuntechReading, frame: Uint8Array, type: string): number {
  const { extras } = reading
  const number = frame[own] as number
  if (type === 'ALT') {
    extras.eventCode = number
    reading.alarm = alarmOfAlert(number)
  } else if (type === 'EMG') {
    extras.eventCode = number
    reading.alarm = alarmOfEmergency(number)
  } else if (type === 'EVT') extras.eventCode = number
  else if (type === 'STT') {
    extras.mode = number
    extras.index = readUint16(frame, own + 1)
    return own + 3
  } else if (type === 'UEX') {
    const end = own + 2 + readUint16(frame, own)
    if (end + 1 >= frame.length) return frame.length
    readSerialData(reading, readText(frame, own + 2, end))
    return end + 1
  }
  return own + 1
}

/** Only where the device is set to state them; the last byte of the frame is 0x03. */
function readMeters(reading: SuntechReading, frame: Uint8Array, from: number): void {
  if (from + 7 >= frame.length) return
  reading.telemetry.engineHours = readUint32(frame, from) / 60
  keep(reading.extras, 'batteryVolts', readDecimal(frame, from + 4, 1, 1))
  if (frame[from + 6] === 0) reading.extras.isStored = true
}
