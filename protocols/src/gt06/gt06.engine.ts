import { readPrintable, readText } from '../bytes.ts'
import type { Gt06Layout } from './gt06.layouts.ts'
import type { Gt06Reading } from './gt06.reading.ts'

/**
 * 0x8C and 0x66: date, ignition u8, engine values `id=hex,id=hex…` in hundredths. Ids of three digits are the maker's (the first
 * two name the value); ids 21.. are those of OBD-II, mode 1.
 */
export const engineValues: Gt06Layout = (body, reading) => {
  if (body.length < 9) return false
  const text = readPrintable(body, 7, body.length) ?? readLeadingText(body, 7)
  if ((body[6] as number) <= 1) reading.telemetry.ignition = body[6] === 1
  if (!text) return true
  reading.extras.engineValues = text.slice(0, 256)
  for (const pair of text.split(',')) {
    const [id = '', value = ''] = pair.split('=')
    if (/^4a/i.test(id) && id.length === 3) readVin(value, reading)
    else if (/^[0-9a-f]{1,8}$/i.test(value))
      readEngineValue(id.toLowerCase(), Number.parseInt(value, 16), reading)
  }
  return true
}

/** 17 characters without I, O and Q. */
function readVin(value: string, reading: Gt06Reading): void {
  const vin = value.trim().toUpperCase()
  if (/^[A-HJ-NPR-Z0-9]{17}$/.test(vin)) reading.extras.vin = vin
}

/** Names of values by the first two digits of the maker's ids, and by OBD-II parameter. */
const nameOfMakerId: Readonly<Record<string, string>> = {
  '28': 'obdOdometerMetres',
  '2d': 'coolantTemperature',
  '35': 'obdSpeedKmh',
  '36': 'rpm',
  '47': 'fuelUsedLitres',
}
const nameOfParameter: Readonly<Record<string, string>> = {
  '2104': 'engineLoadPercent',
  '2105': 'coolantTemperature',
  '210c': 'rpm',
  '210d': 'obdSpeedKmh',
  '210f': 'intakeTemperature',
  '2111': 'throttlePercent',
}

function readEngineValue(id: string, raw: number, { telemetry, extras }: Gt06Reading): void {
  const value = raw / 100
  const name = id.length === 3 ? nameOfMakerId[id.slice(0, 2)] : nameOfParameter[id]
  if (name) extras[name] = name === 'obdOdometerMetres' ? raw * 10 : value
  else if (id === '212f' || /^2b.$/.test(id)) {
    // 0 is what vehicles without a fuel level state.
    if (value > 0 && value <= 100) telemetry.fuelPercent = value
  } else if (/^30.$/.test(id) && value >= 5 && value <= 60) telemetry.powerVolts = value
}

function readLeadingText(body: Uint8Array, from: number): string {
  let end = from
  while (end < body.length && (body[end] as number) >= 0x20 && (body[end] as number) < 0x7f) end++
  return readText(body, from, end)
}

/** 0x65: trouble codes by SAE J2012, wherever they stand in the text. */
export const troubleCodes: Gt06Layout = (body, reading) => {
  let text = ''
  for (const byte of body) text += byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : ' '
  const codes = text.match(/\b[PCBU][0-3][0-9A-F]{3}\b/g)
  if (!codes) return false
  reading.extras.troubleCodes = [...new Set(codes)].slice(0, 64).join(',')
  return true
}
