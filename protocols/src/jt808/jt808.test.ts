import { type CommandType, commandTypes } from '@rumbo/contract/commands.device-command.contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromHex, toHex } from '../bytes.ts'
import type { ServerMessage } from '../device-side.ts'
import type { DeviceMessage, DeviceStreamOptions } from '../protocol.ts'
import { joinBytes } from '../stream.ts'
import { simulatedReport } from '../testing/simulated.ts'
import { jt808Device } from './jt808.device.ts'
import { escapeJt808, unescapeJt808 } from './jt808.frame.ts'
import { encodeJt808, phoneOf } from './jt808.header.ts'
import { jt808 } from './jt808.ts'

const receivedAt = new Date('2026-03-04T05:06:10Z')
const identifiers = ['13912345678', '861000000000018'] as const
const parametersOf: Partial<Record<CommandType, Record<string, string | number>>> = {
  set_speed_limit: { speedKmh: 90 },
  update_apn: { apn: 'internet.itelcel.com', user: 'webgprs', password: 'webgprs2002' },
  update_server: { host: 'gps.example.mx', port: 5015 },
  firmware_update: { url: 'https://example.mx/firmware/1.bin' },
}
const unsupported: CommandType[] = ['time_sync', 'activate_alarm', 'deactivate_alarm']

function read(chunks: readonly Uint8Array[], options: DeviceStreamOptions = {}) {
  const stream = jt808.openStream(options)
  const messages: DeviceMessage[] = []
  const outcomes = chunks.map((chunk) => stream.read(chunk, receivedAt, (message) => messages.push(message)))
  return { stream, outcomes, messages, reports: messages.flatMap(({ reports }) => reports) }
}

function connection(identifier: string = identifiers[0]) {
  const client = jt808Device.openDeviceClient(identifier)
  const stream = jt808.openStream()
  const say = (bytes: Uint8Array | null) => {
    const messages: DeviceMessage[] = []
    if (bytes) stream.read(bytes, receivedAt, (message) => messages.push(message))
    const received: ServerMessage[] = messages.flatMap(({ acknowledgement }) =>
      acknowledgement ? client.read(acknowledgement) : [],
    )
    return { messages, received, reports: messages.flatMap(({ reports }) => reports) }
  }
  return { client, say }
}

const encode = (
  type: CommandType,
  parameters = parametersOf[type] ?? {},
  identifier: string = identifiers[0],
) => jt808.encodeCommand({ id: 'c', deviceIdentifier: identifier, protocol: 'jt808', type, parameters }, 17)

describe.each(identifiers)('tracker %s and its server', (identifier) => {
  it('understand login, heartbeat, position, alarm and a stored position', () => {
    const { client, say } = connection(identifier)
    const login = say(client.login())
    expect(login.messages[0]?.login).toBe(identifier)
    expect(login.received).toEqual([{ kind: 'login', isAccepted: true }])
    expect(say(client.heartbeat(simulatedReport())).received).toEqual([{ kind: 'heartbeat' }])
    for (const alarm of [null, 'sos', 'power_cut'] as const) {
      const result = say(client.report(simulatedReport({ alarm, isStored: alarm === 'power_cut' })))
      expect(result.received).toEqual([{ kind: 'acknowledgement', reports: 1 }])
      expect(result.messages[0]?.login).toBeNull()
      expect(result.reports).toMatchObject([
        { deviceIdentifier: identifier, alarm, fix: { satellites: 11, altitudeMetres: 1560 } },
      ])
      expect(result.reports[0]?.telemetry).toMatchObject({ ignition: true, odometerMetres: 123_500 })
    }
  })

  it('agree on any place and time', () => {
    const { client, say } = connection(identifier)
    const places = fc.record({
      latitude: fc.double({ min: -90, max: 90, noNaN: true }),
      longitude: fc.double({ min: -180, max: 180, noNaN: true }),
      headingDegrees: fc.integer({ min: 0, max: 359 }),
      speedKmh: fc.integer({ min: 0, max: 6500 }),
      time: fc
        .integer({ min: Date.UTC(2027, 0, 1) / 1000, max: Date.UTC(2098, 0, 1) / 1000 })
        .map((second) => new Date(second * 1000)),
    })
    fc.assert(
      fc.property(places, (place) => {
        const fix = say(client.report(simulatedReport(place))).reports[0]?.fix
        expect(fix).toMatchObject({ time: place.time, speedKmh: place.speedKmh, isValid: true })
        expect(Math.abs((fix?.latitude ?? 999) - place.latitude)).toBeLessThan(1e-5)
        expect(Math.abs((fix?.longitude ?? 999) - place.longitude)).toBeLessThan(1e-5)
      }),
    )
  })

  it.each(commandTypes)('agree on %s, or cannot say it', (type) => {
    const encoding = encode(type, undefined, identifier)
    if (unsupported.includes(type)) {
      expect(encoding).toEqual({ isEncoded: false, reason: 'unsupported' })
      return
    }
    if (!encoding.isEncoded) throw new Error(encoding.reason)
    const { client, say } = connection(identifier)
    const [received] = client.read(encoding.bytes)
    if (received?.kind !== 'command') throw new Error('The device did not read a command')
    expect(received.type).toBe(type === 'request_location' ? 'gps_position' : type)
    for (const isDone of [true, false]) {
      const [report] = say(client.answer(received, simulatedReport(), isDone)).reports
      expect(report?.answer).toMatchObject({ key: encoding.answerKey, isRefused: !isDone })
    }
  })
})

