import { asciiBytes, readUint16, writeUint16, writeUint32 } from '../bytes.ts'
import type { DeviceSide, ServerMessage, SimulatedReport } from '../device-side.ts'
import { joinBytes } from '../stream.ts'
import { answerBody, typeOfJt808Command } from './jt808.commands.ts'
import { jt808Ids } from './jt808.decode.ts'
import { findJt808Frame, unescapeJt808 } from './jt808.frame.ts'
import { bcdTime, encodeJt808, phoneOf, readJt808Header } from './jt808.header.ts'
import { alarmBitOf } from './jt808.location.ts'

/** The clock of the standard. */
const zoneMs = 480 * 60_000

function locationBody(report: SimulatedReport): Uint8Array {
  const bytes = new Uint8Array(40)
  const bit = report.alarm === null ? null : alarmBitOf(report.alarm)
  if (bit !== null) writeUint32(bytes, 0, 2 ** bit)
  const status =
    (report.ignition ? 1 : 0) |
    (report.isValid ? 2 : 0) |
    (report.latitude < 0 ? 4 : 0) |
    (report.longitude < 0 ? 8 : 0) |
    (report.isEngineBlocked ? 0x400 : 0)
  writeUint32(bytes, 4, status)
  writeUint32(bytes, 8, Math.round(Math.abs(report.latitude) * 1e6))
  writeUint32(bytes, 12, Math.round(Math.abs(report.longitude) * 1e6))
  writeUint16(bytes, 16, Math.round(report.altitudeMetres))
  writeUint16(bytes, 18, Math.round(report.speedKmh * 10))
  writeUint16(bytes, 20, Math.round(report.headingDegrees) % 360)
  bytes.set(bcdTime(new Date(report.time.getTime() + zoneMs)), 22)
  bytes.set([0x01, 4], 28)
  writeUint32(bytes, 30, Math.round(report.odometerMetres / 100))
  bytes.set([0x30, 1, Math.round((report.signalPercent * 31) / 100)], 34)
  bytes.set([0x31, 1, report.satellites], 37)
  return bytes
}

/** A batch of one that was kept while there was no network. */
function storedBody(location: Uint8Array): Uint8Array {
  const head = new Uint8Array(5)
  writeUint16(head, 0, 1)
  head[2] = 1
  writeUint16(head, 3, location.length)
  return joinBytes(head, location)
}

function understood(frame: Uint8Array): ServerMessage | null {
  const bytes = unescapeJt808(frame)
  const header = readJt808Header(bytes)
  if (!header) return null
  const { id, serial, bodyStart, bodyEnd } = header
  if (id === 0x8001) {
    const answered = bodyEnd - bodyStart >= 5 ? readUint16(bytes, bodyStart + 2) : 0
    if (answered === jt808Ids.authentication) {
      return { kind: 'login', isAccepted: bytes[bodyStart + 4] === 0 }
    }
    if (answered === jt808Ids.heartbeat) return { kind: 'heartbeat' }
    const isReport = answered === jt808Ids.location || answered === jt808Ids.batch
    return isReport ? { kind: 'acknowledgement', reports: 1 } : null
  }
  if (id === 0x8100 || id === 0x8109) return null
  const type = typeOfJt808Command(id, bytes.subarray(bodyStart, bodyEnd))
  return { kind: 'command', type, text: id.toString(16), key: `#${serial}` }
}

/** JT/T 808 of 2013, as a tracker that is registered already: it signs in with its code. */
export const jt808Device: DeviceSide = {
  protocol: 'jt808',
  transports: ['tcp'],
  isAcknowledged: true,
  isIdentifier: (text) => /^[1-9]\d{9,14}$/.test(text),
  openDeviceClient(deviceIdentifier) {
    const phone = phoneOf(deviceIdentifier)
    let carried: Uint8Array = new Uint8Array(0)
    let lastSerial = 0
    const say = (id: number, body: Uint8Array) => {
      lastSerial = lastSerial >= 0xffff ? 1 : lastSerial + 1
      return encodeJt808(id, phone, lastSerial, body)
    }
    return {
      isLoginAnswered: true,
      login: () => say(jt808Ids.authentication, asciiBytes(deviceIdentifier)),
      heartbeat: () => say(jt808Ids.heartbeat, new Uint8Array(0)),
      report(report) {
        const location = locationBody(report)
        return report.isStored ? say(jt808Ids.batch, storedBody(location)) : say(jt808Ids.location, location)
      },
      answer({ type, text, key }, report, isDone) {
        const serial = Number(key.slice(1))
        if (isDone && (type === 'gps_position' || type === 'status_query')) {
          const head = new Uint8Array(2)
          writeUint16(head, 0, serial)
          return type === 'gps_position'
            ? say(jt808Ids.locationAnswer, joinBytes(head, locationBody(report)))
            : say(jt808Ids.parameters, joinBytes(head, Uint8Array.of(0)))
        }
        return say(jt808Ids.answer, answerBody(serial, Number.parseInt(text, 16), isDone))
      },
      read(chunk) {
        const bytes = joinBytes(carried, chunk)
        const messages: ServerMessage[] = []
        let at = 0
        while (at < bytes.length) {
          const found = findJt808Frame(bytes, at, bytes.length)
          if (found.what === 'incomplete') break
          const message = found.what === 'frame' ? understood(bytes.subarray(at, found.end)) : null
          if (message) messages.push(message)
          at = found.end
        }
        carried = bytes.slice(at)
        return messages
      },
    }
  },
}
