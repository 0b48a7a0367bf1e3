import type { DeviceReport } from '@rumbo/contract/telemetry.device-report.contract'
import { describe, expect, it } from 'vitest'
import { asciiBytes, fromHex } from '../bytes.ts'
import { joinBytes } from '../stream.ts'
import { encodeMeitrack } from './meitrack.frame.ts'
import { meitrack } from './meitrack.ts'

const imei = '353358017784062'
const receivedAt = new Date('2026-03-04T05:06:10Z')

/** The values a reader of the document expects; `speedKmh` and others of the fix by their own names. */
type Expected = Readonly<Record<string, unknown>>

function read(...frames: Uint8Array[]): DeviceReport[] {
  const stream = meitrack.openStream()
  const reports: DeviceReport[] = []
  for (const frame of frames) stream.read(frame, receivedAt, (message) => reports.push(...message.reports))
  return reports
}

/** Frames of the content behind the command, with a right length and checksum. */
const framed = (content: string | Uint8Array) => encodeMeitrack('$$', 'A', imei, content)
const binary = (command: string, hex: string) => framed(joinBytes(asciiBytes(`${command},`), fromHex(hex)))

function expectValues(report: DeviceReport | undefined, expected: Expected): void {
  const flat: Record<string, unknown> = {
    ...{ alarm: report?.alarm, answer: report?.answer?.key },
    ...report?.fix,
    ...report?.telemetry,
    ...report?.extras,
    time: report?.fix?.time.toISOString(),
  }
  for (const [name, value] of Object.entries(expected))
    if (typeof value === 'number') expect(flat[name], name).toBeCloseTo(value, 3)
    else expect(flat[name], name).toEqual(value)
}

