import { commandTypes } from '@rumbo/contract/commands.device-command.contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readDeviceData } from '../testing/captures.ts'
import { osmandCommands } from './osmand.commands.ts'
import { decodeOsmand } from './osmand.decode.ts'
import { encodeOsmandQuery } from './osmand.device.ts'
import { keptRequestOf } from './osmand.unread.ts'

const receivedAt = new Date('2026-03-04T05:06:07Z')

function decode(query: string, body = '') {
  return decodeOsmand({ query, body, receivedAt })
}

function accepted(query: string, body = '') {
  const decoding = decode(query, body)
  if (!decoding.isAccepted) throw new Error(decoding.detail)
  return decoding
}

describe('a query', () => {
  it('states a position with speed in knots', () => {
    const { report } = accepted(
      'id=77&timestamp=1504763810&lat=19.4&lon=-99.1&speed=10&bearing=7.2&batt=87&rpm=933',
    )
    expect(report).toMatchObject({
      deviceIdentifier: '77',
      kind: 'position',
      fix: { latitude: 19.4, longitude: -99.1, headingDegrees: 7.2, time: new Date(1504763810000) },
      telemetry: { batteryPercent: 87 },
      extras: { rpm: 933 },
    })
    expect(report.fix?.speedKmh).toBeCloseTo(18.52, 6)
  })

  it.each([
    ['98', 98],
    ['0.98', 98],
    ['1.0', 100],
    ['1', 1],
    ['0', 0],
  ])('reads a battery of %s, a percentage or a share with a point, as %d %', (batt, percent) => {
    expect(accepted(`id=7&batt=${batt}`).report.telemetry.batteryPercent).toBe(percent)
  })

  it('names what Traccar names otherwise as everywhere', () => {
    const attributes =
      'temp2=-18.5&dtcs=P0301+P0420&in1=true&coolantTemp=88&humidity=40&obdSpeed=51&tempo=3&in0=1'
    expect(accepted(`id=7&${attributes}`).report.extras).toEqual({
      ...{ temperature2: -18.5, troubleCodes: 'P0301,P0420', input1: true, coolantTemperature: 88 },
      ...{ humidity1: 40, obdSpeedKmh: 51, tempo: 3, in0: 1 },
    })
  })

  it('keeps both kinds of wireless sensors apart, in any order, and beside wired ones', () => {
    const values = ['eyeTemp1=5', 'temp1=1', 'bleTemp1=3', 'bleTemp8=4', 'eyeHumidity8=60', 'bleHumidity1=50']
    const extras = {
      ...{ temperature1: 1, temperature9: 3, temperature16: 4, temperature17: 5 },
      ...{ humidity9: 50, humidity24: 60 },
    }
    for (const stated of [values, values.toReversed()])
      expect(accepted(`id=7&${stated.join('&')}`).report.extras).toEqual(extras)
    const attributes = encodeURIComponent(JSON.stringify({ bleTemp1: 3, eyeTemp1: 5, bleTemp9: 7 }))
    expect(accepted(`id=7&attributes=${attributes}`).report.extras).toEqual({
      ...{ temperature9: 3, temperature17: 5, bleTemp9: 7 },
    })
  })

  it('reads a number of the catalogue in any form, and keeps the digits of other names', () => {
    expect(accepted('id=7&hdop=6.0&temp1=-4.50&rpm=0900&tail=007&share=1.50&tempo=3').report.extras).toEqual({
      ...{ hdop: 6, temperature1: -4.5, rpm: 900, tail: '007', share: '1.50', tempo: 3 },
    })
  })

  it('sets aside readings that cannot be true', () => {
    expect(accepted('id=7&lat=1&lon=2&batt=250&temp1=-3274.5&power=13').report).toMatchObject({
      telemetry: { powerVolts: 13 },
      extras: { batteryPercentRaw: 250, temperature1Raw: -3274.5 },
    })
  })

  it('reads each way to write a time', () => {
    const times = ['1504763810', '1504763810000', '2017-09-07T05:56:50Z', '2017-09-07 05:56:50']
    for (const timestamp of times) {
      const query = new URLSearchParams({ id: '7', lat: '1', lon: '2', timestamp }).toString()
      expect(accepted(query).report.fix?.time, timestamp).toEqual(new Date(1504763810000))
    }
  })

  it('takes the time of arrival where none is stated', () => {
    expect(accepted('id=7&lat=1&lon=2').report.fix?.time).toEqual(receivedAt)
  })

  it('keeps the secret out of the report', () => {
    const { secret, report } = accepted('id=7&lat=1&lon=2&secret=k3y')
    expect(secret).toBe('k3y')
    expect(JSON.stringify(report.extras)).not.toContain('k3y')
  })

  it('reads a form body like a query', () => {
    expect(accepted('', 'id=7&lat=1&lon=2').report.fix).toMatchObject({ latitude: 1, longitude: 2 })
  })

  it('keeps an unknown alarm as other', () => {
    expect(accepted('id=7&alarm=sos').report).toMatchObject({ kind: 'alarm', alarm: 'sos', fix: null })
    expect(accepted('id=7&alarm=lid').report).toMatchObject({ alarm: 'other', extras: { alarm: 'lid' } })
  })

  it('keeps the rest of a report whose place is beyond the globe', () => {
    for (const place of ['lat=91&lon=2', 'lat=1&lon=181', 'location=-90.5,0'])
      expect(accepted(`id=7&alarm=sos&${place}`).report).toMatchObject({
        ...{ kind: 'alarm', alarm: 'sos', fix: null, extras: { badFix: 'coordinates' } },
      })
    const body = { device_id: '7', location: { coords: { latitude: 1, longitude: 999 } } }
    expect(accepted('', JSON.stringify(body)).report).toMatchObject({ fix: null, kind: 'status' })
  })

  it('keeps a bounded number of bounded extras', () => {
    const many = Array.from({ length: 500 }, (_, at) => `x${at}=${'y'.repeat(1000)}`).join('&')
    const { extras, readingsLeftOut } = accepted(`id=7&x0=1&${many}&${'z'.repeat(61)}=1`).report
    expect(Object.keys(extras)).toHaveLength(250)
    expect(readingsLeftOut).toBe(251)
    expect(accepted('id=7&x0=1').report).not.toHaveProperty('readingsLeftOut')
    expect(Object.values(extras).every((value) => String(value).length <= 256)).toBe(true)
  })

  it('refuses what it cannot read and names it', () => {
    const wrong = ['lat=1', 'lat=a&lon=2', 'location=1', 'timestamp=soon&lat=1&lon=2']
    for (const query of wrong) {
      expect(decode(`id=7&${query}`), query).toMatchObject({ isAccepted: false, reason: 'malformed' })
    }
    expect(decode('lat=1&lon=2')).toMatchObject({ isAccepted: false, reason: 'no_identifier' })
    for (const id of ['9'.repeat(65), 'a%00b', 'a%0Ab'])
      expect(decode(`id=${id}`)).toMatchObject({ isAccepted: false, reason: 'malformed' })
  })

  it.each([
    ['id=7&lat=north&lon=2&secret=k3y', '', 'id=7&lat=north&lon=2', ''],
    ['secret=k3y', 'deviceid=7&lat=north&lon=2', 'deviceid=7&lat=north&lon=2', ''],
    [
      '',
      '{"device_id":"7","secret":"k3y","location":{"coords":{"latitude":"x"}}}',
      '',
      '{"device_id":"7","location":{"coords":{"latitude":"x"}}}',
    ],
    ['id=7&secret=k3y', '{"location"', 'id=7', '{"location"'],
  ])('keeps the unreadable request %j %j without its secret', (query, body, keptQuery, keptBody) => {
    const decoding = decodeOsmand({ query, body, receivedAt })
    expect(decoding).toMatchObject({
      isAccepted: false,
      unread: { secret: 'k3y', report: { deviceIdentifier: '7', kind: 'status', fix: null, extras: {} } },
    })
    const frame = decoding.isAccepted ? undefined : decoding.unread?.report.unreadFrame
    expect(keptRequestOf(frame?.bytes ?? new Uint8Array())).toEqual({ query: keptQuery, body: keptBody })
  })

  it.each([
    ['lat=north', ''],
    ['id=a%00b&lat=north', ''],
    ['', '{"location"'],
    ['', 'null'],
  ])('keeps nothing of the unreadable request %j %j, which names no device', (query, body) => {
    expect(decodeOsmand({ query, body, receivedAt })).toMatchObject({ isAccepted: false, unread: null })
  })

  it('reads back what the device side states', () => {
    const { report } = accepted(
      encodeOsmandQuery({
        deviceIdentifier: 'phone-1',
        time: receivedAt,
        latitude: 20.67,
        longitude: -103.35,
        speedKmh: 36,
        headingDegrees: 90,
        telemetry: { ignition: true, fuelPercent: 40, odometerMetres: 1200, batteryPercent: 80 },
        alarm: 'overspeed',
      }),
    )
    expect(report).toMatchObject({
      kind: 'alarm',
      alarm: 'overspeed',
      fix: { latitude: 20.67, longitude: -103.35, headingDegrees: 90, time: receivedAt },
      telemetry: { ignition: true, fuelPercent: 40, odometerMetres: 1200, batteryPercent: 80 },
    })
    expect(report.fix?.speedKmh).toBeCloseTo(36, 2)
  })

  it('never throws', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (query, body) => {
        decode(query, body)
        decode(query, `{${body}`)
      }),
      { numRuns: 1000 },
    )
    fc.assert(
      fc.property(fc.json(), (body) => {
        decode('', body)
        decode('id=7', `{"device_id":"7","location":${body}}`)
      }),
      { numRuns: 500 },
    )
  })
})

