import { readUint16, readUint32, toHex } from '../bytes.ts'
import { keep, type QueclinkReading, readField } from './queclink.fields.ts'

const motionStates = new Set([0x11, 0x12, 0x16, 0x1a, 0x21, 0x22, 0x41, 0x42])

/** An event of `+EVT` whose meaning is known: how many bytes it adds before the number, and what they say. */
interface BinaryEvent {
  name: string
  bytes: number
  read?: (reading: QueclinkReading, bytes: Uint8Array, at: number) => void
}

/** By message type (public decoders). Of other types only state and position are read. */
export const binaryEvents: Readonly<Record<number, BinaryEvent>> = {
  6: {
    name: 'BPL',
    bytes: 2,
    read(reading, bytes, at) {
      reading.alarm = 'low_battery'
      readField(reading, 'batteryMillivolts', String(readUint16(bytes, at)))
    },
  },
  15: { name: 'UPD', bytes: 3 },
  17: {
    name: 'IDF',
    bytes: 4,
    read: (reading, bytes, at) => keep(reading, 'idlingSeconds', readUint32(bytes, at)),
  },
  21: { name: 'GSS', bytes: 5 },
  23: {
    name: 'CRA',
    bytes: 1,
    read(reading) {
      reading.alarm = 'crash'
    },
  },
  26: { name: 'GES', bytes: 12 },
  31: {
    name: 'GPJ',
    bytes: 2,
    read(reading, bytes, at) {
      if (bytes[at + 1] === 3) reading.alarm = 'jamming'
    },
  },
  33: {
    name: 'JDS',
    bytes: 1,
    read(reading, bytes, at) {
      if (bytes[at] === 2) reading.alarm = 'jamming'
    },
  },
  34: { name: 'UPC', bytes: 3 },
  35: { name: 'RMD', bytes: 1 },
  45: {
    name: 'VGN',
    bytes: 7,
    read(reading) {
      reading.telemetry.ignition = true
    },
  },
  46: {
    name: 'VGF',
    bytes: 7,
    read(reading) {
      reading.telemetry.ignition = false
    },
  },
}

/**
 * Battery, supply, inputs, motion and satellites before the positions. How many bytes stand before the motion shows the
 * model: the GV200 has no battery and three analog inputs; others state battery and supply.
 * @param from index after the identity
 * @param tailBytes bytes between the satellites and `end`, or null where they are not known
 * @returns satellites in view, or null
 */
export function readState(
  reading: QueclinkReading,
  bytes: Uint8Array,
  from: number,
  end: number,
  tailBytes: number | null,
): number | null {
  const motionAt = findMotion(bytes, from, end, tailBytes)
  if (motionAt === null) return null
  readField(reading, 'motionState', toHex(bytes, motionAt, motionAt + 1).toUpperCase())
  if (reading.extras.motionState === '16') reading.alarm ??= 'tow'
  const satellites = bytes[motionAt + 1] as number
  const isAnalog = motionAt - from === 10
  if (isAnalog) readAnalogState(reading, bytes, from)
  else if (motionAt - from >= 3) {
    readField(reading, 'batteryPercent', String(bytes[from]))
    readField(reading, 'powerMillivolts', String(readUint16(bytes, from + 1)))
  }
  // The upper half states the external antenna.
  return isAnalog ? satellites & 0x0f : satellites
}

function findMotion(bytes: Uint8Array, from: number, end: number, tailBytes: number | null): number | null {
  const isMotion = (at: number) => at >= from && at + 1 < end && motionStates.has(bytes[at] as number)
  if (tailBytes !== null && isMotion(end - tailBytes - 2)) return end - tailBytes - 2
  for (const width of [3, 5, 10]) if (isMotion(from + width)) return from + width
  return null
}

/** Supply, three analog inputs, digital inputs, outputs (GV200 document). */
function readAnalogState(reading: QueclinkReading, bytes: Uint8Array, from: number): void {
  readField(reading, 'powerMillivolts', String(readUint16(bytes, from)))
  for (const input of [1, 2, 3])
    keep(reading, `analogVolts${input}`, readUint16(bytes, from + 2 * input) / 1000)
  readField(reading, 'inputs', toHex(bytes, from + 8, from + 9))
  readField(reading, 'outputs', toHex(bytes, from + 9, from + 10))
}

/**
 * Mileage of the trip (u16 and tenths) and in total (u32 and tenths), hours of the trip (h, min, s) and in total (u32, min,
 * s) after the positions. Read only where every part can be true.
 */
export function readCounters(reading: QueclinkReading, bytes: Uint8Array, at: number, end: number): void {
  if (end - at < 17) return
  const part = (offset: number) => bytes[at + offset] as number
  const isMileage = part(2) <= 9 && part(7) <= 9
  const isClock = part(9) < 60 && part(10) < 60 && part(15) < 60 && part(16) < 60
  if (!isMileage || !isClock) return
  const tenths = readUint32(bytes, at + 3) * 10 + part(7)
  if (tenths > 0) reading.telemetry.odometerMetres = tenths * 100
  const hours = readUint32(bytes, at + 11) + part(15) / 60 + part(16) / 3600
  if (hours > 0) reading.telemetry.engineHours = hours
}
