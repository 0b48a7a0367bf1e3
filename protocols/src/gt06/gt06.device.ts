import type { AlarmKind } from '@rumbo/contract/telemetry.device-report.contract'
import { asciiBytes, readText, readUint32, writeUint16, writeUint32 } from '../bytes.ts'
import { encodeGt06Frame, timeBytes } from './gt06.encode.ts'
import { createGt06FrameReader } from './gt06.frame.ts'

/** The device side of GT06, for the simulator and the load generator. `serial` is 0 to 65535 and increments with each frame. */

export interface Gt06DevicePosition {
  /** Whole seconds: the protocol carries no fraction. */
  time: Date
  latitude: number
  longitude: number
  /** Rounded; 0 to 255. */
  speedKmh: number
  headingDegrees: number
  /** 0 to 15, default 9. */
  satellites?: number
  /** Default true. */
  isValid?: boolean
  /** Default false. */
  ignition?: boolean
  odometerMetres?: number
  /** Measured earlier and sent now. Default: false. */
  isStored?: boolean
}

export interface Gt06DeviceStatus {
  ignition: boolean
  isCharging: boolean
  isEngineBlocked: boolean
  /** 0 to 100, carried in steps of a sixth. */
  batteryPercent: number
  /** 0 to 100, carried in steps of a quarter. */
  signalPercent: number
}

/** Frame 0x01. Throws a RangeError unless the identifier is an IMEI of 15 digits. `zoneMinutes` is east of UTC. */
export function encodeGt06Login(imei: string, serial: number, zoneMinutes = 0): Uint8Array {
  if (!/^\d{15}$/.test(imei)) throw new RangeError('A GT06 identifier is an IMEI of 15 digits')
  const body = new Uint8Array(12)
  const digits = `0${imei}`
  for (let at = 0; at < 8; at++) body[at] = Number.parseInt(digits.slice(at * 2, at * 2 + 2), 16)
  writeUint16(body, 8, 0x3600)
  const minutes = Math.abs(zoneMinutes)
  const clock = Math.floor(minutes / 60) * 100 + (minutes % 60)
  writeUint16(body, 10, (clock << 4) | (zoneMinutes < 0 ? 0x08 : 0))
  return encodeGt06Frame(0x01, body, serial)
}

/** Frame 0x13. */
export function encodeGt06Heartbeat(status: Gt06DeviceStatus, serial: number): Uint8Array {
  const body = new Uint8Array(5)
  writeStatus(body, 0, status, 0)
  body[4] = 2
  return encodeGt06Frame(0x13, body, serial)
}

/** Frame 0x22: position, an empty cell, ignition, real time, odometer. */
export function encodeGt06Position(position: Gt06DevicePosition, serial: number): Uint8Array {
  const hasOdometer = position.odometerMetres !== undefined
  const body = new Uint8Array(hasOdometer ? 33 : 29)
  writePosition(body, position)
  body[26] = position.ignition ? 1 : 0
  body[28] = position.isStored ? 1 : 0
  if (hasOdometer) writeUint32(body, 29, Math.round(position.odometerMetres ?? 0))
  return encodeGt06Frame(0x22, body, serial)
}

/** Frame 0x26: position, an empty cell, status, alarm. Throws a RangeError for a kind GT06 has no code for. */
export function encodeGt06Alarm(
  position: Gt06DevicePosition,
  status: Gt06DeviceStatus,
  alarm: AlarmKind,
  serial: number,
): Uint8Array {
  const code = codeOfAlarm[alarm]
  if (code === undefined) throw new RangeError(`GT06 has no code for the alarm ${alarm}`)
  const body = new Uint8Array(32)
  writePosition(body, position)
  body[18] = 9
  writeStatus(body, 27, status, code)
  body[31] = 2
  return encodeGt06Frame(0x26, body, serial)
}

/** Frame 0x15: the answer to a command, `serverFlag` as the command carried it. */
export function encodeGt06CommandAnswer(text: string, serverFlag: number, serial: number): Uint8Array {
  const body = new Uint8Array(7 + text.length)
  body[0] = 4 + text.length
  writeUint32(body, 1, serverFlag)
  body.set(asciiBytes(text), 5)
  body[6 + text.length] = 2
  return encodeGt06Frame(0x15, body, serial)
}

/** Whether GT06 has a code for the alarm. */
export const hasGt06Alarm = (alarm: AlarmKind): boolean => codeOfAlarm[alarm] !== undefined

const codeOfAlarm: Partial<Record<AlarmKind, number>> = {
  sos: 0x01,
  power_cut: 0x02,
  vibration: 0x03,
  geofence_enter: 0x04,
  geofence_exit: 0x05,
  overspeed: 0x06,
  low_battery: 0x0e,
  tampering: 0x13,
  door: 0x14,
  jamming: 0x17,
  harsh_acceleration: 0x29,
  harsh_cornering: 0x2a,
  crash: 0x2c,
  harsh_braking: 0x30,
}

function writePosition(body: Uint8Array, position: Gt06DevicePosition): void {
  body.set(timeBytes(position.time), 0)
  body[6] = 0xc0 | Math.min(15, position.satellites ?? 9)
  writeUint32(body, 7, Math.round(Math.abs(position.latitude) * 1_800_000))
  writeUint32(body, 11, Math.round(Math.abs(position.longitude) * 1_800_000))
  body[15] = Math.max(0, Math.min(255, Math.round(position.speedKmh)))
  const course = ((Math.round(position.headingDegrees) % 360) + 360) % 360
  const isValid = position.isValid ?? true
  writeUint16(
    body,
    16,
    course |
      (position.latitude >= 0 ? 0x400 : 0) |
      (position.longitude < 0 ? 0x800 : 0) |
      (isValid ? 0x1000 : 0),
  )
}

function writeStatus(body: Uint8Array, at: number, status: Gt06DeviceStatus, alarmCode: number): void {
  body[at] =
    0x40 | (status.ignition ? 0x02 : 0) | (status.isCharging ? 0x04 : 0) | (status.isEngineBlocked ? 0x80 : 0)
  body[at + 1] = Math.round((Math.max(0, Math.min(100, status.batteryPercent)) * 6) / 100)
  body[at + 2] = Math.round(Math.max(0, Math.min(100, status.signalPercent)) / 25)
  body[at + 3] = alarmCode
}

/** What the server sent: an acknowledgement of (type, serial), or a command's text with its flag. */
export interface Gt06ServerMessage {
  type: number
  serial: number
  command: { text: string; serverFlag: number } | null
}

/** Reads the server's messages from chunks of any size. */
export function createGt06ServerReader(): { push(chunk: Uint8Array): Gt06ServerMessage[] } {
  const frames = createGt06FrameReader()
  return {
    push(chunk) {
      const messages: Gt06ServerMessage[] = []
      frames.push(chunk, ({ bytes, type, serial, bodyStart, bodyEnd }) => {
        const isCommand = type === 0x80 && bodyEnd - bodyStart > 5
        const command = isCommand
          ? { text: readText(bytes, bodyStart + 5, bodyEnd), serverFlag: readUint32(bytes, bodyStart + 1) }
          : null
        messages.push({ type, serial, command })
      })
      return messages
    },
  }
}
