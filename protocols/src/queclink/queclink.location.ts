import type { DeviceFix } from '@rumbo/contract/telemetry.device-report.contract'
import { utcTime } from '../coordinates.ts'
import { fixOf } from '../reports.ts'
import { decimal } from './queclink.fields.ts'

/** One position among a message's fields: from accuracy to time, and what follows as the cell. */
export interface LocationBlock {
  /** Index of the accuracy. */
  start: number
  /** Index after the fix time. */
  end: number
  fix: DeviceFix | null
  badFix: 'coordinates' | 'time' | null
  hdop: number | null
}

const coordinate = /^-?\d{1,3}\.\d{1,10}$/
const clock = /^\d{14}$/

/** The UTC time of `yyyyMMddHHmmss`, or null when there is no such moment. */
function queclinkTime(text: string): Date | null {
  if (!clock.test(text)) return null
  const part = (from: number, to: number) => Number(text.slice(from, to))
  return utcTime(part(0, 4), part(4, 6), part(6, 8), part(8, 10), part(10, 12), part(12, 14))
}

/**
 * Every position in the fields, in their order.
 * @param isOld of a GL100 or GT300, whose accuracy may stand behind the altitude
 */
export function findBlocks(fields: readonly string[], isOld: boolean): LocationBlock[] {
  const blocks: LocationBlock[] = []
  for (let index = 4; index + 2 < fields.length; index++) {
    const [longitude = '', latitude = '', time = ''] = fields.slice(index, index + 3)
    if (!coordinate.test(longitude) || !coordinate.test(latitude) || !clock.test(time)) continue
    blocks.push(readBlock(fields, index, isOld && isAccuracyLast(fields, index)))
    index += 2
  }
  return blocks
}

/** Whether a fix flag, speed, course, altitude and accuracy stand before the longitude; else accuracy to altitude. */
function isAccuracyLast(fields: readonly string[], at: number): boolean {
  const [flag = '', speed = '', , altitude = '', accuracy = ''] = fields.slice(Math.max(0, at - 5), at)
  return /^[01]$/.test(flag) && speed.includes('.') && altitude.includes('.') && /^\d{1,2}$/.test(accuracy)
}

function readBlock(fields: readonly string[], at: number, hasAccuracyLast: boolean): LocationBlock {
  const shift = hasAccuracyLast ? -1 : 0
  const value = (offset: number) => decimal(fields[at + offset + shift])
  const hdop = hasAccuracyLast ? decimal(fields[at - 1]) : value(-4)
  const time = queclinkTime(fields[at + 2] ?? '')
  // Accuracy 0 marks the last known place, repeated without a fix.
  const fix = time
    ? fixOf({
        time,
        isValid: hasAccuracyLast ? fields[at - 5] === '1' : hdop === null || hdop > 0,
        latitude: Number(fields[at + 1]),
        longitude: Number(fields[at]),
        speedKmh: value(-3) ?? 0,
        headingDegrees: value(-2),
        altitudeMetres: value(-1),
      })
    : null
  return {
    start: at - 4 + shift,
    end: at + 3,
    fix,
    badFix: fix ? null : time ? 'coordinates' : 'time',
    hdop: hdop !== null && hdop > 0 ? hdop : null,
  }
}
