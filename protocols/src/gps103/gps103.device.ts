import { type CommandType, commandTypes } from '@rumbo/contract/commands.device-command.contract'
import { asciiBytes, readText } from '../bytes.ts'
import { kmhPerKnot, writeDegreesMinutes } from '../coordinates.ts'
import type { DeviceClient, DeviceSide, ServerMessage, SimulatedReport } from '../device-side.ts'
import { letterOfCommand } from './gps103.commands.ts'
import { isGps103Identifier } from './gps103.decode.ts'
import { wordOfAlarm } from './gps103.events.ts'
import { writeTime } from './gps103.time.ts'

/** The two replies of the server, and its commands, which end at the next one, at `;` or at the end of the bytes. */
const serverMessage = /^(?:(LOAD)|(ON)|(\*\*,imei:\d{15},([A-Z])(?:,(?:\d{3}|[+-]\d{1,2}))?);?)/
const commandHead = '**,imei:'
const commandHeadLength = commandHead.length + 15 + ',J'.length

/** Whether the text may be the beginning of such a message. */
function isBegun(text: string): boolean {
  if (['LOAD', 'ON', commandHead].some((word) => text.length < word.length && word.startsWith(text)))
    return true
  if (!text.startsWith(commandHead)) return false
  const rest = text.slice(commandHead.length)
  return text.length < commandHeadLength ? /^\d*,?$/.test(rest) : /^\d+,[HI](?:,\d{0,2}|,[+-])?$/.test(rest)
}

function positionOf(imei: string, event: string, report: SimulatedReport): Uint8Array {
  const time = writeTime(report.time)
  const fields = [
    `imei:${imei}`,
    event,
    time,
    '',
    'F',
    `${time.slice(6)}.000`,
    report.isValid ? 'A' : 'V',
    writeDegreesMinutes(report.latitude, 2, 5),
    report.latitude < 0 ? 'S' : 'N',
    writeDegreesMinutes(report.longitude, 3, 5),
    report.longitude < 0 ? 'W' : 'E',
    (report.speedKmh / kmhPerKnot).toFixed(2),
    (((report.headingDegrees % 360) + 360) % 360).toFixed(2),
    String(Math.round(report.altitudeMetres)),
    report.ignition ? '1' : '0',
    '0',
    `${report.fuelPercent.toFixed(2)}%`,
    '',
    '',
  ]
  return asciiBytes(`${fields.join(',')};`)
}

function typeOfLetter(letter: string): CommandType | null {
  if (letter === 'B') return 'gps_position'
  return commandTypes.find((type) => letterOfCommand[type] === letter) ?? null
}

function openDeviceClient(imei: string): DeviceClient {
  let carried = ''
  return {
    isLoginAnswered: true,
    login: () => asciiBytes(`##,imei:${imei},A;`),
    heartbeat: () => asciiBytes(`${imei};`),
    report(report) {
      const word = report.alarm === null ? null : wordOfAlarm(report.alarm)
      return positionOf(imei, word ?? 'tracker', report)
    },
    answer({ type, key }, report, isDone) {
      if (type === null) return null
      if (key === 'tracker') return positionOf(imei, 'tracker', report)
      return positionOf(imei, `${key.slice(0, 1)}${isDone ? 't' : 'f'}`, report)
    },
    read(chunk) {
      let text = carried + readText(chunk, 0, chunk.length)
      const messages: ServerMessage[] = []
      while (text !== '' && !isBegun(text)) {
        const parts = serverMessage.exec(text)
        text = text.slice(parts ? parts[0].length : 1)
        if (parts?.[1]) messages.push({ kind: 'login', isAccepted: true })
        else if (parts?.[2]) messages.push({ kind: 'heartbeat' })
        else if (parts?.[3] && parts[4]) messages.push(commandOf(parts[3], parts[4]))
      }
      carried = text
      return messages
    },
  }
}

function commandOf(text: string, letter: string): ServerMessage {
  const key = letter === 'B' ? 'tracker' : `${letter.toLowerCase()}t`
  return { kind: 'command', type: typeOfLetter(letter), text, key }
}

/** Coban's trackers as the simulator and the tests play them; positions are not acknowledged. */
export const gps103Device: DeviceSide = {
  protocol: 'gps103',
  transports: ['tcp', 'udp'],
  isAcknowledged: false,
  isIdentifier: isGps103Identifier,
  openDeviceClient: openDeviceClient,
}