describe("the examples of Meitrack's T622 GPRS protocol V1.2", () => {
  it.each<[string, string, Expected]>([
    [
      '3.1, the reply to A10',
      `$$Q128,${imei},AAA,34,22.543176,114.078448,100313093738,A,5,22,2,205,5,-14,0,60,0|0|10133|4110,0000,149|153|173|2707|914,*91\r\n`,
      {
        ...{ latitude: 22.543176, longitude: 114.078448, time: '2010-03-13T09:37:38.000Z', isValid: true },
        ...{ satellites: 5, signalPercent: 71, speedKmh: 2, headingDegrees: 205, hdop: 5, runTime: 60 },
        // 2707 of 4096 steps of 3.3 V, doubled; 914 times 16.
        ...{ altitudeMetres: -14, odometerMetres: 0, batteryVolts: 4.362, powerVolts: 11.782, alarm: null },
        ...{ answer: 'A10#Q', eventCode: 34, input1: false, output1: false },
      },
    ],
    [
      '3.2, a heartbeat',
      `$$a131,${imei},AAA,31,22.913458,114.083183,080229123628,V,9,23,21,83,1,18,1350,127,0|0|10133|4110,0000,169|181|184|2714|919,*60\r\n`,
      {
        ...{
          isValid: false,
          time: '2008-02-29T12:36:28.000Z',
          satellites: 9,
          signalPercent: 74,
          speedKmh: 21,
        },
        ...{ headingDegrees: 83, altitudeMetres: 18, odometerMetres: 1350, runTime: 127, powerVolts: 11.846 },
        ...{ batteryVolts: 4.373, answer: undefined },
      },
    ],
    [
      '3.3, tracking by time',
      `$$W129,${imei},AAA,35,22.540113,114.076141,100313094354,A,5,22,1,174,4,129,0,435,0|0|10133|4110,0000,166|224|193|2704|916,*BE\r\n`,
      {
        ...{ latitude: 22.540113, headingDegrees: 174, altitudeMetres: 129, runTime: 435, alarm: null },
        ...{ batteryVolts: 4.357, powerVolts: 11.808, eventCode: undefined },
      },
    ],
    [
      '3.16, the SOS button',
      `$$G127,${imei},AAA,1,22.538169,114.075958,100313095653,A,3,21,4,46,5,581,0,148,0|0|10133|4172,0000,166|204|205|2709|878,*77\r\n`,
      {
        ...{ alarm: 'sos', latitude: 22.538169, longitude: 114.075958, satellites: 3, signalPercent: 68 },
        ...{ speedKmh: 4, headingDegrees: 46, altitudeMetres: 581, runTime: 148, batteryVolts: 4.365 },
        ...{ powerVolts: 11.318, eventCode: 1 },
      },
    ],
  ])('%s', (_name, text, expected) => {
    const stream = meitrack.openStream({ acceptWrongChecksum: false })
    const reports: DeviceReport[] = []
    stream.read(asciiBytes(text), receivedAt, (message) => reports.push(...message.reports))
    expect(reports).toHaveLength(1)
    expectValues(reports[0], expected)
  })

  it.each([
    ['3.32', '$$M28,353358017784062,C01,OK*F9\r\n', 'C01#M', 'C01,OK'],
    ['3.26', '$$P28,353358017784062,B36,OK*03\r\n', 'B36#P', 'B36,OK'],
    ['3.3', '$$V28,353358017784062,A12,OK*02\r\n', 'A12#V', 'A12,OK'],
  ])('%s, a reply to a command', (_name, text, key, said) => {
    expect(read(asciiBytes(text))[0]).toMatchObject({
      ...{ kind: 'answer', answer: { key, text: said, isRefused: false }, fix: null },
    })
  })

  it.each([
    [1, 'sos'],
    [17, 'low_battery'],
    [18, 'low_battery'],
    [19, 'overspeed'],
    [20, 'geofence_enter'],
    [21, 'geofence_exit'],
    [22, 'power_restored'],
    [23, 'power_cut'],
    [24, null],
    [26, null],
    [28, 'fault'],
    [35, null],
    [36, 'tow'],
    [44, 'jamming'],
    [54, 'low_fuel'],
    [129, 'harsh_braking'],
    [130, 'harsh_acceleration'],
  ])('1.5: event %i is %s', (event, alarm) => {
    expect(read(framed(textOf({ event })))[0]?.alarm).toBe(alarm)
  })

  it('1.5 and A17: the ignition is on input 3, and not known before it was seen on', () => {
    const seen = [
      ...[textOf({ ports: '0000' }), textOf({ ports: '0400' }), textOf({ ports: '0000' })],
      ...[textOf({ event: 3 }), textOf({ event: 11 })],
    ].map(framed)
    expect(read(...seen).map(({ telemetry }) => telemetry.ignition)).toEqual([
      ...[undefined, true, false, true, false],
    ])
  })
})

/** The fields of a report of a T333, of the analog values on as in a test of an open parser. */
function textOf({
  event = 35,
  ports = '0000',
  analog = '0000|0000|0000|018D|0505',
  information = '00000001',
  rest = ',3,0000,',
} = {}): string {
  return `AAA,${event},-33.815786,151.200165,180427170921,A,9,12,0,15,0.8,71,5146,263808,505|2|7D07|041C15F3,${ports},${analog},${information},${rest}`
}

