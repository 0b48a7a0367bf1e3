import { existsSync, readFileSync } from 'node:fs'
import {
  type DeviceProtocol,
  type DeviceReport,
  deviceProtocols,
} from '@rumbo/contract/telemetry.device-report.contract'
import type { ReadingValue } from '@rumbo/contract/telemetry.readings.contract'
import { asciiBytes, fromHex } from '../bytes.ts'
import { decodeOsmand } from '../osmand/osmand.decode.ts'
import { framedProtocols } from '../registry.ts'
import { captureFile, captureLogin, completeCapture } from './capture-forms.ts'
import { type Capture, readDeviceData, readSamples } from './captures.ts'
import { statedValue, wantedValue } from './stated-value.ts'

/** What is counted, and the least share of it that must be right. */
export const corpusTargets = {
  position: 0.99,
  alarm: 0.95,
  ignition: 0.9,
  odometer: 0.9,
  battery: 0.9,
  fuel: 0.9,
  temperature: 0.9,
  driver: 0.9,
  vin: 0.9,
  codes: 0.9,
} as const
export type CorpusKind = keyof typeof corpusTargets
export const corpusKinds = Object.keys(corpusTargets) as CorpusKind[]

/** One message of a protocol's document. Exactly one of `hex`, `text` and `query` is its content. */
export interface DocumentedMessage {
  /** The document, and where in it. */
  source: string
  /** Bytes that come before it on its connection: a login, mostly. */
  before?: string
  hex?: string
  text?: string
  query?: string
  /** The model of the tracker, where the meaning depends on it. */
  model?: string
  /** Of the report that has the expected position, else of the first one; degrees WGS 84, time in UTC. */
  position?: { time?: string; latitude: number; longitude: number }
  /** `null`: the message is no alarm. */
  alarm?: string | null
  /** Other readings, by the names and units of docs/protocols/readings.md. */
  readings?: Record<string, string | number | boolean>
}

/** A value that is missed, and why that is accepted. It counts as missing all the same. */
interface CorpusException {
  /** What the message begins with, as the file has it. */
  begins: string
  kind: CorpusKind
  reason: string
}

export interface DocumentedFile {
  protocol: DeviceProtocol
  messages: DocumentedMessage[]
  exceptions: CorpusException[]
  /** Kinds whose share is allowed to be below its target, and why. */
  belowTarget?: Partial<Record<CorpusKind, string>>
}

export interface CorpusShare {
  expected: number
  correct: number
}

export interface CorpusResult {
  protocol: DeviceProtocol
  shares: Record<CorpusKind, CorpusShare>
  /** Expected values of the documents, beside those of the captures. */
  documented: number
  misses: { begins: string; kind: CorpusKind; what: string; expected: unknown; stated: unknown }[]
  exceptions: readonly CorpusException[]
  belowTarget: Readonly<Partial<Record<CorpusKind, string>>>
  /** Every reading that a message states, by its name, with its last value: what the catalogue must know. */
  stated: Map<string, ReadingValue>
}

/** Whether the share of correct values is less than the target of its kind; a kind without values is not. */
export const isBelowTarget = (kind: CorpusKind, { expected, correct }: CorpusShare): boolean =>
  correct < expected * corpusTargets[kind]

const kindOfReading: readonly (readonly [name: RegExp, kind: CorpusKind])[] = [
  [/^ignition$/, 'ignition'],
  [/odometer/i, 'odometer'],
  [/^(?:batteryPercent|batteryVolts|batteryLevel|powerVolts|power|battery|isCharging|charge)$/, 'battery'],
  [/^fuel/, 'fuel'],
  [/temp(?:erature)?\d*$/i, 'temperature'],
  [/^driverUniqueId$/, 'driver'],
  [/^vin$/, 'vin'],
  [/^(?:troubleCodes|dtcs)$/, 'codes'],
]
const kindOf = (name: string) => kindOfReading.find(([pattern]) => pattern.test(name))?.[1] ?? null

/** The documented messages of a protocol; null where it has no file. */
function readDocumented(protocol: DeviceProtocol): DocumentedFile | null {
  const path = new URL(`../${protocol}/samples/documented.json`, import.meta.url)
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as DocumentedFile) : null
}

