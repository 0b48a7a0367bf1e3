import { describe, expect, it } from 'vitest'
import { asciiBytes, fromHex, toHex } from '../bytes.ts'
import type { DeviceMessage, DeviceStreamOptions } from '../protocol.ts'
import { joinBytes } from '../stream.ts'
import { suntech } from './suntech.ts'

const receivedAt = new Date('2026-03-04T05:06:07Z')

function read(chunks: readonly Uint8Array[], options: DeviceStreamOptions = {}) {
  const stream = suntech.openStream(options)
  const messages: DeviceMessage[] = []
  for (const chunk of chunks) stream.read(chunk, receivedAt, (message) => messages.push(message))
  return messages.flatMap(({ reports }) => reports)
}
const line = (text: string) => asciiBytes(`${text}\r`)
const join = (parts: readonly Uint8Array[]) => parts.reduce<Uint8Array>(joinBytes, new Uint8Array(0))
const byteSum = (text: string) =>
  (asciiBytes(text).reduce((sum, byte) => sum + byte, 0) & 0xff).toString(16).toUpperCase().padStart(2, '0')

/** A UEX as the manual of the ST300/340 (1.41, section 6-7) orders it. */
const uex = (data: string, { length = data.length, tail = ';000276;4.1;1', sum = byteSum(data) } = {}) =>
  line(
    `ST300UEX;511331307;45;311;20210420;12:41:01;12361;-01.280825;-047.931773;010.500;090.25;16;1;500;12.54;100000;${length};${data};${sum}${tail}`,
  )
const place = { isValid: true, latitude: -1.280825, longitude: -47.931773, speedKmh: 10.5, satellites: 16 }
const alive = line('ST300ALV;100850000')

describe('serial data', () => {
  const card = 'GTSL|6|1|0|9255143|2|'

  it.each([
    ['without a line end', uex(card)],
    ['with one behind', uex(`${card}\r\n`)],
    ['with one before', uex(`\r\n${card}`)],
    ['with one before and behind', uex(`\r\n${card}\r\n`)],
    ['with carriage returns alone', uex(`\r${card}\r`)],
    ['with one before, whose length does not count it', uex(`\r\n${card}\r\n`, { length: card.length })],
    ['with one behind, whose length counts too many', uex(`${card}\r\n`, { length: 60 })],
    [
      'with one behind, whose length and checksum are wrong',
      uex(`\r\n${card}\r\n`, { length: 9, sum: '00' }),
    ],
    ['without fields behind the checksum', uex(`\r\n${card}\r\n`, { tail: '' })],
  ])('keeps position and driver card: %s', (_, message) => {
    const chunks = [
      [message],
      Array.from(message, (byte) => Uint8Array.of(byte)),
      [join([message, alive, message])],
    ]
    for (const [index, pieces] of chunks.entries()) {
      const reports = read(pieces)
      expect(reports).toHaveLength(index === 2 ? 3 : 1)
      for (const report of reports.filter(({ fix }) => fix))
        expect(report).toMatchObject({
          deviceIdentifier: '511331307',
          fix: place,
          telemetry: { driverUniqueId: '9255143', ignition: true, odometerMetres: 500, powerVolts: 12.54 },
        })
    }
    expect(read([message.slice(0, -1)], { transport: 'udp' })[0]?.telemetry.driverUniqueId).toBe('9255143')
  })

  it('keeps a position whose serial data are cut by the next message', () => {
    const cut = uex(`\r\n${card}\r\n`, { length: 9 })
    const reports = read([cut.slice(0, -18), alive, alive])
    expect(reports.map(({ deviceIdentifier }) => deviceIdentifier)).toEqual([
      '511331307',
      '100850000',
      '100850000',
    ])
    expect(reports[0]?.fix).toMatchObject(place)
  })

  // Manual, section 6-8: 0 and 1 are written as 01 10 and 01 11 and counted as one byte.
  it('counts 0 and 1, which are written in two bytes, as one', () => {
    const data = '\x02\x01\x10\r\x01\x10\x01\x11\r\x01\x10'
    const [report] = read([uex(data, { length: 7 })])
    expect(report).toMatchObject({
      fix: place,
      telemetry: { engineHours: 4.6 },
      extras: { batteryVolts: 4.1 },
    })
  })

  it.each([
    ['t_0=0D', { temperature1: 13 }],
    ['t_1=14', { temperature2: 20 }],
    ['t_0=F6', { temperature1: -10 }],
    [
      't_0=0D;N_0=0551.0;t_1=14;N_1=039F.0;Q_D=0B\r\n',
      { temperature1: 13, temperature2: 20, fuelRaw1: 1361, fuelRaw2: 927, drivingQuality: 11 },
    ],
    ['t_0=0D\r\nN_0=0551.0\r\n', { temperature1: 13, fuelRaw1: 1361 }],
    ['CabAVL,1,120.5,80.25', { fuelLitres1: 120.5, fuelLitres2: 80.25 }],
    ['CabAVL,1,120.5,0.0\r\n', { fuelLitres1: 120.5 }],
  ])('reads texts of sensors: %j', (data, extras) => {
    const [report] = read([uex(data)])
    expect(report).toMatchObject({ fix: place, extras, telemetry: { engineHours: 4.6 } })
    if (data.includes(',0.0')) expect(report?.extras).not.toHaveProperty('fuelLitres2')
  })

  // Example of section 6-7-1; the latitude is illegible there.
  it('reads the text of the manual’s example', () => {
    const text =
      'ST300UEX;100850000;01;010;20081017;07:41:56;2F100;+37.478519;+126.886819;000.012;000.00;9;1;0;15.30;001100;25;Welcome to Suntech World!;12;0;4.5;1'
    expect(read([line(text)])[0]).toMatchObject({
      fix: { latitude: 37.478519, longitude: 126.886819, satellites: 9 },
      telemetry: { powerVolts: 15.3 },
      extras: { serialText: 'Welcome to Suntech World!', batteryVolts: 4.5 },
    })
  })

  it('of a universal device keeps position and driver card', () => {
    const data = `\r\n${card}\r\n`
    const head =
      'UEX;0560001616;07FFFF;56;1.0.15;1;20200219;20:52:25;00008D6C;334;20;0925;24;+20.741764;-103.430364;0.00;0.00;19;1;00000001;00000000'
    const message = line(`${head};${data.length};${data};${byteSum(data)}`)
    for (const pieces of [[message], Array.from(message, (byte) => Uint8Array.of(byte))]) {
      const reports = read(pieces)
      expect(reports).toHaveLength(1)
      expect(reports[0]).toMatchObject({
        deviceIdentifier: '0560001616',
        fix: { isValid: true, latitude: 20.741764, longitude: -103.430364, satellites: 19 },
        telemetry: { driverUniqueId: '9255143', ignition: true },
      })
    }
  })
})

