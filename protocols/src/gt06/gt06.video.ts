import type { AlarmKind } from '@rumbo/contract/telemetry.device-report.contract'
import { readPrintable, readUint16, readUint32 } from '../bytes.ts'
import { alarmFromCode } from './gt06.alarms.ts'
import { type Gt06Layout, unknownContent } from './gt06.layouts.ts'
import { buildFix, readTime } from './gt06.reading.ts'
import { raise } from './gt06.status.ts'

/** Alarm codes of 0x95, which differ from those of the status block. */
const videoAlarms: ReadonlyMap<number, AlarmKind> = new Map<number, AlarmKind>([
  [0x0e, 'low_battery'],
  [0x80, 'vibration'],
  [0x87, 'overspeed'],
  [0x88, 'power_cut'],
  [0x90, 'harsh_acceleration'],
  [0x91, 'harsh_braking'],
  [0x92, 'harsh_cornering'],
  [0x93, 'crash'],
])

/**
 * 0x95, a camera's alarm. Short: date, code. Long: date, latitude, longitude, flags u16, code, two bytes, file name.
 * Marked FF FF: version, a position with satellites and, behind the flags, a speed of two bytes, supply u16 in tenths of a volt, code.
 */
export const videoAlarm: Gt06Layout = (body, reading, context) => {
  if (body.length < 7) return unknownContent(body, reading, context)
  if (readUint16(body, 0) === 0xffff && body.length >= 25) return markedVideoAlarm(body, reading, context)
  const isLong = body.length >= 17
  const code = body[isLong ? 16 : 6] as number
  const time = readTime(body, 0, context.zoneMinutes)
  if (isLong) {
    reading.fix = buildFix(
      {
        time,
        latitudeUnits: readUint32(body, 6),
        longitudeUnits: readUint32(body, 10),
        speedKmh: 0,
        satellites: null,
        flags: readUint16(body, 14),
      },
      reading.extras,
    )
    reading.kind = 'position'
  } else if (time) reading.extras.alarmTime = time.toISOString()
  // Code 0x01 is the panic button only in the long form; the short form uses it for any alarm.
  const meaning = videoAlarms.get(code) ?? (isLong ? alarmFromCode(code) : 'other')
  raise(code === 0 ? null : meaning, code, reading)
  const file = body.length > 19 ? readPrintable(body, 19, body.length) : null
  if (file) reading.extras.mediaFile = file
  return true
}

const markedVideoAlarm: Gt06Layout = (body, reading, context) => {
  // Some firmwares state the speed before the flags. No speed reaches the value of the flags of a valid fix.
  const isFlagsFirst = readUint16(body, 18) >= readUint16(body, 20)
  reading.fix = buildFix(
    {
      time: readTime(body, 3, context.zoneMinutes),
      latitudeUnits: readUint32(body, 10),
      longitudeUnits: readUint32(body, 14),
      speedKmh: readUint16(body, isFlagsFirst ? 20 : 18),
      satellites: (body[9] as number) & 0x0f,
      flags: readUint16(body, isFlagsFirst ? 18 : 20),
    },
    reading.extras,
  )
  reading.kind = 'position'
  const flags = readUint16(body, isFlagsFirst ? 18 : 20)
  if (flags & 0x4000) reading.telemetry.ignition = (flags & 0x8000) !== 0
  const powerVolts = readUint16(body, 22) / 10
  if (powerVolts > 0) reading.telemetry.powerVolts = powerVolts
  const code = body[24] as number
  raise(code === 0 ? null : (videoAlarms.get(code) ?? alarmFromCode(code)), code, reading)
  const file = body.length > 27 ? readPrintable(body, 27, body.length) : null
  if (file) reading.extras.mediaFile = file
  return true
}
