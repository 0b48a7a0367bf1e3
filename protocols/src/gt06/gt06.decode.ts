import type { DeviceReport } from '@rumbo/contract/telemetry.device-report.contract'
import { readUint16, toHex } from '../bytes.ts'
import type { DeviceMessage, DeviceStreamOptions } from '../protocol.ts'
import { reportOf, unreadReportOf } from '../reports.ts'
import * as alarms from './gt06.alarm-layouts.ts'
import { isMaker } from './gt06.alarms.ts'
import { encodeGt06Acknowledgement, encodeGt06DateReply, encodeGt06Time } from './gt06.encode.ts'
import * as engine from './gt06.engine.ts'
import type { Gt06Frame } from './gt06.frame.ts'
import * as heartbeats from './gt06.heartbeats.ts'
import * as informations from './gt06.information.ts'
import * as items from './gt06.items.ts'
import * as layouts from './gt06.layouts.ts'
import * as locks from './gt06.locks.ts'
import { makerOfModel } from './gt06.models.ts'
import { modular } from './gt06.modular.ts'
import { freshContext, type Gt06Reading } from './gt06.reading.ts'
import * as texts from './gt06.texts.ts'
import { videoAlarm } from './gt06.video.ts'

const gt06Types = {
  login: 0x01,
  position: 0x22,
  heartbeat: 0x13,
  alarm: 0x26,
  command: 0x80,
  commandAnswer: 0x15,
  time: 0x8a,
} as const

/** Layouts by protocol number. Models disagree about many; where two meanings are known, the layout checks the length. */
const layoutOfType: ReadonlyMap<number, layouts.Gt06Layout> = new Map<number, layouts.Gt06Layout>([
  [0x10, layouts.positionAlone],
  [0x11, layouts.positionWithLongCell],
  [0x12, layouts.positionWithCell],
  [0x13, heartbeats.heartbeat],
  [0x15, texts.commandAnswer],
  [0x16, alarms.positionWithPercentage],
  [0x17, layouts.positionWithDriver],
  [0x18, layouts.cellsAndNetworks],
  [0x19, alarms.cellAlarm],
  [0x1a, layouts.positionAlone],
  [0x1e, layouts.positionAlone],
  [0x21, texts.longCommandAnswer],
  [0x22, layouts.positionWithTravel],
  [0x23, heartbeats.heartbeatWithVolts],
  [0x24, layouts.cellsOrPosition],
  [0x25, layouts.positionWithIdentity],
  [0x26, alarms.positionWithStatus],
  [0x27, alarms.positionWithStatus],
  [0x28, layouts.cellsAndNetworks],
  [0x2c, layouts.cellsAndNetworks],
  [0x2d, layouts.positionWithTravel],
  [0x2e, layouts.cellsAndNetworks],
  [0x31, layouts.positionWithAltitude],
  [0x32, alarms.positionWithStatusAndAltitude],
  [0x33, layouts.cellsAndNetworks],
  [0x34, layouts.positionAfterMark],
  [0x36, heartbeats.heartbeatOrPosition],
  [0x37, items.positionWithItems],
  [0x38, items.positionWithMarkedCell],
  [0x39, items.alarmWithItems],
  [0x61, layouts.positionWithCard],
  [0x65, engine.troubleCodes],
  [0x66, engine.engineValues],
  [0x69, layouts.cellsAndNetworks],
  [0x70, modular],
  [0x8c, engine.engineValues],
  [0x94, informations.information],
  [0x95, videoAlarm],
  [0x9b, texts.serialPort],
  [0xa0, layouts.positionWithWideCell],
  [0xa1, layouts.cellsAndNetworks],
  [0xa2, alarms.positionOrNetworks],
  [0xa3, heartbeats.wearable],
  [0xa4, alarms.positionWithWideStatus],
  [0xa5, alarms.wideCellAlarm],
  [0xa9, locks.networksAlarm],
  [0xf1, items.deviceState],
  [0xf2, texts.beacon],
])

