import { describe, expect, it } from 'vitest'
import {
  expectItems,
  hexOf,
  locationWith,
  messagesOf,
  messageWith,
  readingsIn,
} from '../testing/jt808-frames.ts'
import { jt808 } from './jt808.ts'

describe('battery and supply', () => {
  expectItems([
    ['public decoder of Huabao, 06', '06 01 57', { batteryPercent: 87 }],
    ['06 of another maker', '06 03 000007', {}, ['batteryPercent']],
    ['G10LS table 20, 56', '56 02 0a 63', { batteryPercent: 99 }],
    ['G10LS table 20, 56 without per cent', '56 02 07 00', { batteryPercent: 70 }],
    ['capture, 56 with another second byte', '56 02 09 02', { batteryPercent: 90 }],
    ['G10LS table 20 and GPS51, 61', '61 02 055f', { powerVolts: 13.75 }],
    ['GPS51 example, 61', '61 02 1d74', { powerVolts: 75.4 }],
    ['public decoder, 68', '68 02 2166', { batteryPercent: 85.5 }],
    ['capture, 69', '69 02 018b', { batteryVolts: 3.95 }],
    ['capture, 82', '82 02 008b', { powerVolts: 13.9 }],
    ['capture, D3 of a battery', 'd3 02 0027', { batteryVolts: 3.9 }, ['powerVolts']],
    ['a battery below one volt', 'd3 02 0003', { batteryVoltsRaw: 0.3 }, ['batteryVolts', 'powerVolts']],
    ['a battery of 0', 'e7 02 0000', { batteryVoltsRaw: 0 }, ['batteryVolts', 'powerVolts']],
    ['D3 of a supply', 'd3 02 00f6', { powerVolts: 24.6 }, ['batteryVolts']],
    ['capture, D4', 'd4 01 3f', { batteryPercent: 63 }],
    ['D4 at the charger', 'd4 01 ff', { isCharging: true }, ['batteryPercent']],
    ['S21L, E1', 'e1 01 48', { batteryPercent: 72 }],
    ['capture, E1 of two bytes', 'e1 02 0075', { powerVolts: 11.7 }],
    ['E9', 'e9 01 41', { batteryPercent: 65 }],
    ['D5 of two bytes', 'd5 02 0186', { batteryVolts: 3.9 }],
    ['public decoder, E3', 'e3 04 00 51 0189', { batteryPercent: 81, batteryVolts: 3.93 }],
    ['E3 without a level yet', 'e3 04 00 00 019f', { batteryVolts: 4.15 }, ['batteryPercent']],
    ['second source, E3 of another maker', 'e3 04 000007ac', {}, ['batteryVolts', 'batteryPercent']],
    ['second source, E3 of another maker', 'e3 04 01b218f8', {}, ['batteryVolts', 'batteryPercent']],
    ['Huabao blog, E3', 'e3 01 00', {}, ['batteryVolts', 'batteryPercent']],
    ['capture, E7 of two bytes', 'e7 02 0fc8', { batteryVolts: 4.04 }],
    ['capture, E7 of eight bytes', 'e7 08 0000000400000000', {}, ['batteryVolts', 'powerVolts']],
    ['public decoder, EE', 'ee 06 1a 3034 0fa0 09', { powerVolts: 12.34, batteryVolts: 4 }],
    ['second source, EE of another maker', 'ee 01 00', {}, ['powerVolts']],
    [
      'GPS51 example, F1',
      `f1 14 ${hexOf('89860402102090977002')}`,
      { iccid: '89860402102090977002' },
      ['powerVolts'],
    ],
    ['capture of AOVX, F1', 'f1 04 0000308c', { powerVolts: 12.428 }],
    [
      'capture of AOVX, F7 charging',
      'f7 06 00000e87 02 46',
      { batteryVolts: 3.719, isCharging: true, batteryPercent: 70 },
    ],
    [
      'capture of AOVX, F7 not charging',
      'f7 06 00000d6f 00 3c',
      { batteryVolts: 3.439, isCharging: false, batteryPercent: 60 },
    ],
    [
      'F7 without a battery',
      'f7 06 00000000 02 00',
      { isCharging: true },
      ['batteryVolts', 'batteryPercent'],
    ],
    ['GPS51 example, FB', 'fb 04 5f 0507 01', { batteryPercent: 95, powerVolts: 12.87, isCharging: true }],
    [
      'GPS51, FB with absent values',
      'fb 04 00 0000 00',
      { isCharging: false },
      ['batteryPercent', 'powerVolts'],
    ],
    ['FE of one byte', 'fe 01 5a', { batteryPercent: 90 }],
    ['FE of two bytes', 'fe 02 00f0', { powerVolts: 24 }],
    ['capture, FE of two bytes', 'fe 02 001e', {}, ['powerVolts']],
    ['BSJ, EB/002D of a battery', 'eb 06 0004 002d 0fa5', { batteryVolts: 4.005 }, ['powerVolts']],
    ['BSJ-EG01 example, EB/002D', 'eb 08 0006 002d 000036b0', { powerVolts: 14 }, ['batteryVolts']],
    ['capture, EB/002D of a supply', 'eb 06 0004 002d 304c', { powerVolts: 12.364 }, ['batteryVolts']],
    ['BSJ-EG01 example, EB/00A8', 'eb 05 0003 00a8 55', { batteryPercent: 85 }],
    ['BSJ, EB/00E1', 'eb 05 0003 00e1 32', { batteryPercent: 50 }],
    ['capture, EB/00CE', 'eb 06 0004 00ce 1d46', { powerVolts: 74.94 }],
    ['VJT 3.36, EA/0012 and 0013', 'ea 09 0012 02 011b 0013 01 28', { powerVolts: 28.3, batteryVolts: 4 }],
  ])

  it('are charging by bit 26 of the status (S21L)', () => {
    expect(readingsIn(locationWith('', { status: '0400000b' })).isCharging).toBe(true)
    expect(readingsIn(locationWith(''))).not.toHaveProperty('isCharging')
  })

  it('of a heartbeat are per cent and signal (BSJ-EG01, 0x0002)', () => {
    expect(readingsIn(messageWith(0x0002, '54 1f 00'))).toMatchObject({
      batteryPercent: 84,
      signalPercent: 100,
    })
    expect(readingsIn(messageWith(0x0002, ''))).toEqual({})
  })

  it('of eighteen bytes that are no items', () => {
    const readings = readingsIn(locationWith('00050203 00003039 0089 00000000 16 000000'))
    expect(readings).toMatchObject({ odometerMetres: 12_345_000, powerVolts: 13.7 })
  })
})

