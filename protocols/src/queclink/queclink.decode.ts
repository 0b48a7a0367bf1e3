import type { DeviceReport } from '@rumbo/contract/telemetry.device-report.contract'
import { asciiBytes, readText } from '../bytes.ts'
import type { DeviceMessage } from '../protocol.ts'
import { keepFrame, reportOf } from '../reports.ts'
import type { ProtocolDecoder } from '../stream.ts'
import * as appendix from './queclink.appendix.ts'
import { keep, type QueclinkReading, readField } from './queclink.fields.ts'
import { findBlocks, type LocationBlock } from './queclink.location.ts'
import { type ModelLayout, modelOf, type ReportLayout, reportLayouts } from './queclink.tables.ts'

/** A text message in parts: header, identity, and the fields between the name and the send time. */
interface Envelope {
  class: 'RESP' | 'BUFF' | 'ACK'
  /** Three letters after GT. */
  type: string
  version: string
  deviceIdentifier: string
  body: string[]
  /** Four hexadecimal digits, or null. */
  count: string | null
  /** The bytes that are the same in a report and in its buffered copy. */
  hashed: Uint8Array
}

const header = /^\+(RESP|BUFF|ACK):GT([A-Z0-9]{3})$/
const versionPattern = /^[0-9A-Za-z]{6,10}$/
const identifierPattern = /^[0-9A-Za-z]{14,20}$/
const isTime = (text: string | undefined) => text !== undefined && /^\d{14}$/.test(text)

/** Reads Queclink's text messages. Binary ones are framed and refused: their fields are not read. */
export function createQueclinkDecoder(): ProtocolDecoder {
  let deviceIdentifier: string | null = null
  return {
    get deviceIdentifier() {
      return deviceIdentifier
    },
    decode(frame, receivedAt) {
      const envelope = openEnvelope(frame)
      if (!envelope) return null
      const login = envelope.deviceIdentifier === deviceIdentifier ? null : envelope.deviceIdentifier
      deviceIdentifier = envelope.deviceIdentifier
      const reports =
        envelope.class === 'ACK' ? [readAnswer(envelope, receivedAt)] : readReports(envelope, receivedAt)
      const last = reports.at(-1)
      // Only the position of an unknown type is read; the rest might be an alarm.
      if (last && envelope.class !== 'ACK' && !isKnownType(envelope.type)) keepFrame(last, frame)
      return { reports, acknowledgement: acknowledge(envelope), login } satisfies DeviceMessage
    },
  }
}

function openEnvelope(frame: Uint8Array): Envelope | null {
  let end = frame.length
  while (end > 0 && ((frame[end - 1] as number) <= 0x20 || frame[end - 1] === 0x24)) end--
  const parts = readText(frame, 0, end).split(',')
  const match = header.exec(parts[0] ?? '')
  if (!match || parts.length < 4) return null
  const hasVersion = versionPattern.test(parts[1] ?? '') && identifierPattern.test(parts[2] ?? '')
  const idAt = hasVersion ? 2 : 1
  const deviceIdentifier = parts[idAt] ?? ''
  if (!(hasVersion ? identifierPattern : /^\d{15}$/).test(deviceIdentifier)) return null
  const version = hasVersion ? (parts[1] ?? '') : ''
  const count = parts.at(-1) ?? ''
  const hasSendTime = isTime(parts.at(-2))
  const hasVin = match[1] !== 'ACK' && modelOf(version).layout.hasVin
  const bodyAt = idAt + (hasVersion ? 2 : 1) + (hasVin ? 1 : 0)
  return {
    class: match[1] as Envelope['class'],
    type: match[2] as string,
    version,
    deviceIdentifier,
    body: parts.slice(bodyAt, hasSendTime ? -2 : -1),
    count: /^[0-9A-Fa-f]{4}$/.test(count) ? count : null,
    hashed: frame.subarray(match[1] === 'ACK' ? 5 : 6, end),
  }
}

/** A heartbeat is answered by its name; a report by its count. Devices with SACK off ignore the latter. */
function acknowledge({ class: kind, type, version, count }: Envelope): Uint8Array | null {
  if (count === null) return null
  if (kind === 'ACK') return type === 'HBD' ? asciiBytes(`+SACK:GTHBD,${version},${count}$`) : null
  return asciiBytes(`+SACK:${count}$`)
}

/** `+ACK`: a heartbeat, or the answer to a command, recognised by the serial of the command. */
function readAnswer(envelope: Envelope, receivedAt: Date): DeviceReport {
  const { type, body, deviceIdentifier, hashed } = envelope
  const serial = body.at(-1) ?? ''
  if (type === 'HBD' || !/^[0-9A-Fa-f]{4}$/.test(serial)) {
    return reportOf('queclink', deviceIdentifier, receivedAt, hashed, { extras: { report: type } })
  }
  const details = body.slice(0, -1).filter((field) => field !== '')
  const answer = {
    key: `#${Number.parseInt(serial, 16)}`,
    text: [`GT${type}`, ...details].join(' ').slice(0, 256),
    isRefused: false,
  }
  return reportOf('queclink', deviceIdentifier, receivedAt, hashed, { answer, extras: { report: type } })
}

