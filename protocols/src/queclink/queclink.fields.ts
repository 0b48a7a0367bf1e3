import type { AlarmKind, DeviceTelemetry } from '@rumbo/contract/telemetry.device-report.contract'
import { type KeptReadings, keepReading } from '../kept-readings.ts'
import type { FieldName } from './queclink.layouts.ts'

/** The values decoded from one message, besides its positions. */
export interface QueclinkReading extends KeptReadings {
  telemetry: DeviceTelemetry
  alarm: AlarmKind | null
}

export const emptyReading = (): QueclinkReading => ({
  telemetry: {},
  extras: {},
  alarm: null,
  keptCount: 0,
  readingsLeftOut: 0,
})

/** A decimal number, or null: no exponents, no blanks, at most 15 digits. */
export function decimal(text: string | undefined): number | null {
  return text !== undefined && /^[+-]?\d{1,15}(?:\.\d{0,15})?$/.test(text) ? Number(text) : null
}

/** Up to `digits` hexadecimal digits, at least one. */
export const isHex = (text: string | undefined, digits: number): text is string =>
  text !== undefined && text.length > 0 && text.length <= digits && /^[0-9A-Fa-f]+$/.test(text)

/** Stores a value in the extras; texts up to 256 characters. */
export function keep(reading: QueclinkReading, name: string, value: string | number | boolean | null): void {
  if (value === null || value === '') return
  keepReading(reading, name, typeof value === 'string' ? value.slice(0, 256) : value)
}

/** Reads one field by its name in the tables; ignores invalid values. */
export function readField(reading: QueclinkReading, name: FieldName, text: string | undefined): void {
  if (name === '-' || text === undefined || text === '') return
  const colon = name.indexOf(':')
  if (colon > 0) {
    const key = name.slice(colon + 1)
    if (name.startsWith('analog')) readAnalog(reading, key, text)
    else keep(reading, key, name.startsWith('number') ? decimal(text) : text)
    return
  }
  readers[name]?.(reading, text)
}

/** Analog inputs state millivolts, or a share of the full range as `F50`. */
function readAnalog(reading: QueclinkReading, input: string, text: string): void {
  const millivolts = decimal(text)
  const [, percent] = /^F(\d{1,3})$/.exec(text) ?? []
  if (millivolts !== null) keep(reading, `analogVolts${input}`, millivolts / 1000)
  else if (percent !== undefined) keep(reading, `analogPercent${input}`, Number(percent))
}

const readers: Readonly<Record<string, (reading: QueclinkReading, text: string) => void>> = {
  powerMillivolts({ telemetry }, text) {
    const millivolts = decimal(text)
    if (millivolts !== null && millivolts >= 1000 && millivolts <= 90_000)
      telemetry.powerVolts = millivolts / 1000
  },
  batteryVolts(reading, text) {
    const volts = decimal(text)
    if (volts !== null && volts > 0) keep(reading, 'batteryVolts', volts)
  },
  batteryMillivolts(reading, text) {
    const millivolts = decimal(text)
    if (millivolts !== null && millivolts >= 1000) keep(reading, 'batteryVolts', millivolts / 1000)
  },
  batteryPercent({ telemetry }, text) {
    const percent = decimal(text)
    if (percent !== null && percent >= 0 && percent <= 100) telemetry.batteryPercent = percent
  },
  isCharging({ telemetry }, text) {
    if (text === '0' || text === '1') telemetry.isCharging = text === '1'
  },
  externalPower(reading, text) {
    if (text === '0' || text === '1') keep(reading, 'hasExternalPower', text === '1')
  },
  odometerKm({ telemetry }, text) {
    // A whole number stands where a reserved field does.
    const kilometres = text.includes('.') ? decimal(text) : null
    if (kilometres !== null && kilometres >= 0) telemetry.odometerMetres = Math.round(kilometres * 1000)
  },
  engineClock({ telemetry }, text) {
    const match = /^(\d{1,7}):(\d\d):(\d\d)$/.exec(text)
    if (match) telemetry.engineHours = Number(match[1]) + Number(match[2]) / 60 + Number(match[3]) / 3600
  },
  fuelPercent({ telemetry }, text) {
    const percent = decimal(text)
    if (percent !== null && percent >= 0 && percent <= 100) telemetry.fuelPercent = percent
  },
  signalStep({ telemetry }, text) {
    const step = decimal(text)
    if (step !== null && step >= 0 && step <= 31) telemetry.signalPercent = Math.round((step * 100) / 31)
  },
  driver({ telemetry }, text) {
    if (/^[\w-]{1,64}$/.test(text)) telemetry.driverUniqueId = text
  },
  motionState: readMotion,
  /** Motion, inputs (bit 0 the ignition line), outputs: two hexadecimal digits each; some state the motion alone. */
  status(reading, text) {
    if (!/^(?:[0-9A-Fa-f]{2}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{10})$/.test(text)) return
    readMotion(reading, text.slice(0, 2))
    if (text.length >= 6) {
      readInputs(reading, text.slice(2, 4))
      readOutputs(reading, text.slice(4, 6))
    }
  },
  inputs: readInputs,
  outputs: readOutputs,
}

/** 11, 12 ignition off at rest and moving; 21, 22 on; 16 towed, 1A perhaps; 41, 42 without an ignition line. */
function readMotion(reading: QueclinkReading, text: string): void {
  if (!/^(?:1[126A]|2[12]|4[12])$/.test(text)) return
  keep(reading, 'motionState', text)
  if (text.startsWith('1')) reading.telemetry.ignition = false
  if (text.startsWith('2')) reading.telemetry.ignition = true
}

function readInputs(reading: QueclinkReading, text: string): void {
  if (!/^[0-9A-Fa-f]{2}$/.test(text)) return
  const bits = Number.parseInt(text, 16)
  for (const input of [1, 2, 3]) keep(reading, `input${input}`, ((bits >> input) & 1) === 1)
}

/** Output 1 counts as the engine's relay, as in the commands. */
function readOutputs(reading: QueclinkReading, text: string): void {
  if (!/^[0-9A-Fa-f]{2}$/.test(text)) return
  const bits = Number.parseInt(text, 16)
  reading.telemetry.isEngineBlocked = (bits & 1) === 1
  for (const output of [2, 3]) keep(reading, `output${output}`, ((bits >> (output - 1)) & 1) === 1)
}
