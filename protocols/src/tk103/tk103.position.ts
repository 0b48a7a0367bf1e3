import type {
  DeviceFix,
  DeviceReport,
  DeviceTelemetry,
} from '@rumbo/contract/telemetry.device-report.contract'
import { readDegreesMinutes, utcTime } from '../coordinates.ts'
import { fixOf } from '../reports.ts'

export interface Tk103Place {
  fix: DeviceFix | null
  telemetry: DeviceTelemetry
  extras: DeviceReport['extras']
}

/** yymmdd, validity, latitude, longitude, speed (`000.0`, `0.7` or `0000`), hhmmss, course of six characters, the rest. */
const joined =
  /(\d{6})([AV]) *(\d{1,5}\.\d{2,6})([NS]) *(\d{1,5}\.\d{2,6})([EW])([ \d]{1,3}\.\d|\d{4})(\d{6})([ \d.]{6})?(.*)$/s

/** ddmmyy, and commas between all; altitude and satellites at the end. */
const separated =
  /^,?(\d{6}),([AV]), *(\d{1,5}\.\d{2,6})([NS]), *(\d{1,5}\.\d{2,6})([EW]),(\d{1,4}(?:\.\d{1,4})?),(?:\d{1,5},)?(\d{6})(?:,(\d{1,3}(?:\.\d{1,4})?))?(?:,(-?\d{1,5}(?:\.\d{1,3})?))?(?:,(\d{1,2}))?/

/** The position in a message's body; null when it has none. */
export function readPlace(body: string): Tk103Place | null {
  const commas = separated.exec(body)
  if (commas) {
    const date = commas[1] ?? ''
    return placeOf(commas, `${date.slice(4)}${date.slice(2, 4)}${date.slice(0, 2)}`, {
      altitudeMetres: commas[10] === undefined ? null : Number(commas[10]),
      satellites: commas[11] === undefined ? null : Number(commas[11]),
    })
  }
  const found = joined.exec(body)
  if (!found) return null
  const place = placeOf(found, found[1] ?? '', {})
  readStatus(place, found[10] ?? '')
  return place
}

const isMinutesAlone = (text = '') => text.indexOf('.') <= 2 && Number(text) !== 0

/** Within a degree of the meridian or the equator some firmwares write the minutes alone. */
const readCoordinate = (text = '', hemisphere = '') =>
  readDegreesMinutes(`${'0'.repeat(Math.max(0, 3 - text.indexOf('.')))}${text}`, hemisphere)

function placeOf(found: RegExpExecArray, yymmdd: string, rest: Partial<DeviceFix>): Tk103Place {
  const place: Tk103Place = { fix: null, telemetry: {}, extras: {} }
  // Two coordinates without degrees are no place in the Gulf of Guinea, but decimal degrees or an error.
  const isPlace = !(isMinutesAlone(found[3]) && isMinutesAlone(found[5]))
  const latitude = isPlace ? readCoordinate(found[3], found[4]) : null
  const longitude = isPlace ? readCoordinate(found[5], found[6]) : null
  const clock = found[8] ?? ''
  const part = (text: string, at: number) => Number(text.slice(at, at + 2))
  const time = utcTime(
    part(yymmdd, 0),
    part(yymmdd, 2),
    part(yymmdd, 4),
    part(clock, 0),
    part(clock, 2),
    part(clock, 4),
  )
  if (!time) {
    place.extras.badFix = 'time'
    return place
  }
  const speed = found[7] ?? ''
  place.fix =
    latitude === null || longitude === null
      ? null
      : fixOf({
          ...rest,
          time,
          isValid: found[2] === 'A',
          latitude,
          longitude,
          speedKmh: speed.includes('.') || speed.length < 4 ? Number(speed) : Number(speed) / 10,
          headingDegrees: found[9] === undefined ? null : Number(found[9]),
        })
  if (!place.fix) place.extras.badFix = 'coordinates'
  return place
}

/**
 * `[,]<power><ignition><flags><flags><flags><fuel u12>`, all but the first two hexadecimal, then `L<odometer hex m>`
 * and a temperature. Bit 3 of the first flags is the cut engine.
 */
function readStatus({ telemetry, extras }: Tk103Place, text: string): void {
  const status = /^,?([01])([01])([0-9A-Fa-f])([0-9A-Fa-f]{2})([0-9A-Fa-f]{3})/.exec(text)
  if (status) {
    const flags = Number.parseInt(status[3] ?? '0', 16)
    const fuel = Number.parseInt(status[5] ?? '0', 16)
    telemetry.ignition = status[2] === '1'
    telemetry.isEngineBlocked = (flags & 8) !== 0
    if (fuel <= 100) telemetry.fuelPercent = fuel
    else extras.fuelRaw1 = fuel
    if (status[1] === '1') extras.powerFlag = true
    if ((flags & 2) !== 0) extras.panic = true
    if (flags !== 0 || status[4] !== '00') extras.flags = `${status[3]}${status[4]}`
  }
  const tail = /L([0-9A-Fa-f]{1,8})([+-]\d{1,3}\.\d)?(.*)$/s.exec(
    status ? text.slice(status[0].length) : text,
  )
  if (!tail) return
  telemetry.odometerMetres = Number.parseInt(tail[1] ?? '0', 16)
  if (tail[2] !== undefined) extras.temperature1 = Number(tail[2])
  if (tail[3]) extras.rest = tail[3].slice(0, 256)
}
