import { describe, expect, it } from 'vitest'
import { asciiBytes, fromHex, toHex } from '../bytes.ts'
import { login, read } from './teltonika.factory.ts'
import { encodeTeltonikaFrame } from './teltonika.frame.ts'

/** Extras and telemetry of a codec 8 extended record with the given elements, each id and value in hexadecimal. */
function read8e(elements: Partial<Record<1 | 2 | 4, readonly string[]>>) {
  const report = report8e(elements)
  return { ...report?.extras, ...report?.telemetry }
}

/** `long`: elements of any length, each id, length and value. */
function report8e(elements: Partial<Record<1 | 2 | 4, readonly string[]>>, long: readonly string[] = []) {
  const place = '0000016b40d8ea30 00 c4e94fb0 0b951c80 08c0 0000 09 0000'
  const hex = (count: number) => count.toString(16).padStart(4, '0')
  const widths = [elements[1] ?? [], elements[2] ?? [], elements[4] ?? []]
  const total = widths.reduce((sum, group) => sum + group.length, long.length)
  const groups = widths.map((group) => `${hex(group.length)}${group.join('')}`).join('')
  const frame = encodeTeltonikaFrame(
    0x8e,
    1,
    fromHex(`${place} 0000 ${hex(total)} ${groups} 0000 ${hex(long.length)} ${long.join('')}`),
  )
  return read([login, frame], { maxFrameBytes: 4_096 }).reports[0]
}

describe('a record with many elements', () => {
  /** From 1000 on, where no element has a meaning. */
  const unknown = (count: number) =>
    Array.from({ length: count }, (_, at) => `${(1_000 + at).toString(16).padStart(4, '0')} 07`)
  const vin = `0100 0011 ${toHex(asciiBytes('3VWFE21C04M000001'))}`
  const codes = `0119 0005 ${toHex(asciiBytes('P0301'))}`

  it('keeps the VIN and the trouble codes, which come last', () => {
    const report = report8e({ 1: unknown(200) }, [vin, codes])
    expect(report?.extras).toMatchObject({ io1199: 7, vin: '3VWFE21C04M000001', troubleCodes: 'P0301' })
    expect(report).not.toHaveProperty('readingsLeftOut')
  })

  it('keeps 250 of them and counts the others', () => {
    const report = report8e({ 1: unknown(300) }, [vin])
    expect(Object.keys(report?.extras ?? {})).toHaveLength(250)
    expect(report?.readingsLeftOut).toBe(51)
  })
})

// Expected values: Teltonika wiki, "Teltonika Data Sending Parameters ID", tables of the CAN adapter, OBD and
// permanent elements.
describe('elements of the vehicle', () => {
  it.each([
    ['axle 1 load 7,250 kg', { 2: ['0076 1c52'] }, { axleWeight1: 7250 }],
    ['axle 2 load 11,480 kg', { 2: ['0077 2cd8'] }, { axleWeight2: 11_480 }],
    [
      'axles 3 to 5',
      { 2: ['0078 1388', '0079 1389', '007a 138a'] },
      { axleWeight3: 5000, axleWeight4: 5001, axleWeight5: 5002 },
    ],
    ['all doors closed', { 2: ['005a 0000'] }, { door: false, doors: 'closed' }],
    ['front left door open', { 2: ['005a 0100'] }, { door: true, doors: 'front left' }],
    ['front right and trunk open', { 2: ['005a 2200'] }, { door: true, doors: 'front right,trunk' }],
    [
      'all doors open',
      { 2: ['005a 3f00'] },
      { doors: 'front left,front right,rear left,rear right,hood,trunk' },
    ],
    [
      'doors as elements of their own',
      { 1: ['028e 01', '028f 00', '0292 01'] },
      { doorFrontLeft: true, doorFrontRight: false, doorTrunk: true },
    ],
    [
      'digital inputs',
      { 1: ['0001 01', '0002 00', '0003 01', '0004 00'] },
      { input1: true, input2: false, input3: true, input4: false },
    ],
    ['digital outputs', { 1: ['00b3 00', '00b4 01'] }, { output1: false, output2: true }],
    ['analog inputs', { 2: ['0009 0d34', '0006 04d2'] }, { analogVolts1: 3.38, analogVolts2: 1.234 }],
    ['engine temperature 87.5 °C', { 2: ['0073 036b'] }, { coolantTemperature: 87.5 }],
    ['engine temperature -12.3 °C', { 2: ['0073 ff85'] }, { coolantTemperature: -12.3 }],
    ['coolant of OBD', { 1: ['0020 5a'] }, { coolantTemperature: 90 }],
    ['engine load', { 1: ['0072 2a'] }, { engineLoadPercent: 42 }],
    ['rpm of OBD', { 2: ['0024 0708'] }, { rpm: 1800 }],
    ['rpm of CAN', { 2: ['0055 0709'] }, { rpm: 1801 }],
    ['fuel level 38.5 l', { 2: ['0054 0181'] }, { fuelLitres1: 38.5 }],
    ['fuel rate 11.2 l/h', { 2: ['006e 0070'] }, { fuelLitresPerHour: 11.2 }],
    ['AdBlue', { 1: ['006f 32'], 2: ['0070 00c8'] }, { adBluePercent: 50, adBlueLitres: 20 }],
    [
      'wireless sensors',
      { 2: ['0019 0866', '001a f8ad', '0056 0203', '0068 01ff', '006a 03e8', '006c 0000'] },
      {
        ...{ temperature5: 21.5, temperature6: -18.75 },
        ...{ humidity5: 51.5, humidity6: 51.1, humidity7: 100, humidity8: 0 },
      },
    ],
    [
      'Dallas temperatures',
      { 4: ['0048 000000e1', '0049 ffffff83'] },
      { temperature1: 22.5, temperature2: -12.5 },
    ],
  ] as const)('%s', (_, elements, expected) => {
    expect(read8e(elements)).toMatchObject(expected)
  })

  it('of a wired thermometer are raw values beyond what it can measure', () => {
    // 200 °C, -3,274.5 °C, 125.1 °C; 125 °C.
    const read = read8e({ 4: ['0048 000007d0', '0049 ffff8017', '004a 000004e3', '004b 000004e2'] })
    expect(read).toEqual({
      ...{ temperature1Raw: 200, temperature2Raw: -3274.5, temperature3Raw: 125.1, temperature4: 125 },
    })
  })

  it('are left out where sensor or bus state none', () => {
    const missing = read8e({ 2: ['0019 0fa0', '001a 0bb8', '001b 07d0', '001c 0fa1'] })
    expect(Object.keys(missing).filter((name) => name.startsWith('temperature'))).toEqual(['temperature8'])
    const codes = ['0048 00000bb8', '0049 00000fa0', '004a 00001388']
    const stated = read8e({ 2: ['0076 ffff', '0073 ffff'], 4: codes })
    expect(Object.keys(stated)).toEqual([])
  })
})
