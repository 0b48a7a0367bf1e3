import { describe, expect, it } from 'vitest'
import { built, cell, date, fix, place, readFrames, readOne, text, wideCell } from './samples/gt06.built.ts'

describe('0x34', () => {
  const behind = '0000 000025d4 014e 14 a065 0000dd95 004aa82b 0594 01a3 00200000 02 01 0080 0102'
  it('reads driver, supply, battery, inputs and analogue inputs', () => {
    expect(readOne(0x34, `39000000 ${place} ${behind}`)).toMatchObject({
      ...{
        kind: 'position',
        fix,
        telemetry: { odometerMetres: 9684, driverUniqueId: '4892715', powerVolts: 14.28 },
      },
      extras: {
        batteryVolts: 4.19,
        input1: false,
        input2: true,
        output1: true,
        output2: false,
        analogVolts1: 1.28,
        analogVolts2: 2.58,
      },
    })
  })
  it('lists cells where it begins with the date', () => {
    expect(readOne(0x34, `${date} 00 014e 0014 ${'a0650000dd9520'.repeat(5)} 00000000`)).toMatchObject({
      kind: 'status',
      fix: null,
    })
  })
})

// LW4G layout as public decoders document it: a 4G cell, then status, supply and the totals of the vehicle.
describe('0xA2', () => {
  const message = (code: string) =>
    `${place} ${wideCell} 04 46 0984 06 04 ${code} 02 000025d4 00015180 0000000000000000 0003`
  it('of 59 bytes is a position', () => {
    expect(readOne(0xa2, message('00'))).toMatchObject({
      ...{ kind: 'position', alarm: null, fix, extras: { input1: true, input2: true, input3: false } },
      telemetry: {
        ignition: true,
        powerVolts: 24.36,
        batteryPercent: 100,
        signalPercent: 100,
        odometerMetres: 9684,
        engineHours: 24,
      },
    })
  })
  it.each([
    ['01', 'sos'],
    ['18', 'crash'],
    ['19', 'harsh_acceleration'],
    ['1a', 'harsh_braking'],
    ['1b', 'harsh_cornering'],
  ])('with code %s is an alarm', (code, alarm) => {
    expect(readOne(0xa2, message(code))).toMatchObject({ kind: 'alarm', alarm, fix })
  })
  it('lists cells otherwise', () => {
    expect(readOne(0xa2, `${date} 0136 04 ${'00'.repeat(90)}`)).toMatchObject({ kind: 'status', fix: null })
  })
})

describe('an alarm from a cell', () => {
  it.each([
    ['a cell', 0x19, `${cell} 42 06 04 01 02`],
    ['a cell with its length', 0x19, `08 ${cell} 42 06 04 01 02`],
    ['a cell with a length that counts itself', 0x19, `09 ${cell} 42 06 04 01 02`],
    ['a 4G cell', 0xa5, `${wideCell} 42 06 04 01 02`],
    ['a 4G cell behind a date', 0xa5, `${date} ${wideCell} 42 06 04 01 02`],
  ])('is an SOS without fix, from %s', (_, type, body) => {
    expect(readOne(type, body)).toMatchObject({
      ...{
        kind: 'alarm',
        alarm: 'sos',
        fix: null,
        extras: { cell: expect.stringMatching(/^334-20-41061-/) },
      },
      telemetry: { ignition: true, batteryPercent: 100, signalPercent: 100 },
    })
  })
  it('is an SOS by the status bits', () => {
    expect(readOne(0x19, `${cell} 62 06 04 00 02`)).toMatchObject({ kind: 'alarm', alarm: 'sos' })
    expect(readOne(0xa5, `${wideCell} 62 06 04 00 02`)).toMatchObject({ kind: 'alarm', alarm: 'sos' })
  })
})

