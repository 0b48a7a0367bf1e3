import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { DeviceReport } from '@rumbo/contract/device-report.contract'
import { describe, expect, it } from 'vitest'
import { fromHex } from '../bytes.ts'
import { encodeGt06Login } from './gt06.device.ts'
import { createGt06FrameReader } from './gt06.frame.ts'
import { gt06 } from './gt06.ts'

interface Capture {
  session: number
  expect: 'nothing' | 'something' | 'fix' | 'fixes' | 'data'
  hex: string
  fix?: { time?: string; valid?: boolean; latitude?: number; longitude?: number }
  field?: Record<string, string | number | boolean>
}

const dataDir =
  process.env.RUMBO_TEST_DATA ?? fileURLToPath(new URL('../../../../shared/data', import.meta.url))
const capturesPath = `${dataDir}/devices/captures/gt06.json`
const otherPath = `${dataDir}/devices/other-captures.json`
const isPresent = existsSync(capturesPath)

if (!isPresent) {
  const sentence = `The GT06 captures are not in ${dataDir}: their tests are skipped. RUMBO_TEST_DATA names the folder.`
  if (process.env.CI) throw new Error(sentence)
  console.warn(sentence)
}

/** Captures whose statement does not hold here, by a part of their bytes, and why. */
const understoodOtherwise: Readonly<Record<string, string>> = {
  '78782932180613':
    'Type 0x32: the stated altitude of -31703 m is the checksum 84 29; the two bytes before say 687 m.',
}

function statedValue(report: DeviceReport, name: string): unknown {
  const { telemetry, extras, fix } = report
  const values: Record<string, unknown> = {
    alarm: report.alarm,
    driverUniqueId: telemetry.driverUniqueId,
    power: telemetry.powerVolts,
    ignition: telemetry.ignition,
    battery: extras.batteryVolts,
    batteryLevel: telemetry.batteryPercent ?? extras.batteryLevel,
    hours: telemetry.engineHours === undefined ? undefined : Math.round(telemetry.engineHours * 3_600_000),
    altitude: fix?.altitudeMetres,
    result: report.answer?.text,
  }
  return values[name] ?? extras[name]
}

const alarmNames: Record<string, string> = { accident: 'crash', braking: 'harsh_braking' }

/** Throws where the reports do not say what the capture states. */
function compare(capture: Capture, reports: readonly DeviceReport[]): void {
  if (capture.expect === 'nothing') expect(reports).toEqual([])
  else expect(reports.length).toBeGreaterThan(0)
  const [report] = reports
  if (!report) return
  if (capture.expect === 'fix' || capture.expect === 'fixes') expect(report.fix).not.toBeNull()
  if (capture.fix) {
    const { time, valid, latitude, longitude } = capture.fix
    if (time) expect(report.fix?.time).toEqual(new Date(`${time.replace(' ', 'T')}Z`))
    if (valid !== undefined) expect(report.fix?.isValid).toBe(valid)
    if (latitude !== undefined) expect(Math.abs((report.fix?.latitude ?? 999) - latitude)).toBeLessThan(1e-5)
    if (longitude !== undefined)
      expect(Math.abs((report.fix?.longitude ?? 999) - longitude)).toBeLessThan(1e-5)
  }
  for (const [name, value] of Object.entries(capture.field ?? {})) {
    const wanted = name === 'alarm' ? (alarmNames[String(value)] ?? value) : value
    expect(statedValue(report, name), name).toEqual(wanted)
  }
}

describe.skipIf(!isPresent)('real GT06 messages', () => {
  const captures: Capture[] = isPresent ? JSON.parse(readFileSync(capturesPath, 'utf8')).captures : []
  const receivedAt = new Date()
  // One connection, as the captures were taken; its first login comes late, so one goes before.
  const stream = gt06.openStream()
  stream.read(encodeGt06Login('123456789012345', 1), receivedAt, () => {})

  for (const [index, capture] of captures.entries()) {
    const reports: DeviceReport[] = []
    stream.read(fromHex(capture.hex), receivedAt, (message) => reports.push(...message.reports))
    const reason = Object.entries(understoodOtherwise).find(([bytes]) => capture.hex.startsWith(bytes))?.[1]
    const name = `${index} ${capture.expect} ${capture.hex.slice(0, 24)}`
    if (reason) it(`${name}: ${reason}`, () => expect(() => compare(capture, reports)).toThrow())
    else it(name, () => compare(capture, reports))
  }

  it('holds for at least 97 in 100', () => {
    expect(captures.length).toBeGreaterThanOrEqual(107)
    expect(Object.keys(understoodOtherwise).length / captures.length).toBeLessThan(0.03)
  })

  it('tells right checksums from wrong ones as a second source marks them', () => {
    const others: { hex: string; crc_ok: boolean }[] = JSON.parse(readFileSync(otherPath, 'utf8')).gt06
    expect(others.length).toBeGreaterThan(10)
    for (const other of others) {
      const holds: boolean[] = []
      createGt06FrameReader().push(fromHex(other.hex), (frame) => holds.push(frame.checksumHolds))
      expect(holds, other.hex).toEqual([other.crc_ok])
    }
  })
})
