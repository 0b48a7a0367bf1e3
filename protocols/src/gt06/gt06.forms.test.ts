import { describe, expect, it } from 'vitest'
import { cell, date, fix, imei, place, readOne, text } from './samples/gt06.built.ts'

// Layouts as public decoders (Traccar's and ports of it) read them; no maker's text was at hand.
describe('0x12 by what stands behind its cell', () => {
  it.each([
    ['nothing', '', {}, {}],
    ['an odometer', '000025d4', { odometerMetres: 9684 }, {}],
    ['ignition, mode, replay', '01 00 00', { ignition: true }, {}],
    ['ignition off', '00 03 01', { ignition: false }, {}],
    ['ignition and odometer', '01 00 00 000025d4', { ignition: true, odometerMetres: 9684 }, {}],
    [
      'status and supply',
      '46 04d2 04 00',
      { ignition: true, isCharging: true, powerVolts: 12.34, signalPercent: 100 },
      {},
    ],
    ['a supply of 10.5 V', '40 041a 02 00', { ignition: false, powerVolts: 10.5, signalPercent: 50 }, {}],
    ['a truck supply', '42 0a8c 03 00', { ignition: true, powerVolts: 27, signalPercent: 75 }, {}],
    ['inputs', 'c07b', { ignition: true }, { input2: true, analogVolts1: 12.3 }],
    ['inputs in volts', 'a00c', { ignition: true }, { input2: false, analogVolts1: 12 }],
    ['a temperature', '9019', { ignition: true }, { temperature1: 25 }],
    ['a temperature below zero', '1205', { ignition: false }, { temperature1: -5 }],
    [
      'fuel, temperature, odometer',
      '42 04d2 04 00 0123 17 000003c8',
      { powerVolts: 12.34, odometerMetres: 9680 },
      { fuelRaw1: 291, temperature1: 23 },
    ],
    ['frost', '42 04d2 04 00 0000 8c 000003c8', {}, { temperature1: -12 }],
    [
      'a card',
      `000025d4 0a ${text('4277EFEF01')} 00 01`,
      { odometerMetres: 9684, driverUniqueId: '4277EFEF01' },
      {},
    ],
    [
      'a card and minutes',
      `000025d4 0a ${text('4277EFEF02')} 00 01 0010`,
      { odometerMetres: 9684, driverUniqueId: '4277EFEF02' },
      {},
    ],
  ])('reads %s', (_, tail, telemetry, extras) => {
    expect(readOne(0x12, `${place} ${cell} ${tail}`)).toMatchObject({
      kind: 'position',
      fix,
      telemetry,
      extras,
    })
  })

  it('reads overspeed where others state a removed device', () => {
    expect(readOne(0x12, `${place} ${cell} 7a 04d2 04 00`)?.alarm).toBe('overspeed')
  })
  it('raises the alarm of a card reader', () => {
    expect(readOne(0x12, `${place} ${cell} 000025d4 0a ${text('4277EFEF01')} 01 01`)?.alarm).toBe('other')
  })
  it('reads a position behind an IMEI', () => {
    expect(readOne(0x12, `${imei} ${place} ${cell}`)).toMatchObject({ kind: 'position', fix })
  })
  it('takes a language for no inputs', () => {
    expect(readOne(0x12, `${place} ${cell} 0002`)).toMatchObject({ telemetry: {}, extras: {} })
  })
})

