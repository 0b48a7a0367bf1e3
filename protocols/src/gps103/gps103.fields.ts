import type {
  DeviceFix,
  DeviceReport,
  DeviceTelemetry,
} from '@rumbo/contract/telemetry.device-report.contract'
import { kmhPerKnot, readDegreesMinutes, utcTime } from '../coordinates.ts'
import { fixOf } from '../reports.ts'
import { readLocalTime, timeOfFix } from './gps103.time.ts'

/** The values decoded from one message. */
export interface Gps103Reading {
  fix: DeviceFix | null
  telemetry: DeviceTelemetry
  extras: DeviceReport['extras']
}

/** A field as a number, with or without `%` and sign; null if it is not a number. */
function numberIn(field: string | undefined): number | null {
  const parts = /^([+-]?\d{1,9}(?:\.\d{1,9})?)%?$/.exec(field?.trim() ?? '')
  return parts ? Number(parts[1]) : null
}

function keepNumber(extras: DeviceReport['extras'], name: string, field: string | undefined): void {
  const value = numberIn(field)
  if (value !== null) extras[name] = value
}

/** Trouble codes among the fields from `from` on. */
function keepTroubleCodes(fields: readonly string[], from: number, extras: DeviceReport['extras']): void {
  const codes = fields.slice(from, from + 16).filter((field) => /^[PCBU][0-9A-F]{4}$/.test(field))
  if (codes.length > 0) extras.troubleCodes = codes.join(',')
}

/**
 * `imei,event,local time,rfid or phone,F,utc,A,lat,N,lon,W,knots,course,altitude,acc,door,fuel 1,fuel 2,temperature`;
 * with `L` in place of `F` there is no place but a cell.
 */
export function readPosition(fields: readonly string[], reading: Gps103Reading): void {
  const { telemetry, extras } = reading
  const card = fields[3] ?? ''
  if (fields[1] === 'rfid' && card !== '') telemetry.driverUniqueId = card.slice(0, 64)
  const charge = card.endsWith('%') ? numberIn(card) : null
  if (charge !== null && charge >= 0 && charge <= 100) telemetry.batteryPercent = charge
  if (fields[4] === 'F') reading.fix = readFix(fields, extras)
  else if (fields[7] && fields[9]) extras.cell = `${fields[7]}-${fields[9]}`.slice(0, 40)
  if (fields[14] === '0' || fields[14] === '1') telemetry.ignition = fields[14] === '1'
  if (fields[15] === '0' || fields[15] === '1') extras.door = fields[15] === '1'
  readFuel(fields, reading)
  keepNumber(extras, 'temperature1', fields[18])
  keepTroubleCodes(fields, 16, extras)
}

/** Levels of two tanks in per cent. Devices without a sensor state 0.00%, so zero is not read as a level. */
function readFuel(fields: readonly string[], { telemetry, extras }: Gps103Reading): void {
  for (const [index, field] of [fields[16], fields[17]].entries()) {
    const level = /[.%]/.test(field ?? '') ? numberIn(field) : null
    if (level === null || level <= 0 || level > 100) continue
    if (index === 0) telemetry.fuelPercent = level
    else extras.fuelPercent2 = level
  }
}

function readFix(fields: readonly string[], extras: DeviceReport['extras']): DeviceFix | null {
  const time = timeOfFix(readLocalTime(fields[2] ?? ''), fields[5] ?? '')
  if (!time) extras.badFix = 'time'
  const latitude = readCoordinate(fields[7] ?? '', fields[8] ?? '', 'NS')
  const longitude = readCoordinate(fields[9] ?? '', fields[10] ?? '', 'EW')
  if (latitude === null || longitude === null || latitude > 90 || latitude < -90) {
    extras.badFix = 'coordinates'
    return null
  }
  if (!time) return null
  return fixOf({
    time,
    isValid: fields[6] === 'A' && (latitude !== 0 || longitude !== 0),
    latitude,
    longitude,
    speedKmh: (numberIn(fields[11]) ?? 0) * kmhPerKnot,
    headingDegrees: numberIn(fields[12]),
    altitudeMetres: numberIn(fields[13]),
  })
}

