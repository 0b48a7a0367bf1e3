import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { DeviceReport } from '@rumbo/contract/telemetry.device-report.contract'
import { describe, expect, it } from 'vitest'
import { fromHex } from '../bytes.ts'
import type { DeviceMessage, FramedProtocol } from '../protocol.ts'

/** One real message of the shared captures, and what is known of it. `speed` of `field` is in knots. */
export interface Capture {
  session: number
  expect: 'nothing' | 'something' | 'fix' | 'fixes' | 'data'
  hex: string
  fix?: { time?: string; valid?: boolean; latitude?: number; longitude?: number }
  field?: Record<string, string | number | boolean>
}

const dataDir =
  process.env.RUMBO_TEST_DATA ?? fileURLToPath(new URL('../../../../shared/data', import.meta.url))

/** JSON of a file under `devices`, or null where the shared data is absent; then CI fails and others skip. */
export function readDeviceData<Content>(file: string): Content | null {
  const path = `${dataDir}/devices/${file}`
  if (existsSync(path)) return JSON.parse(readFileSync(path, 'utf8')) as Content
  const sentence = `${file} is not in ${dataDir}/devices: its tests are skipped. RUMBO_TEST_DATA names the folder.`
  if (process.env.CI) throw new Error(sentence)
  console.warn(sentence)
  return null
}

const alarmNames: Readonly<Record<string, string>> = {
  accident: 'crash',
  braking: 'harsh_braking',
  acceleration: 'harsh_acceleration',
  cornering: 'harsh_cornering',
  lowBattery: 'low_battery',
  powerCut: 'power_cut',
  powerRestored: 'power_restored',
  geofenceEnter: 'geofence_enter',
  geofenceExit: 'geofence_exit',
  lowPower: 'low_battery',
}

/** What the report says under the name the captures use, in their units. */
export function statedValue(report: DeviceReport, name: string): unknown {
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
    speed: fix === null ? undefined : fix.speedKmh / 1.852,
    course: fix?.headingDegrees,
    sat: fix?.satellites,
    satellites: fix?.satellites,
    charge: telemetry.isCharging,
    odometer: telemetry.odometerMetres,
    fuel: telemetry.fuelPercent,
    result: report.answer?.text,
  }
  return values[name] ?? extras[name]
}

/** Throws where the reports do not say what the capture states. */
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
    const wanted = name === 'alarm' ? (alarmNames[String(value)] ?? value) : value
    const stated = statedValue(report, name)
    if (typeof wanted === 'number' && typeof stated === 'number') expect(stated, name).toBeCloseTo(wanted, 3)
    else expect(stated, name).toEqual(wanted)
  }
}

/**
 * One test a capture. The messages of one session follow each other on one stream; each session has its own.
 * @param understoodOtherwise by the beginning of a capture's hexadecimal text: why its statement does not hold here
 * @param login bytes of a login to send before a session, for protocols that take nothing before it
 */
export function testCaptures(
  protocol: FramedProtocol,
  options: {
    file: string
    understoodOtherwise?: Readonly<Record<string, string>>
    login?: Uint8Array
    /** Puts back what the capture of a message left out, such as its last character. */
    complete?: (bytes: Uint8Array) => Uint8Array
    atLeast: number
  },
): void {
  const { file, understoodOtherwise = {}, login, complete = (bytes) => bytes, atLeast } = options
  const captures = readDeviceData<{ captures: Capture[] }>(`captures/${file}`)?.captures ?? []
  describe.skipIf(captures.length === 0)(
    `real ${protocol.name} messages`,
    { meta: { needs: 'the folder of test data (RUMBO_TEST_DATA)' } },
    () => {
      const receivedAt = new Date()
      const streams = new Map<number, ReturnType<FramedProtocol['openStream']>>()
      const ignore = (_message: DeviceMessage) => {}
      for (const [index, capture] of captures.entries()) {
        let stream = streams.get(capture.session)
        if (!stream) {
          stream = protocol.openStream({ maxFrameBytes: 65_536, acceptWrongChecksum: true })
          if (login) stream.read(login, receivedAt, ignore)
          streams.set(capture.session, stream)
        }
        const reports: DeviceReport[] = []
        stream.read(complete(fromHex(capture.hex)), receivedAt, (message) => reports.push(...message.reports))
        const reason = Object.entries(understoodOtherwise).find(([bytes]) =>
          capture.hex.startsWith(bytes),
        )?.[1]
        const name = `${index} ${capture.expect} ${capture.hex.slice(0, 24)}`
        if (reason) it(`${name}: ${reason}`, () => expect(() => compareCapture(capture, reports)).toThrow())
        else it(name, () => compareCapture(capture, reports))
      }
      it('holds for at least 95 in 100', () => {
        expect(captures.length).toBeGreaterThanOrEqual(atLeast)
        const exceptions = Object.keys(understoodOtherwise)
        for (const bytes of exceptions)
          expect(captures.filter(({ hex }) => hex.startsWith(bytes)).length, bytes).toBe(1)
        expect(exceptions.length / captures.length).toBeLessThanOrEqual(0.05)
      })
    },
  )
}
