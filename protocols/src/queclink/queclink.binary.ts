import type { DeviceReport } from '@rumbo/contract/telemetry.device-report.contract'
import { asciiBytes, readText, readUint16, readUint32, toHex } from '../bytes.ts'
import type { DeviceMessage } from '../protocol.ts'
import { keepFrame, reportOf } from '../reports.ts'
import { findPositions, readCompressed } from './queclink.binary-position.ts'
import { binaryEvents, readCounters, readState } from './queclink.binary-state.ts'
import { acknowledge } from './queclink.envelope.ts'
import { emptyReading, keep, type QueclinkReading, readField } from './queclink.fields.ts'
import { modelOf } from './queclink.layouts.ts'

/** Checksum and 0D 0A. */
const tailBytes = 4
const callType = 3
const compressedType = 100
const classes: Readonly<Record<string, 'position' | 'event' | 'information' | 'heartbeat'>> = {
  '+RSP': 'position',
  '+BSP': 'position',
  '+EVT': 'event',
  '+BVT': 'event',
  '+INF': 'information',
  '+BNF': 'information',
  '+HBD': 'heartbeat',
}
const stored = new Set(['+BSP', '+BVT', '+BNF'])

/** A binary message opened: who sent it, and where its own part begins and ends. */
interface Binary {
  frame: Uint8Array
  header: string
  type: number
  mask: number
  deviceIdentifier: string
  /** Six digits as in a text message, or as many as the mask lists. */
  version: string
  from: number
  /** Index of the send time. */
  limit: number
  count: string | null
}

/**
 * Reads a binary message (`+RSP`, `+EVT`, `+INF`, `+HBD` and their stored copies).
 * @param known the device of the connection, for messages that state a name in place of the identity
 * @returns null where no device is known, or where the class of message is only framed
 */
export function readBinary(frame: Uint8Array, receivedAt: Date, known: string | null): DeviceMessage | null {
  const binary = openBinary(frame, known)
  if (!binary) return null
  const { header, version, count } = binary
  const kind = classes[header]
  const acknowledgement = acknowledge(kind === 'heartbeat', false, version, count)
  const reading = emptyReading()
  if (stored.has(header)) keep(reading, 'isStored', true)
  if (kind === 'heartbeat') keep(reading, 'report', 'HBD')
  else keep(reading, 'model', modelOf(version).model)
  if (kind === 'position' || kind === 'event') {
    return { reports: readPositions(binary, reading, receivedAt), acknowledgement, login: null }
  }
  if (kind === 'information') readInformation(binary, reading)
  return { reports: [binaryReport(binary, receivedAt, reading)], acknowledgement, login: null }
}

/** The answer to a binary message that is not read, by the count before its checksum. */
export function acknowledgeBinary(frame: Uint8Array): Uint8Array | null {
  const end = frame.length
  const isBinary = end >= 12 && frame[end - 2] === 0x0d && frame[end - 1] === 0x0a
  return isBinary ? acknowledge(false, false, '', countOf(frame, end - tailBytes)) : null
}

const countOf = (frame: Uint8Array, at: number) => toHex(frame, at - 2, at).toUpperCase()

function openBinary(frame: Uint8Array, known: string | null): Binary | null {
  const header = readText(frame, 0, Math.min(4, frame.length))
  const kind = classes[header]
  if (!kind || frame.length < 24) return null
  const isHeartbeat = kind === 'heartbeat'
  const isInformation = kind === 'information'
  const maskAt = isHeartbeat ? 4 : 5
  const mask = isHeartbeat
    ? (frame[4] as number)
    : isInformation
      ? readUint16(frame, 5)
      : readUint32(frame, 5)
  // Bits of device type, protocol, firmware, name, send time and count: their places differ by class.
  const [typeBit, versionBit, firmwareBit, nameBit, timeBit, countBit] = isHeartbeat
    ? [1, 2, 3, 4, 5, 6]
    : isInformation
      ? [2, 3, 4, 1, 5, 6]
      : [8, 9, 10, 6, 4, 5]
  const has = (bit: number | undefined) => ((mask >>> (bit ?? 0)) & 1) === 1
  let at = isHeartbeat ? 6 : maskAt + (isInformation ? 4 : 6)
  const identityFirst = isInformation ? at : null
  if (isInformation) at += 8
  const versionAt = at
  at += (has(typeBit) ? 1 : 0) + (has(versionBit) ? 2 : 0)
  const version = toHex(frame, versionAt, at)
  at += has(firmwareBit) ? 2 : 0
  const identityAt = identityFirst ?? at
  if (identityFirst === null) at += 8
  const tail = frame.length - tailBytes
  const limit = tail - (has(countBit) ? 2 : 0) - (has(timeBit) ? 7 : 0)
  if (limit < at) return null
  const deviceIdentifier = has(nameBit) ? known : identityOf(frame, identityAt)
  if (deviceIdentifier === null) return null
  const count = has(countBit) ? countOf(frame, tail) : null
  return { frame, header, type: frame[4] as number, mask, deviceIdentifier, version, from: at, limit, count }
}