/** A coordinate and its hemisphere, which some firmwares write before it. */
function readCoordinate(first: string, second: string, hemispheres: string): number | null {
  const isHemisphere = (text: string) => text.length === 1 && hemispheres.includes(text)
  if (isHemisphere(second)) return readDegreesMinutes(first, second)
  return isHemisphere(first) ? readDegreesMinutes(second, first) : null
}

/** Whether the fields are those of `readDecimal`. */
export function isDecimal(fields: readonly string[]): boolean {
  return (
    /^\d{6}$/.test(fields[5] ?? '') && /^\d{6}$/.test(fields[6] ?? '') && /^-?\d+\.\d+$/.test(fields[9] ?? '')
  )
}

/** `imei,name,-,-,-,hhmmss,ddmmyy,signal,valid,lat,lon,km/h,course,altitude,hdop,satellites,ignition,charging,-`. */
export function readDecimal(fields: readonly string[], reading: Gps103Reading): void {
  const { telemetry, extras } = reading
  const pair = (text: string, index: number) => Number(text.slice(index * 2, index * 2 + 2))
  const [clock = '', date = ''] = [fields[5], fields[6]]
  const time = utcTime(
    pair(date, 2),
    pair(date, 1),
    pair(date, 0),
    pair(clock, 0),
    pair(clock, 1),
    pair(clock, 2),
  )
  const signal = numberIn(fields[7])
  if (signal !== null && signal >= 0 && signal <= 31)
    telemetry.signalPercent = Math.round((signal * 100) / 31)
  if (fields[16] === '0' || fields[16] === '1') telemetry.ignition = fields[16] === '1'
  if (fields[17] === '0' || fields[17] === '1') telemetry.isCharging = fields[17] === '1'
  keepNumber(extras, 'hdop', fields[14])
  if (!time) {
    extras.badFix = 'time'
    return
  }
  reading.fix = fixOf({
    time,
    isValid: fields[8] === '1',
    latitude: numberIn(fields[9]) ?? Number.NaN,
    longitude: numberIn(fields[10]) ?? Number.NaN,
    speedKmh: numberIn(fields[11]) ?? 0,
    headingDegrees: numberIn(fields[12]),
    altitudeMetres: numberIn(fields[13]),
    satellites: numberIn(fields[15]),
  })
  if (!reading.fix) extras.badFix = 'coordinates'
}

/** What an engine control unit that does not answer leaves: the largest value of the reading. */
const absentRpm = 16_383

/** `imei,OBD,time,odometer km,fuel now,fuel mean,driving time,km/h,load,coolant,throttle,rpm,volts,trouble codes…`. */
export function readEngine(fields: readonly string[], { telemetry, extras }: Gps103Reading): void {
  const odometerKilometres = numberIn(fields[3])
  if (odometerKilometres !== null && odometerKilometres >= 0)
    telemetry.odometerMetres = odometerKilometres * 1000
  const volts = numberIn(fields[12])
  if (volts !== null && volts > 0) telemetry.powerVolts = volts
  const names = { 4: 'fuelConsumption', 5: 'fuelConsumptionMean', 6: 'drivingTime', 7: 'obdSpeedKmh' }
  const engine = { 8: 'engineLoadPercent', 9: 'coolantTemperature', 10: 'throttlePercent' }
  for (const [index, name] of Object.entries({ ...names, ...engine }))
    keepNumber(extras, name, fields[Number(index)])
  const rpm = numberIn(fields[11])
  if (rpm !== absentRpm) keepNumber(extras, 'rpm', fields[11])
  // Empty fields clear nothing: no document says whether the tracker has asked for the codes with each message.
  keepTroubleCodes(fields, 13, extras)
}
