import type { AlarmKind, DeviceAnswer, DeviceReport } from '@rumbo/contract/telemetry.device-report.contract'
import { asciiBytes, readText } from '../bytes.ts'
import type { DeviceMessage } from '../protocol.ts'
import { keepFrame, reportOf } from '../reports.ts'
import type { ProtocolDecoder } from '../stream.ts'
import { alarmOfCode, alarmOfDriving, alarmOfType, ignitionOfType } from './tk103.alarms.ts'
import { readBattery, readBatteryManagement } from './tk103.battery.ts'
import { readPlace, type Tk103Place } from './tk103.position.ts'

interface Message {
  /** The text before the command, unchanged. */
  head: string
  type: string
  body: string
  hasCommas: boolean
}

/** `<id of 12><type><body>`, `<id of 10 to 16 digits><type><body>` or `<id>,<type>[,<body>]`. */
const message =
  /^(?:([A-Za-z0-9]{12}|\d{10,16})([A-Z]{2}\d[0-9A-F])|(\d{10,16}),([A-Z]{2}\d[0-9A-F])(?=,|$))(.*)$/s

/** The device's answer to each command. */
const questions: Readonly<Record<string, string>> = { BP04: 'AP00', BV01: 'AV01' }

/**
 * Every message carries an identifier. Some firmwares send a sequence number in its place and their identifier only in the
 * login: then the login's identifier applies to the connection.
 */
export function createTk103Decoder(resumedIdentifier: string | null = null): ProtocolDecoder {
  let deviceIdentifier = resumedIdentifier
  let stated = resumedIdentifier
  const watch = { isPanic: false }
  return {
    get deviceIdentifier() {
      return deviceIdentifier
    },
    decode(frame, receivedAt): DeviceMessage | null {
      const read = readMessage(frame)
      if (!read) return null
      const isLogin = !read.hasCommas && (read.type === 'BP00' || read.type === 'BP05')
      if (isLogin && read.head.length === 12) stated = statedIdentifier(read)
      const identifier = read.head.length === 12 && !read.hasCommas ? (stated ?? read.head) : read.head
      const login = identifier === deviceIdentifier ? null : identifier
      if (login !== null) watch.isPanic = false
      deviceIdentifier = identifier
      // The first handshake only signs in; later ones are heartbeats.
      const isSilent = read.type === 'BP00' && login !== null
      const report = reportOf('tk103', identifier, receivedAt, frame, contentOf(read, watch))
      if (!isUnderstood(read.type, report)) keepFrame(report, frame)
      return {
        reports: isSilent ? [] : [report],
        acknowledgement: acknowledge(read),
        login,
      }
    },
  }
}

function readMessage(frame: Uint8Array): Message | null {
  const end = frame[frame.length - 1] === 0x29 ? frame.length - 1 : frame.length
  const text = readText(frame, 1, end)
  const found = message.exec(text)
  if (!found) return null
  const hasCommas = found[3] !== undefined
  return {
    head: (hasCommas ? found[3] : found[1]) ?? '',
    type: (hasCommas ? found[4] : found[2]) ?? '',
    body: found[5] ?? '',
    hasCommas,
  }
}

/** The identifier in the body of a login whose head is a sequence number; null if the two are equal. */
function statedIdentifier({ head, body }: Message): string | null {
  const digits = /^(\d{15})/.exec(body)?.[1]
  if (!digits || digits.slice(-11) === head.slice(-11)) return null
  return digits.startsWith('000') ? digits.slice(3) : digits
}

function acknowledge({ head, type, body, hasCommas }: Message): Uint8Array | null {
  if (hasCommas) return null
  if (type === 'BP00') return asciiBytes(`(${head}AP01HSO)`)
  if (type === 'BP05') return asciiBytes(`(${head}AP05)`)
  return type === 'BO01' && /^[0-9A-F]/.test(body) ? asciiBytes(`(${head}AS01${body[0]})`) : null
}

const printable = (text: string) => text.replace(/[^\x20-\x7e]/g, ' ').slice(0, 256)

/** Signing in, cells, batteries and the vehicle's number: no place in them. */
const placelessTypes = new Set(['BP00', 'BP05', 'BV00', 'BZ00', 'BS50', 'BS51', 'ZC20'])

const isUnderstood = (type: string, { fix, alarm, answer, telemetry, extras }: DeviceReport) =>
  placelessTypes.has(type) ||
  fix !== null ||
  alarm !== null ||
  answer !== null ||
  telemetry.ignition !== undefined ||
  'badFix' in extras

/** The panic flag of a position stays set until it is cleared: it is an alarm when it appears. */
function panicOf(
  extras: DeviceReport['extras'],
  hasPlace: boolean,
  watch: { isPanic: boolean },
): AlarmKind | null {
  if (!hasPlace) return null
  const isNew = extras.panic === true && !watch.isPanic
  watch.isPanic = extras.panic === true
  return isNew ? 'sos' : null
}

function contentOf(
  read: Message,
  watch: { isPanic: boolean },
): Tk103Place & {
  alarm: AlarmKind | null
  answer: DeviceAnswer | null
} {
  const { type, body } = read
  const place = type === 'BS50' || type === 'BS51' || type === 'BZ00' ? null : readPlace(body)
  const { fix, telemetry, extras } = place ?? { fix: null, telemetry: {}, extras: {} }
  extras.type = type
  if (typeof extras.rest === 'string') extras.rest = printable(extras.rest)
  if (type === 'ZC20') readBattery(body, telemetry, extras)
  else if (type === 'BS50') readBatteryManagement(body, extras)
  else if (type === 'BV00') extras.vin = printable(body)
  else if (!place && type !== 'BP00') extras.body = printable(body)
  const ignition = ignitionOfType(type)
  if (ignition !== null) telemetry.ignition = ignition
  const alarm = alarmOf(read) ?? panicOf(extras, place !== null, watch)
  return { fix, telemetry, extras, alarm, answer: answerOf(read) }
}

function alarmOf({ type, body, hasCommas }: Message): AlarmKind | null {
  if (type === 'BO01') return alarmOfCode(body.slice(0, 1))
  if (type === 'BQ81') return alarmOfDriving(/^,ALARM,(\d),/.exec(body)?.[1])
  return hasCommas ? alarmOfType(type) : null
}

/** `ZC03`: the text that an earlier message between `$` requested; it does not name that message. */
function answerOf({ type, body }: Message): DeviceAnswer | null {
  const key = type === 'ZC03' ? '*' : questions[type]
  if (key === undefined) return null
  const text = type === 'ZC03' ? (/\$(.*)\$/s.exec(body)?.[1] ?? body) : body
  return { key, text: text.replace(/[^\x20-\x7e\r\n]/g, ' '), isRefused: false }
}
