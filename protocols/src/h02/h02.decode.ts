import type { DeviceReport } from '@rumbo/contract/telemetry.device-report.contract'
import { asciiBytes, readText } from '../bytes.ts'
import type { DeviceMessage } from '../protocol.ts'
import { keepFrame, reportOf } from '../reports.ts'
import type { ProtocolDecoder } from '../stream.ts'
import { readRecord } from './h02.record.ts'
import { batteryPercentOf, createAlarmWatch, statusTelemetry } from './h02.status.ts'
import { findPlace } from './h02.text.ts'

type Given = Parameters<typeof reportOf>[4]

const identifierPattern = /^[A-Za-z0-9]{3,20}$/
const typePattern = /^[A-Z][A-Z0-9]{0,7}$/
const statusPattern = /^[0-9A-Fa-f]{8}$/
const star = 0x2a

/** Every message has an identifier, except records with the mileage: they belong to the device of the message before. */
export function createH02Decoder(resumedIdentifier: string | null = null): ProtocolDecoder {
  let deviceIdentifier = resumedIdentifier
  const watch = createAlarmWatch()

  /** Remembers the device of the message; returns the `login` of the message. */
  function enter(identifier: string): string | null {
    if (identifier === deviceIdentifier) return null
    deviceIdentifier = identifier
    watch.reset()
    return identifier
  }

  function decodeRecord(frame: Uint8Array, receivedAt: Date): DeviceMessage | null {
    const record = readRecord(frame)
    const identifier = record?.deviceIdentifier ?? deviceIdentifier
    if (!record || identifier === null) return null
    const login = enter(identifier)
    const telemetry = statusTelemetry(record.status)
    const battery = batteryPercentOf(record.battery)
    if (battery !== null) telemetry.batteryPercent = battery
    if (record.odometerMetres !== null) telemetry.odometerMetres = record.odometerMetres
    const extras: DeviceReport['extras'] = { status: record.statusHex }
    if (record.badFix) extras.badFix = record.badFix
    const alarm = watch.next(record.status)
    const report = reportOf('h02', identifier, receivedAt, record.hashed, {
      fix: record.fix,
      telemetry,
      alarm,
      extras,
    })
    return { reports: [report], acknowledgement: null, login }
  }

  function decodeText(frame: Uint8Array, receivedAt: Date): DeviceMessage | null {
    const end = frame.lastIndexOf(0x23)
    const text = readText(frame, 1, end < 0 ? frame.length : end)
    const fields = text.split(',')
    const [maker = '', identifier = '', type = ''] = fields
    if (!identifierPattern.test(identifier) || !typePattern.test(type)) return null
    const login = enter(identifier)
    const given = type === 'SMS' ? readSms(text) : readFields(type, fields, receivedAt, watch.next)
    const report = reportOf(
      'h02',
      identifier,
      receivedAt,
      frame.subarray(0, end < 0 ? frame.length : end + 1),
      given,
    )
    if (!isUnderstood(type, report)) keepFrame(report, frame)
    return { reports: [report], acknowledgement: acknowledge(maker, identifier, type, receivedAt), login }
  }

  return {
    get deviceIdentifier() {
      return deviceIdentifier
    },
    decode: (frame, receivedAt) =>
      frame[0] === star ? decodeText(frame, receivedAt) : decodeRecord(frame, receivedAt),
  }
}

/** Heartbeats, and messages that list cells alone. */
const placelessTypes = new Set(['LINK', 'HTBT', 'NBR', 'V0', 'XT'])

const isUnderstood = (type: string, { fix, answer, extras }: DeviceReport) =>
  placelessTypes.has(type) ||
  fix !== null ||
  answer !== null ||
  extras.status !== undefined ||
  'badFix' in extras

/**
 * `*HQ,<id>,V4,V1,yyyyMMddHHmmss#` in UTC, the same to NBR; sign-in and heartbeat get their own head back.
 * Null for types that await no answer.
 */