describe('a command', () => {
  const command = { id: 'c', deviceIdentifier: 'phone-1', protocol: 'osmand', parameters: {} } as const

  it('asks where and how the phone is, and nothing else', () => {
    const texts = commandTypes.flatMap((type) => {
      const encoding = osmandCommands.encodeCommand({ ...command, type }, 1)
      if (!encoding.isEncoded) expect(encoding.reason).toBe('unsupported')
      return encoding.isEncoded ? [[type, encoding.text, encoding.answerKey]] : []
    })
    expect(texts).toEqual([
      ['status_query', 'deviceStatus', null],
      ['gps_position', 'positionSingle', null],
      ['request_location', 'positionSingle', null],
    ])
  })
})

interface HttpCapture {
  expect: string
  httpUrl?: string
  httpBody?: string
  field?: Record<string, unknown>
}
const captures = readDeviceData<{ captures: HttpCapture[] }>('captures/osmand.json')?.captures ?? []

describe.skipIf(captures.length === 0)(
  'real OsmAnd requests',
  { meta: { needs: 'the folder of test data (RUMBO_TEST_DATA)' } },
  () => {
    it.each(captures.map((capture, index) => ({ ...capture, index })))('$index $expect', (capture) => {
      const decoding = decode(capture.httpUrl?.split('?')[1] ?? '', capture.httpBody)
      expect(decoding.isAccepted, capture.httpUrl).toBe(capture.expect !== 'nothing')
      if (!decoding.isAccepted) return
      if (capture.expect === 'fix') expect(decoding.report.fix).not.toBeNull()
      expect(decoding.report.extras).toMatchObject(capture.field ?? {})
    })

    it('are nine', () => {
      expect(captures.length).toBeGreaterThanOrEqual(9)
    })

    it('state what can be read in them', () => {
      const [json] = captures.filter(({ httpBody }) => httpBody)
      expect(accepted('', json?.httpBody).report).toMatchObject({
        deviceIdentifier: '48241179',
        fix: {
          ...{ latitude: 37.4219983, longitude: -122.084, speedKmh: 0, headingDegrees: null },
          ...{ accuracyMetres: 5, altitudeMetres: 5, time: new Date('2025-06-15T13:45:12.862Z') },
        },
        telemetry: { batteryPercent: 100, isCharging: false, odometerMetres: 0 },
        extras: { event: 'motionchange', activity: 'still', motion: false },
      })
    })
  },
)
