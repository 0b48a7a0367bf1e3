import type { AlarmKind } from '@rumbo/contract/telemetry.device-report.contract'
import { readText } from '../bytes.ts'
import type { DeviceClient, DeviceSide, ServerMessage, SimulatedReport } from '../device-side.ts'
import { typeOfText } from './meitrack.commands.ts'
import { answerKeyOf } from './meitrack.decode.ts'
import { eventOf, meitrackEvents } from './meitrack.events.ts'
import { encodeMeitrack, firstFlag, flagCount, isMeitrackIdentifier } from './meitrack.frame.ts'

/** A message of the server: flag, length, command and parameters, checksum. */
const serverMessage = /^@@([A-z])(\d{1,4}),\d{15},([^*]*)\*[0-9A-F]{2}\r\n/

const hex = (value: number, digits: number): string =>
  Math.max(0, Math.round(value)).toString(16).toUpperCase().padStart(digits, '0')

function timeText(time: Date): string {
  return time.toISOString().replace(/\D/g, '').slice(2, 14)
}

function eventOfReport(alarm: AlarmKind | null): number {
  return (alarm === null ? null : eventOf(alarm)) ?? meitrackEvents.interval
}

/** A T333: volts in hundredths, ignition on input 3, relay on output 1. */
function textReport(report: SimulatedReport, event: number): string {
  const ports = `${report.ignition ? '04' : '00'}${report.isEngineBlocked ? '01' : '00'}`
  const batteryVolts = 3.4 + (0.8 * report.batteryPercent) / 100
  const fuel = Math.min(100, Math.max(0, report.fuelPercent))
  const fields = [
    'AAA',
    event,
    report.latitude.toFixed(6),
    report.longitude.toFixed(6),
    timeText(report.time),
    report.isValid ? 'A' : 'V',
    report.satellites,
    Math.round((report.signalPercent * 31) / 100),
    Math.round(report.speedKmh),
    Math.round(report.headingDegrees) % 360,
    '0.9',
    Math.round(report.altitudeMetres),
    Math.round(report.odometerMetres),
    Math.round(report.odometerMetres / 10),
    '334|20|0F1B|0643',
    ports,
    `0000|0000|0000|${hex(batteryVolts * 100, 4)}|${hex(report.powerVolts * 100, 4)}`,
    '00000001',
    '',
    '3',
    `${hex(Math.floor(fuel), 2)}${hex((fuel % 1) * 100, 2)}`,
    '',
  ]
  return fields.join(',')
}

function openDeviceClient(identifier: string): DeviceClient {
  let count = 0
  let carried = ''
  const write = (content: string, flag?: string) => {
    count = (count + 1) % flagCount
    return encodeMeitrack('$$', flag ?? String.fromCharCode(firstFlag + count), identifier, content)
  }

  return {
    isLoginAnswered: false,
    login: () => null,
    heartbeat: () => write('AAC,1'),
    report: (report) => write(textReport(report, eventOfReport(report.alarm))),
    answer({ text, key }, report, isDone) {
      const [command = '', flag = ''] = key.split('#')
      if (isDone && command === 'A10') return write(textReport(report, meitrackEvents.reply), flag)
      return text === '' ? null : write(`${command},${isDone ? 'OK' : 'Error'}`, flag)
    },
    read(chunk) {
      carried += readText(chunk, 0, chunk.length)
      const messages: ServerMessage[] = []
      for (let end = carried.indexOf('\n'); end >= 0; end = carried.indexOf('\n')) {
        const message = understand(carried.slice(0, end + 1))
        if (message) messages.push(message)
        carried = carried.slice(end + 1)
      }
      return messages
    },
  }
}

function understand(line: string): ServerMessage | null {
  const [, flag = '', , text = ''] = serverMessage.exec(line) ?? []
  if (text === 'AAC,1') return { kind: 'heartbeat' }
  const [, reports] = /^CCC,(\d+)$/.exec(text) ?? []
  if (reports !== undefined) return { kind: 'acknowledgement', reports: Number(reports) }
  if (text === '') return null
  return { kind: 'command', type: typeOfText(text), text, key: answerKeyOf(text.slice(0, 3), flag) }
}

/** A Meitrack tracker as the simulator and the tests play it. Its text reports are not acknowledged. */
export const meitrackDevice: DeviceSide = {
  protocol: 'meitrack',
  transports: ['tcp', 'udp'],
  isAcknowledged: false,
  isIdentifier: isMeitrackIdentifier,
  openDeviceClient: openDeviceClient,
}
