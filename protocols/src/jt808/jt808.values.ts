import { readPrintable, readUint16, readUint32 } from '../bytes.ts'
import { nameWithin } from '../kept-readings.ts'
import type { ItemReader, Jt808Reading } from './jt808.reading.ts'

/** A number of a table: the raw value times `scale` plus `offset`; all bits set mean absent. */
export interface ValueField {
  size: 1 | 2 | 4
  name: string
  /** Default 1. */
  scale?: number
  /** Default 0. With an offset a raw 0 is what a sensor that is not there yields. */
  offset?: number
  /** Decimal places. Default 3. */
  digits?: number
}

const telemetryNames = [
  'powerVolts',
  'odometerMetres',
  'engineHours',
  'fuelPercent',
  'batteryPercent',
] as const
type TelemetryName = (typeof telemetryNames)[number]
const isTelemetryName = (name: string): name is TelemetryName => telemetryNames.some((each) => each === name)

/** Keeps a reading under its name. A tank of 0 is what a tracker without a sensor states. */
export function keepValue({ telemetry, extras }: Jt808Reading, name: string, value: number): void {
  if (name.startsWith('fuelLitres') && value === 0) return
  if (isTelemetryName(name)) telemetry[name] = value
  else extras[name] = value
}

export function readField(field: ValueField, bytes: Uint8Array, at: number, reading: Jt808Reading): void {
  const { size, name, scale = 1, offset = 0, digits = 3 } = field
  const raw = size === 1 ? (bytes[at] as number) : size === 2 ? readUint16(bytes, at) : readUint32(bytes, at)
  if (raw === 2 ** (8 * size) - 1 || (raw === 0 && offset !== 0)) return
  keepValue(reading, name, Number((raw * scale + offset).toFixed(digits)))
}

/** Reads an item of a table; false where the table has none of this id and size. */
export function readTable(
  table: ReadonlyMap<number, ValueField>,
  id: number,
  bytes: Uint8Array,
  at: number,
  length: number,
  reading: Jt808Reading,
): boolean {
  const field = table.get(id)
  if (!field || field.size !== length) return false
  readField(field, bytes, at, reading)
  return true
}

/** A vehicle identification number of 17 letters and digits. */
export const readVin: ItemReader = (bytes, at, length, { extras }) => {
  const text = readPrintable(bytes, at, at + length)?.toUpperCase()
  if (text && /^[A-Z0-9]{17}$/.test(text) && !/^0+$/.test(text)) extras.vin = text
}

/** States that there are no trouble codes. Only for messages that list all of them: it clears those known so far. */
export function keepNoTroubleCodes({ extras }: Jt808Reading): void {
  extras.troubleCodes = ''
}

/** Trouble codes of SAE J2012 in a text, at most 32. */
export function keepTroubleCodes(text: string, { extras }: Jt808Reading): void {
  const codes = text.toUpperCase().match(/[PCBU][0-3][0-9A-F]{3}/g)
  if (codes) extras.troubleCodes = [...new Set(codes)].slice(0, 32).join(',')
}

/** A supply of six volts or more is the vehicle's; less is the tracker's own battery, which has more than one. */
export function keepVolts({ telemetry, extras }: Jt808Reading, volts: number): void {
  if (volts >= 6) telemetry.powerVolts = volts
  else extras[nameWithin('batteryVolts', volts, { min: 1, max: 6 })] = volts
}

/** Per cent of the tracker's battery; 0xFF stands for charging. */
export function keepPercent({ telemetry }: Jt808Reading, percent: number): void {
  if (percent === 0xff) telemetry.isCharging = true
  else if (percent <= 100) telemetry.batteryPercent = percent
}