// Alarm codes as public decoders read them.
describe('alarm codes', () => {
  it.each([
    ['01', 'sos'],
    ['02', 'power_cut'],
    ['03', 'vibration'],
    ['04', 'geofence_enter'],
    ['05', 'geofence_exit'],
    ['06', 'overspeed'],
    ['0c', 'tampering'],
    ['0e', 'low_battery'],
    ['0f', 'low_battery'],
    ['13', 'tampering'],
    ['14', 'door'],
    ['19', 'low_battery'],
    ['1a', 'harsh_braking'],
    ['1b', 'harsh_cornering'],
    ['25', 'tampering'],
    ['26', 'harsh_acceleration'],
    ['27', 'harsh_braking'],
    ['28', 'harsh_braking'],
    ['29', 'harsh_acceleration'],
    ['2a', 'harsh_cornering'],
    ['2b', 'harsh_cornering'],
    ['2c', 'crash'],
    ['2e', 'harsh_cornering'],
    ['30', 'harsh_braking'],
    ['32', 'tampering'],
    ['77', 'other'],
  ])('reads %s in 0x26', (code, alarm) => {
    expect(readOne(0x26, `${place} 09 ${cell} 42 06 04 ${code} 02`)).toMatchObject({
      kind: 'alarm',
      alarm,
      fix,
    })
  })
  it('reads the codes above 255 that begin in the language', () => {
    expect(readOne(0x27, `${place} 09 ${cell} 42 06 04 07 12 00`)?.alarm).toBe('jamming')
    expect(readOne(0xa4, `${place} 00 ${wideCell} 42 06 04 0b 12 00`)?.alarm).toBe('jamming')
  })
  it('reads the odometer behind the language', () => {
    expect(readOne(0x26, `${place} 09 ${cell} 42 06 04 06 02 000025d4`)).toMatchObject({
      ...{ alarm: 'overspeed', telemetry: { odometerMetres: 9684 } },
    })
  })
  it('reads the codes of a maker whose forms were seen', () => {
    const seeworld = built(0x22, `${place} 014e14a06500dd95a4 01 00 00 000025d4 00000e10 00e6 1388`)
    const alarmOf = (code: string) => built(0x16, `${place} 09 014e14a06500dd95a4 42 62 1f ${code} 02`)
    const { reports } = readFrames(seeworld, alarmOf('28'), alarmOf('29'), alarmOf('13'))
    expect(reports.map(({ alarm }) => alarm)).toEqual([null, 'harsh_cornering', 'crash', 'tampering'])
    expect(reports[0]?.extras).toMatchObject({ temperature1: 2.3, humidity1: 50 })
  })
  it('reads 0x39, an alarm with the technology of its cell and items', () => {
    const items = '0027 02 04d2 002e 04 000025d4 006a 01 5f 003b 02 0113'
    expect(readOne(0x39, `${place} 03 ${wideCell} 001b 42 06 04 01 02 ${items}`)).toMatchObject({
      ...{ kind: 'alarm', alarm: 'sos', fix: { ...fix, accuracyMetres: 2.75 } },
      telemetry: { powerVolts: 12.34, odometerMetres: 9684, batteryPercent: 95 },
    })
    expect(readOne(0x39, `${place} 00 ${cell} 1b 42 06 04 07 12`)).toMatchObject({ alarm: 'jamming', fix })
  })
})

describe('a camera alarm marked FF FF', () => {
  const marked = (behind: string) => `ffff 01 ${place.slice(0, -7)} ${behind}`
  it.each([
    ['flags first', '1d0f 002a 007c 91 0000', {}],
    ['speed first', '002a 1d0f 007c 91 0000', {}],
    ['files', `1d0f 002a 007c 91 0000 ${text('EVENT_1.mp4')}`, { mediaFile: 'EVENT_1.mp4' }],
  ])('is read with %s', (_, behind, extras) => {
    expect(readOne(0x95, marked(behind))).toMatchObject({
      ...{ kind: 'alarm', alarm: 'harsh_braking', fix, telemetry: { powerVolts: 12.4 }, extras },
    })
  })
})