function acknowledge(maker: string, identifier: string, type: string, receivedAt: Date): Uint8Array | null {
  if (type === 'HTBT' || type === 'V0') return asciiBytes(`*${maker},${identifier},${type}#`)
  if (type !== 'V1' && type !== 'NBR') return null
  const time = receivedAt.toISOString().replace(/\D/g, '').slice(0, 14)
  return asciiBytes(`*${maker},${identifier},V4,${type},${time}#`)
}

/** The device's answer to an SMS, which it also sends to the server. */
function readSms(text: string): Given {
  const answer = text.split(',').slice(3).join(',').trim().slice(0, 1000)
  return { answer: { key: 'SMS', text: answer, isRefused: false }, extras: { type: 'SMS' } }
}

function readFields(
  type: string,
  fields: readonly string[],
  receivedAt: Date,
  nextAlarm: (word: number) => DeviceReport['alarm'],
): Given {
  const extras: DeviceReport['extras'] = { type }
  const place = findPlace(fields, receivedAt)
  if (place?.badFix) extras.badFix = place.badFix
  if (place?.isTimeMissing) extras.isTimeMissing = true
  if (place?.beforeDate) extras.beforeDate = place.beforeDate
  const statusAt = fields.findIndex((field, index) => index >= (place?.end ?? 4) && statusPattern.test(field))
  const statusText = fields[statusAt]
  let telemetry: DeviceReport['telemetry'] = {}
  let alarm: DeviceReport['alarm'] = null
  if (statusText !== undefined) {
    const word = Number.parseInt(statusText, 16)
    extras.status = statusText.toLowerCase()
    telemetry = statusTelemetry(word)
    alarm = nextAlarm(word)
  }
  const battery = batteryPercentOf(Number(batteryField(type, fields, statusAt)))
  if (battery !== null) telemetry.batteryPercent = battery
  if (place) keepTail(extras, fields.slice(place.end), statusAt - place.end)
  else if (fields.length > 3) extras.data = fields.slice(3).join(',').slice(0, 256)
  const answer = type === 'V4' ? readAnswer(fields, place?.at ?? fields.length) : null
  return { fix: place?.fix ?? null, telemetry, alarm, answer, extras }
}

/** Heartbeats state a percentage; positions a step behind the four fields of the cell; NBR a step at the end. */
function batteryField(type: string, fields: readonly string[], statusAt: number): string | undefined {
  if (type === 'HTBT') return fields[3]
  if (type === 'LINK') return fields[6]
  if (statusAt < 0) return undefined
  const field = fields[statusAt + (type === 'NBR' ? 1 : 5)]
  return /^\d{1,3}$/.test(field ?? '') ? field : undefined
}

/** Card numbers and cells around the status, as they stand. */
function keepTail(extras: DeviceReport['extras'], tail: readonly string[], statusIndex: number): void {
  for (const [index, field] of tail.entries()) {
    const name = /^\d{18,20}[0-9A-F?]?$/.test(field) ? 'iccid' : null
    if (name && index !== statusIndex) extras[name] = field
  }
  const cell = statusIndex >= 0 ? tail.slice(statusIndex + 1, statusIndex + 5) : []
  if (cell.length === 4)
    extras.cell = cell
      .map((field) => field.trim())
      .join(',')
      .slice(0, 256)
}

/** `V4,<command>,<answer…>,<time of the command>,<time of the device>,…`: the command's word is the key. */
function readAnswer(fields: readonly string[], placeAt: number): DeviceReport['answer'] {
  const key = fields[3] ?? ''
  if (!typePattern.test(key)) return null
  const said = fields.slice(4, Math.max(4, placeAt - 2)).filter((field) => field !== '')
  return {
    key,
    text: [key, ...said].join(' ').slice(0, 256),
    isRefused: said.some((field) => /^(?:ERROR|FAIL(?:ED)?)$/i.test(field)),
  }
}
