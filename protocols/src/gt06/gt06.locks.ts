import type { AlarmKind } from '@rumbo/contract/telemetry.device-report.contract'
import { alarmFromCode } from './gt06.alarms.ts'
import { cellsAndNetworks, type Gt06Layout, unknownContent } from './gt06.layouts.ts'
import { type Gt06Context, type Gt06Reading, readCell, readPosition } from './gt06.reading.ts'
import { raise, widenAlarm } from './gt06.status.ts'

/** Alarm codes of 0x33 in the long frame. 0xA0 and 0xA1 are no alarms: a lock was closed or opened with its key. */
const lockAlarms: ReadonlyMap<number, AlarmKind> = new Map<number, AlarmKind>([
  [0xa2, 'low_battery'],
  [0xa3, 'low_battery'],
  [0xa4, 'other'],
  [0xa5, 'door'],
])

/**
 * 0x33 in the long frame: date, then length-prefixed position, cell (with a network byte behind it), more cells and
 * wireless networks, then the code.
 */
export const lockAlarm: Gt06Layout = (body, reading, context) => {
  const code = readLockPosition(body, reading, context)
  if (code === undefined) return unknownContent(body, reading, context)
  if (code === 0xa0 || code === 0xa1) reading.extras.armed = code === 0xa0
  const known = lockAlarms.get(code)
  if (known) raise(known, code, reading)
  else if (code !== 0xa0 && code !== 0xa1 && code !== 0) raise('other', code, reading)
  return true
}

/** 0x32 in the long frame: as 0x33, whose code is a status here. */
export const lockPosition: Gt06Layout = (body, reading, context) => {
  const status = readLockPosition(body, reading, context)
  if (status === undefined) return cellsAndNetworks(body, reading, context)
  reading.extras.status = status
  return true
}

/** The code behind the position; undefined for another layout. */
function readLockPosition(body: Uint8Array, reading: Gt06Reading, context: Gt06Context): number | undefined {
  if (body.length < 11) return undefined
  const placeLength = body[6] as number
  const cellAt = 7 + placeLength
  const cellLength = body[cellAt] ?? 0
  const moreAt = cellLength === 0 ? cellAt + 1 : cellAt + cellLength + 1
  const networksAt = moreAt + 1 + (body[moreAt] ?? 0)
  const codeAt = networksAt + 1 + (body[networksAt] ?? 0)
  const code = body[codeAt]
  if (code === undefined) return undefined
  if (placeLength >= 12) {
    // Without the length byte, the position has the usual layout.
    const position = Uint8Array.of(...body.subarray(0, 6), ...body.subarray(7, 19))
    reading.fix = readPosition(position, 0, context.zoneMinutes, reading)
    reading.kind = 'position'
  }
  if (cellLength > 0) readCell(body, cellAt + 1, reading)
  return code
}

/** 0xA9: as 0xA2, with the alarm's code and a language behind the wireless networks. */
export const networksAlarm: Gt06Layout = (body, reading, context) => {
  const code = body[body.length - 2]
  const language = body[body.length - 1]
  if (code === undefined || language === undefined || body.length < 12 || (language & 0x0f) > 2)
    return unknownContent(body, reading, context)
  raise(code === 0 ? null : alarmFromCode(code, context.maker), code, reading)
  if (code > 0) widenAlarm(code, language, reading, context)
  return true
}