describe('heartbeats', () => {
  it.each([
    [
      'a signal, battery and supply',
      '42 2c94 00 02 62 04 04f4 00 0000 00eb',
      { batteryPercent: 98, powerVolts: 12.68, signalPercent: 65 },
      { temperature1: 23.5 },
    ],
    ['frost', '42 2c94 00 02 62 04 04f4 00 0000 ffce', { ignition: true }, { temperature1: -5 }],
    [
      'a thermometer',
      '30 802b 00 00 06 42 014f 00 0872 0000 80eb',
      { ignition: false },
      { temperature1: 23.5, batteryVolts: 3.35 },
    ],
    ['a thermometer below zero', '30 802b 00 00 06 42 014f 00 0872 0000 0032', {}, { temperature1: -5 }],
    [
      'a supply behind the status',
      '46 06 04 007c',
      { batteryPercent: 100, signalPercent: 100, powerVolts: 12.4 },
      {},
    ],
    ['a truck supply behind the status', '46 06 04 0118', { powerVolts: 28, batteryPercent: 100 }, {}],
    [
      'a supply in place of the battery',
      '06 04ea 04 00',
      { ignition: true, powerVolts: 12.58, signalPercent: 100 },
      {},
    ],
  ])('reads %s', (_, body, telemetry, extras) => {
    expect(readOne(0x13, body)).toMatchObject({ kind: 'status', alarm: null, telemetry, extras })
  })
  it('reads an empty battery, also while charging', () => {
    expect(readOne(0x13, '46 00 04 00 02')?.telemetry).toMatchObject({ isCharging: true, batteryPercent: 0 })
    expect(readOne(0x13, '42 00 04 00 02')?.telemetry.batteryPercent).toBe(0)
  })
  it('keeps reading the alarm of the usual form', () => {
    expect(readOne(0x13, '46 06 04 01 02')).toMatchObject({
      alarm: 'sos',
      telemetry: { batteryPercent: 100 },
    })
  })
})

// Information by its kind, as public decoders read it.
describe('0x94', () => {
  it.each([
    ['the supply', '00 04d2', { powerVolts: 12.34 }, {}],
    ['the supply, kind 11', '0b 04d2', { powerVolts: 12.34 }, {}],
    ['a door', '05 01', {}, { door: true, input1: false }],
    ['a door behind a date', `05 ${date} 04`, {}, { door: false, input1: true }],
    ['temperature and humidity', '1e 000000eb 000001f9', {}, { temperature1: 23.5, humidity1: 50.5 }],
    ['frost', '1e ffffffce 000001f9', {}, { temperature1: -5, humidity1: 50.5 }],
    [
      'a fuel sensor',
      `0d ${text('!AIOIL,02,035.782,016.750,N00,0010,036.100,1,00,49')}`,
      {},
      { temperature1: 16.75, fuelLitres1: 36.1 },
    ],
    [
      'a fuel sensor behind a date',
      `0d ${date} ${text('!AIOIL,02,035.782,016.750,N00,0010,036.100,1,00,49')}`,
      {},
      { temperature1: 16.75, fuelLitres1: 36.1 },
    ],
    ['a card', '1b 0208 4277efef 3503', { driverUniqueId: '4277efef' }, {}],
    [
      'identifiers',
      `0a ${imei()} 0334020000000018 8952020217070401538f`,
      {},
      { iccid: '8952020217070401538' },
    ],
  ])('reads %s', (_, body, telemetry, extras) => {
    expect(readOne(0x94, body, true)).toMatchObject({ kind: 'status', fix: null, telemetry, extras })
  })
  it('keeps what a thermometer and a hygrometer cannot have measured as raw values', () => {
    expect(readOne(0x94, '1e 80000000 000003e9', true)?.extras).toEqual({
      temperature1Raw: -214_748_364.8,
      humidity1Raw: 100.1,
    })
  })
  function imei() {
    return '0861000000000018'
  }
})