describe("fields of Meitrack's GPRS protocol V1.6 to V1.8", () => {
  it.each<[string, Parameters<typeof textOf>[0], Expected]>([
    ['hundredths of a volt', {}, { batteryVolts: 3.97, powerVolts: 12.85, cell: '505-2-7D07-041C15F3' }],
    [
      '24 volts',
      { analog: '0001|0000|0000|019A|0981' },
      { batteryVolts: 4.1, powerVolts: 24.33, analogRaw1: 1 },
    ],
    ['twelve bits', { analog: '0000|0000|0000|0A47|03E3' }, { batteryVolts: 4.239, powerVolts: 12.826 }],
    [
      'ten bits',
      { analog: '0000|000D|000C|028C|0120' },
      { batteryVolts: 3.82, powerVolts: 13.5, analogRaw2: 13 },
    ],
    // 0x0B04 times 16 would be 36 V: that model has another divider, which no document states.
    ['an unknown divider', { analog: '0|0|0|0964|0B04' }, { batteryVolts: 3.874, powerVolts: undefined }],
    ['no battery', { analog: '0|0|0|0000|055A' }, { batteryVolts: undefined, powerVolts: 13.7 }],
    ['volts as decimals', { analog: '4.12|13.60|3.1|3.3|2.8' }, { batteryVolts: 4.12, powerVolts: 13.6 }],
    ['a card', { event: 37, information: '0000A1B2' }, { driverUniqueId: '0000A1B2', eventCode: 37 }],
    ['a photo', { event: 39, information: '180427_C1E1.jpg' }, { mediaFile: '180427_C1E1.jpg' }],
    ['no information', {}, { eventInformation: undefined, driverUniqueId: undefined }],
    ['the relay', { ports: '0401' }, { isEngineBlocked: true, ignition: true, input3: true, output1: true }],
    ['no relay', { ports: '0200' }, { isEngineBlocked: false, input2: true, output1: false }],
    // 0x2D and 0x19 are 45 and 25 hundredths; without a sensor it is 0.
    ['a fuel level', { rest: ',3,2D19,' }, { fuelPercent: 45.25 }],
    ['no fuel sensor', {}, { fuelPercent: undefined }],
    ['temperatures', { rest: ',3,,0109C4|02FB2E' }, { temperature1: 25, temperature2: -12.34 }],
    ['sensors from 0', { rest: ',3,,00076C|0103E8' }, { temperature1: 19, temperature2: 10 }],
    ['an unmeasured sensor', { rest: ',3,,002134' }, { temperature1: undefined }],
    [
      'impossible degrees',
      { rest: ',3,,017FFF|02E700' },
      { temperature1Raw: 327.67, temperature2Raw: -64, temperature1: undefined },
    ],
    ['a supply that is cut', { analog: '0000|0000|0000|018D|0000' }, { batteryVolts: 3.97, powerVolts: 0 }],
    ['whole degrees', { rest: ',1,,011206' }, { temperature1: 18.06 }],
    ['whole degrees below 0', { rest: ',1,,01FB2E' }, { temperature1: -5.46 }],
    ['with a sign bit', { rest: ',1,,018532' }, { temperature1: -5.5 }],
  ])('%s', (_name, given, expected) => {
    expectValues(read(framed(textOf(given)))[0], expected)
  })
})

describe('the records of a T322 (issue 419 of Traccar)', () => {
  const place = 'aaf5a1ff7a395f06'
  const tail = '6beb1a00d6da2c00fe010a0095003650'
  const record = (event: string, ports: string) =>
    `${event}${place}01daf01900001a000000000a002100${tail}${ports}2600a201f00400000000`

  it('are each a report, with their events and inputs', () => {
    const content = `0201340020020000${record('1f', '0001')}${record('02', '0201')}${record('01', '0101')}`
    const reports = read(binary('CCC', content))
    expect(reports).toHaveLength(3)
    expectValues(reports[0], {
      ...{ latitude: -6.16303, longitude: 106.90393, isValid: false, satellites: 0, signalPercent: 84 },
      ...{ time: '2013-10-16T05:00:49.000Z', speedKmh: 0, hdop: 1, altitudeMetres: 33, runTime: 2_939_606 },
      ...{ odometerMetres: 1_764_203, cell: '510-10-0095-5036', batteryVolts: 4.18, powerVolts: 12.64 },
      ...{ input1: false, output1: true, eventCode: 31, alarm: null },
    })
    expectValues(reports[1], { input2: true, eventCode: 2, alarm: null })
    expectValues(reports[2], { input1: true, eventCode: 1, alarm: 'sos' })
    expect(new Set(reports.map(({ reportHash }) => reportHash)).size).toBe(3)
  })
})

