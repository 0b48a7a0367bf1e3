import { commandTypes, type DeviceCommand } from '@rumbo/contract/commands.device-command.contract'
import { alarmKinds } from '@rumbo/contract/telemetry.device-report.contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asciiBytes, fromHex, readText } from '../bytes.ts'
import type { DeviceMessage, DeviceStreamOptions } from '../protocol.ts'
import { joinBytes } from '../stream.ts'
import { simulatedReport } from '../testing/simulated.ts'
import { meitrackDevice } from './meitrack.device.ts'
import { eventOf } from './meitrack.events.ts'
import { encodeMeitrack } from './meitrack.frame.ts'
import { meitrack } from './meitrack.ts'

const imei = '353358017784062'
const receivedAt = new Date('2026-03-04T05:06:10Z')
const client = () => meitrackDevice.openDeviceClient(imei)

function read(chunks: readonly Uint8Array[], options: DeviceStreamOptions = {}) {
  const stream = meitrack.openStream(options)
  const messages: DeviceMessage[] = []
  for (const chunk of chunks) stream.read(chunk, receivedAt, (message) => messages.push(message))
  return { stream, messages, reports: messages.flatMap(({ reports }) => reports) }
}
const acknowledged = ({ messages }: { messages: DeviceMessage[] }) =>
  messages.map(({ acknowledgement: bytes }) => (bytes ? readText(bytes, 0, bytes.length) : null))
const joined = (...parts: Uint8Array[]) => parts.reduce<Uint8Array>(joinBytes, new Uint8Array(0))

/** One record of layout 02 01 whose number of satellites is a line end, among them the bytes of a frame's end. */
const record = (event: number) =>
  fromHex(
    `${event.toString(16).padStart(2, '0')}2a41440d0a395f0601daf019010d0a0a00000000000a0021006beb1a00d6da2c00fe010a009500365001012600a201f00400000000`.slice(
      0,
      104,
    ),
  )
const records = (...events: number[]) =>
  encodeMeitrack(
    '$$',
    'G',
    imei,
    joined(asciiBytes('CCC,'), fromHex('0201340000000000'), ...events.map(record)),
  )

describe('frames', () => {
  const all = joined(
    client().report(simulatedReport()),
    records(35, 1),
    client().heartbeat(simulatedReport()) ?? new Uint8Array(0),
  )

  it('are read alike from single bytes and from one chunk', () => {
    const once = read([all])
    const split = read(Array.from(all, (byte) => new Uint8Array([byte])))
    expect(once.reports).toHaveLength(3)
    expect(split.reports).toEqual(once.reports)
    expect(once.stream.counts).toMatchObject({ frames: 3, badChecksums: 0, resyncs: 0, refusedFrames: 0 })
    expect(once.stream.waitingBytes).toBe(0)
  })

  it.each([0, 1, 100, 125, 127, 150, 999])(
    'of text end at their line end, also with the length %i',
    (length) => {
      const text = readText(client().report(simulatedReport()), 0, 400)
      const wrong = asciiBytes(text.replace(/^\$\$(.)\d+/, `$$$$$1${length}`))
      const { reports, stream } = read([wrong, client().report(simulatedReport())])
      expect(reports.map(({ fix }) => fix?.latitude)).toEqual([20.67361, 20.67361])
      expect(stream.waitingBytes).toBe(0)
    },
  )

  it('with bytes end by their length, whatever is in them', () => {
    const { reports, stream } = read([records(1, 35), records(129)])
    expect(reports.map(({ alarm }) => alarm)).toEqual(['sos', null, 'harsh_braking'])
    expect(stream.counts.resyncs).toBe(0)
  })

  it('are found again behind garbage and behind a cut one', () => {
    const cut = records(1, 35).subarray(0, 60)
    for (const before of [
      asciiBytes('GET / HTTP/1.1\r\n\r\n$$'),
      cut,
      asciiBytes('$$A99999,1'),
      fromHex('2424242424'),
    ]) {
      const { reports } = read([
        joined(before, client().report(simulatedReport()), client().report(simulatedReport())),
      ])
      expect(reports.length, readText(before, 0, 8)).toBeGreaterThan(0)
    }
  })

  it('of a datagram need no line end', () => {
    const bytes = client().report(simulatedReport())
    expect(read([bytes.subarray(0, -2)], { transport: 'udp' }).reports).toHaveLength(1)
    expect(read([bytes.subarray(0, -2)]).reports).toHaveLength(0)
  })

  it('with a wrong checksum are counted, and refused where that is asked for', () => {
    const wrong = client().report(simulatedReport())
    wrong[wrong.length - 3] = 0x30 + ((wrong[wrong.length - 3] as number) & 1 ? 2 : 3)
    expect(read([wrong])).toMatchObject({
      reports: [{ fix: { isValid: true } }],
      stream: { counts: { badChecksums: 1 } },
    })
    expect(read([wrong], { acceptWrongChecksum: false }).reports).toEqual([])
  })

  it('of several devices name each', () => {
    const other = meitrackDevice.openDeviceClient('861000000000018')
    const { messages } = read(
      [client(), other, other, client()].map((each) => each.report(simulatedReport())),
    )
    expect(messages.map(({ login }) => login)).toEqual([imei, '861000000000018', null, imei])
  })
})

