import { readBcd, readUint16, readUint32 } from '../bytes.ts'
import { alarmOfAlert, alarmOfEmergency } from './suntech.alarms.ts'
import { readingOf, type SuntechReading } from './suntech.reading.ts'

const types: ReadonlyMap<number, string> = new Map<number, string>([
  [0x10, 'STT'],
  [0x11, 'EMG'],
  [0x12, 'EVT'],
  [0x13, 'ALT'],
  [0x14, 'ALV'],
  [0x16, 'UEX'],
])

/**
 * Legacy ZIP: 0x02, length u16, type, id of nine BCD digits, model, firmware, time, cell, place, odometer u32,
 * power, lines, id of an alert or emergency; 0x03. Read without its place: no real message was at hand to check
 * the writing of its time, so a tracker is asked to report in text (docs/protocols/suntech.md).
 */
export function readZip(frame: Uint8Array): SuntechReading | null {
  const type = types.get(frame[3] as number)
  const digits = readBcd(frame, 4, 9)
  const reading = type && digits ? readingOf(digits.slice(0, 9)) : null
  if (!reading || !type) return null
  reading.extras.type = type
  reading.extras.isZip = true
  if (type === 'ALV' || frame.length < 45) return reading
  const { telemetry } = reading
  telemetry.odometerMetres = readUint32(frame, 36)
  const hundredths = readBcd(frame, 41, 42)
  if (hundredths !== null) telemetry.powerVolts = (frame[40] as number) + Number(hundredths) / 100
  const lines = frame[42] as number
  telemetry.ignition = (lines & 1) === 1
  telemetry.isEngineBlocked = (lines & 0x10) !== 0
  if (type === 'ALT') {
    reading.extras.alert = frame[43] as number
    reading.alarm = alarmOfAlert(frame[43] as number)
  } else if (type === 'EMG') {
    reading.extras.emergency = frame[43] as number
    reading.alarm = alarmOfEmergency(frame[43] as number)
  } else if (type === 'STT') reading.extras.index = readUint16(frame, 44)
  return reading
}
