import type {
  DeviceFix,
  DeviceReport,
  DeviceTelemetry,
} from '@rumbo/contract/telemetry.device-report.contract'
import { nameWithin } from '../kept-readings.ts'
import { fixOf } from '../reports.ts'
import { meitrackEvents } from './meitrack.events.ts'

/** What one report of a tracker states. */
export interface MeitrackReading {
  event: number
  fix: DeviceFix | null
  telemetry: DeviceTelemetry
  extras: DeviceReport['extras']
  /** Bits of the inputs, the first lowest; null where they are not stated. */
  inputs: number | null
}

export function emptyReading(): MeitrackReading {
  return { event: 0, fix: null, telemetry: {}, extras: {}, inputs: null }
}

/** Seconds since 2000 as a time. */
export const timeOfSeconds = (seconds: number): Date => new Date((946_684_800 + seconds) * 1000)

/** Percent of the signal's 31 steps; 99 is an unknown one. */
export function setSignal(telemetry: DeviceTelemetry, steps: number): void {
  if (steps >= 0 && steps <= 31) telemetry.signalPercent = Math.round((steps * 100) / 31)
}

const batteryRange = { min: 1, max: Number.POSITIVE_INFINITY }

/** Volts of the vehicle, and of the tracker's own battery, which has more than one. */
export function setVolts(reading: MeitrackReading, battery: number | null, supply: number | null): void {
  const round = (volts: number) => Math.round(volts * 1000) / 1000
  if (battery !== null) reading.extras[nameWithin('batteryVolts', battery, batteryRange)] = round(battery)
  if (supply !== null) reading.telemetry.powerVolts = round(supply)
}

/** Ports that every model has; others are stated where they are on. */
const commonPorts = 4

function setBits({ extras }: MeitrackReading, name: 'input' | 'output', bits: number): void {
  for (let port = 1; port <= 8; port++) {
    const isOn = ((bits >> (port - 1)) & 1) === 1
    if (isOn || port <= commonPorts) extras[`${name}${port}`] = isOn
  }
}

/** Inputs by number, and the relay on output 1, which `C01` switches. */
export function setPorts(reading: MeitrackReading, inputs: number | null, outputs: number | null): void {
  if (inputs !== null) {
    reading.inputs = inputs
    setBits(reading, 'input', inputs)
  }
  if (outputs !== null) {
    setBits(reading, 'output', outputs)
    reading.telemetry.isEngineBlocked = (outputs & 1) !== 0
  }
}

/** What a DS18B20 states before its first measurement, and where there is none. */
const unmeasuredCelsius = 85

/** Keeps the temperature of a sensor, counted from 1. */
export function setTemperature(extras: DeviceReport['extras'], sensor: number, celsius: number): void {
  if (celsius === unmeasuredCelsius) return
  extras[nameWithin(`temperature${sensor}`, celsius, { min: -60, max: 150 })] = celsius
}

/** A level in per cent; devices without a sensor state 0. */
export function setFuelPercent(telemetry: DeviceTelemetry, percent: number): void {
  if (percent > 0) telemetry.fuelPercent = percent
}

/** A fix with its 99.9 for an unknown dilution left out. */
export function setFix(
  reading: MeitrackReading,
  fix: Parameters<typeof fixOf>[0] & { hdop?: number | null },
): void {
  const { hdop, ...rest } = fix
  if (hdop !== null && hdop !== undefined && hdop < 99) reading.extras.hdop = hdop
  const isNowhere = rest.latitude === 0 && rest.longitude === 0
  reading.fix = fixOf({ ...rest, isValid: rest.isValid && !isNowhere })
  if (!reading.fix) reading.extras.badFix = 'coordinates'
}

const ignitionInput = 1 << 2
const maxDevices = 1000

/**
 * Which devices of a connection have their ignition on input 3, as the maker wires most models (T622 GPRS protocol,
 * A17 and event codes). Others leave it open, so a clear bit means "off" only after it was seen set.
 */
export class IgnitionInputs {
  readonly #wired = new Set<string>()

  /** Sets the ignition of a reading where it is known. */
  read(identifier: string, { event, inputs, telemetry, extras }: MeitrackReading): void {
    if (event === meitrackEvents.ignitionOn || event === meitrackEvents.ignitionOff) {
      this.#remember(identifier)
      telemetry.ignition = event === meitrackEvents.ignitionOn
    } else if (inputs !== null && (inputs & ignitionInput) !== 0) {
      this.#remember(identifier)
      telemetry.ignition = true
    } else if (typeof extras.rpm === 'number' && extras.rpm > 0) telemetry.ignition = true
    else if (inputs !== null && this.#wired.has(identifier)) telemetry.ignition = false
  }

  #remember(identifier: string): void {
    if (this.#wired.size >= maxDevices) this.#wired.clear()
    this.#wired.add(identifier)
  }
}
