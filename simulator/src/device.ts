import type { AlarmKind } from '@rumbo/contract/device-report.contract'
import { destination } from '@rumbo/geo'
import type { DeviceLink, Measurement } from './device-link.ts'
import type { Random } from './random.ts'
import type { Vehicle } from './vehicle.ts'

/** A tracker in a vehicle: decides when to report, measures, and falls silent for a while where it is `patchy`. */
export interface Device {
  /** Call after each step of the vehicle. */
  step(nowMs: number): void
  /** Reports at once, with an alarm. */
  raise(alarm: AlarmKind, nowMs: number): void
  /** Ends a silence, and begins no other while `isKept`. */
  keepOnline(isKept: boolean): void
  readonly isSilent: boolean
}

export interface DeviceOptions {
  vehicle: Vehicle
  link: DeviceLink
  random: Random
  startMs: number
  reportIntervalMs: number
  /** Has spells of 11 to 18 minutes without a network. */
  isPatchy: boolean
}

const minuteMs = 60_000
const heartbeatMs = 60_000
/** Mexico City. */
const groundMetres = 2_240

export function createDevice({
  vehicle,
  link,
  random,
  startMs,
  reportIntervalMs,
  isPatchy,
}: DeviceOptions): Device {
  const { state } = vehicle
  const onlineAtMs = startMs + random.between(0, 2_000)
  let hasStarted = false
  let isSilent = false
  let isKept = false
  let turnAtMs = isPatchy ? startMs + random.between(2, 18) * minuteMs : Number.POSITIVE_INFINITY
  let reportAtMs = startMs + random.between(0, reportIntervalMs)
  let heartbeatAtMs = startMs + random.between(0.2, 1) * heartbeatMs
  let hadIgnition = state.ignition
  let signalPercent = random.between(50, 100)

  function measure(timeMs: number, alarm: AlarmKind | null): Measurement {
    const isMoving = state.speedKmh > 1
    const noisy = destination(state, random.between(0, 360), random.between(0, isMoving ? 4 : 1))
    signalPercent = Math.max(25, Math.min(100, signalPercent + random.between(-6, 6)))
    return {
      timeMs,
      latitude: noisy.latitude,
      longitude: noisy.longitude,
      altitudeMetres: Math.round(groundMetres + random.between(-6, 6)),
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
      alarm,
    }
  }

  function setSilent(silent: boolean, nowMs: number): void {
    isSilent = silent
    turnAtMs = nowMs + (silent ? random.between(11, 18) : random.between(15, 40)) * minuteMs
    if (silent) link.goOffline()
    else link.goOnline()
    reportAtMs = nowMs
  }

  return {
    get isSilent() {
      return isSilent
    },
    step(nowMs) {
      if (!hasStarted && nowMs >= onlineAtMs) {
        hasStarted = true
        link.goOnline()
      }
      if (nowMs >= turnAtMs && !(isKept && !isSilent)) setSilent(!isSilent, nowMs)
      const hasTurnedKey = hadIgnition !== state.ignition
      hadIgnition = state.ignition
      if (isSilent) return
      if (nowMs >= reportAtMs || hasTurnedKey) {
        const isOnTheWay = state.phase === 'driving' || state.phase === 'waiting'
        const pace = isOnTheWay ? 1 : state.ignition ? 5 : 30
        reportAtMs = nowMs + reportIntervalMs * pace * random.between(0.85, 1.15)
        link.report(measure(nowMs, null))
      }
      if (nowMs >= heartbeatAtMs) {
        heartbeatAtMs = nowMs + heartbeatMs * random.between(0.9, 1.1)
        link.heartbeat(measure(nowMs, null))
      }
    },
    raise(alarm, nowMs) {
      if (!isSilent) link.report(measure(nowMs, alarm))
    },
    keepOnline(kept) {
      isKept = kept
      if (kept && isSilent) turnAtMs = Number.NEGATIVE_INFINITY
    },
  }
}
