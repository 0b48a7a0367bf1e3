import { describe, expect, it } from 'vitest'
import { expectItems, hexOf, messageWith, readingsIn, reportIn } from '../testing/jt808-frames.ts'

describe('engine items', () => {
  const vin = hexOf('3N1CN7AD5KL812345')
  expectItems([
    [
      'public decoder and capture, 80 to 8E',
      `80 01 45 81 02 04f7 82 02 008a 83 01 14 84 01 78 86 01 33 88 01 21 89 01 14 8b 11 ${vin} 8c 04 000200a8 8e 01 3c`,
      {
        ...{ obdSpeedKmh: 69, rpm: 1271, powerVolts: 13.8, engineLoadPercent: 20, coolantTemperature: 80 },
        ...{ intakeTemperature: 11, intakePressureKpa: 33, throttlePercent: 20, vin: '3N1CN7AD5KL812345' },
        ...{ obdOdometerMetres: 13_124_000, fuelPercent: 60 },
      },
    ],
    ['public decoder, items within 80', '80 0a 01 80 01 45 81 02 04f7 8e 00', { obdSpeedKmh: 69, rpm: 1271 }],
    [
      '80 to 8E without values',
      '80 01 ff 81 02 ffff 84 01 00 8e 01 ff',
      {},
      ['obdSpeedKmh', 'rpm', 'coolantTemperature', 'fuelPercent'],
    ],
    ['public decoder, A0', `a0 0b ${hexOf('P0301,P0420')}`, { troubleCodes: 'P0301,P0420' }],
    ['A0 of other words', `a0 02 ${hexOf('OK')}`, {}, ['troubleCodes']],
    [
      'public decoder, F3',
      `f3 39 0002 02 0226 0003 02 0898 0004 02 35e8 0005 04 0001e240 0008 02 019a 0009 02 0080 000e 02 0080 0050 11 ${vin}`,
      {
        ...{
          obdSpeedKmh: 55,
          rpm: 2200,
          powerVolts: 13.8,
          obdOdometerMetres: 12_345_600,
          engineLoadPercent: 41,
        },
        ...{ coolantTemperature: 88, throttlePercent: 50, vin: '3N1CN7AD5KL812345' },
      },
    ],
    ['G10LS, F3 of one byte', 'f3 01 01', {}, ['rpm', 'obdSpeedKmh']],
    [
      'public decoder, 91',
      '91 16 008c 06a4 37 33 66 7d 0000 02da 0000 00000000 0000 0190',
      {
        ...{ powerVolts: 14, rpm: 1700, obdSpeedKmh: 55, throttlePercent: 20, engineLoadPercent: 40 },
        ...{ coolantTemperature: 85, fuelConsumption: 7.3, fuelUsedLitres: 4 },
      },
    ],
    ['public decoder, 94', `94 11 ${vin}`, { vin: '3N1CN7AD5KL812345' }],
    ['94 without a VIN', `94 11 ${'30'.repeat(17)}`, {}, ['vin']],
    ['JT/T 808 table 27, 02', '02 02 01f4', { fuelLitres1: 50 }],
    ['02 per cent', '02 02 8037', { fuelPercent: 55 }, ['fuelLitres1']],
    ['capture, 02 without a sensor', '02 02 0000', {}, ['fuelLitres1', 'fuelPercent']],
    ['public decoder, E2', 'e2 04 00001211', { fuelLitres1: 462.5 }],
    ['second source, E2 without a sensor', 'e2 04 00000000', {}, ['fuelLitres1']],
    ['capture, EB/0001', 'eb 07 0005 0001 0377 00', { fuelRaw1: 88.7 }],
    ['EB/0023', `eb 0a 0008 0023 ${hexOf('079.30')}`, { fuelRaw2: 79.3 }],
    [
      'VJT 3.36 to 3.38 and second source, EA and EC',
      'ea 0f 0003 05 04 03012a91 0005 04 00246940 ec 0d 60c0 02 04f7 60d0 01 45 6050 01 78',
      {
        odometerMetres: 50_408_081,
        engineHours: 662.844,
        rpm: 1271,
        obdSpeedKmh: 69,
        coolantTemperature: 80,
      },
    ],
    ['VJT 3.37, EB/62F0 in per cent', 'eb 05 62f0 02 0226', { fuelPercent: 55 }],
    ['VJT 3.37, EB/62F0 in litres', 'eb 05 62f0 02 8226', { fuelLitres1: 55 }, ['fuelPercent']],
    ['VJT 3.38, EC/5115', `ec 14 5115 11 ${vin}`, { vin: '3N1CN7AD5KL812345' }],
  ])

  it('of a text behind the tracker (capture)', () => {
    const text = '$OBD-RT,12.3,1450,20,11.00,40.00,88,10.89,31.15,181.68,181,54.26,565.96,0,0,0'
    expect(readingsIn(messageWith(0x0900, `41 ${hexOf(text)}`))).toMatchObject({
      ...{ powerVolts: 12.3, rpm: 1450, obdSpeedKmh: 20, throttlePercent: 11, engineLoadPercent: 40 },
      ...{ coolantTemperature: 88, fuelUsedLitres: 565.96 },
    })
  })
})