interface Decoder {
  read(bytes: Uint8Array): DeviceReport[]
}

/** Stored trackers' clocks and dates are old: reports of the corpus are received in 2026. */
const receivedAt = new Date('2026-03-04T05:06:10Z')

function openDecoder(protocol: DeviceProtocol, model?: string): Decoder {
  const framed = framedProtocols.find(({ name }) => name === protocol)
  if (!framed) throw new Error(`No decoder of ${protocol}`)
  const stream = framed.openStream({
    maxFrameBytes: 65_536,
    acceptWrongChecksum: true,
    modelOf: () => model,
  })
  return {
    read(bytes) {
      const reports: DeviceReport[] = []
      stream.read(bytes, receivedAt, (message) => reports.push(...message.reports))
      return reports
    },
  }
}

const bytesOf = (content: string) => (/^[0-9a-f\s]*$/i.test(content) ? fromHex(content) : asciiBytes(content))

function decodeDocumented(protocol: DeviceProtocol, message: DocumentedMessage): DeviceReport[] {
  if (message.query !== undefined) {
    const isJson = message.query.startsWith('{')
    const request = { query: isJson ? '' : message.query, body: isJson ? message.query : '', receivedAt }
    const decoding = decodeOsmand(request)
    return decoding.isAccepted ? [decoding.report] : []
  }
  const decoder = openDecoder(protocol, message.model)
  if (message.before !== undefined) decoder.read(bytesOf(message.before))
  return decoder.read(message.text === undefined ? fromHex(message.hex ?? '') : asciiBytes(message.text))
}

/** Counts the values of one protocol that its decoder gets right: of the documents, the samples and the captures. */
function measureCorpus(protocol: DeviceProtocol): CorpusResult {
  const file = readDocumented(protocol)
  const shares = Object.fromEntries(corpusKinds.map((kind) => [kind, { expected: 0, correct: 0 }]))
  const result: CorpusResult = {
    protocol,
    shares: shares as CorpusResult['shares'],
    documented: 0,
    misses: [],
    exceptions: file?.exceptions ?? [],
    belowTarget: file?.belowTarget ?? {},
    stated: new Map(),
  }
  for (const message of file?.messages ?? []) countDocumented(result, message)
  const device = `captures/${captureFile(protocol)}`
  if (protocol === 'osmand') {
    countRequests(result, readSamples<HttpCapture>(protocol, 'requests.json'))
    countRequests(result, readDeviceData<{ captures: HttpCapture[] }>(device)?.captures ?? [])
    return result
  }
  countCaptures(result, readSamples<Capture>(protocol, 'frames.json'), fromHex)
  const captures = readDeviceData<{ captures: Capture[] }>(device)?.captures
  countCaptures(result, captures ?? [], (hex) => completeCapture(protocol, fromHex(hex)))
  return result
}

function noteStated({ stated }: CorpusResult, reports: readonly DeviceReport[]): void {
  for (const { telemetry, extras } of reports)
    for (const [name, value] of Object.entries({ ...telemetry, ...extras }))
      if (value !== undefined && value !== null) stated.set(name, value)
}

function count(
  result: CorpusResult,
  begins: string,
  kind: CorpusKind,
  value: { what: string; expected: unknown; stated: unknown },
  isRight: boolean,
): void {
  const share = result.shares[kind]
  share.expected++
  if (isRight) share.correct++
  else result.misses.push({ begins, kind, ...value })
}

const isSame = (expected: unknown, stated: unknown) =>
  typeof expected === 'number' && typeof stated === 'number'
    ? Math.abs(expected - stated) <= Math.max(0.01, Math.abs(expected) * 1e-4)
    : expected === stated

/** Whether time and place are those expected; a part that is not stated counts as right. */
function isPlace(
  { fix }: DeviceReport,
  { time, latitude, longitude }: { time?: string; latitude?: number; longitude?: number },
): boolean {
  const isNear = (stated: number, expected: number | undefined) =>
    expected === undefined || Math.abs(stated - expected) < 2e-5
  if (!fix || !isNear(fix.latitude, latitude) || !isNear(fix.longitude, longitude)) return false
  return time === undefined || fix.time.getTime() === Date.parse(`${time.slice(0, 19).replace(' ', 'T')}Z`)
}