// As public decoders read NT20 and XT40: source, IMEI, date, position, cell, status, supply, battery, network, alarm, travel.
describe('the form with an IMEI, 0x22 and 0x25', () => {
  const start = `01 ${imei} ${date} ${place} 09 ${cell}`
  const status = '46 0984 28 04 00 02'
  it('reads supply, battery, odometer and hours', () => {
    expect(readOne(0x22, `${start} ${status} 0025d4 000171 01`)).toMatchObject({
      ...{ kind: 'position', alarm: null, fix, extras: { batteryVolts: 4 } },
      telemetry: {
        ignition: true,
        powerVolts: 24.36,
        signalPercent: 100,
        odometerMetres: 9684,
        engineHours: 6.15,
      },
    })
  })
  it('does not mix the odometer into the hours', () => {
    expect(readOne(0x25, `${start} ${status} 0025ff 00003c 00`)?.telemetry).toMatchObject({
      engineHours: 1,
      odometerMetres: 9727,
    })
  })
  it('raises its alarm', () => {
    expect(readOne(0x22, `${start} 46 0984 28 04 01 02 000000 000000 01`)).toMatchObject({
      kind: 'alarm',
      alarm: 'sos',
      fix,
    })
  })
})

describe('0x24', () => {
  it('of 41 bytes is a position with supply and battery', () => {
    expect(readOne(0x24, `${place} ${cell} 01 04d2 019a 00000000000000000000`)).toMatchObject({
      ...{
        kind: 'position',
        fix,
        telemetry: { ignition: true, powerVolts: 12.34 },
        extras: { batteryVolts: 4.1 },
      },
    })
  })
  it('lists cells otherwise', () => {
    expect(readOne(0x24, `${date} 00 014e 14 05 ${'a06500dd9520'.repeat(5)} 000000`)).toMatchObject({
      kind: 'status',
      fix: null,
    })
  })
})

describe('0x31 and 0x32', () => {
  const longCell = '02d4 000a c3c7 0dbdc40b'
  it.each([
    ['ten bytes of cell', `0a ${longCell} 46 06 04 01 02 02af`, 687],
    ['eight bytes of cell', `08 ${cell} 46 06 04 01 02 ffec`, -20],
    ['a length that counts itself', `09 ${cell} 46 06 04 01 02 02af`, 687],
    ['no altitude', `08 ${cell} 46 06 04 01 02`, null],
  ])('reads the alarm behind %s', (_, tail, altitudeMetres) => {
    expect(readOne(0x32, `${place} ${tail}`)).toMatchObject({
      ...{ kind: 'alarm', alarm: 'sos', fix: { ...fix, altitudeMetres } },
      telemetry: { ignition: true, isCharging: true, batteryPercent: 100, signalPercent: 100 },
    })
  })
  it('is a position where there is no alarm', () => {
    expect(readOne(0x32, `${place} 08 ${cell} 46 06 04 00 02 02af`)).toMatchObject({
      kind: 'position',
      alarm: null,
      fix,
    })
  })
  it.each([
    [
      'ignition, odometer, altitude',
      `${longCell} 01 00 00 000025d4 02a6`,
      { ignition: true, odometerMetres: 9684 },
      678,
    ],
    ['ignition and altitude', `${longCell} 00 00 00 02a6`, { ignition: false }, 678],
    ['a short cell', `${cell} 01 00 00 000025d4`, { ignition: true, odometerMetres: 9684 }, null],
  ])('reads 0x31 with %s', (_, tail, telemetry, altitudeMetres) => {
    expect(readOne(0x31, `${place} ${tail}`)).toMatchObject({
      kind: 'position',
      fix: { ...fix, altitudeMetres },
      telemetry,
    })
  })
  it('reads the long frame of a lock', () => {
    const body = `${date} 0c cb 0215bb78 0aa2c650 2a 1d0f 09 ${cell} 3f 00 00 01 00`
    expect(readOne(0x32, body, true)).toMatchObject({
      kind: 'position',
      alarm: null,
      fix,
      extras: { status: 1 },
    })
    expect(readOne(0x33, body.replace(/01 00$/, 'a5 00'), true)).toMatchObject({
      kind: 'alarm',
      alarm: 'door',
      fix,
    })
  })
  it('of the lock without satellites has no fix', () => {
    expect(readOne(0x32, `${date} 00 09 ${cell} 3f 00 00 00 00`, true)).toMatchObject({
      kind: 'status',
      fix: null,
    })
  })
})
