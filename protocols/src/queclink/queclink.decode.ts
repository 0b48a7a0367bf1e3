import type { DeviceReport } from '@rumbo/contract/telemetry.device-report.contract'
import { asciiBytes, readText } from '../bytes.ts'
import type { DeviceMessage } from '../protocol.ts'
import { keepFrame, reportOf } from '../reports.ts'
import type { ProtocolDecoder } from '../stream.ts'
import { acknowledgeBinary, readBinary } from './queclink.binary.ts'
import { acknowledge, type Envelope, openEnvelope } from './queclink.envelope.ts'
import { readExpansion } from './queclink.expansion.ts'
import { decimal, emptyReading, keep, type QueclinkReading, readField } from './queclink.fields.ts'
import { type ModelLayout, modelOf } from './queclink.layouts.ts'
import { findBlocks, type LocationBlock } from './queclink.location.ts'
import { isOwnType, readOwnFields } from './queclink.own.ts'
import { type ReportLayout, reportLayouts } from './queclink.tables.ts'
import { fromCell, readBatteryBefore, readLastField, readPeriodic, skipAppended } from './queclink.tail.ts'

const textHeader = /^\+(?:RESP|BUFF|ACK):GT/

/** Reads Queclink's messages, in text and in binary. */
export function createQueclinkDecoder(): ProtocolDecoder {
  let deviceIdentifier: string | null = null
  return {
    get deviceIdentifier() {
      return deviceIdentifier
    },
    decode(frame, receivedAt) {
      const isText = textHeader.test(readText(frame, 0, Math.min(8, frame.length)))
      const message = isText
        ? readMessage(frame, receivedAt)
        : readBinary(frame, receivedAt, deviceIdentifier)
      const stated = message?.reports[0]?.deviceIdentifier
      if (!message || stated === undefined) return null
      const login = stated === deviceIdentifier ? null : stated
      deviceIdentifier = stated
      return { ...message, login }
    },
    acknowledgeUnread: acknowledgeBinary,
  }
}

function readMessage(frame: Uint8Array, receivedAt: Date): DeviceMessage | null {
  const envelope = openEnvelope(frame)
  if (!envelope) return null
  const { class: kind, type, version, count } = envelope
  const isAnswer = kind === 'ACK'
  const reports = isAnswer ? [readAnswer(envelope, receivedAt)] : readReports(envelope, receivedAt)
  const last = reports.at(-1)
  // Only the position of an unknown type is read; the rest might be an alarm.
  if (last && !isAnswer && !isKnownType(type)) keepFrame(last, frame)
  const acknowledgement = acknowledge(isAnswer && type === 'HBD', isAnswer, version, count)
  return { reports, acknowledgement, login: null }
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
  const { type, body, version, deviceIdentifier, hashed, vin } = envelope
  const { model, layout } = modelOf(version)
  const blocks = findBlocks(body, version === '')
  const reading = emptyReading()
  keep(reading, 'report', type)
  keep(reading, 'model', model)
  keep(reading, 'vin', vin)
  if (envelope.class === 'BUFF') keep(reading, 'isStored', true)
  readAround(reading, envelope, layout, blocks)
  readOwnFields(reading, envelope, layout, blocks[0]?.start ?? body.length)
  if (!isKnownType(type)) keep(reading, 'data', body.slice(0, blocks[0]?.start).join(','))
  const last = blocks.at(-1)
  if (last?.badFix) keep(reading, 'badFix', last.badFix)
  if (last && last.hdop !== null) keep(reading, 'hdop', last.hdop)
  // The vehicle's state in a message belongs to its newest position, the last one.
  const earlier = blocks.slice(0, -1).map((block, index) => {
    const own = asciiBytes(`${index}:${readText(hashed, 0, hashed.length)}`)
    const extras: DeviceReport['extras'] = { report: type }
    if (block.badFix) extras.badFix = block.badFix
    const telemetry = odometerOf(body[block.end + 4])
    return reportOf('queclink', deviceIdentifier, receivedAt, own, { fix: block.fix, telemetry, extras })
  })
  const { telemetry, alarm, extras, readingsLeftOut } = reading
  const given = { fix: last?.fix ?? null, telemetry, alarm, extras, readingsLeftOut }
  return [...earlier, reportOf('queclink', deviceIdentifier, receivedAt, hashed, given)]
}

