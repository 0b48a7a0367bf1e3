import { alarmKinds, type DeviceReport, deviceFix } from '@rumbo/contract/telemetry.device-report.contract'
import { describe, expect, it } from 'vitest'
import { decodeOsmandBatch } from './osmand/osmand.batch.ts'
import { deviceSides, framedProtocols } from './registry.ts'
import { brokenFrame, fuzzProtocol, seededRandom } from './testing/fuzz.ts'

const maxFrameBytes = 2048

/** What every report keeps to, whatever bytes it was read from. */
function checkReport(report: DeviceReport): void {
  if (report.fix) expect(deviceFix.safeParse(report.fix).error).toBeUndefined()
  for (const value of [...Object.values(report.telemetry), ...Object.values(report.extras)])
    if (typeof value === 'number') expect(Number.isFinite(value), JSON.stringify(report.extras)).toBe(true)
  const { batteryPercent, fuelPercent, signalPercent } = report.telemetry
  for (const percent of [batteryPercent, fuelPercent, signalPercent])
    if (percent !== undefined) expect(percent >= 0 && percent <= 100, `${percent} of a hundred`).toBe(true)
  expect(Object.keys(report.extras).length).toBeLessThanOrEqual(64)
  for (const value of Object.values(report.extras))
    if (typeof value === 'string') expect(value.length).toBeLessThanOrEqual(256)
  expect(report.deviceIdentifier).toMatch(/^[A-Za-z0-9]{3,20}$/)
  if (report.alarm !== null) expect(alarmKinds).toContain(report.alarm)
}

describe('broken bytes', () => {
  it.each(framedProtocols.map((protocol) => [protocol.name, protocol] as const))(
    'do not harm other devices of %s',
    (name, protocol) => {
      const side = deviceSides.find((each) => each.protocol === name)
      if (!side) throw new Error(`${name} has no device side`)
      const fuzzed = fuzzProtocol(protocol, side, {
        ...{ frames: 1000, seed: 20_260_304, maxFrameBytes, besideEvery: 10, onReport: checkReport },
      })
      expect(fuzzed.failure).toBeNull()
      expect(fuzzed).toMatchObject({ frames: 1000, exceptions: 0, sentBeside: 100, arrivedBeside: 100 })
      expect(fuzzed.maxWaitingBytes).toBeLessThanOrEqual(maxFrameBytes)
      expect(fuzzed.reports).toBeGreaterThan(100)
    },
  )

  it('do not break the decoding of requests', () => {
    const random = seededRandom(20_260_304)
    const receivedAt = new Date('2026-03-04T05:06:07Z')
    const texts = [
      'id=7&lat=19.4&lon=-99.1&timestamp=1504763810&speed=10&bearing=7&batt=87&cell=1,2,3&alarm=sos',
      '{"device_id":"7","location":{"timestamp":"2026-03-04T05:06:07Z","coords":{"latitude":1,"longitude":2}}}',
      '{"device":{"uniqueId":"7"},"position":{"fixTime":"2026-03-04T05:06:07Z","latitude":1,"longitude":2,"attributes":{"alarm":"sos","hours":1}}}',
      '[{"ident":"7","timestamp":1504763810.5,"position.latitude":1,"position.longitude":2},{"ident":"8","alarm.event.trigger":true}]',
    ].map((text) => new TextEncoder().encode(text))
    for (let count = 0; count < 1000; count++) {
      const text = new TextDecoder().decode(brokenFrame(random, texts))
      for (const request of [
        { query: text, body: '' },
        { query: 'id=7', body: text },
      ]) {
        const batch = decodeOsmandBatch({ ...request, receivedAt })
        for (const decoding of batch.isAccepted ? batch.decodings : [])
          if (decoding.isAccepted && decoding.report.fix)
            expect(deviceFix.safeParse(decoding.report.fix).error).toBeUndefined()
      }
    }
  })
})
