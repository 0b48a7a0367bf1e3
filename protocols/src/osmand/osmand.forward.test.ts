import type { DeviceReport } from '@rumbo/contract/telemetry.device-report.contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeOsmandBatch, maxBatchMessages } from './osmand.batch.ts'
import { keptRequestOf } from './osmand.unread.ts'

const receivedAt = new Date('2026-03-04T05:06:07Z')

function decode(body: unknown, query = '') {
  return decodeOsmandBatch({
    query,
    body: typeof body === 'string' ? body : JSON.stringify(body),
    receivedAt,
  })
}

function reportsOf(body: unknown, query = ''): DeviceReport[] {
  const batch = decode(body, query)
  if (!batch.isAccepted) throw new Error(batch.detail)
  return batch.decodings.map((decoding) => {
    if (!decoding.isAccepted) throw new Error(decoding.detail)
    return decoding.report
  })
}
const reportOf = (body: unknown, query = '') => reportsOf(body, query)[0]

/** As Traccar's PositionForwarderJson writes it (docs: configuration `forward.type`, class `PositionData`). */
const position = {
  ...{ id: 18_336, deviceId: 7, protocol: 'teltonika', outdated: false, valid: true },
  ...{ serverTime: '2026-03-04T05:06:08.000+00:00', deviceTime: '2026-03-04T05:06:06.000+00:00' },
  ...{ fixTime: '2026-03-04T05:06:05.000+00:00', latitude: 19.4326, longitude: -99.1332, altitude: 2240.5 },
  ...{ speed: 30, course: 271.5, address: null, accuracy: 0, network: null, geofenceIds: null },
  attributes: {
    ...{ ignition: true, motion: true, sat: 11, hdop: 0.8, rssi: 4, batteryLevel: 96, battery: 4.1 },
    ...{ power: 13.9, odometer: 123_456_789, totalDistance: 4_711.5, distance: 12.5, hours: 7_200_000 },
    ...{ driverUniqueId: 'A1B2C3D4', fuelLevel: 61, fuel: 42.5, charge: true, blocked: false, io69: 1 },
    ...{ rpm: 1800, obdSpeed: 54, coolantTemp: 88, engineLoad: 33, throttle: 21, vin: '3VWFE21C04M000001' },
    ...{ dtcs: 'P0301 P0420', temp1: -18.5, temp2: 4, humidity: 51, door: false, input1: true },
  },
}
const device = { id: 7, name: '118', uniqueId: '352094089397464', status: 'online' }