describe('reports of beacons', () => {
  const tag = '-43;-46;-41;ACB89523EF68;247;10;20'
  const ble = (place: string, count: number) =>
    line(`BLE;1140000053;114;1.0.1;20211001;17:27:09;${place};${count};${Array(count).fill(tag).join(';')}`)

  it.each([1, 2, 3])('have a valid position, whatever the number of beacons: %i', (count) => {
    const [report] = read([ble('+28.433465;-82.565891', count)])
    expect(report?.fix).toMatchObject({ isValid: true, latitude: 28.433465, longitude: -82.565891 })
    expect(report?.extras).toMatchObject({ tag1Rssi: -43, tag1Id: 'ACB89523EF68', tag1Samples: 247 })
    expect(report?.extras).toMatchObject({ [`tag${count}Major`]: 10, [`tag${count}Minor`]: 20 })
    expect(report?.extras).not.toHaveProperty(`tag${count + 1}Id`)
  })

  it('have none where the place is zero', () => {
    expect(read([ble('+00.000000;+00.000000', 1)])[0]?.fix?.isValid).toBe(false)
  })
})

// ST419: no document was at hand; fewer cells than those of an ST410 are an assumption.
describe('trackers by cells', () => {
  const cells = (count: number) => Array(count).fill('10217;732;103;-87;51511;1').join(';')
  const tail = '20181031;20:12:58;+04.741277;-074.048238;052.375;189.87;20;1'

  it.each([
    [
      'ST410, seven cells',
      `ST410STT;007272376;408;01;${cells(7)};3.98;1;2503;6;${tail}`,
      3.98,
      2503,
      undefined,
    ],
    [
      'ST410, a network field',
      `ST410STT;007272376;408;01;${cells(7)};3.8;0;0176;2;016;${tail}`,
      3.8,
      176,
      true,
    ],
    ['ST419, one cell', `ST419STT;007272376;419;01;${cells(1)};4.05;1;0042;2;${tail}`, 4.05, 42, undefined],
    [
      'ST419, three cells, alert',
      `ST419ALT;007272376;419;01;${cells(3)};3.71;1;0043;2;001;${tail}`,
      3.71,
      43,
      undefined,
    ],
  ] as const)('state the battery: %s', (_, text, volts, index, isStored) => {
    const [report] = read([line(text)])
    expect(report?.fix).toMatchObject({ isValid: true, latitude: 4.741277, longitude: -74.048238 })
    expect(report?.extras).toMatchObject({ batteryVolts: volts, index })
    expect(report?.extras.isStored).toBe(isStored)
  })

  it('state it without a place', () => {
    const [report] = read([line(`ST419STT;109815653;445;03;${cells(4)};3.86;0;0098;1;003;;;;;;;;;`)])
    expect(report).toMatchObject({ fix: null, extras: { batteryVolts: 3.86, index: 98, isStored: true } })
  })
})

