import { alarmKinds } from '@rumbo/contract/telemetry.device-report.contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { gps103Device } from './gps103.device.ts'
import { acknowledgements, client, good, heartbeat, imei, login, place, read } from './gps103.factory.ts'

const position = (event: string, tail = '0.00,,,1,0,45.16%,,') =>
  `imei:${imei},${event},260304050600,,F,050600.000,A,1925.9560,N,09907.9920,W,${tail};`

describe('a connection', () => {
  it('answers the login with LOAD, the heartbeat with ON, and positions with nothing', () => {
    const { messages, stream } = read([login, heartbeat, good])
    expect(acknowledgements(messages)).toEqual(['LOAD', 'ON', null])
    expect(messages.map((message) => message.login)).toEqual([imei, null, null])
    expect(stream.deviceIdentifier).toBe(imei)
  })

  it('accepts a position without a login, since it names its device', () => {
    const { messages, reports } = read([good])
    expect(messages[0]?.login).toBe(imei)
    expect(reports[0]).toMatchObject({
      deviceIdentifier: imei,
      kind: 'position',
      fix: { time: place.time, isValid: true, headingDegrees: 271.5, altitudeMetres: 2240 },
      telemetry: { ignition: true, fuelPercent: 55 },
    })
    expect(reports[0]?.fix?.speedKmh).toBeCloseTo(42, 1)
  })

  it('distinguishes two devices on one socket', () => {
    const other = gps103Device.openDeviceClient('865328021058861')
    const { messages, reports } = read([good, other.report(place), other.heartbeat(place) ?? '', good])
    expect(messages.map((message) => message.login)).toEqual([imei, '865328021058861', null, imei])
    expect(reports.map(({ deviceIdentifier }) => deviceIdentifier)).toEqual([imei, '865328021058861', imei])
  })

  it('decodes any position to 1e-5 degrees and its time to the second', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -90, max: 90, noNaN: true }),
        fc.double({ min: -180, max: 180, noNaN: true }),
        fc.integer({ min: Date.UTC(2005) / 1000, max: Date.UTC(2099) / 1000 }),
        fc.boolean(),
        (latitude, longitude, seconds, isValid) => {
          const time = new Date(seconds * 1000)
          const stated = client.report({ ...place, latitude, longitude, time, isValid })
          for (const transport of ['tcp', 'udp'] as const) {
            const [report] = read([stated], { transport }).reports
            expect(Math.abs((report?.fix?.latitude ?? 999) - latitude)).toBeLessThan(1e-5)
            expect(Math.abs((report?.fix?.longitude ?? 999) - longitude)).toBeLessThan(1e-5)
            expect(report?.fix?.time).toEqual(time)
            if (!isValid) expect(report?.fix?.isValid).toBe(false)
          }
        },
      ),
      { numRuns: 200 },
    )
  })

  it('derives the day of the fix from the difference of its two clocks', () => {
    const timeOf = (local: string, clock: string) =>
      read([`imei:${imei},tracker,${local},,F,${clock},A,1925.9560,N,09907.9920,W,0.00,;`]).reports[0]?.fix
        ?.time
    expect(timeOf('2603032306', '050600.000')).toEqual(new Date('2026-03-04T05:06:00Z'))
    expect(timeOf('260305030600', '190600')).toEqual(new Date('2026-03-04T19:06:00Z'))
    expect(timeOf('26/01/01 00:30', '233012.000')).toEqual(new Date('2025-12-31T23:30:12Z'))
    expect(timeOf('260304050601', '')).toEqual(new Date('2026-03-04T05:06:01Z'))
  })

  it('decodes each alarm of the device side, and acknowledges an SOS', () => {
    const raised = alarmKinds.flatMap((alarm) => {
      const { reports, messages } = read([client.report({ ...place, alarm })])
      const raised = reports[0]?.alarm ?? null
      if (alarm === 'sos') expect(acknowledgements(messages)).toEqual([`**,imei:${imei},E;`])
      if (raised !== null) expect(raised).toBe(alarm)
      return raised === null ? [] : [raised]
    })
    expect(raised.length).toBe(11)
  })

  it('raises an alarm without a place', () => {
    const [report] = read([`imei:${imei},help me,,,L,,,113b,,558f,,,,,0,0,,,;`]).reports
    expect(report).toMatchObject({ kind: 'alarm', alarm: 'sos', fix: null, extras: { cell: '113b-558f' } })
  })

  it('reads what the event itself says', () => {
    const said = (event: string) => read([position(event)]).reports[0]
    expect(said('acc off')?.telemetry.ignition).toBe(false)
    expect(said('constructor')).toMatchObject({ alarm: null, extras: { event: 'constructor' } })
    expect(read([position('rfid').replace(',,F', ',0012A4B7,F')]).reports[0]?.telemetry.driverUniqueId).toBe(
      '0012A4B7',
    )
  })

  it('reports no fuel level if the sensor states zero', () => {
    const [report] = read([position('tracker', '0.00,,,1,0,0.00%,,')]).reports
    expect(report?.telemetry.fuelPercent).toBeUndefined()
    expect(report?.extras).not.toHaveProperty('fuelPercent2')
  })

  // Keywords of Coban's GPRS protocol as public decoders list them: oil, oil1 and oil2 loss of fuel, T: temperature,
  // alarms of the bonnet and the footbrake while armed.
  it.each([
    ['oil 51.67', { alarm: 'low_fuel', telemetry: { fuelPercent: 51.67 } }],
    ['oil1 51.67', { alarm: 'low_fuel', telemetry: { fuelPercent: 51.67 } }],
    ['oil1 51.67%', { alarm: 'low_fuel', telemetry: { fuelPercent: 51.67 } }],
    ['oil2 30.5', { alarm: 'low_fuel', telemetry: { ignition: true }, extras: { fuelPercent2: 30.5 } }],
    ['oil2:30', { alarm: 'low_fuel', extras: { fuelPercent2: 30 } }],
    ['oil1', { alarm: 'low_fuel', extras: { event: 'oil1' } }],
    ['T:+28.0', { alarm: 'other', extras: { temperature1: 28 } }],
    ['T:-12.5', { alarm: 'other', extras: { temperature1: -12.5 } }],
    ['T:35', { alarm: 'other', extras: { temperature1: 35 } }],
    ['footbrake alarm', { alarm: 'tampering', extras: { event: 'footbrake alarm' } }],
    ['foot brake alarm', { alarm: 'tampering' }],
    ['bonnet alarm', { alarm: 'tampering' }],
  ])('reads the event %s', (event, expected) => {
    expect(read([position(event)]).reports[0]).toMatchObject({ ...expected, fix: { isValid: true } })
  })

  it('says nothing of the first tank by the second', () => {
    expect(read([position('oil2 30.5', '0.00,,,1,0,,,')]).reports[0]?.telemetry.fuelPercent).toBeUndefined()
  })

  it.each([
    ['0.00,0,,1,1,45.16%,20.50%,+11', { fuelPercent2: 20.5, temperature1: 11, door: true }, 45.16],
    ['0.00,0,,0,0,,20.50%,-7', { fuelPercent2: 20.5, temperature1: -7, door: false }, undefined],
    ['0.00,0,,0,0,0.00%,0,25', { temperature1: 25 }, undefined],
    ['0.00,0,,0,0,10.5%,,', { door: false }, 10.5],
    ['0.00,0,,0,0,10.5,,', { door: false }, 10.5],
  ])('reads tanks, door and temperature of a position: %s', (tail, extras, level) => {
    const [report] = read([position('tracker', tail)]).reports
    expect(report?.extras).toMatchObject(extras)
    expect(report?.telemetry.fuelPercent).toBe(level)
    expect(report?.alarm).toBeNull()
  })

  it('reads values of the engine', () => {
    const text = `imei:${imei},OBD,170605095949,195874,,370.8,808,066,30.0%,+87,13.0%,02444,14.3,P0137,,,;`
    expect(read([text]).reports[0]).toMatchObject({
      kind: 'status',
      telemetry: { odometerMetres: 195_874_000, powerVolts: 14.3 },
      extras: { coolantTemperature: 87, rpm: 2444, troubleCodes: 'P0137' },
    })
  })

  it.each([
    ['+87,13.0%,02444,14.3,,,,;'],
    ['+87,13.0%,02444,14.3;'],
    ['+87,0.0%,16383,12.3,,,,;'],
    ['+87,13.0%,02444,14.3,none,,,;'],
  ])('takes trouble codes that are not stated for unknown, not for none: %s', (tail) => {
    const text = `imei:${imei},OBD,170605095949,195874,,370.8,808,066,30.0%,${tail}`
    expect(read([text]).reports[0]?.extras).not.toHaveProperty('troubleCodes')
  })

  it('keeps a report with an impossible time or place, without its fix', () => {
    const wrong = [
      position('tracker').replace('260304', '261399'),
      position('tracker').replace('050600.000', '256099.000'),
      position('tracker').replace('1925.9560', '9925.9560'),
      position('tracker').replace(',W,', ',,'),
    ]
    const { reports } = read(wrong)
    expect(reports.map(({ fix, extras }) => [fix, extras.badFix])).toEqual([
      [null, 'time'],
      [null, 'time'],
      [null, 'coordinates'],
      [null, 'coordinates'],
    ])
    expect(reports[0]?.telemetry.ignition).toBe(true)
  })

  it('refuses messages without a device or of unknown form', () => {
    const wrong = ['imei:12,tracker,1,,F,;', `imei:${imei};`, `imei:${imei},x,y,z;`, '##,imei:1,A;']
    const { messages, stream } = read([...wrong, `imei:${imei},tra\x00cker,1,,F,;`])
    expect(messages).toEqual([])
    expect(stream.counts.refusedFrames).toBe(5)
  })
})
