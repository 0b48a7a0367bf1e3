import type { DeviceAnswer, DeviceReport } from '@rumbo/contract/telemetry.device-report.contract'
import { readText } from '../bytes.ts'
import type { DeviceMessage } from '../protocol.ts'
import { keepFrame, reportOf } from '../reports.ts'
import type { ProtocolDecoder } from '../stream.ts'
import { alarmOf, meitrackEvents } from './meitrack.events.ts'
import { encodeMeitrack, isMeitrackIdentifier, type MeitrackFrame, splitFrame } from './meitrack.frame.ts'
import { readParameterRecords } from './meitrack.parameters.ts'
import { IgnitionInputs, type MeitrackReading } from './meitrack.reading.ts'
import { readRecords } from './meitrack.records.ts'
import { isTextReport, readTextReport } from './meitrack.text.ts'

type Content = Omit<DeviceMessage, 'login'>

/** Commands a tracker sends by itself, of which nothing is read: parts of files and updates. */
const silentCommands: ReadonlySet<string> = new Set(['FC0', 'FC1', 'FC2', 'FC3', 'FC5', 'FC6', 'FC7'])
/** A tracker sends so many parts of a photo, then waits to be asked for the next ones. */
const photoParts = 8

/** Every message names its device. */
export function createMeitrackDecoder(): ProtocolDecoder {
  let deviceIdentifier: string | null = null
  const ignition = new IgnitionInputs()

  return {
    get deviceIdentifier() {
      return deviceIdentifier
    },
    decode(frame, receivedAt) {
      const parts = splitFrame(frame)
      if (!parts || !isMeitrackIdentifier(parts.identifier)) return null
      const isOther = parts.identifier !== deviceIdentifier
      deviceIdentifier = parts.identifier
      const content = readContent(frame, parts, receivedAt, ignition)
      return content && { ...content, login: isOther ? parts.identifier : null }
    },
  }
}

function readContent(
  frame: Uint8Array,
  parts: MeitrackFrame,
  receivedAt: Date,
  ignition: IgnitionInputs,
): Content | null {
  const { command, flag, identifier, start, end } = parts
  const content = frame.subarray(start, end)
  const report = (reading: MeitrackReading, hashed: Uint8Array) =>
    reportOfReading(reading, parts, receivedAt, hashed, ignition)
  if (command === 'AAA') return readTextMessage(content, report)
  if (command === 'CCC') {
    const records = readRecords(content)
    if (!records) return null
    const reports = records.map(({ reading, bytes }) => report(reading, bytes))
    return { reports, acknowledgement: encodeMeitrack('@@', flag, identifier, `CCC,${reports.length}`) }
  }
  if (command === 'CCE') return readParameterMessage(frame, content, parts, receivedAt, report)
  if (command === 'AAC')
    return { reports: [], acknowledgement: encodeMeitrack('@@', flag, identifier, 'AAC,1') }
  if (command === 'D00') return readPhotoPart(content, parts, receivedAt)
  if (silentCommands.has(command)) return { reports: [], acknowledgement: null }
  const asReport = readTextMessage(content, report, isTextReport)
  if (asReport) return asReport
  const answer = readAnswer(content, parts)
  if (!answer) return null
  const answered = reportOf('meitrack', identifier, receivedAt, frame, { answer })
  return { reports: [answered], acknowledgement: null }
}

function readTextMessage(
  content: Uint8Array,
  report: (reading: MeitrackReading, hashed: Uint8Array) => DeviceReport,
  isExpected: (fields: readonly string[]) => boolean = () => true,
): Content | null {
  const text = readText(content, 0, content.length)
  if (/\p{Cc}/u.test(text)) return null
  const fields = text.split(',')
  const reading = isExpected(fields) ? readTextReport(fields) : null
  return reading && { reports: [report(reading, content)], acknowledgement: null }
}

/** A record that cannot be read leaves a report without content, which keeps the whole message. */
function readParameterMessage(
  frame: Uint8Array,
  content: Uint8Array,
  { identifier }: MeitrackFrame,
  receivedAt: Date,
  report: (reading: MeitrackReading, hashed: Uint8Array) => DeviceReport,
): Content | null {
  const records = readParameterRecords(content)
  if (!records) return null
  const reports = records.flatMap(({ reading, bytes }) => (reading ? [report(reading, bytes)] : []))
  if (reports.length < records.length)
    reports.push(keepFrame(reportOf('meitrack', identifier, receivedAt, frame, {}), frame))
  return { reports, acknowledgement: null }
}

function reportOfReading(
  reading: MeitrackReading,
  { flag, identifier }: MeitrackFrame,
  receivedAt: Date,
  hashed: Uint8Array,
  ignition: IgnitionInputs,
): DeviceReport {
  const { event, fix, telemetry, extras } = reading
  ignition.read(identifier, reading)
  if (event !== 0 && event !== meitrackEvents.interval) extras.eventCode = event
  const answer = event === meitrackEvents.reply ? positionAnswer(flag) : null
  return reportOf('meitrack', identifier, receivedAt, hashed, {
    fix,
    telemetry,
    extras,
    answer,
    alarm: alarmOf(event),
  })
}

/** A position that was asked for has the data identifier of the request. */
const positionAnswer = (flag: string): DeviceAnswer => ({
  key: answerKeyOf('A10', flag),
  text: 'A10',
  isRefused: false,
})

/** The key of a command's answer, which has its word and its data identifier. */
export function answerKeyOf(command: string, flag: string): string {
  return `${command}#${flag}`
}

/** `<command>,OK`, or other words of which some say that it was not done. */
function readAnswer(content: Uint8Array, { command, flag }: MeitrackFrame): DeviceAnswer | null {
  if (!/^[A-F][0-9A-F]{2}$/.test(command)) return null
  const text = readText(content, 0, content.length)
  if (/\p{Cc}/u.test(text)) return null
  return {
    key: answerKeyOf(command, flag),
    text: `${command},${text}`.slice(0, 256),
    isRefused: /^(?:err|fail|no\b|invalid)/i.test(text),
  }
}

/**
 * `<name>,<number of parts>,<part from 0>,<bytes>`. The bytes are not kept; the tracker is asked for the next parts, so that
 * it comes to an end, and the last part is reported with the photo's name.
 */
function readPhotoPart(
  content: Uint8Array,
  { flag, identifier }: MeitrackFrame,
  receivedAt: Date,
): Content | null {
  const head = /^([\x21-\x2b\x2d-\x7e]{1,64}),(\d{1,4}),(\d{1,4}),/.exec(
    readText(content, 0, Math.min(content.length, 80)),
  )
  if (!head) return null
  const [, name = '', count = '', index = ''] = head
  const next = Number(index) + 1
  if (next >= Number(count)) {
    const extras = { mediaFile: name, photoParts: Number(count) }
    return {
      reports: [reportOf('meitrack', identifier, receivedAt, content, { extras })],
      acknowledgement: null,
    }
  }
  const request =
    next % photoParts === 0 ? encodeMeitrack('@@', flag, identifier, `D00,${name},${next}`) : null
  return { reports: [], acknowledgement: request }
}
