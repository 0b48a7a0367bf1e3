import type { DeviceAnswer } from '@rumbo/contract/telemetry.device-report.contract'
import { asciiBytes, readText } from '../bytes.ts'
import type { DeviceMessage } from '../protocol.ts'
import { reportOf } from '../reports.ts'
import type { ProtocolDecoder } from '../stream.ts'
import { alarmOfWord, readAnswerWord, readMeasuredWord } from './gps103.events.ts'
import { type Gps103Reading, isDecimal, readDecimal, readEngine, readPosition } from './gps103.fields.ts'
import { isSeparator } from './gps103.frame.ts'

const load = asciiBytes('LOAD')
const on = asciiBytes('ON')

export function isGps103Identifier(text: string): boolean {
  return /^\d{15}$/.test(text)
}

/** Every message names its device, so messages before a login are accepted. */
export function createGps103Decoder(): ProtocolDecoder {
  let deviceIdentifier: string | null = null

  return {
    get deviceIdentifier() {
      return deviceIdentifier
    },
    decode(frame, receivedAt) {
      const text = contentOf(frame)
      if (text === null) return null
      if (text === '') return { reports: [], acknowledgement: null, login: null }
      if (isGps103Identifier(text)) return { reports: [], acknowledgement: on, login: name(text) }
      const login = /^##,imei:(\d{15})(?:,|$)/.exec(text)?.[1]
      if (login) return { reports: [], acknowledgement: load, login: name(login) }
      const fields = text.split(',')
      const identifier = fields[0]?.slice('imei:'.length) ?? ''
      if (!text.startsWith('imei:') || !isGps103Identifier(identifier)) return null
      const message = readMessage(fields, identifier, asciiBytes(text), receivedAt)
      return message && { ...message, login: name(identifier) }
    },
  }

  /** The identifier, if it differs from that of the message before. */
  function name(identifier: string): string | null {
    const isOther = identifier !== deviceIdentifier
    deviceIdentifier = identifier
    return isOther ? identifier : null
  }
}

/** The text before the separators; null when there are control characters in it. */
function contentOf(frame: Uint8Array): string | null {
  let end = frame.length
  while (end > 0 && isSeparator(frame[end - 1])) end--
  for (let at = 0; at < end; at++) {
    const byte = frame[at] as number
    if (byte < 0x20 || (byte >= 0x7f && byte < 0xa0)) return null
  }
  return readText(frame, 0, end)
}

function readMessage(
  fields: readonly string[],
  identifier: string,
  hashed: Uint8Array,
  receivedAt: Date,
): Omit<DeviceMessage, 'login'> | null {
  const event = fields[1]?.trim() ?? ''
  const silence = { reports: [], acknowledgement: null }
  // A heartbeat of the firmwares with decimal degrees, and the parts of a picture.
  if ((event === 'L' && fields.length <= 3) || event === 'vr') return silence
  const reading: Gps103Reading = { fix: null, telemetry: {}, extras: {} }
  const isKnownForm = fields[4] === 'F' || fields[4] === 'L'
  const answer = answerOf(event)
  if (isDecimal(fields)) readDecimal(fields, reading)
  else if (event === 'OBD') readEngine(fields, reading)
  else if (isKnownForm || answer) readPosition(fields, reading)
  else return null
  readEvent(event, reading)
  const alarm = isDecimal(fields) ? null : alarmOfWord(event)
  const report = reportOf('gps103', identifier, receivedAt, hashed, { ...reading, alarm, answer })
  // The device repeats an SOS until it is acknowledged.
  const acknowledgement = alarm === 'sos' ? asciiBytes(`**,imei:${identifier},E;`) : null
  return { reports: [report], acknowledgement }
}

function answerOf(event: string): DeviceAnswer | null {
  const word = readAnswerWord(event)
  return word && { ...word, text: event }
}

/** Telemetry that follows from the event's word. */
function readEvent(event: string, { telemetry, extras }: Gps103Reading): void {
  if (event !== '' && event !== 'tracker') extras.event = event.slice(0, 64)
  if (event === 'acc on' || event === 'acc off') telemetry.ignition = event === 'acc on'
  if (event === 'jt' || event === 'kt') telemetry.isEngineBlocked = event === 'jt'
  const measured = readMeasuredWord(event)
  if (!measured || measured.value === null) return
  if (measured.word === 'T') extras.temperature1 = measured.value
  else if (measured.value >= 0 && measured.value <= 100) {
    if (measured.word === 'oil2') extras.fuelPercent2 = measured.value
    else telemetry.fuelPercent = measured.value
  }
}
