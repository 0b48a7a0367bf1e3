import type { DeviceReport } from '@rumbo/contract/telemetry.device-report.contract'
import { readUint16, toHex } from '../bytes.ts'
import type { DeviceMessage, DeviceStreamOptions } from '../protocol.ts'
import { reportOf, unreadReportOf } from '../reports.ts'
import * as alarms from './gt06.alarm-layouts.ts'
import { encodeGt06Acknowledgement, encodeGt06Time } from './gt06.encode.ts'
import type { Gt06Frame } from './gt06.frame.ts'
import * as layouts from './gt06.layouts.ts'
import { freshContext, type Gt06Reading } from './gt06.reading.ts'
import * as texts from './gt06.texts.ts'

const gt06Types = {
  login: 0x01,
  position: 0x22,
  heartbeat: 0x13,
  alarm: 0x26,
  command: 0x80,
  commandAnswer: 0x15,
  time: 0x8a,
} as const

/** Models disagree about many types; where two meanings are known, the layout decides by the length. */
const layoutOfType: Readonly<Record<number, layouts.Gt06Layout>> = {
  16: layouts.positionAlone,
  17: layouts.positionAlone,
  18: layouts.positionWithCell,
  19: layouts.heartbeat,
  21: texts.commandAnswer,
  22: alarms.positionWithPercentage,
  23: layouts.positionWithDriver,
  24: layouts.cellsAndNetworks,
  25: alarms.cellAlarm,
  30: layouts.positionAlone,
  33: texts.longCommandAnswer,
  34: layouts.positionWithTravel,
  35: layouts.heartbeatWithVolts,
  36: layouts.cellsAndNetworks,
  37: layouts.positionWithIdentity,
  38: alarms.positionWithStatus,
  39: alarms.positionWithStatus,
  40: layouts.cellsAndNetworks,
  44: layouts.cellsAndNetworks,
  45: layouts.positionWithTravel,
  46: layouts.cellsAndNetworks,
  49: layouts.positionWithAltitude,
  50: layouts.positionWithAltitude,
  51: layouts.cellsAndNetworks,
  52: layouts.positionAfterMark,
  54: layouts.heartbeatOrPosition,
  55: layouts.positionWithItems,
  56: layouts.positionAlone,
  97: layouts.positionWithCard,
  105: layouts.cellsAndNetworks,
  112: texts.modular,
  140: texts.engineValues,
  148: texts.information,
  149: alarms.videoAlarm,
  155: texts.serialPort,
  160: layouts.positionWithWideCell,
  161: layouts.cellsAndNetworks,
  162: layouts.cellsAndNetworks,
  163: layouts.wearable,
  164: alarms.positionWithWideStatus,
  165: alarms.wideCellAlarm,
  169: alarms.networksAlarm,
  242: texts.beacon,
}

/** The bytes of a position with a 4G cell and a status block. */
const wideStatusBytes = 39

function layoutOf({ type, isExtended, bodyStart, bodyEnd }: Gt06Frame): layouts.Gt06Layout | undefined {
  if (type === 0x94 && !isExtended) return texts.supplyVolts
  if (type === 0x33 && isExtended) return alarms.lockAlarm
  if (type === 0xa3 && bodyEnd - bodyStart >= wideStatusBytes) return alarms.positionWithWideStatus
  return layoutOfType[type]
}

/** Requests an address, so an echo would be a wrong answer. */
const addressRequest = 0x2a
/** Answers to the server. */
const unansweredTypes = new Set<number>([gt06Types.commandAnswer, 0x21])

export interface Gt06Decoder {
  /** Null before the login. */
  readonly deviceIdentifier: string | null
  /** The decoded frame; null before the login. Never throws. */
  decode(frame: Gt06Frame, receivedAt: Date): DeviceMessage | null
}

const silence: DeviceMessage = { reports: [], acknowledgement: null, login: null }

/** Decoder of one connection; its state is the device that logged in and the time zone of its clock. */
export function createGt06Decoder(resumed?: DeviceStreamOptions['resumed']): Gt06Decoder {
  let deviceIdentifier = resumed?.deviceIdentifier ?? null
  let context = freshContext(Number(resumed?.context.zoneMinutes ?? 0))
  if (resumed?.context.hasVoltsInStatus === true) context.hasVoltsInStatus = true

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
      if (frame.type === addressRequest) return silence
      const reports = [readReport(frame, deviceIdentifier, receivedAt)]
      if (unansweredTypes.has(frame.type)) return { ...silence, reports }
      const acknowledgement = encodeGt06Acknowledgement(frame.type, frame.serial, frame.isExtended)
      return { reports, acknowledgement, login: null }
    },
  }

  function logIn(frame: Gt06Frame): DeviceMessage | null {
    const body = frame.bytes.subarray(frame.bodyStart, frame.bodyEnd)
    const identifier = body.length < 8 ? '' : toHex(body, 0, 8).replace(/^0/, '')
    if (!/^\d{15,16}$/.test(identifier)) return null
    deviceIdentifier = identifier
    context = freshContext(body.length >= 12 ? readZone(readUint16(body, 10)) : 0)
    const acknowledgement = encodeGt06Acknowledgement(frame.type, frame.serial, frame.isExtended)
    return { reports: [], acknowledgement, login: identifier }
  }

  function readReport(frame: Gt06Frame, identifier: string, receivedAt: Date): DeviceReport {
    const layout = layoutOf(frame)
    const reading: Gt06Reading = {
      kind: 'status',
      fix: null,
      telemetry: {},
      alarm: null,
      answer: null,
      extras: {},
    }
    const body = frame.bytes.subarray(frame.bodyStart, frame.bodyEnd)
    if (!layout?.(body, reading, context)) {
      const { zoneMinutes, hasVoltsInStatus } = context
      const learnt = { context: { zoneMinutes, hasVoltsInStatus } }
      return unreadReportOf('gt06', identifier, receivedAt, frame.bytes, learnt)
    }
    return reportOf('gt06', identifier, receivedAt, frame.bytes, reading)
  }
}

/** Minutes east of UTC from hhmm in the upper twelve bits and west in bit 3; 0 without a valid zone. */
function readZone(word: number): number {
  const clock = word >> 4
  const minutes = Math.floor(clock / 100) * 60 + (clock % 100)
  if (minutes > 14 * 60 || clock % 100 > 59) return 0
  return word & 0x08 ? -minutes : minutes
}
