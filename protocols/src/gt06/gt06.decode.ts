import type { DeviceReport } from '@rumbo/contract/device-report.contract'
import { readUint16, toHex } from '../bytes.ts'
import { fnv1a64 } from '../checksum.ts'
import type { DeviceMessage } from '../protocol.ts'
import { encodeGt06Acknowledgement, encodeGt06Time } from './gt06.encode.ts'
import type { Gt06Frame } from './gt06.frame.ts'
import * as layouts from './gt06.layouts.ts'
import type { Gt06Context, Gt06Reading } from './gt06.reading.ts'
import * as texts from './gt06.texts.ts'

export const gt06Types = {
  login: 0x01,
  position: 0x22,
  heartbeat: 0x13,
  alarm: 0x26,
  command: 0x80,
  commandAnswer: 0x15,
  time: 0x8a,
} as const

/** Models disagree about many numbers; a layout looks at the length where two meanings are known. */
const layoutOfType: Readonly<Record<number, layouts.Gt06Layout>> = {
  16: layouts.positionAlone,
  17: layouts.positionAlone,
  18: layouts.positionWithCell,
  19: layouts.heartbeat,
  21: texts.commandAnswer,
  22: layouts.positionWithStatus,
  23: layouts.positionWithDriver,
  24: layouts.surroundings,
  30: layouts.positionAlone,
  33: texts.longCommandAnswer,
  34: layouts.positionWithTravel,
  35: layouts.heartbeatWithVolts,
  36: layouts.surroundings,
  37: layouts.positionWithIdentity,
  38: layouts.positionWithStatus,
  39: layouts.positionWithStatus,
  40: layouts.surroundings,
  44: layouts.surroundings,
  45: layouts.positionWithTravel,
  46: layouts.surroundings,
  49: layouts.positionWithAltitude,
  50: layouts.positionWithAltitude,
  51: layouts.surroundings,
  52: layouts.positionAfterMark,
  54: layouts.heartbeatOrPosition,
  55: layouts.positionWithItems,
  56: layouts.positionAlone,
  97: layouts.positionWithCard,
  105: layouts.surroundings,
  112: texts.modular,
  140: texts.engineValues,
  148: texts.information,
  149: layouts.videoAlarm,
  155: texts.serialPort,
  160: layouts.positionWithWideCell,
  162: layouts.surroundings,
  163: layouts.wearable,
  164: layouts.positionWithWideStatus,
  242: texts.beacon,
}

/** Answers to the server, and the address request, which wants an address and not an echo. */
const unansweredTypes = new Set<number>([gt06Types.commandAnswer, 0x21, 0x2a])

export interface Gt06Session {
  /** Null before the login. */
  readonly deviceIdentifier: string | null
  /** What the frame means, or null when it comes before the login. Never throws. */
  decode(frame: Gt06Frame, receivedAt: Date): DeviceMessage | null
}

const silence: DeviceMessage = { reports: [], acknowledgement: null, login: null }

/** The state of one connection: who logged in, and the time zone of its clock. */
export function createGt06Session(): Gt06Session {
  let deviceIdentifier: string | null = null
  let context: Gt06Context = { zoneMinutes: 0, hasVoltsInStatus: false }

  return {
    get deviceIdentifier() {
      return deviceIdentifier
    },
    decode(frame, receivedAt) {
      if (frame.type === gt06Types.login) return logIn(frame)
      if (deviceIdentifier === null) return null
      if (frame.type === gt06Types.time) {
        return { reports: [], acknowledgement: encodeGt06Time(receivedAt, frame.serial), login: null }
      }
      const report = readReport(frame, deviceIdentifier, receivedAt)
      if (unansweredTypes.has(frame.type)) return report ? { ...silence, reports: [report] } : silence
      const acknowledgement = encodeGt06Acknowledgement(frame.type, frame.serial, frame.isExtended)
      return { reports: report ? [report] : [], acknowledgement, login: null }
    },
  }

  function logIn(frame: Gt06Frame): DeviceMessage | null {
    const body = frame.bytes.subarray(frame.bodyStart, frame.bodyEnd)
    const identifier = body.length < 8 ? '' : toHex(body, 0, 8).replace(/^0/, '')
    if (!/^\d{15,16}$/.test(identifier)) return null
    deviceIdentifier = identifier
    context = { zoneMinutes: body.length >= 12 ? readZone(readUint16(body, 10)) : 0, hasVoltsInStatus: false }
    const acknowledgement = encodeGt06Acknowledgement(frame.type, frame.serial, frame.isExtended)
    return { reports: [], acknowledgement, login: identifier }
  }

  function readReport(frame: Gt06Frame, identifier: string, receivedAt: Date): DeviceReport | null {
    const isShortInformation = frame.type === 0x94 && !frame.isExtended
    const layout = isShortInformation ? texts.supplyVolts : layoutOfType[frame.type]
    if (!layout) return null
    const reading: Gt06Reading = {
      kind: 'status',
      fix: null,
      telemetry: {},
      alarm: null,
      answer: null,
      extras: {},
    }
    const body = frame.bytes.subarray(frame.bodyStart, frame.bodyEnd)
    if (!layout(body, reading, context)) return null
    return {
      protocol: 'gt06',
      deviceIdentifier: identifier,
      kind: reading.kind,
      fix: reading.fix,
      telemetry: reading.telemetry,
      alarm: reading.alarm,
      answer: reading.answer,
      extras: reading.extras,
      receivedAt,
      reportHash: fnv1a64(frame.bytes),
    }
  }
}

/** Minutes east of UTC from hhmm in the upper twelve bits and west in bit 3; 0 when it is no zone. */
function readZone(word: number): number {
  const clock = word >> 4
  const minutes = Math.floor(clock / 100) * 60 + (clock % 100)
  if (minutes > 14 * 60 || clock % 100 > 59) return 0
  return word & 0x08 ? -minutes : minutes
}