/** Trackers of people and goods state a mileage with each of several positions. */
function odometerOf(text: string | undefined): DeviceReport['telemetry'] {
  const kilometres = text?.includes('.') ? decimal(text) : null
  return kilometres !== null && kilometres >= 0 ? { odometerMetres: Math.round(kilometres * 1000) } : {}
}

/** The fields before the first position and after the last, by the tables. */
function readAround(
  reading: QueclinkReading,
  { type, body, version }: Envelope,
  layout: ModelLayout,
  blocks: readonly LocationBlock[],
): void {
  const report: ReportLayout = reportLayouts[type] ?? {}
  const first = blocks[0]?.start ?? locationlessStart(body)
  const isUnlisted = modelOf(version).model === null && version !== ''
  const before = report.before ?? []
  if (!((layout.isAsset || isUnlisted) && readBatteryBefore(reading, type, body, first))) {
    for (const [index, name] of before.entries())
      readField(reading, name, body[first - before.length + index])
  }
  readMeaning(reading, type, report)
  const last = blocks.at(-1)
  const cellAt = last?.end ?? (report.after === undefined ? body.length : first + 7)
  const after = fromCell(body, cellAt)
  const at = skipAppended(after, layout, last)
  if (report.after === 'periodic') {
    const end = readPeriodic(reading, after, at, layout, type === 'ERI')
    // Trackers without a serial port state no type of what is connected to it.
    const expansion = layout.isAsset ? ['', ...after.slice(end)] : after.slice(end)
    if (type === 'ERI') readExpansion(reading, body[0], expansion, layout, modelOf(version).model)
  } else {
    for (const [index, name] of (report.after ?? []).entries()) readField(reading, name, after[at + index])
  }
  const hasOwnTail = type === 'ERI' || type === 'LSA' || type === 'TMP' || isOwnType(type)
  const hasStatus = reading.extras.motionState !== undefined && report.after === 'periodic'
  if (last && version !== '' && !hasOwnTail && (layout.isAsset || (isUnlisted && !hasStatus)))
    readLastField(reading, after, at)
}

/** Where the accuracy of a position stands whose fields are all empty. */
function locationlessStart(body: readonly string[]): number {
  for (let at = 0; at + 6 < body.length; at++) {
    if (body.slice(at + 1, at + 7).every((field) => field === '')) return at
  }
  return body.length
}

function readMeaning(reading: QueclinkReading, type: string, report: ReportLayout): void {
  if (report.ignition !== undefined) reading.telemetry.ignition = report.ignition
  if (report.event !== undefined) keep(reading, 'event', report.event)
  const stated = reading.extras.reportType ?? reading.extras.antennaState
  const ofType = typeof stated === 'string' ? report.alarmOfType?.[stated.slice(-1)] : undefined
  reading.alarm = report.alarm ?? ofType ?? (reading.extras.motionState === '16' ? 'tow' : null)
  if (typeof stated === 'string') readInput(reading, type, stated)
}

/** GTDIS states an input and its level in two digits; GTLSW and GTTSW the level of inputs 1 and 2. */
function readInput(reading: QueclinkReading, type: string, stated: string): void {
  if (type === 'DIS' && /^[1-9][01]$/.test(stated)) keep(reading, `input${stated[0]}`, stated[1] === '1')
  if (type === 'LSW' && /^[01]$/.test(stated)) keep(reading, 'input1', stated === '1')
  if (type === 'TSW' && /^[01]$/.test(stated)) keep(reading, 'input2', stated === '1')
}

const isKnownType = (type: string) => isOwnType(type) || Object.hasOwn(reportLayouts, type)