describe('a session', () => {
  it('registers a tracker and gives it its code', () => {
    const { messages } = read([encodeJt808(0x0100, phoneOf('13912345678'), 5, new Uint8Array(25))])
    const answer = unescapeJt808(messages[0]?.acknowledgement ?? new Uint8Array(0))
    expect(toHex(answer, 0, 2)).toBe('8100')
    expect(toHex(answer, 12, 15)).toBe('000500')
    expect(messages[0]).toMatchObject({ login: '13912345678', reports: [] })
  })

  it('answers a tracker that requests the time', () => {
    const { messages } = read([encodeJt808(0x0109, phoneOf('13912345678'), 5, new Uint8Array(0))])
    const answer = unescapeJt808(messages[0]?.acknowledgement ?? new Uint8Array(0))
    expect(toHex(answer, 12, 18)).toBe('260304050610')
  })

  it('raises an alarm when its bit appears, and not while it stays', () => {
    const { client, say } = connection()
    const alarms = (['sos', 'sos', null, 'sos'] as const).map(
      (alarm) => say(client.report(simulatedReport({ alarm }))).reports[0]?.alarm,
    )
    expect(alarms).toEqual(['sos', null, null, 'sos'])
  })

  it('keeps an alarm without a fix, and says why a place is none', () => {
    const { client, say } = connection()
    const nowhere = { latitude: 0, longitude: 0, isValid: false }
    expect(say(client.report(simulatedReport({ ...nowhere, alarm: 'sos' }))).reports[0]).toMatchObject({
      ...{ kind: 'alarm', alarm: 'sos', fix: null, extras: {} },
    })
    expect(say(client.report(simulatedReport({ latitude: 91 }))).reports[0]).toMatchObject({
      ...{ fix: null, extras: { badFix: 'coordinates' } },
    })
  })

  it('learns from a live report that the clock keeps UTC', () => {
    const { client, say } = connection()
    const inUtc = (time: string) => simulatedReport({ time: new Date(Date.parse(time) - 8 * 3_600_000) })
    const live = say(client.report(inUtc('2026-03-04T05:06:00Z'))).reports[0]
    expect(live?.fix?.time).toEqual(new Date('2026-03-04T05:06:00Z'))
    const stored = say(client.report({ ...inUtc('2026-03-01T00:00:00Z'), isStored: true })).reports[0]
    expect(stored?.fix?.time).toEqual(new Date('2026-03-01T00:00:00Z'))
  })

  it('names each of two trackers that share a socket', () => {
    const [one, other] = ['13912345678', '13912345679'].map((id) => jt808Device.openDeviceClient(id))
    const chunks = [one, other, other, one].map(
      (client) => client?.report(simulatedReport()) ?? new Uint8Array(0),
    )
    const { messages } = read(chunks)
    expect(messages.map(({ login }) => login)).toEqual(['13912345678', '13912345679', null, '13912345678'])
    expect(messages.map(({ reports }) => reports[0]?.deviceIdentifier)).toEqual([
      ...['13912345678', '13912345679', '13912345679', '13912345678'],
    ])
  })

  it('takes no parameter with a delimiter', () => {
    const wrong: [CommandType, Record<string, string | number>, string][] = [
      ['update_apn', { apn: 'a;b' }, 'apn'],
      ['update_apn', { apn: 'a', user: 'u v' }, 'user'],
      ['update_apn', { apn: 'a', user: 'u', password: 'p\0' }, 'password'],
      ['update_server', { host: 'a,b', port: 1 }, 'host'],
      ['update_server', { host: 'a', port: 0 }, 'port'],
      ['set_speed_limit', { speedKmh: 256 }, 'speedKmh'],
      ['firmware_update', { url: 'http://a/b;c' }, 'url'],
      ['firmware_update', {}, 'url'],
    ]
    for (const [type, parameters, parameter] of wrong)
      expect(encode(type, parameters)).toEqual({ isEncoded: false, reason: 'bad_parameter', parameter })
    expect(encode('stop_engine', {}, 'not-a-number')).toMatchObject({ isEncoded: false })
  })
})