function readReports(envelope: Envelope, receivedAt: Date): DeviceReport[] {
  const { type, body, version, deviceIdentifier, hashed } = envelope
  const { model, layout } = modelOf(version)
  const blocks = findBlocks(body)
  const reading: QueclinkReading = { telemetry: {}, extras: { report: type }, alarm: null }
  keep(reading, 'model', model)
  if (envelope.class === 'BUFF') keep(reading, 'isBuffered', true)
  readAround(reading, envelope, layout, blocks)
  readOwnFields(reading, envelope, layout, blocks[0]?.start ?? body.length)
  const last = blocks.at(-1)
  if (last?.badFix) keep(reading, 'badFix', last.badFix)
  if (last && last.hdop !== null) keep(reading, 'hdop', last.hdop)
  // The vehicle's state in a message belongs to its newest position, the last one.
  const earlier = blocks.slice(0, -1).map((block, index) => {
    const own = asciiBytes(`${index}:${readText(hashed, 0, hashed.length)}`)
    const extras: DeviceReport['extras'] = { report: type }
    if (block.badFix) extras.badFix = block.badFix
    return reportOf('queclink', deviceIdentifier, receivedAt, own, { fix: block.fix, extras })
  })
  const { telemetry, alarm, extras } = reading
  const fix = last?.fix ?? null
  return [
    ...earlier,
    reportOf('queclink', deviceIdentifier, receivedAt, hashed, { fix, telemetry, alarm, extras }),
  ]
}

/** The fields before the first position and after the last, by the tables. */
function readAround(
  reading: QueclinkReading,
  { type, body }: Envelope,
  layout: ModelLayout,
  blocks: readonly LocationBlock[],
): void {
  const report: ReportLayout = reportLayouts[type] ?? {}
  const first = blocks[0]?.start ?? locationlessStart(body)
  const before = report.before ?? []
  for (const [index, name] of before.entries()) readField(reading, name, body[first - before.length + index])
  readMeaning(reading, report)
  const last = blocks.at(-1)
  const cellAt = last?.end ?? (report.after === undefined ? body.length : first + 7)
  const after = body.slice(cellAt)
  let at = 4 + (layout.hasReserved ? 1 : 0)
  if (layout.hasAppendMask) at += readAppended(after, last)
  const isExpanded = type === 'ERI'
  const periodic = (isExpanded ? layout.expanded : undefined) ?? layout.periodic
  const names = report.after === 'periodic' ? periodic : (report.after ?? [])
  for (const [index, name] of names.entries()) readField(reading, name, after[at + index])
  if (report.after === 'periodic' && layout.endsWithBattery && after.length > 4) {
    readField(reading, 'batteryPercent', after.at(-1))
  }
  if (isExpanded) appendix.readExpansion(reading, body[0], after.slice(at + names.length), layout)
}

/** Where the accuracy of a position stands whose fields are all empty. */
function locationlessStart(body: readonly string[]): number {
  for (let at = 0; at + 6 < body.length; at++) {
    if (body.slice(at + 1, at + 7).every((field) => field === '')) return at
  }
  return body.length
}

/** Fields the mask after the cell adds: bit 0 the satellites, bit 1 the trigger of the fix. Returns their number. */
function readAppended(after: readonly string[], block: LocationBlock | undefined): number {
  const mask = /^[0-9A-Fa-f]{2}$/.test(after[4] ?? '') ? Number.parseInt(after[4] ?? '', 16) : 0
  if (mask & 1 && block?.fix && /^\d{1,2}$/.test(after[5] ?? '')) block.fix.satellites = Number(after[5])
  return (mask & 1) + ((mask >> 1) & 1)
}

function readMeaning(reading: QueclinkReading, report: ReportLayout): void {
  if (report.ignition !== undefined) reading.telemetry.ignition = report.ignition
  if (report.event !== undefined) keep(reading, 'event', report.event)
  const stated = reading.extras.reportType ?? reading.extras.antennaState
  const ofType = typeof stated === 'string' ? report.alarmOfType?.[stated.slice(-1)] : undefined
  reading.alarm = report.alarm ?? ofType ?? (reading.extras.motionState === '16' ? 'tow' : null)
}

const typesOfOwnFields = new Set(['INF', 'CAN', 'OBD', 'BID', 'DTT', 'DAT'])
const isKnownType = (type: string) => typesOfOwnFields.has(type) || Object.hasOwn(reportLayouts, type)

/** Report types with fields of their own. */
function readOwnFields(
  reading: QueclinkReading,
  { type, body }: Envelope,
  layout: ModelLayout,
  blockStart: number,
): void {
  if (type === 'INF') appendix.readInformation(reading, body, layout)
  else if (type === 'CAN') appendix.readCan(reading, body, 2)
  else if (type === 'OBD') appendix.readEngine(reading, body)
  else if (type === 'BID') appendix.readAccessory(reading, body)
  else if (type === 'DTT') appendix.readSerialData(reading, body)
  else if (type === 'DAT') keep(reading, 'data', body.slice(3, blockStart).join(','))
  else if (!isKnownType(type)) keep(reading, 'data', body.slice(0, blockStart).join(','))
}
