import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { DeviceProtocol, DeviceReport } from '@rumbo/contract/telemetry.device-report.contract'
import { describe, expect, it } from 'vitest'
import { fromHex } from '../bytes.ts'
import type { FramedProtocol } from '../protocol.ts'
import { completeCapture } from './capture-forms.ts'
import { statedValue, wantedValue } from './stated-value.ts'

/** One message with its expected values. `speed` of `field` is in knots; `session` numbers the connection. */
export interface Capture {
  session: number
  expect: 'nothing' | 'something' | 'fix' | 'fixes' | 'data'
  hex: string
  fix?: { time?: string; valid?: boolean; latitude?: number; longitude?: number }
  field?: Record<string, string | number | boolean>
}

const dataDir =
  process.env.RUMBO_TEST_DATA ?? fileURLToPath(new URL('../../../../shared/data', import.meta.url))

/** The samples of the repository, which every clone has. */
export function readSamples<Sample>(protocol: DeviceProtocol, file: string): Sample[] {
  const path = new URL(`../${protocol}/samples/${file}`, import.meta.url)
  return (JSON.parse(readFileSync(path, 'utf8')) as { captures: Sample[] }).captures
}

/** JSON of a file under `devices` of the shared data. Null if that folder is absent: then tests skip, but CI fails. */
export function readDeviceData<Content>(file: string): Content | null {
  const path = `${dataDir}/devices/${file}`
  if (existsSync(path)) return JSON.parse(readFileSync(path, 'utf8')) as Content
  const sentence = `${file} is not in ${dataDir}/devices: its tests are skipped. RUMBO_TEST_DATA names the folder.`
  if (process.env.CI) throw new Error(sentence)
  console.warn(sentence)
  return null
}

/** Throws if the reports differ from the expected values of the capture. */
export function compareCapture(capture: Capture, reports: readonly DeviceReport[]): void {
  if (capture.expect === 'nothing') expect(reports.filter(({ fix }) => fix)).toEqual([])
  else expect(reports.length).toBeGreaterThan(0)
  if (capture.expect === 'fix' || capture.expect === 'fixes')
    expect(reports.some(({ fix }) => fix)).toBe(true)
  const report = reports.find(({ fix }) => fix) ?? reports[0]
  if (!report) return
  if (capture.fix) {
    const { time, valid, latitude, longitude } = capture.fix
    if (time) expect(report.fix?.time).toEqual(new Date(`${time.replace(' ', 'T')}Z`))
    if (valid !== undefined) expect(report.fix?.isValid).toBe(valid)
    if (latitude !== undefined) expect(Math.abs((report.fix?.latitude ?? 999) - latitude)).toBeLessThan(1e-5)
    if (longitude !== undefined)
      expect(Math.abs((report.fix?.longitude ?? 999) - longitude)).toBeLessThan(1e-5)
  }
  for (const [name, value] of Object.entries(capture.field ?? {})) {
    const wanted = wantedValue(name, value)
    const stated = statedValue(report, name)
    if (typeof wanted === 'number' && typeof stated === 'number') expect(stated, name).toBeCloseTo(wanted, 3)
    else expect(stated, name).toEqual(wanted)
  }
}

export interface CaptureOptions {
  /** By the first bytes of a capture in hexadecimal: why its expected values do not apply here. */
  understoodOtherwise?: Readonly<Record<string, string>>
  /** A login to send first, for protocols that refuse other frames before it. */
  login?: Uint8Array
  /** They were written down without what `completeCapture` restores. */
  isCut?: boolean
}

/** One test for each capture. The captures of one connection (`session` in the file) are read by one stream. */
export function decodeCaptures(
  protocol: FramedProtocol,
  captures: readonly Capture[],
  { understoodOtherwise = {}, login, isCut = false }: CaptureOptions = {},
): void {
  const receivedAt = new Date()
  const streams = new Map<number, ReturnType<FramedProtocol['openStream']>>()
  for (const [index, capture] of captures.entries()) {
    let stream = streams.get(capture.session)
    if (!stream) {
      stream = protocol.openStream({ maxFrameBytes: 65_536, acceptWrongChecksum: true })
      if (login) stream.read(login, receivedAt, () => {})
      streams.set(capture.session, stream)
    }
    const reports: DeviceReport[] = []
    stream.read(
      isCut ? completeCapture(protocol.name, fromHex(capture.hex)) : fromHex(capture.hex),
      receivedAt,
      (message) => reports.push(...message.reports),
    )
    const reason = Object.entries(understoodOtherwise).find(([bytes]) => capture.hex.startsWith(bytes))?.[1]
    const name = `${index} ${capture.expect} ${capture.hex.slice(0, 24)}`
    if (reason) it(`${name}: ${reason}`, () => expect(() => compareCapture(capture, reports)).toThrow())
    else it(name, () => compareCapture(capture, reports))
  }
}

/** Decodes the captures of a file of the shared data; skipped where that folder is absent. */
export function testCaptures(
  protocol: FramedProtocol,
  { file, atLeast, ...options }: CaptureOptions & { file: string; atLeast: number },
): void {
  const captures = readDeviceData<{ captures: Capture[] }>(`captures/${file}`)?.captures ?? []
  const meta = { needs: 'the folder of test data (RUMBO_TEST_DATA)' }
  describe.skipIf(captures.length === 0)(`real ${protocol.name} messages`, { meta }, () => {
    decodeCaptures(protocol, captures, { ...options, isCut: true })
    it('holds for at least 95 in 100', () => {
      expect(captures.length).toBeGreaterThanOrEqual(atLeast)
      const exceptions = Object.keys(options.understoodOtherwise ?? {})
      for (const bytes of exceptions)
        expect(captures.filter(({ hex }) => hex.startsWith(bytes)).length, bytes).toBe(1)
      expect(exceptions.length / captures.length).toBeLessThanOrEqual(0.05)
    })
  })
}
