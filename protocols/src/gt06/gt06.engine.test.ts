import { describe, expect, it } from 'vitest'
import { fromHex, toHex } from '../bytes.ts'
import { date, fix, place, readFrames, readOne, text, wideCell } from './samples/gt06.built.ts'

// FM08ABC ids as public decoders read them; ids 21.. by the parameters of OBD-II and one real message.
describe('engine values, 0x8C', () => {
  const message = (values: string, ignition = '01') => `${date} ${ignition} ${text(values)}`
  it.each([
    ['2D3=00001c20', { coolantTemperature: 72 }],
    ['363=0003bd08', { rpm: 2450 }],
    ['353=00002134', { obdSpeedKmh: 85 }],
    ['283=000274d8', { obdOdometerMetres: 1_609_840 }],
    ['473=0000063b', { fuelUsedLitres: 15.95 }],
    ['4A3=3GCUKREC0EG123456', { vin: '3GCUKREC0EG123456' }],
    ['2105=00001c20,210c=0003bd08,210d=00002134', { coolantTemperature: 72, rpm: 2450, obdSpeedKmh: 85 }],
    ['2104=00000e10,2111=00000af0', { engineLoadPercent: 36, throttlePercent: 28 }],
  ])('reads %s', (values, extras) => {
    expect(readOne(0x8c, message(values), true)).toMatchObject({
      kind: 'status',
      telemetry: { ignition: true },
      extras,
    })
  })
  it.each([
    ['2B3=00001194', { fuelPercent: 45 }],
    ['212f=00001194', { fuelPercent: 45 }],
    ['303=00000596', { powerVolts: 14.3 }],
  ])('reads %s into telemetry', (values, telemetry) => {
    expect(readOne(0x8c, message(values, '00'), true)?.telemetry).toEqual({ ignition: false, ...telemetry })
  })
  it('leaves out an empty VIN and a fuel level of zero', () => {
    const report = readOne(0x8c, message('4A3=,2B3=00000000'), true)
    expect(report?.extras.vin).toBeUndefined()
    expect(report?.telemetry.fuelPercent).toBeUndefined()
  })
  it('reads 0x66 likewise, and trouble codes in 0x65', () => {
    expect(readOne(0x66, message(',2105=00001c20'), true)?.extras).toMatchObject({ coolantTemperature: 72 })
    expect(readOne(0x65, message(',P0301,P0420,P0301'), true)?.extras).toEqual({
      troubleCodes: 'P0301,P0420',
    })
  })
})

// As public decoders read VL842: seconds since 1970, then items.
describe('state items, 0xF1', () => {
  const time = '69a7bf88'
  it.each([
    ['motion', '0001 01 02', {}, { motion: true }],
    ['rest', '0001 01 01', {}, { motion: false }],
    ['arming', '0002 01 01', {}, { armed: true }],
    ['ignition', '0004 01 01', { ignition: true }, {}],
    ['supply', '0005 02 04d2', { powerVolts: 12.34 }, {}],
    ['charging', '0007 01 00', { isCharging: false }, {}],
    ['battery temperature', '000b 02 00eb', {}, { batteryTemperature1: 23.5 }],
    ['an item behind an unknown one', '00ff 03 010203 0004 01 00', { ignition: false }, {}],
  ])('reads %s', (_, items, telemetry, extras) => {
    for (const isLong of [false, true])
      expect(readOne(0xf1, `${time} ${items}`, isLong)).toMatchObject({ kind: 'status', telemetry, extras })
  })
  it('keeps what has no items', () => {
    expect(readOne(0xf1, `${time} 0001 09 02`, true)?.unreadFrame).toBeDefined()
  })
})

describe('items behind positions', () => {
  it('reads supply, odometer and accuracy in 0x37', () => {
    const items = '0027 02 04d2 002e 04 000025d4 003b 02 0113'
    expect(readOne(0x37, `${place} 014e14a06500dd95 01 00 00 ${items}`)).toMatchObject({
      ...{ kind: 'position', fix: { ...fix, accuracyMetres: 2.75 } },
      telemetry: { ignition: true, powerVolts: 12.34, odometerMetres: 9684 },
    })
  })
  it('reads the odometer in 0x38', () => {
    expect(readOne(0x38, `${place} 0e 00 03 ${wideCell} 001b 002e 04 000025d4`, true)).toMatchObject({
      ...{ kind: 'position', fix, telemetry: { odometerMetres: 9684 } },
    })
  })
  it('reads a wireless tag in 0x70, and leaves out its absent sensors', () => {
    const tag = (values: string) => `00000001 02 007f 000e c4a82841074a ${values}`
    expect(readOne(0x70, tag('0bb8 64 ffce 01dc 07'), true)?.extras).toMatchObject({
      ...{ temperature1: -5, humidity1: 47.6, sensor1BatteryVolts: 3 },
    })
    expect(readOne(0x70, tag('7fff 64 7fff 7fff 07'), true)?.extras).toEqual({ sensor1Id: 'c4a82841074a' })
  })
})

// As public decoders answer: a wearable waits for the date of its list.
describe('the answer to a wearable', () => {
  it.each([
    ['78780017 171023110829 0200cc080c4e2fa5640c4e2fa564 0d0a', '78780017171023110829 0d0a'],
    ['78780069 190121050903 03028f01007549e05a00bc9c5c5a007a8d1a5a 0d0a', '78780069190121050903 0d0a'],
  ])('to %s brings its date back', (frame, answer) => {
    const { messages } = readFrames(fromHex(frame))
    expect(toHex(messages[0]?.acknowledgement ?? new Uint8Array())).toBe(answer.replaceAll(' ', ''))
  })
})
