import { readUint16, readUint32 } from '../bytes.ts'
import { type Gt06Layout, startPosition } from './gt06.layouts.ts'
import { type Gt06Reading, readCell, readWideCell } from './gt06.reading.ts'
import { readStatus, widenAlarm } from './gt06.status.ts'

/** Items: id u16, length u8, value. */
export function readItems(body: Uint8Array, from: number, reading: Gt06Reading): void {
  const { telemetry, extras, fix } = reading
  for (let at = from; at + 3 <= body.length; ) {
    const id = readUint16(body, at)
    const length = body[at + 2] as number
    const value = at + 3
    at = value + length
    if (at > body.length) return
    if (id === 0x18 && length === 2) extras.batteryVolts = readUint16(body, value) / 100
    else if (id === 0x27 && length === 2) telemetry.powerVolts = readUint16(body, value) / 100
    else if (id === 0x2e && length === 4) telemetry.odometerMetres = readUint32(body, value)
    else if (id === 0x3b && length === 2 && fix) {
      const metres = readUint16(body, value) / 100
      if (metres > 0) fix.accuracyMetres = metres
    } else if (id === 0x6a && length === 1) telemetry.batteryPercent = body[value] as number
  }
}

/** 0x37: items behind the travel tail. */
export const positionWithItems: Gt06Layout = (body, reading, context) => {
  if (!startPosition(body, 0, reading, context)) return false
  const at = readCell(body, 18, reading)
  const ignition = body[at]
  if (ignition !== undefined && ignition <= 1) reading.telemetry.ignition = ignition === 1
  readItems(body, at + 3, reading)
  return true
}

/** The offset after a cell that its technology precedes: from 3 on a 4G cell with a signal u16, else a signal u8. */
function readMarkedCell(body: Uint8Array, at: number, reading: Gt06Reading): number {
  const isWide = (body[at] as number) >= 3
  const end = isWide ? readWideCell(body, at + 1, reading) : readCell(body, at + 1, reading)
  return end + (isWide ? 2 : 1)
}

/** 0x38: upload mode, replay flag, a cell with its technology, items. */
export const positionWithMarkedCell: Gt06Layout = (body, reading, context) => {
  if (!startPosition(body, 0, reading, context)) return false
  if (body.length > 30) readItems(body, readMarkedCell(body, 20, reading), reading)
  return true
}

/** 0x39: a cell with its technology, status block with the alarm and language, items. */
export const alarmWithItems: Gt06Layout = (body, reading, context) => {
  if (!startPosition(body, 0, reading, context)) return false
  if (body.length < 32) return true
  const at = readMarkedCell(body, 18, reading)
  readStatus(body, at, reading, context, 'raised')
  widenAlarm(body[at + 3], body[at + 4], reading, context)
  if (reading.alarm) reading.kind = 'alarm'
  readItems(body, at + 5, reading)
  return true
}

/** 0xF1: seconds since 1970 u32, then items of the device's state: id u16, length u8, value. */
export const deviceState: Gt06Layout = (body, reading) => {
  if (body.length < 4 + 3) return false
  let hasItem = false
  for (let at = 4; at + 3 <= body.length; ) {
    const id = readUint16(body, at)
    const length = body[at + 2] as number
    if (at + 3 + length > body.length) break
    if (length > 0) readStateItem(id, body.subarray(at + 3, at + 3 + length), reading)
    hasItem = true
    at += 3 + length
  }
  if (hasItem) reading.extras.stateTime = new Date(readUint32(body, 0) * 1000).toISOString()
  return hasItem
}

function readStateItem(id: number, value: Uint8Array, { telemetry, extras }: Gt06Reading): void {
  const first = value[0] as number
  const word = value.length >= 2 ? readUint16(value, 0) : null
  if (id === 0x01) extras.motion = first === 2 || first === 4
  else if (id === 0x02) extras.armed = first > 0
  else if (id === 0x04) telemetry.ignition = first > 0
  else if (id === 0x05 && word !== null) telemetry.powerVolts = word / 100
  else if (id === 0x07) telemetry.isCharging = first > 0
  else if (id === 0x0a && word !== null) extras.chargeVolts = word / 100
  else if (id === 0x0b && word !== null && word < 0x7fff) extras.batteryTemperature1 = word / 10
}