describe('packets 0x0900 F0 (public decoder and captures)', () => {
  const place = '0000000b 013b744a 0628e79e 260304130610'
  const packet = (part: string, content: string, behind = place) =>
    messageWith(0x0900, `f0 260304130500 00 01 ${part} ${content} ${behind}`)

  it('state engine values, fuel and odometer', () => {
    const values =
      '0528 04 0001e240 052a 02 1194 052c 04 00002710 052d 01 7d 0530 02 35e8 0535 02 0226 0536 02 0898'
    const more = '0547 01 14 052b 01 37 0999 03 010203'
    const report = reportIn(packet('01', `0a ${values} ${more}`))
    expect(report.telemetry).toMatchObject({
      ...{ odometerMetres: 12_345_600, powerVolts: 13.8, fuelPercent: 55, ignition: true },
    })
    expect(report.extras).toMatchObject({
      ...{ fuelLitres1: 45, fuelUsedLitres: 100, coolantTemperature: 85, obdSpeedKmh: 55, rpm: 2200 },
      throttlePercent: 20,
    })
    expect(report.fix).toMatchObject({ isValid: true, latitude: 20.67361, longitude: -103.34403 })
    expect(report.fix?.time).toEqual(new Date('2026-03-04T05:06:10Z'))
  })

  it('take the time in front where none stands behind the place', () => {
    const report = reportIn(packet('01', '01 0103 04 00000dac', '0000000b 013b744a 0628e79e'))
    expect(report.fix?.time).toEqual(new Date('2026-03-04T05:05:00Z'))
    expect(report.extras.fuelLitres1).toBe(35)
  })

  it('state trouble codes of several systems', () => {
    const code = (text: string) => `00000301 00000002 0006 ${hexOf(text)}00`
    const content = `0002 00000001 0002 ${code('P0301')} ${code('P0420')} 00000007 0001 ${code('U0100')}`
    const report = reportIn(packet('02', content))
    expect(report.extras.troubleCodes).toBe('P0301,P0420,U0100')
    expect(report.fix?.latitude).toBeCloseTo(20.67361, 5)
  })

  it('state that there are none, of no system or of systems without codes', () => {
    for (const content of ['0000', '0002 00000001 0000 00000007 0000'])
      expect(reportIn(packet('02', content)).extras.troubleCodes).toBe('')
    expect(reportIn(packet('01', '01 0103 04 00000dac')).extras.troubleCodes).toBeUndefined()
    const foreign = `0001 00000001 0001 00000301 00000002 0005 ${hexOf('SPN19')}`
    expect(reportIn(packet('02', foreign)).extras.troubleCodes).toBeUndefined()
  })

  it.each([
    ['1a', 'harsh_acceleration'],
    ['1b', 'harsh_braking'],
    ['1c', 'harsh_cornering'],
    ['01', 'power_restored'],
    ['02', 'power_cut'],
    ['26', 'crash'],
    ['31', 'door'],
    ['38', null],
  ])('raise event %s as %s', (event, alarm) => {
    const report = reportIn(packet('03', `01 ${event} 00`))
    expect(report.alarm).toBe(alarm)
    expect(report.fix?.longitude).toBeCloseTo(-103.34403, 5)
  })

  it('state the VIN, and the number of a driving event', () => {
    expect(reportIn(packet('0b', `01 ${hexOf('3N1CN7AD5KL812345')}`, '')).extras.vin).toBe(
      '3N1CN7AD5KL812345',
    )
    expect(reportIn(packet('15', '00000034', '')).alarm).toBe('harsh_braking')
  })

  it('of which a part is cut off state no wrong place', () => {
    expect(reportIn(messageWith(0x0900, 'f0 260304130500 00 01 01 ff 0528 04 00')).fix).toBeNull()
    expect(reportIn(messageWith(0x0900, 'f0 260304130500 00 01 02 0009 00000001 00ff 0000')).fix).toBeNull()
  })

  it('F2 states codes of four bytes (VJT.04.063, 3.69)', () => {
    const report = reportIn(messageWith(0x0900, 'f2 260304130610 013b744a 8628e79e 02 01030100 01c10000'))
    expect(report.extras.troubleCodes).toBe('P0301,U0100')
    const none = reportIn(messageWith(0x0900, 'f2 260304130610 013b744a 8628e79e 00'))
    expect(none.extras.troubleCodes).toBe('')
    expect(report.fix).toMatchObject({ latitude: 20.67361, longitude: -103.34403 })
  })

  it('FF states a place during a maneuver', () => {
    const report = reportIn(messageWith(0x0900, 'ff 260304130610 013b744a f9d71862 0618 01a4 010f'))
    expect(report.fix).toMatchObject({ latitude: 20.67361, longitude: -103.34403, speedKmh: 42 })
  })
})
