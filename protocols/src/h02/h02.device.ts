import type { CommandType } from '@rumbo/contract/commands.device-command.contract'
import { asciiBytes, readText } from '../bytes.ts'
import { kmhPerKnot, writeDegreesMinutes } from '../coordinates.ts'
import type { DeviceClient, DeviceSide, ServerMessage, SimulatedReport } from '../device-side.ts'
import { joinBytes } from '../stream.ts'
import { batteryStepOf, statusWord } from './h02.status.ts'

const commandTypes: Readonly<Record<string, CommandType>> = {
  'S20,1,1': 'stop_engine',
  'S20,1,0': 'resume_engine',
  'SCF,0,0': 'activate_alarm',
  'SCF,1,1': 'deactivate_alarm',
  'D1,30,1': 'gps_position',
}

/** `hhmmss` and `ddmmyy` of a time in UTC. */
function clockAndDate(time: Date): [string, string] {
  const digits = time.toISOString().replace(/\D/g, '')
  return [digits.slice(8, 14), `${digits.slice(6, 8)}${digits.slice(4, 6)}${digits.slice(2, 4)}`]
}

/** From the time of the position to the status word, then an empty cell and the battery's step. */
function place(report: SimulatedReport): string {
  const [clock, date] = clockAndDate(report.time)
  const word = statusWord(report.ignition, report.isEngineBlocked, report.alarm)
  return [
    clock,
    report.isValid ? 'A' : 'V',
    writeDegreesMinutes(report.latitude, 2),
    report.latitude < 0 ? 'S' : 'N',
    writeDegreesMinutes(report.longitude, 3),
    report.longitude < 0 ? 'W' : 'E',
    (report.speedKmh / kmhPerKnot).toFixed(2).padStart(6, '0'),
    String(Math.round(report.headingDegrees) % 360).padStart(3, '0'),
    date,
    word.toString(16).toUpperCase().padStart(8, '0'),
    '334,020,0,0',
    batteryStepOf(report.batteryPercent),
  ].join(',')
}

function openDeviceClient(deviceIdentifier: string): DeviceClient {
  let waiting: Uint8Array = new Uint8Array(0)
  const write = (body: string) => asciiBytes(`*HQ,${deviceIdentifier},${body}#`)
  return {
    isLoginAnswered: false,
    login: () => null,
    heartbeat: ({ batteryPercent }) => write(`HTBT,${Math.max(1, Math.round(batteryPercent))}`),
    report: (report) => write(`V1,${place(report)}`),
    answer({ text, key }, report, isDone) {
      const clock = /^\*HQ,\w+,\w+,(\d{6})/.exec(text)?.[1]
      if (!clock || key === 'D1') return null
      return write(`V4,${key},${isDone ? 'DONE' : 'ERROR'},${clock},${place({ ...report, alarm: null })}`)
    },
    read(chunk) {
      waiting = joinBytes(waiting, chunk)
      const messages: ServerMessage[] = []
      for (let end = waiting.indexOf(0x23); end >= 0; end = waiting.indexOf(0x23)) {
        const message = understand(readText(waiting, 0, end + 1))
        if (message) messages.push(message)
        waiting = waiting.slice(end + 1)
      }
      return messages
    },
  }
}

function understand(text: string): ServerMessage | null {
  if (/^\*HQ,\w+,V4,V1,\d{14}#$/.test(text)) return { kind: 'acknowledgement', reports: 1 }
  if (/^\*HQ,\w+,HTBT#$/.test(text)) return { kind: 'heartbeat' }
  const command = /^\*HQ,\w+,([A-Z][A-Z0-9]*),\d{6},([^#]*)#$/.exec(text)
  if (!command) return null
  const [, word = '', parameters = ''] = command
  const type = word === 'S14' ? 'set_speed_limit' : (commandTypes[`${word},${parameters}`] ?? null)
  return { kind: 'command', type, text, key: word }
}

/** An H02 tracker in text. It has no login. */
export const h02Device: DeviceSide = {
  protocol: 'h02',
  transports: ['tcp', 'udp'],
  isAcknowledged: true,
  isIdentifier: (text) => /^(?:\d{10}|\d{15})$/.test(text),
  openDeviceClient: openDeviceClient,
}

/** A binary record of 32 bytes, or of 45 with a tail as longer firmwares send; the identifier has 10 digits. */
export function encodeH02Record(
  deviceIdentifier: string,
  report: SimulatedReport,
  length: 32 | 45,
): Uint8Array {
  const [clock, date] = clockAndDate(report.time)
  const latitude = writeDegreesMinutes(report.latitude, 2).replace('.', '')
  const longitude = writeDegreesMinutes(report.longitude, 3).replace('.', '')
  const flags = (report.isValid ? 2 : 0) | (report.latitude < 0 ? 0 : 4) | (report.longitude < 0 ? 0 : 8)
  const knots = String(Math.min(999, Math.round(report.speedKmh / kmhPerKnot))).padStart(3, '0')
  const course = String(Math.round(report.headingDegrees) % 360).padStart(3, '0')
  const word = statusWord(report.ignition, report.isEngineBlocked, report.alarm).toString(16).padStart(8, '0')
  const battery = batteryStepOf(report.batteryPercent).toString(16).padStart(2, '0')
  const digits = `24${deviceIdentifier}${clock}${date}${latitude}${battery}${longitude}${flags.toString(16)}${knots}${course}${word}ff`
  const bytes = new Uint8Array(length)
  for (let at = 0; at * 2 < digits.length; at++)
    bytes[at] = Number.parseInt(digits.slice(at * 2, at * 2 + 2), 16)
  return bytes
}