describe('what cannot be read', () => {
  it('is kept with its frame: an unknown layout, a record cut short', () => {
    const layout = encodeMeitrack(
      '$$',
      'A',
      imei,
      joined(asciiBytes('CCC,'), fromHex('0105340000000000'), record(1)),
    )
    const short = encodeMeitrack(
      '$$',
      'A',
      imei,
      joined(asciiBytes('CCE,'), fromHex('000000000100ff0001000105')),
    )
    const control = encodeMeitrack(
      '$$',
      'A',
      imei,
      'AAA,37,1.5,2.5,260304050607,A,5,20,0,0,1,10,1,2,,0000,,A\u0000B',
    )
    for (const frame of [layout, short, control]) {
      const { reports } = read([client().report(simulatedReport()), frame])
      expect(reports.at(-1)?.unreadFrame?.bytes).toEqual(frame)
    }
  })

  it('leaves the other records of a message, and keeps the frame beside them', () => {
    // The first record claims a parameter that it has no bytes for; the second states 96 % of the battery.
    const content = fromHex('000000000200 0400 0100 01fe 0900 0100 01fe6960 00 00 00')
    const { reports } = read([encodeMeitrack('$$', 'A', imei, joined(asciiBytes('CCE,'), content))])
    expect(reports.map(({ unreadFrame }) => unreadFrame !== undefined)).toEqual([false, true])
    expect(reports[0]?.telemetry.batteryPercent).toBe(96)
  })

  it.each([
    ['a date', '260231050607', 'A', '20.1', { fix: null, extras: { badFix: 'time' } }],
    [
      'a latitude beyond the pole',
      '260304050607',
      'A',
      '91.5',
      { fix: null, extras: { badFix: 'coordinates' } },
    ],
  ])('%s leaves a report without a fix', (_name, time, validity, latitude, expected) => {
    const text = `AAA,1,${latitude},-103.3,${time},${validity},5,20,0,0,1,10,100,200,334|20|1|2,0000,|||018D|0500,,,3,,`
    expect(read([encodeMeitrack('$$', 'A', imei, text)]).reports[0]).toMatchObject({
      ...expected,
      alarm: 'sos',
    })
  })

  it('is no valid place where nothing was found', () => {
    const text = 'AAA,35,0.000000,0.000000,260304050607,A,0,20,0,0,99.9,0,0,0,,0000,,,,,,'
    expect(read([encodeMeitrack('$$', 'A', imei, text)]).reports[0]?.fix?.isValid).toBe(false)
  })

  it('never throws', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('AAA', 'CCC', 'CCE', 'D00', 'D82', 'ZZZ'),
        fc.uint8Array({ maxLength: 300 }),
        (command, bytes) => {
          read([encodeMeitrack('$$', 'A', imei, joined(asciiBytes(`${command},`), bytes))])
        },
      ),
      { numRuns: 2000 },
    )
  })
})

describe('acknowledgements', () => {
  it('state how many records were read, with the flag of the message', () => {
    expect(acknowledged(read([records(35, 35, 1)]))).toEqual([`@@G27,${imei},CCC,3*E8\r\n`])
  })

  it('answer the sign of life, and no text report', () => {
    const sent = [encodeMeitrack('$$', 'z', imei, 'AAC,1'), client().report(simulatedReport())]
    const [first, second] = acknowledged(read(sent))
    expect(first).toMatch(/^@@z27,353358017784062,AAC,1\*[0-9A-F]{2}\r\n$/)
    expect(second).toBeNull()
  })

  it('ask for the next parts of a photo, and report its end', () => {
    const part = (index: number) =>
      encodeMeitrack(
        '$$',
        'D',
        imei,
        joined(asciiBytes(`D00,180427_C1E1.jpg,10,${index},`), fromHex('ffd8*0d0a'.replace('*', '2a'))),
      )
    const all = read(Array.from({ length: 10 }, (_, index) => part(index)))
    expect(acknowledged(all).map((text) => text?.includes('D00,180427_C1E1.jpg,8*') ?? false)).toEqual(
      Array.from({ length: 10 }, (_, index) => index === 7),
    )
    expect(all.reports).toMatchObject([
      { fix: null, extras: { mediaFile: '180427_C1E1.jpg', photoParts: 10 } },
    ])
  })
})

