import type { AlarmKind } from '@rumbo/contract/telemetry.device-report.contract'
import { minuteMs } from '@rumbo/contract/time-units'
import { destination } from '@rumbo/geo'
import type { DeviceLink, Measurement } from './device-link.ts'
import type { Random } from './random.ts'
import type { Vehicle } from './vehicle.ts'

/** A tracker in a vehicle: decides when to report, measures, and goes offline at times if it is `patchy`. */
export interface Device {
  /** Call after each step of the vehicle. */
  step(nowMs: number): void
  /** Returns the current measurement. */
  measureNow(nowMs: number): Measurement
  /** Reports with the next step, regardless of the interval. */
  reportSoon(): void
  /** Reports every second until this time, epoch ms. */
  reportClosely(untilMs: number): void
  /** Speeds above the limit are sent as alarms; null: no limit. */
  setSpeedLimit(limitKmh: number | null): void
  /** Reports an alarm at once. */
  raise(alarm: AlarmKind, nowMs: number): void
  /** While true, the tracker goes online and stays online. */
  keepOnline(isKept: boolean): void
  readonly isOffline: boolean
}

export interface DeviceOptions {
  vehicle: Vehicle
  link: DeviceLink
  random: Random
  startMs: number
  reportIntervalMs: number
  /** Goes offline for 11 to 18 minutes at times. */
  isPatchy: boolean
  /** Sends impossible places, dates or speeds in one report of three. */
  isFaulty: boolean
}

const heartbeatMs = 60_000
const closeIntervalMs = 1_000
/** Altitude of Mexico City. */
const cityAltitudeMetres = 2_240

export function createDevice({
  vehicle,
  link,
  random,
  startMs,
  reportIntervalMs,
  isPatchy,
  isFaulty,
}: DeviceOptions): Device {
  const { state } = vehicle
  const onlineAtMs = startMs + random.between(0, 2_000)
  let hasStarted = false
  let isOffline = false
  let isKept = false
  let turnAtMs = isPatchy ? startMs + random.between(2, 18) * minuteMs : Number.POSITIVE_INFINITY
  let reportAtMs = startMs + random.between(0, reportIntervalMs)
  let heartbeatAtMs = startMs + random.between(0.2, 1) * heartbeatMs
  let hadIgnition = state.ignition
  let signalPercent = random.between(50, 100)
  let speedLimitKmh: number | null = null
  let isOverLimit = false
  let closelyUntilMs = Number.NEGATIVE_INFINITY
  let faults = 0

  function measure(timeMs: number, alarm: AlarmKind | null): Measurement {
    const isMoving = state.speedKmh > 1
    const noisy = destination(state, random.between(0, 360), random.between(0, isMoving ? 4 : 1))
    signalPercent = Math.max(25, Math.min(100, signalPercent + random.between(-6, 6)))
    return {
      time: new Date(timeMs),
      isValid: true,
      latitude: noisy.latitude,
      longitude: noisy.longitude,
      altitudeMetres: Math.round(cityAltitudeMetres + random.between(-6, 6)),
      speedKmh: alarm === 'overspeed' ? Math.max(state.speedKmh, state.speedLimitKmh * 1.25) : state.speedKmh,
      headingDegrees: state.headingDegrees,
      satellites: Math.round(random.between(6, 12)),
      signalPercent: Math.round(signalPercent),
      ignition: state.ignition,
      isEngineBlocked: state.isEngineBlocked,
      batteryPercent: state.batteryPercent,
      powerVolts: state.powerVolts + random.between(-0.1, 0.1),
      fuelPercent: state.fuelPercent,
      odometerMetres: Math.round(state.odometerMetres),
      engineHours: state.engineHours,
      coolantTemperature: state.coolantTemperature,
      cargo: state.cargo ?? undefined,
      alarm,
      isStored: false,
    }
  }

  function withFault(measured: Measurement): Measurement {
    if (!isFaulty) return measured
    faults += 1
    return faults % 3 === 0 ? { ...measured, ...faultOf(faults / 3) } : measured
  }

  function watchSpeed(nowMs: number): void {
    const wasOver = isOverLimit
    isOverLimit = speedLimitKmh !== null && state.speedKmh > speedLimitKmh
    if (isOverLimit && !wasOver) link.report(withFault({ ...measure(nowMs, null), alarm: 'overspeed' }))
  }

  function setSilent(silent: boolean, nowMs: number): void {
    isOffline = silent
    turnAtMs = nowMs + (silent ? random.between(11, 18) : random.between(15, 40)) * minuteMs
    if (silent) link.goOffline()
    else link.goOnline()
    reportAtMs = nowMs
  }

  return {
    get isOffline() {
      return isOffline
    },
    step(nowMs) {
      if (!hasStarted && nowMs >= onlineAtMs) {
        hasStarted = true
        link.goOnline()
      }
      if (nowMs >= turnAtMs && !(isKept && !isOffline)) setSilent(!isOffline, nowMs)
      const hasTurnedKey = hadIgnition !== state.ignition
      hadIgnition = state.ignition
      if (isOffline) return
      watchSpeed(nowMs)
      if (nowMs >= reportAtMs || hasTurnedKey) {
        const isOnTheWay = state.phase === 'driving' || state.phase === 'waiting'
        const pace = isOnTheWay ? 1 : state.ignition ? 5 : 24
        const usualMs = reportIntervalMs * pace * random.between(0.85, 1.15)
        reportAtMs = nowMs + (nowMs < closelyUntilMs ? Math.min(closeIntervalMs, usualMs) : usualMs)
        link.report(withFault(measure(nowMs, null)))
      }
      if (nowMs >= heartbeatAtMs) {
        heartbeatAtMs = nowMs + heartbeatMs * random.between(0.9, 1.1)
        link.heartbeat(measure(nowMs, null))
      }
    },
    measureNow: (nowMs) => measure(nowMs, null),
    reportSoon() {
      reportAtMs = Number.NEGATIVE_INFINITY
    },
    reportClosely(untilMs) {
      closelyUntilMs = untilMs
      reportAtMs = Number.NEGATIVE_INFINITY
    },
    setSpeedLimit(limitKmh) {
      speedLimitKmh = limitKmh
    },
    raise(alarm, nowMs) {
      if (!isOffline) link.report(measure(nowMs, alarm))
    },
    keepOnline(kept) {
      isKept = kept
      if (kept && isOffline) turnAtMs = Number.NEGATIVE_INFINITY
    },
  }
}

/** Faults in rotation: no place, a clock without its date, an impossible speed, a clock in the future. */
function faultOf(count: number): Partial<Measurement> {
  const faults: readonly Partial<Measurement>[] = [
    { latitude: 0, longitude: 0 },
    { time: new Date(Date.UTC(2006, 0, 1)) },
    { speedKmh: 400 },
    { time: new Date(Date.UTC(2099, 0, 1)) },
  ]
  return faults[count % faults.length] ?? {}
}
