import type { AlarmKind, DeviceTelemetry } from '@rumbo/contract/telemetry.device-report.contract'

/** Bits of the status word, all active low: a condition holds while its bit is 0. */
const engineCutBit = 27
const ignitionOffBit = 10

/** Alarms by bit, most severe first. */
const alarmBits: readonly (readonly [number, AlarmKind])[] = [
  [1, 'sos'],
  [18, 'sos'],
  [19, 'power_cut'],
  [25, 'tow'],
  [7, 'geofence_exit'],
  [4, 'geofence_enter'],
  [2, 'overspeed'],
  [0, 'vibration'],
  [17, 'vibration'],
]

const isActive = (word: number, bit: number) => ((word >>> bit) & 1) === 0

/** Ignition and engine relay of a status word. */
export function statusTelemetry(word: number): DeviceTelemetry {
  return { ignition: !isActive(word, ignitionOffBit), isEngineBlocked: isActive(word, engineCutBit) }
}

/**
 * Trackers keep an alarm's bit until the server clears it, so an alarm is raised when its bit appears.
 * One at a time: of two that appear together the second is raised with the next message.
 */
export function createAlarmWatch(): { next(word: number): AlarmKind | null; reset(): void } {
  let raised = new Set<AlarmKind>()
  return {
    next(word) {
      const active = new Set(alarmBits.filter(([bit]) => isActive(word, bit)).map(([, kind]) => kind))
      raised = new Set([...raised].filter((kind) => active.has(kind)))
      const fresh = [...active].find((kind) => !raised.has(kind)) ?? null
      if (fresh) raised.add(fresh)
      return fresh
    },
    reset() {
      raised = new Set()
    },
  }
}

/** The status word a simulated tracker sends. */
export function statusWord(ignition: boolean, isEngineBlocked: boolean, alarm: AlarmKind | null): number {
  const bit = alarmBits.find(([, kind]) => kind === alarm)?.[0]
  let word = 0xffffffff
  const clear = (at: number) => {
    word = (word & ~(1 << at)) >>> 0
  }
  if (!ignition) clear(ignitionOffBit)
  if (isEngineBlocked) clear(engineCutBit)
  if (bit !== undefined) clear(bit)
  return word
}

/** Steps of the battery, 1 to 6, as percentages. */
const stepPercents = [0, 10, 20, 60, 80, 100]

/**
 * The battery's level, or null where the field states none: a step from 1 to 6, also written F1 to F6 in records, or a
 * percentage from 7 on.
 */
export function batteryPercentOf(value: number): number | null {
  const step = value >= 0xf1 && value <= 0xf6 ? value - 0xf0 : value
  if (!Number.isInteger(step) || step < 1 || step > 100) return null
  return stepPercents[step - 1] ?? step
}

/** The step nearest to a percentage. */
export function batteryStepOf(percent: number): number {
  const distances = stepPercents.map((step) => Math.abs(step - percent))
  return distances.indexOf(Math.min(...distances)) + 1
}