describe('commands', () => {
  const command: DeviceCommand = {
    id: 'c',
    deviceIdentifier: imei,
    protocol: 'meitrack',
    type: 'gps_position',
    parameters: {},
  }

  it('are those of the document, to the byte', () => {
    // T622 GPRS protocol 3.1, 3.26 and 3.32; the flags follow from the serials.
    const texts = (
      [
        ['gps_position', 16],
        ['time_sync', 15],
        ['stop_engine', 12],
      ] as const
    ).map(([type, serial]) => {
      const encoding = meitrack.encodeCommand({ ...command, type }, serial)
      return encoding.isEncoded ? readText(encoding.bytes, 0, encoding.bytes.length) : encoding.reason
    })
    expect(texts).toEqual([
      '@@Q25,353358017784062,A10*6A\r\n',
      '@@P27,353358017784062,B36,0*D0\r\n',
      '@@M34,353358017784062,C01,20,12222*1B\r\n',
    ])
  })

  it('are understood by the device, whose answer has their key', () => {
    const done: string[] = []
    for (const type of commandTypes) {
      const encoding = meitrack.encodeCommand({ ...command, type, parameters: { speedKmh: 80 } }, 4711)
      if (!encoding.isEncoded) {
        expect(encoding).toEqual({ isEncoded: false, reason: 'unsupported' })
        continue
      }
      const device = client()
      const [message] = device.read(encoding.bytes)
      if (message?.kind !== 'command') throw new Error(type)
      for (const isDone of [true, false]) {
        const answer = device.answer(message, simulatedReport(), isDone)
        const answered = answer ? read([answer]).reports[0]?.answer : null
        expect(answered).toMatchObject({ key: encoding.answerKey, isRefused: !isDone })
      }
      done.push(`${type} ${message.type}`)
    }
    expect(done).toEqual([
      ...['time_sync time_sync', 'status_query gps_position', 'gps_position gps_position'],
      ...['set_speed_limit set_speed_limit', 'stop_engine stop_engine', 'resume_engine resume_engine'],
      ...['request_location gps_position', 'factory_reset factory_reset'],
    ])
  })

  it('refuse values that the protocol has no place for', () => {
    for (const speedKmh of [0, 256, 1.5, 'fast', '80,1'])
      expect(
        meitrack.encodeCommand({ ...command, type: 'set_speed_limit', parameters: { speedKmh } }, 1),
      ).toEqual({
        ...{ isEncoded: false, reason: 'bad_parameter', parameter: 'speedKmh' },
      })
    expect(meitrack.encodeCommand({ ...command, deviceIdentifier: '12,A10' }, 1)).toMatchObject({
      parameter: 'deviceIdentifier',
    })
  })

  it('keep their flag within the letters for any serial', () => {
    for (const serial of [1, 57, 58, 59, 65_535]) {
      const encoding = meitrack.encodeCommand(command, serial)
      expect(encoding.isEncoded && encoding.bytes[2]).toBeGreaterThanOrEqual(0x41)
      expect(encoding.isEncoded && encoding.bytes[2]).toBeLessThanOrEqual(0x7a)
    }
  })
})

it('what the device side states is read back', () => {
  const given = simulatedReport({
    fuelPercent: 45.25,
    isEngineBlocked: true,
    latitude: -33.45694,
    longitude: 151.20732,
  })
  const [report] = read([client().report(given)]).reports
  expect(report).toMatchObject({
    ...{ deviceIdentifier: imei, kind: 'position' },
    fix: {
      ...{ time: given.time, isValid: true, latitude: -33.45694, longitude: 151.20732, speedKmh: 42 },
      ...{ headingDegrees: 271, altitudeMetres: 1560, satellites: 11 },
    },
    telemetry: {
      ...{
        ignition: true,
        isEngineBlocked: true,
        powerVolts: 13.8,
        fuelPercent: 45.25,
        odometerMetres: 123_456,
      },
    },
    extras: { batteryVolts: 4.2 },
  })
  for (const alarm of alarmKinds.filter((kind) => eventOf(kind) !== null))
    expect(read([client().report(simulatedReport({ alarm }))]).reports[0]?.alarm, alarm).toBe(alarm)
})