describe('thermometers and hygrometers', () => {
  const many = '51 08 0134 011a 04f6 8050'
  expectItems([
    [
      'GPS51 example, 51',
      many,
      { temperature1: 30.8, temperature2: 28.2, temperature4: -8 },
      ['temperature3', 'temperature3Raw'],
    ],
    [
      'GPS51, 51 without sensors',
      `51 10 ${'ffff'.repeat(8)}`,
      {},
      ['temperature1', 'temperature8', 'temperature1Raw'],
    ],
    ['G10LS, 51 without sensors', `51 10 ${'0000'.repeat(8)}`, {}, ['temperature1']],
    ['51 in tenths', '51 02 0123', { temperature1: 29.1 }],
    ["51 as two's complement", '51 02 ffe9', { temperature1: -2.3 }],
    ['51 as sign and magnitude', '51 02 8017', { temperature1: -2.3 }],
    ['51 of -40', '51 02 8190', { temperature1: -40 }],
    ['51 with 7FFF', '51 02 7fff', {}, ['temperature1', 'temperature1Raw']],
    ["51 as two's complement", '51 02 ff38', { temperature1: -20 }],
    ['51 as sign and magnitude', '51 02 80c8', { temperature1: -20 }],
    ['GPS51 example, 58', '58 04 0012 0fff', { humidity1: 1.8 }, ['humidity2']],
    ['JT/T 808-2019, 06 of two bytes', '06 02 8012', { temperature1: -18 }, ['batteryPercent']],
    ['06 without a sensor', '06 02 ffff', {}, ['temperature1']],
    ['public decoder, E6', `e6 0b 02 aabbcc001122 1780 3a1a`, { temperature2: 23.5, humidity2: 58.1 }],
    ['capture, E6 of one byte', 'e6 01 00', {}, ['temperature0']],
    [
      'AOVX, F6 with light, temperature, humidity',
      'f6 08 02 07 0011 ff38 01f4',
      { light: 17, temperature1: -20, humidity1: 50 },
    ],
    ['capture of AOVX, F6 with an acceleration', 'f6 08 40 08 ffff fffd 0009', {}, ['temperature1', 'light']],
    ['capture, 77', '77 08 01 7e19f1 0038 4d 08', { tyre1PressureBar: 1.4, tyre1Temperature: 27 }],
    ['VJT 3.40, EE/3002', 'ee 05 3002 02 0064', { temperature1: -30 }],
  ])
})

