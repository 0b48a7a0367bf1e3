import type { AlarmKind, DeviceTelemetry } from '@rumbo/contract/telemetry.device-report.contract'
import { readUint16 } from '../bytes.ts'
import { alarmFromCode, alarmFromStatus } from './gt06.alarms.ts'
import type { AlarmUse, Gt06Context, Gt06Reading } from './gt06.reading.ts'

/** Bits of the status byte: 1 ignition, 2 charging, 7 engine blocked. */
export function readStatusBits(status: number, telemetry: DeviceTelemetry): void {
  telemetry.ignition = (status & 0x02) !== 0
  telemetry.isCharging = (status & 0x04) !== 0
  telemetry.isEngineBlocked = (status & 0x80) !== 0
}

/** Notes what the alarm bits of a status and its alarm code stand for. */
export function noteAlarmOf(
  status: number,
  code: number,
  use: AlarmUse,
  reading: Gt06Reading,
  context: Gt06Context,
): void {
  if (use === 'ignored') return
  const alarm = alarmFromStatus(status, code, context.maker)
  if (use === 'latched') {
    const isNew = alarm !== context.latchedAlarm
    context.latchedAlarm = alarm
    if (!isNew || alarm === null) return
  }
  reading.alarm = alarm
  if (alarm === 'other') reading.extras.eventCode = code
}

/**
 * Status, then battery step (or percentage) and network step, or the supply in hundredths of a volt and network step;
 * then the alarm code. A third byte above 100 is no network step: only the voltage form has it, and the device keeps
 * to its form.
 */
export function readStatus(
  body: Uint8Array,
  at: number,
  reading: Gt06Reading,
  context: Gt06Context,
  use: AlarmUse,
): void {
  if (body.length < at + 3) return
  const status = body[at] as number
  const { telemetry } = reading
  readStatusBits(status, telemetry)
  const volts = readUint16(body, at + 1) / 100
  if ((body[at + 2] as number) > 100) context.hasVoltsInStatus = true
  if (volts < 5 || volts > 60) context.hasVoltsInStatus = false
  if (context.hasVoltsInStatus) {
    telemetry.powerVolts = volts
    if (body.length > at + 3) readNetworkStep(body[at + 3] as number, telemetry)
    noteAlarmOf(status, 0, use, reading, context)
    return
  }
  const battery = body[at + 1] as number
  readBattery(battery, telemetry)
  readNetworkStep(body[at + 2] as number, telemetry)
  const code = body.length > at + 3 ? (body[at + 3] as number) : 0
  if (use !== 'ignored' && (code === 0xfe || code === 0xff)) telemetry.ignition = code === 0xfe
  noteAlarmOf(status, code, use, reading, context)
}

/** Steps 0 to 6, or already a percentage. */
export function readBattery(value: number, telemetry: DeviceTelemetry): void {
  if (value <= 6) telemetry.batteryPercent = Math.round((value * 100) / 6)
  else if (value <= 100) telemetry.batteryPercent = value
}

/** Steps 0 to 4, or already a percentage. */
export function readNetworkStep(step: number, telemetry: DeviceTelemetry): void {
  if (step <= 4) telemetry.signalPercent = step * 25
  else if (step <= 100) telemetry.signalPercent = step
}

/** As the status block with a voltage: status, supply u16 in hundredths of a volt, network step, alarm code. */
export function readSupplyStatus(
  body: Uint8Array,
  at: number,
  reading: Gt06Reading,
  context: Gt06Context,
  use: AlarmUse,
): void {
  if (body.length < at + 4) return
  const status = body[at] as number
  readStatusBits(status, reading.telemetry)
  reading.telemetry.powerVolts = readUint16(body, at + 1) / 100
  readNetworkStep(body[at + 3] as number, reading.telemetry)
  noteAlarmOf(status, body[at + 4] ?? 0, use, reading, context)
}

/** Codes above 255: the upper half of the language byte stands before the code. */
export function widenAlarm(
  code: number | undefined,
  language: number | undefined,
  reading: Gt06Reading,
  context: Gt06Context,
): void {
  if (code === undefined || language === undefined || (language & 0x0f) > 2) return
  const wide = ((language >> 4) << 8) | code
  if (wide < 0x100) return
  // Some models use the upper half for something else: without a meaning, the code alone counts.
  const alarm = alarmFromCode(wide, context.maker)
  if (alarm === 'other') return
  reading.alarm = alarm
  delete reading.extras.eventCode
}

/** Makes the report an alarm; null leaves it as it is. */
export function raise(alarm: AlarmKind | null, code: number, reading: Gt06Reading): void {
  reading.alarm = alarm
  if (alarm) reading.kind = 'alarm'
  if (alarm === 'other') reading.extras.eventCode = code
}
