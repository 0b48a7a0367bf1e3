import { commandTypes, type DeviceCommand } from '@rumbo/contract/commands.device-command.contract'
import { alarmKinds, type DeviceReport } from '@rumbo/contract/telemetry.device-report.contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asciiBytes, fromHex, readText } from '../bytes.ts'
import type { SimulatedReport } from '../device-side.ts'
import type { DeviceMessage, DeviceStreamOptions } from '../protocol.ts'
import { joinBytes } from '../stream.ts'
import { type Capture, readDeviceData } from '../testing/captures.ts'
import { tk103Device } from './tk103.device.ts'
import { tk103 } from './tk103.ts'

const receivedAt = new Date('2026-03-04T05:06:07Z')
const identifier = '088046338039'
const status: SimulatedReport = {
  time: new Date('2026-03-04T05:06:00Z'),
  isValid: true,
  latitude: 19.4326,
  longitude: -99.1332,
  altitudeMetres: 2240,
  speedKmh: 42.5,
  headingDegrees: 271.25,
  satellites: 11,
  signalPercent: 75,
  ignition: true,
  isEngineBlocked: false,
  batteryPercent: 80,
  powerVolts: 12.7,
  fuelPercent: 40,
  odometerMetres: 123_456,
  alarm: null,
  isStored: false,
}
const client = () => tk103Device.openDeviceClient(identifier)
const good = () => client().report(status)
const place = '260304A1925.9560N09907.9920W042.5050600271.2501000028L0001E240'

function read(chunks: readonly Uint8Array[], options: DeviceStreamOptions = {}) {
  const stream = tk103.openStream(options)
  const messages: DeviceMessage[] = []
  const outcomes = chunks.map((chunk) => stream.read(chunk, receivedAt, (message) => messages.push(message)))
  return { stream, messages, outcomes, reports: messages.flatMap(({ reports }) => reports) }
}
const readTexts = (...texts: string[]) => read(texts.map(asciiBytes))
const acknowledgementOf = (message: DeviceMessage | undefined) => {
  const bytes = message?.acknowledgement
  return bytes ? readText(bytes, 0, bytes.length) : null
}

describe('frames', () => {
  const free = '(864555555555555,ZC03,191117,234207,$1) on\r\n2) 95%$)'
  const all = [good(), asciiBytes(free), client().heartbeat(status) ?? good(), good()].reduce<Uint8Array>(
    joinBytes,
    new Uint8Array(0),
  )

  it('reads the same reports from single bytes as from one chunk', () => {
    const joined = read([all])
    const split = read(Array.from(all, (byte) => new Uint8Array([byte])))
    expect(joined.reports).toHaveLength(3)
    expect(split.reports).toEqual(joined.reports)
    expect(joined.stream.waitingBytes).toBe(0)
    expect(joined.stream.counts).toMatchObject({ frames: 4, resyncs: 0, refusedFrames: 0 })
  })

  it('keeps a parenthesis in free text', () => {
    expect(readTexts(free).reports[0]?.answer).toEqual({
      key: '*',
      text: '1) on\r\n2) 95%',
      isRefused: false,
    })
  })

  it('finds the next message behind garbage and behind a message without its end', () => {
    for (const part of [
      'GET / HTTP/1.1\r\n\r\n',
      ')))',
      '((((',
      '(0880463',
      `(${identifier}BR00$text)`,
      '()',
    ]) {
      const { reports } = read([asciiBytes(part), good(), good()])
      expect(reports.filter(({ fix }) => fix)).toHaveLength(2)
    }
  })

  it('discards a message without an end', () => {
    expect(read([asciiBytes(`(${'1'.repeat(3000)}`)]).outcomes).toEqual(['overlong'])
    expect(read([asciiBytes('1'.repeat(9000)), good()]).reports).toHaveLength(1)
  })

  it('reads a datagram without its parenthesis', () => {
    expect(read([good().slice(0, -1)], { transport: 'udp' }).reports[0]?.fix).not.toBeNull()
  })

  it('distinguishes two devices on one socket', () => {
    const other = tk103Device.openDeviceClient('352606090042050').report(status)
    const { messages } = read([good(), good(), other, good()])
    expect(messages.map(({ login }) => login)).toEqual([identifier, null, '352606090042050', identifier])
  })

  it('refuses what has no identifier or no command', () => {
    for (const text of ['()', '(12)', '(1234,BP05)', '(12345678901;BR00)', `(${identifier}zz99)`]) {
      expect(readTexts(text).messages).toEqual([])
    }
  })
})

