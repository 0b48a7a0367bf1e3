import type { AlarmKind } from '@rumbo/contract/telemetry.device-report.contract'
import { readUint16, readUint32 } from '../bytes.ts'
import { fixOf } from '../reports.ts'
import { readJt808Items } from './jt808.items.ts'
import { isAovxFirmware } from './jt808.models.ts'
import { type Jt808Reading, visitItems } from './jt808.reading.ts'
import { readBcdTime } from './jt808.times.ts'
import { keepVolts } from './jt808.values.ts'

/** State of a connection that later messages depend on. */
export interface Jt808Context {
  /** Of its clock, east of UTC. The standard requires +480; trackers sold outside China often use UTC. */
  zoneMinutes: number
  /** The alarm bits of the report before: a bit stays set while its cause lasts. */
  alarmBits: number
  /** Of AOVX: by the vehicle's model, which a person may correct. */
  isAovxByModel: boolean
  /** Of AOVX: by what the tracker stated. */
  isAovxByFirmware: boolean
}

export const freshContext = (): Jt808Context => ({
  zoneMinutes: 480,
  alarmBits: 0,
  isAovxByModel: false,
  isAovxByFirmware: false,
})

/** Alarm, status, place, time. */
export const locationBytes = 28

/** Most severe first, since a report carries one alarm. */
const alarmOfBit: readonly (readonly [bit: number, alarm: AlarmKind])[] = [
  [0, 'sos'],
  [29, 'crash'],
  [30, 'crash'],
  [8, 'power_cut'],
  [17, 'tampering'],
  [16, 'tampering'],
  [26, 'tampering'],
  [27, 'tampering'],
  [28, 'tow'],
  [31, 'door'],
  [1, 'overspeed'],
  [15, 'vibration'],
  [7, 'low_battery'],
  [25, 'low_fuel'],
  [4, 'fault'],
  [5, 'fault'],
  [6, 'fault'],
  [9, 'fault'],
  [10, 'fault'],
  [11, 'fault'],
  [24, 'fault'],
]

/** The bit a simulated device sets for an alarm, or null. */
export const alarmBitOf = (alarm: AlarmKind): number | null =>
  alarmOfBit.find(([, kind]) => kind === alarm)?.[0] ?? null

function alarmOf(bits: number): AlarmKind | null {
  for (const [bit, alarm] of alarmOfBit) if (bits & (1 << bit)) return alarm
  return bits === 0 ? null : 'other'
}

/** An area or a route was entered or left. */
const areaBits = 0x300000
const crashBits = 0x60000000
/** Of AOVX; tampering of others. */
const movementBit = 0x10000

/** The alarm of the bits that appeared, made precise by what the items say. */
function preciseAlarm(raised: number, ofItems: AlarmKind | null, isAovx: boolean): AlarmKind | null {
  const isArea = ofItems === 'geofence_enter' || ofItems === 'geofence_exit'
  const stated = isArea && (raised & areaBits) === 0 ? null : ofItems
  // Bit 16 of AOVX is movement, and no bit of it is a crash.
  const known = isAovx ? raised & ~(crashBits | movementBit) : raised
  const ofBits = known === 0 && raised !== 0 ? 'other' : alarmOf(known)
  const isUnnamed = ofBits === null || ofBits === 'other'
  if (isAovx && (raised & movementBit) !== 0 && isUnnamed) return 'movement'
  return isUnnamed ? (stated ?? ofBits) : ofBits
}

const tenMinutes = 600_000

/** Derives the zone from the clock of a live report, if exactly one of both zones gives the current time. */
function learnZone(body: Uint8Array, at: number, context: Jt808Context, receivedAt: Date): void {
  const time = readBcdTime(body, at, 0)
  if (!time) return
  const aheadMs = time.getTime() - receivedAt.getTime()
  if (Math.abs(aheadMs) <= tenMinutes) context.zoneMinutes = 0
  if (Math.abs(aheadMs - 480 * 60_000) <= tenMinutes) context.zoneMinutes = 480
}

/** Some firmwares insert a byte before the alarms, which shifts the time by one. */
function startOf(body: Uint8Array, at: number, end: number): number {
  const mayShift = end - at > locationBytes && body[at] === 0
  return mayShift && !readBcdTime(body, at + 22, 0) && readBcdTime(body, at + 23, 0) ? at + 1 : at
}

/** Reads a location and its items from `[from, end)`. `liveAt`: time of arrival, null for a stored one. False if too short. */
export function readJt808Location(
  body: Uint8Array,
  from: number,
  end: number,
  reading: Jt808Reading,
  context: Jt808Context,
  liveAt: Date | null,
): boolean {
  if (end - from < locationBytes || end > body.length) return false
  const at = startOf(body, from, end)
  const { telemetry, extras } = reading
  const alarmBits = readUint32(body, at)
  const status = readUint32(body, at + 4)
  const raised = alarmBits & ~context.alarmBits
  if (alarmBits !== 0) extras.alarmBits = alarmBits
  context.alarmBits = alarmBits
  telemetry.ignition = (status & 1) !== 0
  telemetry.isEngineBlocked = (status & 0x400) !== 0
  if (status & 0x1000) extras.doorsLocked = true
  if (status & 0x4000000) telemetry.isCharging = true
  if (liveAt) learnZone(body, at + 22, context, liveAt)
  readPlace(body, at, status, reading, context.zoneMinutes)
  const items = at + locationBytes
  if (end - items !== 18 || !readFixedTail(body, items, end, reading))
    readJt808Items(body, items, end, reading)
  if (isAovxFirmware(extras.firmware)) context.isAovxByFirmware = true
  const isAovx = context.isAovxByModel || context.isAovxByFirmware
  reading.alarm = preciseAlarm(raised, reading.alarm, isAovx)
  return true
}

/** Eighteen bytes that are no items: four, kilometres u32, tenths of a volt u16, area u32, signal u8, three. */
function readFixedTail(body: Uint8Array, at: number, end: number, reading: Jt808Reading): boolean {
  if (visitItems(body, at, end, { idBytes: 1, lengthBytes: 1 }, () => {})) return false
  reading.telemetry.odometerMetres = readUint32(body, at + 4) * 1000
  keepVolts(reading, readUint16(body, at + 8) / 10)
  return true
}

function readPlace(
  body: Uint8Array,
  at: number,
  status: number,
  reading: Jt808Reading,
  zoneMinutes: number,
): void {
  const latitude = readUint32(body, at + 8) / 1e6
  const longitude = readUint32(body, at + 12) / 1e6
  const isValid = (status & 2) !== 0
  if (!isValid && latitude === 0 && longitude === 0) return
  const time = readBcdTime(body, at + 22, zoneMinutes)
  const fix =
    time &&
    fixOf({
      time,
      isValid,
      latitude: status & 4 ? -latitude : latitude,
      longitude: status & 8 ? -longitude : longitude,
      altitudeMetres: (readUint16(body, at + 16) << 16) >> 16,
      speedKmh: readUint16(body, at + 18) / 10,
      headingDegrees: readUint16(body, at + 20),
    })
  if (fix) reading.fix = fix
  else reading.extras.badFix = time ? 'coordinates' : 'time'
}