describe('parameters of a CCE record (T366 and T633L GPRS protocol, parameter identifiers)', () => {
  const head = '02b9a10502 037a7296ff 04a5ec6231'.replaceAll(' ', '')
  const record = (one: string[], two: string[], four: string[], more: string[]) => {
    const group = (values: string[]) => values.length.toString(16).padStart(2, '0') + values.join('')
    const count = one.length + two.length + four.length + more.length
    const hex = `${count.toString(16).padStart(2, '0')}00${group(one)}${group(two)}${group(four)}${group(more)}`
    return `${(hex.length / 2).toString(16).padStart(2, '0')}00${hex}`
  }
  const placed = [head.slice(0, 10), head.slice(10, 20), head.slice(20)]

  it.each<[string, string, Expected]>([
    [
      'position and ports',
      record(
        ['0501', '0609', '0717', '1401', '1504', 'fe6960'],
        ['083200', '09c700', '0a0b00', '0bf6ff', '402300'],
        [...placed, '0cb2e90700'],
        [],
      ),
      {
        ...{ isValid: true, satellites: 9, signalPercent: 74, isEngineBlocked: true, ignition: true },
        ...{ batteryPercent: 96, speedKmh: 50, headingDegrees: 199, hdop: 1.1, altitudeMetres: -10 },
        ...{ latitude: 33.923513, longitude: -6.91751, odometerMetres: 518_578, eventCode: undefined },
      },
    ],
    [
      'the engine',
      record(
        ['9d20', '9728'],
        ['99ef04', '9c5200', '9f1b00', '912800'],
        [...placed, '9bd0623e02', 'a0889ff201', 'fef4a3d50900'],
        [],
      ),
      {
        ...{ fuelPercent: 32, throttlePercent: 40, rpm: 1263, coolantTemperature: 82, intakeTemperature: 27 },
        ...{ obdSpeedKmh: 40, obdOdometerMetres: 37_642_960, fuelUsedLitres: 32_677.768 },
        ...{ engineHours: 10_741.917, ignition: true },
      },
    ],
    [
      'volts, fuel, card and event',
      record([], ['19a601', '1a9105', '299411', '401700'], [...placed, '250ca2b900'], []),
      {
        ...{ batteryVolts: 4.22, powerVolts: 14.25, fuelPercent: 45, driverUniqueId: '12165644' },
        ...{ alarm: 'power_cut', eventCode: 23 },
      },
    ],
    [
      'wired thermometers',
      record([], [], placed, ['2a03018b08', '2b030218fc', '2c03033421']),
      { temperature1: 21.87, temperature2: -10, temperature3: undefined },
    ],
    [
      'batteries and cells',
      record(['fe6960'], [], placed, ['fea807024d0000010800', '0e0c4e0114000f1b430600009fff']),
      { batteryPercent: 77, battery2Percent: undefined, battery3Percent: 8, cell: '334-20-1B0F-0643' },
    ],
  ])('%s', (_name, hex, expected) => {
    expectValues(read(binary('CCE', `000000000100${hex}`))[0], expected)
  })

  it('without a place are a report without a fix', () => {
    const [report] = read(binary('CCE', `000000000100${record(['fe6960'], [], [], [])}`))
    expect(report).toMatchObject({ kind: 'status', fix: null, telemetry: { batteryPercent: 96 } })
  })
})

it('a report under another command, and one with a number before its event, are read as well', () => {
  const [other] = read(framed(textOf({ event: 19 }).replace('AAA', 'AAB')))
  expectValues(other, { alarm: 'overspeed', latitude: -33.815786, odometerMetres: 5146 })
  const [shifted] = read(framed(textOf({ event: 23 }).replace('AAA,', 'AAA,7,')))
  expectValues(shifted, { alarm: 'power_cut', longitude: 151.200165, batteryVolts: 3.97 })
})