describe('reading', () => {
  it('answers handshake, login and alarm, and nothing else', () => {
    const { messages } = readTexts(
      `(${identifier}BP00000088046338039HSO)`,
      `(${identifier}BP05000088046338039${place})`,
      `(${identifier}BO012${place})`,
      `(${identifier}BR00${place})`,
      `(352606090042050,BP05,240414,A,4527.3513N,00909.9758E,4.80,112825,155.49)`,
    )
    expect(messages.map(acknowledgementOf)).toEqual([
      `(${identifier}AP01HSO)`,
      `(${identifier}AP05)`,
      `(${identifier}AS012)`,
      null,
      null,
    ])
    expect(messages[0]?.reports).toEqual([])
    expect(messages[2]?.reports[0]).toMatchObject({ kind: 'alarm', alarm: 'sos' })
  })

  it("keeps the login's identifier if messages carry sequence numbers", () => {
    const { messages, reports } = readTexts(
      `(080524101241BP05000013632782450${place})`,
      `(080612022828BR00${place})`,
      `(013666666666BP05000013666666666${place})`,
      `(013666666666BR00${place})`,
    )
    expect(acknowledgementOf(messages[0])).toBe('(080524101241AP05)')
    expect(reports.map(({ deviceIdentifier }) => deviceIdentifier)).toEqual([
      '013632782450',
      '013632782450',
      '013666666666',
      '013666666666',
    ])
  })

  it('keeps a report whose date or place is impossible', () => {
    const [date, latitude] = readTexts(
      `(${identifier}BR00${place.replace('260304', '260231')})`,
      `(${identifier}BR00${place.replace('A1925', 'A9925')})`,
    ).reports
    expect(date).toMatchObject({
      fix: null,
      extras: { badFix: 'time' },
      telemetry: { odometerMetres: 123_456 },
    })
    expect(latitude).toMatchObject({ fix: null, extras: { badFix: 'coordinates' } })
  })

  it('reads the comma variant: day first, altitude and satellites at the end', () => {
    const text = '(864768011069660,ZC17,250517,A,3211.7118N,03452.8086E,0.68,115525,208.19,64.50,9)'
    expect(readTexts(text).reports[0]).toMatchObject({
      alarm: 'removing',
      fix: {
        time: new Date('2017-05-25T11:55:25Z'),
        altitudeMetres: 64.5,
        satellites: 9,
        speedKmh: 0.68,
        headingDegrees: 208.19,
      },
    })
  })

  it('reads cell messages as reports without a position', () => {
    const [cells] = readTexts('(088047194605BZ00,510,010,36e6,932c,43,36e6,766b,36,36e6,7668,32)').reports
    expect(cells).toMatchObject({ kind: 'status', fix: null })
  })

  // Messages of public logs; steps and units as public decoders state them, since no vendor document was at hand.
  it.each([
    ['3,362,65535,255', 20, 3.62, undefined],
    ['6,42,112,0', 100, 4.2, 11.2],
    ['5,388,227,1', 80, 3.88, 22.7],
    ['4,375,126,1', 50, 3.75, 12.6],
    ['2,351,65535,255', 10, 3.51, undefined],
    ['255,65535,1240,1', undefined, undefined, 12.4],
    ['1,340,65535,255', undefined, 3.4, undefined],
  ])('reads the battery of ZC20: %s', (stated, batteryPercent, batteryVolts, powerVolts) => {
    const [report] = readTexts(`(864768010159785,ZC20,291015,030413,${stated})`).reports
    expect(report).toMatchObject({ kind: 'status', fix: null })
    expect(report?.telemetry.batteryPercent).toBe(batteryPercent)
    expect(report?.extras.batteryVolts).toBe(batteryVolts)
    expect(report?.telemetry.powerVolts).toBe(powerVolts)
  })

  it.each([
    ['01602009983', 'BR00'],
    ['1602009983', 'BO012'],
    ['01602009983', 'BP05'],
  ])('reads an identifier of ten or eleven digits: %s %s', (id, type) => {
    const body = place.replace('260304', '190712')
    const { reports, messages } = readTexts(`(${id}${type}${body})`)
    expect(reports[0]).toMatchObject({
      deviceIdentifier: id,
      fix: { time: new Date('2019-07-12T05:06:00Z') },
    })
    expect(messages[0]?.login).toBe(id)
  })

  it.each([
    ['00.1234W', -0.1234 / 60],
    ['   7.5000E', 7.5 / 60],
    ['59.9999E', 59.9999 / 60],
    ['000.0000E', 0],
    ['00007.5000W', -7.5 / 60],
  ])('reads a longitude without degrees: %s', (longitude, degrees) => {
    const joined = place.replace('09907.9920W', longitude)
    const commas = `(864768010869060,DW30,050117,A,5135.82713N,${longitude},0.089,154745,000.0,43.40,12)`
    for (const { fix } of readTexts(`(${identifier}BR00${joined})`, commas).reports)
      expect(fix?.longitude).toBeCloseTo(degrees, 9)
  })

  it('takes no place from two coordinates without degrees', () => {
    const text = `(${identifier}BR00${place.replace('1925.9560N09907.9920W', '19.9560N07.9920W')})`
    expect(readTexts(text).reports[0]).toMatchObject({ fix: null, extras: { badFix: 'coordinates' } })
  })

  it('reads the comma variant without a course', () => {
    const [report] = readTexts('(013632651491,DW30,050117,A,5135.82713N,00001.17918E,0.089,154745)').reports
    expect(report?.fix).toMatchObject({ time: new Date('2017-01-05T15:47:45Z'), headingDegrees: null })
  })

  it.each([
    ['0', 'low_battery'],
    ['1', 'overspeed'],
    ['2', 'other'],
    ['3', 'harsh_acceleration'],
    ['4', 'harsh_braking'],
  ])('reads the kinds of BQ81: %s', (code, alarm) => {
    const body = `,ALARM,${code},164,151101A2238.5237N11349.4571E0.7031241010.0000,00000000`
    expect(readTexts(`(044027395704BQ81${body})`).reports[0]?.alarm).toBe(alarm)
  })
})

