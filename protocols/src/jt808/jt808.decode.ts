import type { DeviceReport } from '@rumbo/contract/telemetry.device-report.contract'
import { reportReadingLimit } from '@rumbo/contract/telemetry.reading-bounds'
import { asciiBytes, readUint16, writeUint16 } from '../bytes.ts'
import type { DeviceMessage, DeviceStreamOptions } from '../protocol.ts'
import { reportOf, unreadReportOf } from '../reports.ts'
import type { ProtocolDecoder } from '../stream.ts'
import { readDriverCard } from './jt808.drivers.ts'
import { unescapeJt808 } from './jt808.frame.ts'
import {
  bcdTime,
  encodeJt808,
  encodeLockAnswer,
  isShortSerial,
  type Jt808Header,
  readJt808Header,
} from './jt808.header.ts'
import { freshContext, locationBytes, readJt808Location } from './jt808.location.ts'
import { readLock } from './jt808.locks.ts'
import { isAovxModel } from './jt808.models.ts'
import { emptyReading, type Jt808Reading } from './jt808.reading.ts'
import { keepPayload, readAnswerText, readPassedThrough } from './jt808.vendor.ts'

/** Messages of the tracker. */
export const jt808Ids = {
  answer: 0x0001,
  heartbeat: 0x0002,
  registration: 0x0100,
  authentication: 0x0102,
  parameters: 0x0104,
  time: 0x0109,
  location: 0x0200,
  locationAnswer: 0x0201,
  shortBatch: 0x0210,
  driver: 0x0702,
  batch: 0x0704,
  passedThrough: 0x0900,
} as const

/** Messages without vehicle data: registration, authentication, clock, logout, pictures and recordings (0x0800, 0x0801). */
const silentIds = new Set<number>([
  jt808Ids.registration,
  jt808Ids.authentication,
  jt808Ids.time,
  0x0003,
  0x0800,
  0x0801,
])

/** Answers of the device, which the server does not acknowledge. */
const isUnacknowledged = (id: number) =>
  id === jt808Ids.answer || id === jt808Ids.parameters || id === jt808Ids.locationAnswer

/** The general answer: serial, id, 0 for done; to a seal lock its own. */
function acknowledgementOf(
  { id, phone, serial, deviceIdentifier }: Jt808Header,
  now: Date,
): Uint8Array | null {
  if (isUnacknowledged(id)) return null
  if (isShortSerial(id)) return encodeLockAnswer(id, phone, serial)
  if (id === jt808Ids.time) return encodeJt808(0x8109, phone, serial, bcdTime(now))
  const isRegistration = id === jt808Ids.registration
  const code = isRegistration ? asciiBytes(deviceIdentifier) : new Uint8Array(0)
  const body = new Uint8Array(isRegistration ? 3 + code.length : 5)
  writeUint16(body, 0, serial)
  if (isRegistration) body.set(code, 3)
  else writeUint16(body, 2, id)
  return encodeJt808(isRegistration ? 0x8100 : 0x8001, phone, serial, body)
}

/**
 * Decoder of one connection; its state is the last device, its maker, the zone of its clock, and the alarms it has sent.
 * `modelOf`: see `DeviceStreamOptions`.
 */