describe('tampering and other alarms', () => {
  it.each([
    [17, 'tampering'],
    [16, 'tampering'],
    [15, 'vibration'],
    [0, 'sos'],
    [28, 'tow'],
    [29, 'crash'],
    [7, 'low_battery'],
    [8, 'power_cut'],
  ])('of bit %s of the alarms is %s (G10LS table 18, JT/T 808 table 18)', (bit, alarm) => {
    const alarms = (2 ** bit).toString(16).padStart(8, '0')
    expect(readingsIn(locationWith('', { alarms })).alarm).toBe(alarm)
  })

  it('are movement by bit 16 of an AOVX, which names itself (capture)', () => {
    const model = hexOf('AOVX_AL300-LA_H-2.0_EG915ULAABR03A01M08_V2.0:1')
    const items = `f2 ${(model.length / 2).toString(16)} ${model}`
    const readings = readingsIn(locationWith(items, { alarms: '00010000' }))
    expect(readings).toMatchObject({ alarm: 'movement', firmware: expect.stringMatching(/^AOVX_AL300/) })
  })

  it('are no crash by bits 29 and 30 of an AOVX', () => {
    const items = `f2 0a ${hexOf('AOVX_VL300')}`
    for (const alarms of ['20000000', '40000000'])
      expect(readingsIn(locationWith(items, { alarms })).alarm).toBe('other')
    expect(readingsIn(locationWith(items, { alarms: '20000001' })).alarm).toBe('sos')
  })

  it('are those of AOVX where the tracker named itself before, or its vehicle has such a model', () => {
    const crash = () => locationWith('', { alarms: '60000000' })
    const none = locationWith('')
    const named = locationWith(`f2 0a ${hexOf('AOVX_VL300')}`)
    const alarmsOf = (models: readonly (string | null | undefined)[], ...frames: Uint8Array[]) => {
      let at = 0
      const stream = jt808.openStream({ modelOf: () => models[at++] })
      const alarms: unknown[] = []
      for (const frame of frames)
        stream.read(frame, new Date('2026-03-04T05:06:10Z'), ({ reports }) =>
          alarms.push(...reports.map(({ alarm }) => alarm)),
        )
      return alarms
    }
    expect(alarmsOf([], named, crash())).toEqual([null, 'other'])
    for (const model of ['AOVX VL300', 'vl-300', 'GL100', 'aovx al300', 'AOVX GL700'])
      expect(alarmsOf([model], crash()), model).toEqual(['other'])
    expect(alarmsOf(['AOVX VL300'], locationWith('', { alarms: '00010000' }))).toEqual(['movement'])
    // A vehicle may get its device after the first message.
    expect(alarmsOf([undefined, 'VL300'], none, crash())).toEqual([null, 'other'])
    // A person may correct the model, which changes nothing of what the tracker stated.
    expect(alarmsOf(['VL300', 'Jimi JC400'], none, crash())).toEqual([null, 'crash'])
    expect(alarmsOf(['VL300', 'Jimi JC400', null], named, none, crash())).toEqual([null, null, 'other'])
    for (const model of ['Jimi JC400', null, undefined])
      expect(alarmsOf([model], crash()), String(model)).toEqual(['crash'])
  })

  it('are an area entered or left once, by item 12 (JT/T 808 table 27)', () => {
    const entered = locationWith('12 06 01 00000007 00', { alarms: '00100000' })
    const left = locationWith('12 06 01 00000007 01', { alarms: '00100000' })
    expect(readingsIn(entered).alarm).toBe('geofence_enter')
    expect(readingsIn(left).alarm).toBe('geofence_exit')
    const alarms = messagesOf(entered, entered).flatMap(({ reports }) => reports.map(({ alarm }) => alarm))
    expect(alarms).toEqual(['geofence_enter', null])
  })

  expectItems([
    ['BSJ-EG01, 0089 bit 12', 'eb 08 0006 0089 ffffefff', { alarm: 'removing' }],
    ['capture of a drive, 0089 bit 4', 'eb 08 0006 0089 ffffffef', {}, ['alarm']],
    ['BSJ-EG01, 0089 bit 8', 'eb 08 0006 0089 fffffeff', { alarm: 'harsh_acceleration' }],
    ['BSJ-EG01, 0089 bit 9', 'eb 08 0006 0089 fffffdff', { alarm: 'harsh_braking' }],
    ['BSJ-EG01, 0089 bit 25', 'eb 08 0006 0089 fdffffff', { alarm: 'harsh_cornering' }],
    ['BSJ-EG01, 00C5 bit 6', 'eb 08 0006 00c5 ffffffbf', { alarm: 'vibration' }],
    ['BSJ-EG01, 00C5 bit 14', 'eb 08 0006 00c5 ffffbfff', { alarm: 'tampering' }],
    ['capture, 00C5 positioning', 'eb 08 0006 00c5 ffffffef', {}, ['alarm']],
    ['another maker, 0089 all 0', 'eb 08 0006 0089 00000000', {}, ['alarm']],
    ['public decoder, 57', '57 08 0200 0000 00000000', { alarm: 'harsh_braking' }],
    ['capture, 57', '57 08 0002 0002 00000000', {}, ['alarm']],
    ['GPS51, FA', 'fa 04 00000002', { alarm: 'removing' }],
    ['GPS51, FA', 'fa 04 00000100', { alarm: 'low_battery' }],
    ['VJT 3.41, FA power restored', 'fa 03 0104 00', { alarm: 'power_restored' }],
    ['VJT 3.51, FA overspeed begins', 'fa 04 0107 01 01', { alarm: 'overspeed' }],
    ['VJT 3.51, FA overspeed ends', 'fa 0c 0107 09 00 001e 0320 0300 0100', {}, ['alarm']],
  ])
})