describe('the device side', () => {
  it('is decoded to five decimals', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -90, max: 90, noNaN: true }),
        fc.double({ min: -180, max: 180, noNaN: true }),
        fc.boolean(),
        fc.boolean(),
        fc.constantFrom(identifier, '352606090042050'),
        (latitude, longitude, isValid, ignition, id) => {
          const measured = { ...status, latitude, longitude, isValid, ignition, isEngineBlocked: !ignition }
          const [report] = read([tk103Device.openDeviceClient(id).report(measured)]).reports
          expect(report).toMatchObject({
            deviceIdentifier: id,
            fix: { isValid, time: status.time, speedKmh: 42.5, headingDegrees: 271.25 },
            telemetry: { ignition, isEngineBlocked: !ignition, odometerMetres: 123_456, fuelPercent: 40 },
          })
          expect(Math.abs((report?.fix?.latitude ?? 999) - latitude)).toBeLessThan(1e-5)
          expect(Math.abs((report?.fix?.longitude ?? 999) - longitude)).toBeLessThan(1e-5)
        },
      ),
      { seed: 5002, numRuns: 300 },
    )
  })

  it('states every alarm the protocol has', () => {
    const stated = alarmKinds.filter((alarm) => {
      const [report] = read([client().report({ ...status, alarm })]).reports
      expect([alarm, null]).toContain(report?.alarm)
      return report?.alarm === alarm
    })
    expect(stated).toEqual(['sos', 'power_cut', 'vibration', 'geofence_exit', 'overspeed', 'crash', 'other'])
  })

  it('understands the answer to its handshake as login, then as heartbeat', () => {
    const device = client()
    const { messages } = read([device.login() ?? good(), device.heartbeat(status) ?? good()])
    const [message, later] = messages
    expect([message?.reports.length, later?.reports.length]).toEqual([0, 1])
    const answer = message?.acknowledgement ?? good()
    expect(device.read(answer)).toEqual([{ kind: 'login', isAccepted: true }])
    expect(device.read(answer)).toEqual([{ kind: 'heartbeat' }])
  })
})