function countDocumented(result: CorpusResult, message: DocumentedMessage): void {
  const begins = message.text ?? message.hex ?? message.query ?? ''
  const reports = decodeDocumented(result.protocol, message)
  noteStated(result, reports)
  const { position, alarm } = message
  const report = reports.find((each) => position && isPlace(each, position)) ?? reports[0]
  const add = (kind: CorpusKind, what: string, expected: unknown, stated: unknown, isRight: boolean) => {
    result.documented++
    count(result, begins, kind, { what, expected, stated }, isRight)
  }
  if (position) add('position', 'position', position, report?.fix, !!report && isPlace(report, position))
  if (alarm !== undefined) {
    const stated = reports.find((each) => each.alarm)?.alarm ?? null
    add('alarm', 'alarm', alarm, stated, stated === alarm && reports.length > 0)
  }
  for (const [name, expected] of Object.entries(message.readings ?? {})) {
    const kind = kindOf(name)
    if (!kind) throw new Error(`${name} of ${message.source} is of no kind that is counted`)
    const stated = report && { ...report.extras, ...report.telemetry }[name]
    add(kind, name, expected, stated, isSame(expected, stated))
  }
}

function countCaptures(
  result: CorpusResult,
  captures: readonly Capture[],
  bytesOfCapture: (hex: string) => Uint8Array,
): void {
  const decoders = new Map<number, Decoder>()
  for (const capture of captures) {
    let decoder = decoders.get(capture.session)
    if (!decoder) {
      decoder = openDecoder(result.protocol)
      const login = captureLogin(result.protocol)
      if (login) decoder.read(fromHex(login))
      decoders.set(capture.session, decoder)
    }
    countCapture(result, capture.hex, capture, decoder.read(bytesOfCapture(capture.hex)))
  }
}

/** A request of the captures: its address, and its body where it has one. */
type HttpCapture = Omit<Capture, 'hex'> & { httpUrl?: string; httpBody?: string }

function countRequests(result: CorpusResult, captures: readonly HttpCapture[]): void {
  for (const capture of captures) {
    const { httpUrl = '/', httpBody = '' } = capture
    const request = { query: httpUrl.split('?')[1] ?? '', body: httpBody, receivedAt }
    const decoding = decodeOsmand(request)
    countCapture(result, httpBody || httpUrl, capture, decoding.isAccepted ? [decoding.report] : [])
  }
}

function countCapture(
  result: CorpusResult,
  begins: string,
  { expect: expected, fix, field }: Omit<Capture, 'hex'>,
  reports: readonly DeviceReport[],
): void {
  noteStated(result, reports)
  const report = reports.find((each) => each.fix) ?? reports[0]
  if (expected === 'fix' || expected === 'fixes') {
    const value = { what: 'position', expected: fix ?? expected, stated: report?.fix }
    count(result, begins, 'position', value, !!report && isPlace(report, fix ?? {}))
  }
  for (const [name, value] of Object.entries(field ?? {})) {
    const kind = name === 'alarm' ? 'alarm' : kindOf(name)
    if (!kind) continue
    const wanted = wantedValue(name, value)
    const stated = report && statedValue(report, name)
    count(result, begins, kind, { what: name, expected: wanted, stated }, isSame(wanted, stated))
  }
}

/** Measures every protocol. */
export const measureCorpora = (): CorpusResult[] => deviceProtocols.map(measureCorpus)

/** The table of shares, a line for each protocol: correct/expected by kind; `*` marks a share below its target. */
export function corpusTable(results: readonly CorpusResult[]): string {
  const cell = (kind: CorpusKind, share: CorpusShare) => {
    const { expected, correct } = share
    const mark = isBelowTarget(kind, share) ? '*' : ''
    return expected === 0
      ? '-'
      : `${correct}/${expected} ${Math.floor((correct * 1000) / expected) / 10}%${mark}`
  }
  const lines = results.map(({ protocol, shares }) => [
    protocol,
    ...corpusKinds.map((kind) => cell(kind, shares[kind])),
  ])
  const rows = [['', ...corpusKinds], ...lines]
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  return rows.map((row) => row.map((text, column) => text.padEnd(widths[column] ?? 0)).join('  ')).join('\n')
}
