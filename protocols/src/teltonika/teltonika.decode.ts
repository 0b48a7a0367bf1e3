import type { DeviceReport } from '@rumbo/contract/telemetry.device-report.contract'
import { readText, readUint16, readUint32, toHex, writeUint16, writeUint32 } from '../bytes.ts'
import type { DeviceMessage } from '../protocol.ts'
import { reportOf } from '../reports.ts'
import type { ProtocolDecoder } from '../stream.ts'
import { frameHeaderBytes, loginByteCount } from './teltonika.frame.ts'
import { isRecordCodec, readRecords } from './teltonika.records.ts'

const silence: DeviceMessage = { reports: [], acknowledgement: null, login: null }
const answerType = 6
/** The command carried the identifier of another device (codec 14). */
const refusalType = 0x11
const maxTextBytes = 1024

export function isImei(text: string): boolean {
  return /^\d{15}$/.test(text)
}

/** A connection: nothing counts before the login, and the login is answered with 01. */
export function createTeltonikaDecoder(resumedIdentifier: string | null = null): ProtocolDecoder {
  let deviceIdentifier = resumedIdentifier

  return {
    get deviceIdentifier() {
      return deviceIdentifier
    },
    decode(frame, receivedAt) {
      if (frame[0] === 0xff) return deviceIdentifier === null ? null : silence
      if (frame.length === loginByteCount && frame[1] === 0x0f) {
        deviceIdentifier = readText(frame, 2, loginByteCount)
        return { reports: [], acknowledgement: Uint8Array.of(1), login: deviceIdentifier }
      }
      if (deviceIdentifier === null) return null
      const end = frame.length - 4
      if (!isRecordCodec(frame[frameHeaderBytes] as number)) {
        return readTexts(frame, frameHeaderBytes, end, deviceIdentifier, receivedAt)
      }
      const reports = readRecords(frame, frameHeaderBytes, end, deviceIdentifier, receivedAt)
      if (reports === null) return null
      return { reports, acknowledgement: acknowledge(reports.length), login: null }
    },
    // Without an answer the device repeats this frame and sends nothing else.
    acknowledgeUnread: (frame) =>
      isRecordCodec(frame[frameHeaderBytes] as number)
        ? acknowledge(frame[frameHeaderBytes + 1] as number)
        : null,
  }
}

function acknowledge(records: number): Uint8Array {
  const acknowledgement = new Uint8Array(4)
  writeUint32(acknowledgement, 0, records)
  return acknowledgement
}

/** A datagram: names its device itself, and is answered with its own numbers and the count of its records. */
export function createTeltonikaDatagramDecoder(): ProtocolDecoder {
  let deviceIdentifier: string | null = null

  return {
    get deviceIdentifier() {
      return deviceIdentifier
    },
    decode(packet, receivedAt) {
      if (packet.length < 26 || readUint16(packet, 6) !== 15) return null
      const imei = readText(packet, 8, 23)
      if (!isImei(imei)) return null
      if (!isRecordCodec(packet[23] as number)) {
        const message = readTexts(packet, 23, packet.length, imei, receivedAt)
        if (message) deviceIdentifier = imei
        return message && { ...message, login: imei }
      }
      const reports = readRecords(packet, 23, packet.length, imei, receivedAt)
      deviceIdentifier = imei
      if (reports === null) return null
      return { reports, acknowledgement: acknowledgeDatagram(packet, reports.length), login: imei }
    },
    acknowledgeUnread: (packet) =>
      isRecordCodec(packet[23] as number) ? acknowledgeDatagram(packet, packet[24] as number) : null,
  }
}

function acknowledgeDatagram(packet: Uint8Array, records: number): Uint8Array {
  const acknowledgement = Uint8Array.of(0, 5, 0, 0, 1, packet[5] as number, records)
  writeUint16(acknowledgement, 2, readUint16(packet, 2))
  return acknowledgement
}

/** Codec u8, count u8, type u8, length u32, content, count u8. The device wants no answer to it. */
function readTexts(
  bytes: Uint8Array,
  at: number,
  end: number,
  deviceIdentifier: string,
  receivedAt: Date,
): DeviceMessage | null {
  if (at + 8 > end) return null
  const codec = bytes[at]
  const type = bytes[at + 2] as number
  const contentEnd = at + 7 + readUint32(bytes, at + 3)
  if (contentEnd > end - 1) return null
  // Behind the length: codec 13 has a time u32, codec 14 the identifier in 8 bytes, codec 15 both.
  const start = at + 7 + (codec === 13 || codec === 15 ? 4 : 0) + (codec === 14 || codec === 15 ? 8 : 0)
  if (start > contentEnd) return null
  if (codec === 14 && type === refusalType) {
    return answerMessage('The device has another identifier than the command named', true)
  }
  const isText = type === answerType || codec === 15
  if (!isText) return silence
  const text = printable(bytes, start, Math.min(contentEnd, start + maxTextBytes))
  if (codec === 12 || codec === 14) return answerMessage(text, isRefusal(text))
  return { ...silence, reports: [serialReport(text)] }

  function answerMessage(answer: string, isRefused: boolean): DeviceMessage {
    const hashed = bytes.subarray(at, end)
    const given = { answer: { key: '*', text: answer, isRefused } }
    return { ...silence, reports: [reportOf('teltonika', deviceIdentifier, receivedAt, hashed, given)] }
  }

  /** What came over the serial port; a driver's terminal writes `GTSL|…|…|…|driver|…`. */
  function serialReport(written: string): DeviceReport {
    const fields = written.split('|')
    const driver = fields[0] === 'GTSL' ? fields[4] : undefined
    return reportOf('teltonika', deviceIdentifier, receivedAt, bytes.subarray(at, end), {
      telemetry: driver ? { driverUniqueId: driver.slice(0, 64) } : {},
      extras: written === '' ? {} : { serialText: written.slice(0, 256) },
    })
  }
}

/** Words of refusals the firmwares answer with: a command or parameter they do not know, an adapter that is not there. */
function isRefusal(text: string): boolean {
  return /\b(?:error|fail(?:ed)?|unknown|wrong|incorrect|invalid|denied|disabled|required)\b|\bnot (?:supported|connected|detected|found|correct|allowed)\b|flags are empty/i.test(
    text,
  )
}

/** The bytes as text, or as hexadecimal digits when they are none. */
function printable(bytes: Uint8Array, start: number, end: number): string {
  for (let at = start; at < end; at++) {
    const byte = bytes[at] as number
    const isBlank = byte === 0x0a || byte === 0x0d || byte === 0x09 || byte === 0
    if (!isBlank && (byte < 0x20 || byte > 0x7e)) return toHex(bytes, start, Math.min(end, start + 128))
  }
  return readText(bytes, start, end).split('\0').join('').trim()
}