/** Fifteen digits: seven bytes of two each, and one. */
function identityOf(frame: Uint8Array, at: number): string | null {
  let digits = ''
  for (let offset = 0; offset < 7; offset++) {
    const pair = frame[at + offset] as number
    if (pair > 99) return null
    digits += String(pair).padStart(2, '0')
  }
  const last = frame[at + 7] as number
  return last <= 9 && digits !== '00000000000000' ? digits + last : null
}

function binaryReport(
  { frame, header, deviceIdentifier }: Binary,
  receivedAt: Date,
  { telemetry, alarm, extras, readingsLeftOut }: QueclinkReading,
  fix: DeviceReport['fix'] = null,
): DeviceReport {
  // A stored copy differs in its header alone.
  const hashed = header === '+HBD' ? frame : frame.subarray(4)
  const given = { fix, telemetry, alarm, extras, readingsLeftOut }
  return reportOf('queclink', deviceIdentifier, receivedAt, hashed, given)
}

function readPositions(binary: Binary, reading: QueclinkReading, receivedAt: Date): DeviceReport[] {
  const { frame, header, type, mask, from, limit } = binary
  const isEvent = header === '+EVT' || header === '+BVT'
  const event = isEvent ? binaryEvents[type] : undefined
  keep(reading, 'report', event?.name ?? `${isEvent ? 'EVT' : 'RSP'}${type}`)
  const isCompressed = !isEvent && type === compressedType
  const positions = isCompressed
    ? readCompressed(frame, from + 5, limit)
    : findPositions(frame, from, limit, mask)
  const stateEnd = positions?.countAt ?? Math.min(limit, from + 16)
  const behind = isEvent ? (event?.bytes ?? 0) : isCompressed ? 0 : type === callType ? null : 1
  const satellites = readState(reading, frame, from, stateEnd, positions ? behind : null)
  if (event?.read && positions) event.read(reading, frame, stateEnd - event.bytes)
  if (positions && !isCompressed) {
    if (positions.hdop > 0) keep(reading, 'hdop', positions.hdop)
    readCounters(reading, frame, positions.end, limit)
  }
  const reports = reportsOf(binary, reading, receivedAt, positions?.fixes ?? [], satellites)
  // Only position and state are read of an unknown event; the rest might be an alarm.
  const last = reports.at(-1)
  if (last && (!positions || (isEvent && !event))) keepFrame(last, frame)
  return reports
}

function reportsOf(
  binary: Binary,
  reading: QueclinkReading,
  receivedAt: Date,
  fixes: readonly (DeviceReport['fix'] | null)[],
  satellites: number | null,
): DeviceReport[] {
  const last = fixes.at(-1) ?? null
  if (last && satellites !== null) last.satellites = satellites
  const { frame, deviceIdentifier } = binary
  const earlier = fixes.slice(0, -1).map((fix, index) => {
    const own = asciiBytes(`${index}:${toHex(frame, 4)}`)
    const extras = { report: reading.extras.report ?? '' }
    return reportOf('queclink', deviceIdentifier, receivedAt, own, { fix, extras })
  })
  return [...earlier, binaryReport(binary, receivedAt, reading, last)]
}

const informationNames: Readonly<Record<number, string>> = {
  1: 'INF',
  2: 'GPS',
  4: 'CID',
  5: 'CSQ',
  6: 'VER',
  7: 'BAT',
  9: 'TMZ',
  10: 'GIR',
}

/** Motion, and supply or signal of the answers to queries (public decoders); versions stand before the motion. */
function readInformation({ frame, type, from, limit }: Binary, reading: QueclinkReading): void {
  keep(reading, 'report', informationNames[type] ?? `INF${type}`)
  const at = from + (informationNames[type] === 'VER' ? 6 : 0)
  const own = at + 24
  if (own > limit || informationNames[type] === undefined || type === 1) return
  readField(reading, 'motionState', toHex(frame, at, at + 1).toUpperCase())
  if (type === 7 && own + 6 <= limit) {
    readField(reading, 'isCharging', String(frame[own]))
    readField(reading, 'powerMillivolts', String(readUint16(frame, own + 1)))
    readField(reading, 'batteryMillivolts', String(readUint16(frame, own + 3)))
    readField(reading, 'batteryPercent', String(frame[own + 5]))
  }
  if (type === 5 && own + 11 <= limit) readField(reading, 'signalStep', String(frame[own + 10]))
}