describe("Traccar's forwarding", () => {
  it('of a position states its readings', () => {
    const report = reportOf({ position, device })
    expect(report).toMatchObject({
      ...{ protocol: 'osmand', deviceIdentifier: '352094089397464', kind: 'position', alarm: null },
      fix: {
        ...{ time: new Date('2026-03-04T05:06:05Z'), isValid: true, latitude: 19.4326, longitude: -99.1332 },
        ...{ headingDegrees: 271.5, altitudeMetres: 2240.5, accuracyMetres: null, satellites: 11 },
      },
      telemetry: {
        ...{ ignition: true, isCharging: true, isEngineBlocked: false, batteryPercent: 96, powerVolts: 13.9 },
        ...{ fuelPercent: 61, odometerMetres: 123_456_789, engineHours: 2, driverUniqueId: 'A1B2C3D4' },
      },
      extras: {
        ...{ batteryVolts: 4.1, rpm: 1800, obdSpeedKmh: 54, coolantTemperature: 88, engineLoadPercent: 33 },
        ...{
          throttlePercent: 21,
          vin: '3VWFE21C04M000001',
          troubleCodes: 'P0301,P0420',
          temperature1: -18.5,
        },
        ...{ temperature2: 4, humidity1: 51, fuelLitres1: 42.5, totalDistance: 4_711.5, rssi: 4, io69: 1 },
        ...{ hdop: 0.8, motion: true, door: false, input1: true, source: 'teltonika' },
      },
    })
    expect(report?.fix?.speedKmh).toBeCloseTo(55.56, 6)
    expect(report?.extras).not.toHaveProperty('battery')
  })

  it('with an empty list of trouble codes states that there are none, also as flespi and a query say it', () => {
    const attributes = { ...position.attributes, dtcs: '' }
    const forwarded = reportOf({ position: { ...position, attributes }, device })
    const flespi = reportOf({ ident: '352094089397464', timestamp: 1_772_600_765, 'can.dtc': [] })
    const query = reportOf('', 'id=352094089397464&dtcs=')
    expect([forwarded, flespi, query].map((report) => report?.extras.troubleCodes)).toEqual(['', '', ''])
  })

  it.each([
    ['2026-03-04T05:06:05.000+0000'],
    ['2026-03-04T05:06:05.000+00:00'],
    ['2026-03-04T05:06:05Z'],
    ['2026-03-03T23:06:05.000-06:00'],
    [1_772_600_765_000],
  ])('reads the time %s', (fixTime) => {
    expect(reportOf({ position: { ...position, fixTime }, device })?.fix?.time).toEqual(
      new Date('2026-03-04T05:06:05Z'),
    )
  })

  it.each([
    ['sos', 'sos'],
    ['powerCut', 'power_cut'],
    ['powerRestored', 'power_restored'],
    ['lowBattery', 'low_battery'],
    ['overspeed', 'overspeed'],
    ['hardBraking', 'harsh_braking'],
    ['hardAcceleration', 'harsh_acceleration'],
    ['hardCornering', 'harsh_cornering'],
    ['accident', 'crash'],
    ['tow', 'tow'],
    ['jamming', 'jamming'],
    ['tampering', 'tampering'],
    ['geofenceExit', 'geofence_exit'],
    ['fatigueDriving', 'other'],
    ['general,sos', 'sos'],
    ['', null],
  ])('names the alarm %j %s', (alarm, kind) => {
    const attributes = { ...position.attributes, alarm }
    expect(reportOf({ position: { ...position, attributes }, device })?.alarm).toBe(kind)
  })

  const alarmed = { ...position, attributes: { ...position.attributes, alarm: 'sos' } }
  const event = { id: 9, type: 'alarm', eventTime: position.fixTime, attributes: { alarm: 'sos' } }

  it('of a position and of the event of its alarm are one report, in any order and when repeated', () => {
    const asEvent = {
      event,
      device,
      position: { ...alarmed, id: 0, address: 'Av. Juárez 1', outdated: true },
    }
    const [first, second, third] = [{ position: alarmed, device }, asEvent, asEvent].map((body) =>
      reportOf(body),
    )
    expect(first?.alarm).toBe('sos')
    expect(second).toMatchObject({ alarm: 'sos', fix: first?.fix })
    expect(second?.reportHash).toBe(first?.reportHash)
    expect(third?.reportHash).toBe(first?.reportHash)
  })

  it('of what the server found out are reports of their own', () => {
    const found = {
      event: { ...event, type: 'deviceOverspeed', attributes: { speed: 70 } },
      position,
      device,
    }
    expect(reportOf(found)).toMatchObject({ alarm: 'overspeed', kind: 'alarm' })
    expect(reportOf(found)?.reportHash).not.toBe(reportOf({ position, device })?.reportHash)
    const online = { event: { id: 1, type: 'deviceOnline', attributes: {} }, device }
    expect(reportOf(online)).toMatchObject({ kind: 'status', fix: null, extras: { event: 'deviceOnline' } })
  })

  it('of two messages of one second with other readings are two reports', () => {
    const other = { ...position, attributes: { ...position.attributes, ignition: false } }
    expect(reportOf({ position: other, device })?.reportHash).not.toBe(
      reportOf({ position, device })?.reportHash,
    )
  })

  it('by a template of its URL states the same', () => {
    // forward.url = …?id={uniqueId}&timestamp={fixTime}&lat={latitude}&…&attributes={attributes}
    const query = new URLSearchParams({
      ...{
        id: '352094089397464',
        timestamp: '1772600765000',
        lat: '19.4326',
        lon: '-99.1332',
        speed: '30.0',
      },
      ...{ bearing: '271.5', altitude: '2240.5', accuracy: '0.0', valid: 'true' },
      attributes: JSON.stringify({ ...position.attributes, alarm: 'sos' }),
    }).toString()
    const report = reportOf('', query)
    expect(report).toMatchObject({
      ...{
        deviceIdentifier: '352094089397464',
        alarm: 'sos',
        fix: { time: new Date('2026-03-04T05:06:05Z') },
      },
      telemetry: { ignition: true, engineHours: 2, powerVolts: 13.9 },
      extras: { temperature1: -18.5, batteryVolts: 4.1 },
    })
    expect(report?.fix?.speedKmh).toBeCloseTo(55.56, 6)
    expect(decode('', 'id=7&attributes=%7B')).toMatchObject({ decodings: [{ isAccepted: false }] })
  })
})