export function createJt808Decoder(modelOf?: DeviceStreamOptions['modelOf']): ProtocolDecoder {
  let deviceIdentifier: string | null = null
  let context = freshContext()
  let model: string | null | undefined

  return {
    get deviceIdentifier() {
      return deviceIdentifier
    },
    decode(frame, receivedAt) {
      const bytes = unescapeJt808(frame)
      const header = readJt808Header(bytes)
      if (!header) return null
      const isNew = header.deviceIdentifier !== deviceIdentifier
      if (isNew) {
        context = freshContext()
        model = undefined
      }
      deviceIdentifier = header.deviceIdentifier
      // The vehicle may not be known yet with the first message.
      if (modelOf) noteModel(modelOf(deviceIdentifier))
      return {
        reports: readReports(frame, bytes, header, receivedAt),
        acknowledgement: acknowledgementOf(header, receivedAt),
        login: isNew ? deviceIdentifier : null,
      } satisfies DeviceMessage
    },
  }

  function noteModel(stated: string | null | undefined): void {
    if (stated === model) return
    model = stated
    context.isAovxByModel = isAovxModel(stated)
  }

  function readReports(
    frame: Uint8Array,
    bytes: Uint8Array,
    header: Jt808Header,
    receivedAt: Date,
  ): DeviceReport[] {
    const { id, bodyStart, bodyEnd } = header
    // A later part cannot be read without the first.
    if (header.part > 1)
      return silentIds.has(id) ? [] : [unreadReportOf('jt808', header.deviceIdentifier, receivedAt, frame)]
    const isBatch = id === jt808Ids.batch
    if (isBatch || id === jt808Ids.shortBatch) {
      const recordsStart = isBatch ? bodyStart + 3 : bodyStart
      const records = recordsOf(bytes, recordsStart, bodyEnd, isBatch ? 2 : 1)
      const reports = records.flatMap(([from, to]) => {
        const reading = emptyReading()
        const isRead = readJt808Location(bytes, from, to, reading, context, null)
        return isRead ? [reportAs(reading, header, receivedAt, bytes.subarray(from, to))] : []
      })
      const recordsEnd = records.at(-1)?.[1] ?? recordsStart
      // The whole batch is acknowledged, so the records that cannot be read must not be lost.
      if (recordsEnd < bodyEnd || reports.length < records.length)
        reports.push(unreadReportOf('jt808', header.deviceIdentifier, receivedAt, frame))
      return reports
    }
    if (silentIds.has(id)) return []
    const reading = emptyReading()
    if (readOne(bytes, header, receivedAt, reading)) return [reportAs(reading, header, receivedAt, bytes)]
    return [unreadReportOf('jt808', header.deviceIdentifier, receivedAt, frame)]
  }

  /** Fills the reading from a message with one report; false for other messages. */
  function readOne(bytes: Uint8Array, header: Jt808Header, receivedAt: Date, reading: Jt808Reading): boolean {
    const { id, bodyStart, bodyEnd } = header
    switch (id) {
      case jt808Ids.heartbeat:
      case 0x0506:
        readHeartbeat(bytes, bodyStart, bodyEnd, reading)
        return true
      case jt808Ids.location:
        return readJt808Location(bytes, bodyStart, bodyEnd, reading, context, receivedAt)
      case jt808Ids.answer:
        reading.answer = readAnswer(bytes, bodyStart, bodyEnd)
        return reading.answer !== null
      case jt808Ids.locationAnswer:
      case jt808Ids.parameters: {
        if (bodyEnd - bodyStart < 2) return false
        const isLocation = id === jt808Ids.locationAnswer
        if (isLocation) readJt808Location(bytes, bodyStart + 2, bodyEnd, reading, context, receivedAt)
        else keepPayload(bytes, bodyStart, bodyEnd, reading)
        const text = isLocation ? 'location' : 'parameters'
        reading.answer = { key: `#${readUint16(bytes, bodyStart)}`, text, isRefused: false }
        return true
      }
      case jt808Ids.passedThrough:
        return readPassedThrough(bytes, bodyStart, bodyEnd, reading, context)
      case jt808Ids.driver:
        return readDriverCard(bytes, bodyStart, bodyEnd, reading)
      case 0x5501:
      case 0x5502:
        return readLock(bytes, bodyStart, bodyEnd, reading, context)
      default: {
        const isText = id === 0x0701 || id === 0x6006 || id === 0x1300
        const text = isText ? readAnswerText(id, bytes, bodyStart, bodyEnd) : null
        if (text) reading.answer = { key: '*', text, isRefused: false }
        return text !== null
      }
    }
  }
}

/** The body is empty in the standard; per cent of the battery, signal and mode in some trackers (BSJ-EG01, 0x0002). */
function readHeartbeat(bytes: Uint8Array, at: number, end: number, { telemetry }: Jt808Reading): void {
  if (end - at !== 3) return
  const [percent, signal] = [bytes[at] as number, bytes[at + 1] as number]
  if (percent <= 100) telemetry.batteryPercent = percent
  if (signal <= 31) telemetry.signalPercent = Math.round((signal * 100) / 31)
}

/** `hashed`: the bytes that identify the report. */
function reportAs(
  reading: Jt808Reading,
  { deviceIdentifier }: Jt808Header,
  receivedAt: Date,
  hashed: Uint8Array,
): DeviceReport {
  const excess = Object.keys(reading.extras).slice(reportReadingLimit)
  for (const name of excess) delete reading.extras[name]
  const given = { ...reading, readingsLeftOut: excess.length }
  return reportOf('jt808', deviceIdentifier, receivedAt, hashed, given)
}

/** Where the records of a batch lie, each behind its length. */
function recordsOf(
  bytes: Uint8Array,
  from: number,
  end: number,
  lengthBytes: 1 | 2,
): (readonly [number, number])[] {
  const records: (readonly [number, number])[] = []
  for (let at = from; at + lengthBytes < end; ) {
    const length = lengthBytes === 2 ? readUint16(bytes, at) : (bytes[at] as number)
    const start = at + lengthBytes
    at = start + length
    if (length < locationBytes || at > end) break
    records.push([start, at])
  }
  return records
}

const resultTexts = ['Done', 'Failed', 'Wrong message', 'Not supported', 'Alarm confirmed']

/** 0x0001: serial and id of the command, result. */
function readAnswer(bytes: Uint8Array, at: number, end: number): DeviceReport['answer'] {
  if (end - at < 5) return null
  const result = bytes[at + 4] as number
  const text = resultTexts[result] ?? `Result ${result}`
  return { key: `#${readUint16(bytes, at)}`, text, isRefused: result !== 0 && result !== 4 }
}