describe('framing', () => {
  const client = jt808Device.openDeviceClient('13912345678')
  const frames = Array.from({ length: 20 }, (_, at) =>
    client.report(simulatedReport({ time: new Date(Date.UTC(2026, 0, 1, 0, 0, at)) })),
  )
  const whole = frames.reduce(joinBytes)
  const essence = (chunks: readonly Uint8Array[]) =>
    read(chunks).reports.map(({ fix, telemetry, reportHash }) => ({ fix, telemetry, reportHash }))
  const expected = essence([whole])

  it('reads bytes one at a time, frames joined, and rubbish between', () => {
    expect(expected).toHaveLength(20)
    expect(essence(Array.from(whole, (byte) => Uint8Array.of(byte)))).toEqual(expected)
    const rubbish = fc.uint8Array({ maxLength: 30 }).filter((bytes) => !bytes.includes(0x7e))
    fc.assert(
      fc.property(fc.array(rubbish, { minLength: 20, maxLength: 20 }), (between) => {
        const parts = frames.flatMap((frame, at) => [between[at] ?? new Uint8Array(0), frame])
        expect(essence([parts.reduce(joinBytes)])).toEqual(expected)
      }),
    )
  })

  it('carries every byte through its escapes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        expect(toHex(unescapeJt808(escapeJt808(bytes)))).toBe(toHex(bytes))
      }),
    )
  })

  it('never lets a broken frame harm the next', () => {
    fc.assert(
      fc.property(fc.nat(500), fc.integer({ min: 1, max: 255 }), fc.boolean(), (position, change, isCut) => {
        const [broken, ...rest] = frames.map((frame) => frame.slice())
        if (!broken) throw new Error('No frame')
        const at = position % broken.length
        broken[at] = (broken[at] ?? 0) ^ change
        const chunks = [isCut ? broken.subarray(0, at) : broken, ...rest]
        expect(essence([chunks.reduce(joinBytes)]).slice(-19)).toEqual(expected.slice(1))
      }),
      { numRuns: 1000 },
    )
  })

  it('counts wrong checksums, and refuses them where the policy says so', () => {
    const wrong = frames[0]?.slice() ?? new Uint8Array(0)
    wrong[20] = (wrong[20] ?? 0) ^ 0x10
    expect(read([wrong]).stream.counts).toMatchObject({ badChecksums: 1, refusedFrames: 0 })
    expect(read([wrong], { acceptWrongChecksum: false }).messages).toEqual([])
  })

  it('drops a frame without end', () => {
    const endless = new Uint8Array(3000).fill(0x41)
    endless[0] = 0x7e
    expect(read([endless]).outcomes).toEqual(['overlong'])
  })

  it('takes any id and body without throwing', () => {
    fc.assert(
      fc.property(fc.nat(0xffff), fc.uint8Array({ maxLength: 200 }), (id, body) => {
        const { messages } = read([encodeJt808(id, phoneOf('13912345678'), 1, body), ...frames.slice(0, 1)])
        expect(messages.at(-1)?.reports).toHaveLength(1)
      }),
      { numRuns: 1000 },
    )
  })

  it('refuses a device without a number', () => {
    expect(read([escapeJt808(fromHex('00020000aabbccddeeff000100'))]).messages).toEqual([])
  })
})