/** Messages of flespi's own documentation of its HTTP channel, and those of open parsers' tests. */
describe("flespi's stream", () => {
  it('states positions, supply, battery and temperatures', () => {
    const [first, second] = reportsOf([
      {
        ...{ 'position.valid': false, 'position.latitude': 10.11223, 'position.longitude': 20.88774, din: 3 },
        ...{ 'refrigerator.sensor.temperature#1': 62.5, 'alarm.event.trigger': false, ident: '605630' },
        ...{ timestamp: 946_684_840, 'engine.ignition.status': true, 'external.powersource.voltage': 15.298 },
        ...{
          'battery.voltage': 4.088,
          'gsm.signal.level': 0,
          'position.satellites': 0,
          'gnss.enum': 'glonass',
        },
      },
      {
        ...{ 'position.valid': true, 'position.latitude': 57.986744, 'position.longitude': 56.207576 },
        ...{
          'position.hdop': 21.1,
          'position.altitude': 219,
          'position.satellites': 5,
          'position.speed': 61.5,
        },
        ...{ 'position.direction': 262.643854, ident: '605630', timestamp: 1_392_272_112 },
        ...{ 'vehicle.mileage': 160, 'battery.voltage': 3.934, 'external.powersource.voltage': 15.303 },
      },
    ])
    expect(first).toMatchObject({
      ...{ deviceIdentifier: '605630', alarm: null, kind: 'position' },
      fix: { time: new Date('2000-01-01T00:00:40Z'), isValid: false, latitude: 10.11223, satellites: 0 },
      telemetry: { ignition: true, powerVolts: 15.298, signalPercent: 0 },
      extras: { batteryVolts: 4.088, temperature1: 62.5, din: 3, 'gnss.enum': 'glonass' },
    })
    expect(second).toMatchObject({
      fix: {
        ...{
          time: new Date('2014-02-13T06:15:12Z'),
          isValid: true,
          latitude: 57.986744,
          longitude: 56.207576,
        },
        ...{ speedKmh: 61.5, headingDegrees: 262.643854, altitudeMetres: 219, satellites: 5 },
      },
      telemetry: { odometerMetres: 160_000, powerVolts: 15.303 },
      extras: { hdop: 21.1, batteryVolts: 3.934 },
    })
  })

  it('states an alarm, and a time with a fraction', () => {
    const message = {
      ...{ 'alarm.event.trigger': true, 'custom.SOS': 1, din: 722, dout: 1_048_576, ident: 'namo:namo' },
      ...{ 'position.latitude': 53.90821, 'position.longitude': 27.524165, timestamp: 1_508_508_510.013227 },
    }
    expect(reportOf([message])).toMatchObject({
      ...{ deviceIdentifier: 'namo:namo', alarm: 'sos', kind: 'alarm' },
      fix: { time: new Date('2017-10-20T14:08:30.013Z') },
      extras: { din: 722, dout: 1_048_576 },
    })
  })

  it('states the engine, fuel and driver', () => {
    const message = {
      ...{
        ident: '7',
        timestamp: 1_772_600_765,
        'can.engine.rpm': 1800,
        'can.engine.coolant.temperature': 88,
      },
      ...{ 'can.engine.load.level': 33, 'can.throttle.pedal.level': 21, 'can.vehicle.speed': 54 },
      ...{
        'can.fuel.level': 61,
        'can.fuel.volume': 42.5,
        'engine.motorhours': 1234.5,
        'vehicle.vin': '3VWFE21C04M000001',
      },
      ...{ 'can.dtc': ['P0301', 'P0420'], 'ibutton.code': '0100001A2B3C4D5E', 'battery.level': 96 },
      ...{ 'battery.charging.status': true, 'sensor.temperature.2': -18.5, 'ble.sensor.temperature.1': 4.25 },
      ...{
        'ble.sensor.humidity.1': 51,
        'sensor.humidity.1': 40,
        'can.axle.weight.1': 7200,
        'server.timestamp': 1,
        'position.valid': true,
      },
    }
    const report = reportOf(message)
    expect(report).toMatchObject({
      ...{ kind: 'status', fix: null },
      telemetry: {
        ...{ fuelPercent: 61, engineHours: 1234.5, driverUniqueId: '0100001A2B3C4D5E', batteryPercent: 96 },
        ...{ isCharging: true },
      },
      extras: {
        ...{ rpm: 1800, coolantTemperature: 88, engineLoadPercent: 33, throttlePercent: 21, obdSpeedKmh: 54 },
        ...{ fuelLitres1: 42.5, vin: '3VWFE21C04M000001', troubleCodes: 'P0301,P0420', temperature2: -18.5 },
        ...{ temperature9: 4.25, humidity9: 51, humidity1: 40, axleWeight1: 7200 },
      },
    })
    expect(report?.extras).not.toHaveProperty('server.timestamp')
  })

  it.each([
    ['harsh.braking.event', 'harsh_braking'],
    ['harsh.acceleration.event', 'harsh_acceleration'],
    ['harsh.cornering.event', 'harsh_cornering'],
    ['crash.event', 'crash'],
    ['towing.event.trigger', 'tow'],
    ['towing.alarm.status', 'tow'],
    ['gsm.jamming.alarm.status', 'jamming'],
    ['overspeeding.event', 'overspeed'],
    ['geofence.event.enter', 'geofence_enter'],
    ['geofence.event.exit', 'geofence_exit'],
    ['shock.event.trigger', 'vibration'],
    ['gnss.antenna.cut.status', 'fault'],
    ['internal.battery.voltage.limit.lower.status', 'low_battery'],
    ['alarm.sos.status', 'sos'],
    ['alarm.lid.status', 'other'],
    ['alarm.mode.status', null],
    ['ibutton.event.connect', null],
    ['movement.status', null],
  ])('takes %s as %s where it is true', (parameter, alarm) => {
    const message = { ident: '7', timestamp: 1, [parameter]: true }
    expect(reportOf([message])?.alarm).toBe(alarm)
    expect(reportOf([{ ...message, [parameter]: false }])?.alarm).toBeNull()
  })

  it('has a report for each message, the same one when it is repeated in another array', () => {
    const messages = Array.from({ length: 3 }, (_, at) => ({
      ...{
        ident: `${at % 2}`,
        timestamp: 1_772_600_765 + at,
        'position.latitude': 1,
        'position.longitude': 2,
      },
    }))
    const first = reportsOf(messages)
    expect(first.map(({ deviceIdentifier }) => deviceIdentifier)).toEqual(['0', '1', '0'])
    expect(new Set(first.map(({ reportHash }) => reportHash)).size).toBe(3)
    expect(reportsOf({ messages: messages.slice(1) }).map(({ reportHash }) => reportHash)).toEqual(
      first.slice(1).map(({ reportHash }) => reportHash),
    )
  })
})