// Frames by the layouts of Suntech, "ST300/340 Operation Manual – LATAM" 1.41: 6-3-2, 6-4-2, 6-7-2.
describe('the compressed form', () => {
  const two = (value: number) => value.toString(16).padStart(4, '0')
  /** Place 19.432600, -99.133200 at 42.50 km/h, 270.25°, 11 satellites, 123,456 m, 12.70 V, ignition on. */
  const zip = (type: string, own: string, time = '1a0304050607', flags = 'ab', lines = '01') => {
    const place = `13432600 63133200 002a50 010e25 ${flags} 0001e240 0c70 ${lines}`
    const body = fromHex(`${type} 1234567890 03 0140 ${time} 001234 ${place} ${own}`)
    return fromHex(`02 ${two(body.length)} ${toHex(body)} 03`)
  }
  const meters = '00000640 0425 01'
  const fix = {
    isValid: true,
    latitude: 19.4326,
    longitude: -99.1332,
    speedKmh: 42.5,
    headingDegrees: 270.25,
    satellites: 11,
    time: new Date('2026-03-04T05:06:07Z'),
  }
  const telemetry = { ignition: true, isEngineBlocked: false, odometerMetres: 123_456, powerVolts: 12.7 }

  it.each([
    ['status', zip('10', `02 0123 ${meters}`), { alarm: null, extras: { mode: 2, index: 0x123 } }],
    ['emergency', zip('11', `01 ${meters}`), { alarm: 'sos', extras: { eventCode: 1 } }],
    ['event', zip('12', `02 ${meters}`), { alarm: null, extras: { eventCode: 2 } }],
    ['alert', zip('13', `29 ${meters}`), { alarm: 'power_cut', extras: { eventCode: 41 } }],
  ])('reads a %s', (_, frame, expected) => {
    const [report] = read([frame])
    expect(report).toMatchObject({ deviceIdentifier: '123456789', fix, telemetry, ...expected })
    expect(report?.telemetry.engineHours).toBeCloseTo(1600 / 60, 9)
    expect(report?.extras.batteryVolts).toBe(4.25)
    expect(report?.unreadFrame).toBeUndefined()
  })

  it('reads serial data with line ends', () => {
    const data = '\r\nGTSL|6|1|0|9255143|2|\r\n'
    const own = `${two(data.length)} ${toHex(asciiBytes(data))} ${byteSum(data)} ${meters}`
    const reports = read([join([zip('16', own), zip('10', '01 0001')])])
    expect(reports).toHaveLength(2)
    expect(reports[0]).toMatchObject({ fix, extras: { batteryVolts: 4.25 } })
    expect(reports[0]?.telemetry.driverUniqueId).toBe('9255143')
  })

  it('reads signs, missing fixes, lines and reports that were stored', () => {
    const [north, none] = read([
      zip('10', '02 0001 00000640 0425 00', undefined, '85', '10'),
      zip('10', '02 0001', undefined, '43'),
    ])
    expect(north).toMatchObject({
      fix: { isValid: true, latitude: 19.4326, longitude: 99.1332, satellites: 5 },
      telemetry: { ignition: false, isEngineBlocked: true },
      extras: { isStored: true },
    })
    expect(none?.fix).toMatchObject({ isValid: false, latitude: -19.4326, longitude: 99.1332, satellites: 3 })
    expect(none?.telemetry.engineHours).toBeUndefined()
  })

  it.each([
    ['numbers', '1a0304050607', '2026-03-04T05:06:07Z'],
    ['digits', '260304050607', '2026-03-04T05:06:07Z'],
    ['numbers of another year', '190c1f173b3b', '2025-12-31T23:59:59Z'],
    ['digits of another year', '251231235959', '2025-12-31T23:59:59Z'],
  ])('reads a time written as %s', (_, time, expected) => {
    expect(read([zip('10', '02 0001', time)])[0]?.fix?.time).toEqual(new Date(expected))
  })

  it('keeps a frame whose time or place cannot be', () => {
    const [time] = read([zip('10', '02 0001', '1a0004050607')])
    expect(time).toMatchObject({ fix: null, telemetry, extras: { badFix: 'time' } })
    expect(time?.unreadFrame).toBeDefined()
  })
})