/** Minimum body length of a position with a 4G cell and a status block. */
const wideStatusBytes = 39

function layoutOf({ type, isExtended, bodyStart, bodyEnd }: Gt06Frame): layouts.Gt06Layout | undefined {
  if (type === 0x94 && !isExtended) return informations.supplyVolts
  if (type === 0x32 && isExtended) return locks.lockPosition
  if (type === 0x33 && isExtended) return locks.lockAlarm
  if (type === 0xa3 && bodyEnd - bodyStart >= wideStatusBytes) return alarms.positionWithWideStatus
  return layoutOfType.get(type)
}

/** The device requests a postal address, so an acknowledgement would be a wrong answer. */
const addressRequest = 0x2a
/** Answers to commands, which are not acknowledged. */
const unansweredTypes = new Set<number>([gt06Types.commandAnswer, 0x21])

export interface Gt06Decoder {
  /** Null before the login. */
  readonly deviceIdentifier: string | null
  /** The decoded frame; null before the login. Never throws. */
  decode(frame: Gt06Frame, receivedAt: Date): DeviceMessage | null
}

const silence: DeviceMessage = { reports: [], acknowledgement: null, login: null }

/** Decoder of one connection; its state is the device that logged in and the time zone of its clock. `modelOf`: see `DeviceStreamOptions`. */
export function createGt06Decoder(
  resumed?: DeviceStreamOptions['resumed'],
  modelOf?: DeviceStreamOptions['modelOf'],
): Gt06Decoder {
  let deviceIdentifier = resumed?.deviceIdentifier ?? null
  let context = freshContext(Number(resumed?.context.zoneMinutes ?? 0))
  if (resumed?.context.hasVoltsInStatus === true) context.hasVoltsInStatus = true
  if (isMaker(resumed?.context.maker)) context.maker = resumed.context.maker

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
      // The vehicle may not be known yet when its device logs in.
      if (modelOf) context.maker ??= makerOfModel(modelOf(deviceIdentifier))
      const reports = [readReport(frame, deviceIdentifier, receivedAt)]
      if (unansweredTypes.has(frame.type)) return { ...silence, reports }
      const date = dateOfWearable(frame)
      const acknowledgement = date
        ? encodeGt06DateReply(frame.type, date)
        : encodeGt06Acknowledgement(frame.type, frame.serial, frame.isExtended)
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
      const { zoneMinutes, hasVoltsInStatus, maker } = context
      const known = { zoneMinutes, hasVoltsInStatus }
      const learnt = { context: maker === null ? known : { ...known, maker } }
      return unreadReportOf('gt06', identifier, receivedAt, frame.bytes, learnt)
    }
    return reportOf('gt06', identifier, receivedAt, frame.bytes, reading)
  }
}

/** The six bytes of the date, in decimal digits, that begin a wearable's list of networks (0x17, 0x69); else null. */
function dateOfWearable({ type, bytes, bodyStart, bodyEnd, isExtended }: Gt06Frame): Uint8Array | null {
  if (isExtended || bodyEnd < bodyStart + 6) return null
  // Wearables send no checksum; with other trackers 0x17 has one and another meaning.
  const isBare = bodyEnd === bytes.length - 2
  if (type !== 0x69 && !(type === 0x17 && isBare)) return null
  const digits = toHex(bytes, bodyStart, bodyStart + 6)
  const isDate = /^\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:[01]\d|2[0-3])[0-5]\d[0-5]\d$/.test(digits)
  return isDate ? bytes.slice(bodyStart, bodyStart + 6) : null
}

/** Minutes east of UTC: decimal hhmm in the upper twelve bits, negative if bit 3 is set; 0 for an invalid zone. */
function readZone(word: number): number {
  const clock = word >> 4
  const minutes = Math.floor(clock / 100) * 60 + (clock % 100)
  if (minutes > 14 * 60 || clock % 100 > 59) return 0
  return word & 0x08 ? -minutes : minutes
}