describe('an array', () => {
  it('leaves what cannot be read to itself: kept where it names a device, else refused', () => {
    const bad = { ident: '7', timestamp: 'soon', 'position.latitude': 1, 'position.longitude': 2 }
    const batch = decode([{ ident: '7', timestamp: 1 }, bad, { timestamp: 1 }, 5, null, [1]], 'secret=k3y')
    if (!batch.isAccepted) throw new Error(batch.detail)
    expect(batch.decodings).toMatchObject([
      { isAccepted: true, secret: 'k3y' },
      {
        isAccepted: false,
        reason: 'malformed',
        unread: { secret: 'k3y', report: { deviceIdentifier: '7' } },
      },
      { isAccepted: false, reason: 'no_identifier', unread: null },
      ...Array.from({ length: 3 }, () => ({ isAccepted: false, reason: 'malformed', unread: null })),
    ])
    const [, second] = batch.decodings
    const frame = second?.isAccepted === false ? second.unread?.report.unreadFrame : undefined
    expect(JSON.parse(keptRequestOf(frame?.bytes ?? new Uint8Array()).body)).toEqual(bad)
  })

  it('is refused as a whole where it is no JSON or too long', () => {
    expect(decode('[{"ident":"7"')).toMatchObject({ isAccepted: false, reason: 'malformed' })
    const many = Array.from({ length: maxBatchMessages + 1 }, () => ({ ident: '7' }))
    expect(decode(many)).toMatchObject({ isAccepted: false, reason: 'oversized' })
    expect(decode(many.slice(1))).toMatchObject({ isAccepted: true })
  })

  it('is not taken for an array of one where it is none', () => {
    expect(decode('[]')).toMatchObject({ isAccepted: true, decodings: [] })
    expect(decode('', 'id=7')).toMatchObject({ isForwarded: false, decodings: [{ isAccepted: true }] })
    expect(decode({ device_id: '7' })).toMatchObject({
      isForwarded: false,
      decodings: [{ isAccepted: true }],
    })
    expect(decode({ position, device })).toMatchObject({ isForwarded: true })
  })

  it('of a message nested beyond measure is refused, and no exception', () => {
    const nest = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
    const refused = { isAccepted: false, reason: 'malformed', unread: null }
    expect(decode(`[{"ident":"7","x":${nest}}]`)).toMatchObject({ decodings: [refused] })
    const position = `{"latitude":1,"longitude":2,"x":${nest}}`
    expect(decode(`{"device":{"uniqueId":"7"},"position":${position}}`)).toMatchObject({
      decodings: [refused],
    })
    expect(decode(nest)).toMatchObject({ decodings: [{ isAccepted: false }] })
  })

  it('never throws', () => {
    fc.assert(
      fc.property(fc.json(), fc.json(), (one, two) => {
        decode(one)
        decode(`[${one},${two}]`)
        decode(`{"ident":${one},"timestamp":${two},"position.latitude":${two},"position.longitude":1}`)
        decode(`{"device":{"uniqueId":${one}},"position":{"attributes":${two},"latitude":1,"longitude":2}}`)
        decode(`{"device":{"uniqueId":"7"},"event":{"type":${one},"attributes":${two}},"position":${two}}`)
      }),
      { numRuns: 500 },
    )
  })
})