const command = (type: DeviceCommand['type'], deviceIdentifier = identifier): DeviceCommand => ({
  id: '1',
  deviceIdentifier,
  protocol: 'tk103',
  type,
  parameters: { apn: 'internet', host: 'gps.example.org', port: 5002, speedKmh: 90, url: 'http://a/b' },
})

describe('commands', () => {
  it('are understood and answered by the device side', () => {
    const encoded = commandTypes.filter((type) => {
      const encoding = tk103.encodeCommand(command(type), 7)
      if (!encoding.isEncoded) return false
      const device = client()
      const [message] = device.read(encoding.bytes)
      if (message?.kind !== 'command') throw new Error(`${type} was not understood`)
      expect(message.type === type || message.type === 'request_location').toBe(true)
      const [report] = read([device.answer(message, status, true) ?? good()]).reports
      expect(report?.answer).toMatchObject({ key: encoding.answerKey, isRefused: false })
      return true
    })
    expect(encoded).toEqual([
      'status_query',
      'gps_position',
      'stop_engine',
      'resume_engine',
      'request_location',
    ])
  })

  it('cut with 0 and restore with 1', () => {
    expect(tk103.encodeCommand(command('stop_engine'), 1)).toMatchObject({ text: `(${identifier}AV010)` })
    expect(tk103.encodeCommand(command('resume_engine'), 1)).toMatchObject({ text: `(${identifier}AV011)` })
  })

  it('refuse an identifier that would begin another message', () => {
    for (const id of ['1)(2', '', '12', '(088046338039', '0880463$8039']) {
      expect(tk103.encodeCommand(command('stop_engine', id), 1)).toMatchObject({
        parameter: 'deviceIdentifier',
      })
    }
  })
})

describe('hostile bytes', () => {
  const captures = readDeviceData<{ captures: Capture[] }>('captures/tk103.json')?.captures ?? []
  const seeds = captures.length > 0 ? captures.map(({ hex }) => fromHex(hex)) : [good()]

  it.each(['tcp', 'udp'] as const)('never throw, and a good message is read afterwards (%s)', (transport) => {
    fc.assert(
      fc.property(
        fc.constantFrom(...seeds),
        fc.array(fc.tuple(fc.nat(2000), fc.nat(255)), { maxLength: 6 }),
        fc.uint8Array({ maxLength: 40 }),
        (seed, changes, noise) => {
          const mutated = joinBytes(seed, noise)
          for (const [at, value] of changes) mutated[at % mutated.length] = value
          const stream = tk103.openStream({ transport })
          const reports: DeviceReport[] = []
          const take = ({ reports: some }: DeviceMessage) => reports.push(...some)
          expect(stream.read(mutated, receivedAt, take)).toBe('open')
          stream.read(good(), receivedAt, take)
          const last = reports.at(-1)
          expect(last?.fix?.time).toEqual(status.time)
          const isBounded = ({ extras, deviceIdentifier }: DeviceReport) =>
            Object.keys(extras).length <= 64 && /^[A-Za-z0-9]{3,20}$/.test(deviceIdentifier)
          expect(reports.every(isBounded)).toBe(true)
        },
      ),
      { seed: 5002, numRuns: 1000 },
    )
  })
})
