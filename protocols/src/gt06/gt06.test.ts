import type { DeviceReport } from '@rumbo/contract/telemetry.device-report.contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromHex, toHex } from '../bytes.ts'
import { crc16X25, fnv1a64 } from '../checksum.ts'
import type { DeviceMessage } from '../protocol.ts'
import { growthOf } from '../testing/growth.ts'
import {
  createGt06ServerReader,
  encodeGt06Alarm,
  encodeGt06CommandAnswer,
  encodeGt06Heartbeat,
  encodeGt06Login,
  encodeGt06Position,
  type Gt06DevicePosition,
  type Gt06DeviceStatus,
} from './gt06.device.ts'
import { encodeGt06Acknowledgement, encodeGt06Frame } from './gt06.encode.ts'
import { gt06 } from './gt06.ts'
import { gt06Samples } from './samples/gt06.samples.ts'

const receivedAt = new Date('2026-03-04T05:06:07Z')
const place: Gt06DevicePosition = {
  time: new Date('2026-03-04T05:06:00Z'),
  latitude: 19.4326,
  longitude: -99.1332,
  speedKmh: 42,
  headingDegrees: 271,
  satellites: 11,
  ignition: true,
  odometerMetres: 123_456,
}
const status: Gt06DeviceStatus = {
  ignition: true,
  isCharging: false,
  isEngineBlocked: false,
  batteryPercent: 50,
  signalPercent: 75,
}

function read(chunks: Uint8Array[], options = {}) {
  const stream = gt06.openStream(options)
  const messages: DeviceMessage[] = []
  const outcomes = chunks.map((chunk) => stream.read(chunk, receivedAt, (message) => messages.push(message)))
  return { stream, messages, outcomes, reports: messages.flatMap(({ reports }) => reports) }
}

/** What two readings must agree on: the report without the hash of a frame made whole again. */
function essence(reports: readonly DeviceReport[]) {
  return reports.map(({ fix, kind, telemetry, alarm }) => ({ fix, kind, telemetry, alarm }))
}

function concat(parts: readonly Uint8Array[]): Uint8Array {
  return fromHex(parts.map((part) => toHex(part)).join(''))
}

const login = encodeGt06Login(gt06Samples.imei, 1)

describe('checksums', () => {
  it('computes CRC-16/X-25 and FNV-1a 64 as published', () => {
    const digits = new TextEncoder().encode('123456789')
    expect(crc16X25(digits)).toBe(0x906e)
    expect(BigInt.asUintN(64, fnv1a64(new TextEncoder().encode('')))).toBe(0xcbf29ce484222325n)
    expect(BigInt.asUintN(64, fnv1a64(new TextEncoder().encode('foobar')))).toBe(0x85944171f73967e8n)
  })
})

describe('a session', () => {
  it('logs in and answers with type and serial', () => {
    const { messages, stream } = read([fromHex(gt06Samples.login)])
    expect(stream.deviceIdentifier).toBe(gt06Samples.imei)
    expect(messages).toHaveLength(1)
    expect(messages[0]?.login).toBe(gt06Samples.imei)
    expect(toHex(messages[0]?.acknowledgement ?? new Uint8Array())).toBe(gt06Samples.loginAcknowledgement)
  })

  it('accepts nothing before the login', () => {
    const { messages, stream } = read([encodeGt06Position(place, 1), encodeGt06Heartbeat(status, 2)])
    expect(messages).toEqual([])
    expect(stream.counts.refusedFrames).toBe(2)
  })

  it('reads back what the device side states', () => {
    const { reports, messages } = read([login, encodeGt06Position(place, 2)])
    const [report] = reports
    expect(report).toMatchObject({
      deviceIdentifier: gt06Samples.imei,
      kind: 'position',
      fix: { isValid: true, speedKmh: 42, headingDegrees: 271, satellites: 11, time: place.time },
      telemetry: { ignition: true, odometerMetres: 123_456 },
    })
    expect(report?.fix?.latitude).toBeCloseTo(place.latitude, 5)
    expect(report?.fix?.longitude).toBeCloseTo(place.longitude, 5)
    expect(messages[1]?.acknowledgement).toEqual(encodeGt06Acknowledgement(0x22, 2))
  })

  it('reads a heartbeat, an alarm and an answer to a command', () => {
    const { reports } = read([
      login,
      encodeGt06Heartbeat(status, 2),
      encodeGt06Alarm(place, status, 'sos', 3),
      encodeGt06CommandAnswer('RELAY:ON', 7, 4),
    ])
    expect(reports.map(({ kind }) => kind)).toEqual(['status', 'alarm', 'answer'])
    expect(reports[0]?.telemetry).toMatchObject({ ignition: true, batteryPercent: 50, signalPercent: 75 })
    expect(reports[1]?.alarm).toBe('sos')
    expect(reports[2]?.answer?.text).toBe('RELAY:ON')
  })

  it('gives every alarm the device side can state its own kind', () => {
    const kinds = ['sos', 'power_cut', 'vibration', 'overspeed', 'low_battery', 'tampering', 'door'] as const
    const { reports } = read([
      login,
      ...kinds.map((kind, index) => encodeGt06Alarm(place, status, kind, index)),
    ])
    expect(reports.map(({ alarm }) => alarm)).toEqual(kinds)
  })

  it('keeps an alarm without any fix', () => {
    const indoors = { ...place, latitude: 0, longitude: 0, isValid: false, satellites: 0 }
    const { reports } = read([login, encodeGt06Alarm(indoors, status, 'sos', 2)])
    expect(reports[0]).toMatchObject({ kind: 'alarm', alarm: 'sos', fix: null })
  })

  it('turns the clock of a device that states its zone to UTC', () => {
    const local = { ...place, time: new Date('2026-03-03T23:06:00Z') }
    const { reports } = read([encodeGt06Login(gt06Samples.imei, 1, -360), encodeGt06Position(local, 2)])
    expect(reports[0]?.fix?.time).toEqual(place.time)
  })

  it('answers a time request with the present time', () => {
    const { messages } = read([login, encodeGt06Frame(0x8a, new Uint8Array(0), 9)])
    expect(messages[1]?.acknowledgement).toEqual(encodeGt06Frame(0x8a, Uint8Array.of(26, 3, 4, 5, 6, 7), 9))
  })

  it('counts wrong checksums, and refuses them where the policy says so', () => {
    const wrong = encodeGt06Position(place, 2)
    wrong[wrong.length - 4] = (wrong[wrong.length - 4] ?? 0) ^ 0xff
    expect(read([login, wrong]).reports).toHaveLength(1)
    expect(read([login, wrong]).stream.counts.badChecksums).toBe(1)
    const strict = read([login, wrong], { acceptWrongChecksum: false })
    expect(strict.reports).toHaveLength(0)
    expect(strict.messages).toHaveLength(1)
    expect(strict.stream.counts.refusedFrames).toBe(1)
  })
})

describe('framing', () => {
  const frames = Array.from({ length: 20 }, (_, index) =>
    encodeGt06Position({ ...place, time: new Date(place.time.getTime() + index * 1000) }, index + 2),
  )
  const whole = concat([login, ...frames])
  const expected = essence(read([whole]).reports)

  it('reads one byte at a time as all at once', () => {
    expect(expected).toHaveLength(20)
    const bytes = Array.from(whole, (byte) => Uint8Array.of(byte))
    expect(essence(read(bytes).reports)).toEqual(expected)
  })

  it('survives any split', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: whole.length }), { maxLength: 40 }), (cuts) => {
        const edges = [0, ...cuts.sort((a, b) => a - b), whole.length]
        const chunks = edges.slice(1).map((edge, index) => whole.subarray(edges[index], edge))
        expect(essence(read(chunks).reports)).toEqual(expected)
      }),
    )
  })

  it('finds every frame again between rubbish', () => {
    const rubbish = fc
      .uint8Array({ maxLength: 30 })
      .filter((bytes) => !bytes.includes(0x78) && !bytes.includes(0x79))
    fc.assert(
      fc.property(fc.array(rubbish, { minLength: 21, maxLength: 21 }), (between) => {
        const parts = [login, ...frames].flatMap((frame, index) => [
          between[index] ?? new Uint8Array(0),
          frame,
        ])
        expect(essence(read([concat(parts)]).reports)).toEqual(expected)
      }),
    )
  })

  it('never lets a broken frame harm the next', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 1, max: 255 }), (position, change) => {
        const [broken, ...rest] = frames.map((frame) => frame.slice())
        if (!broken) throw new Error('No frame')
        const at = position % broken.length
        broken[at] = (broken[at] ?? 0) ^ change
        const { reports } = read([login, broken, ...rest])
        expect(essence(reports).slice(-19)).toEqual(expected.slice(1))
      }),
      { numRuns: 1000 },
    )
  })

  it('never throws on mutated frames, and keeps its counts', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 30 }),
        fc.boolean(),
        (changes, isSplit) => {
          const bytes = whole.slice()
          for (const [at, value] of changes) bytes[at] = value
          const { stream } = read(isSplit ? [bytes.subarray(0, 333), bytes.subarray(333)] : [bytes])
          expect(stream.counts.frames).toBeLessThanOrEqual(60)
        },
      ),
      { numRuns: 1000 },
    )
  })

  it('takes any type and body without throwing', () => {
    fc.assert(
      fc.property(fc.nat(255), fc.uint8Array({ maxLength: 200 }), fc.boolean(), (type, body, isExtended) => {
        const { messages } = read([login, encodeGt06Frame(type, body, 5, isExtended)])
        expect(messages.length).toBeGreaterThanOrEqual(1)
      }),
      { numRuns: 1000 },
    )
  })

  it('falls back to the next end where the length is wrong', () => {
    for (const wrongLength of [0, 3, 0x20, 0x40]) {
      const frame = encodeGt06Heartbeat(status, 2)
      frame[2] = wrongLength
      const { reports } = read([login, frame, encodeGt06Position(place, 3)])
      expect(reports.map(({ kind }) => kind)).toEqual(['status', 'position'])
    }
  })

  it('drops a frame without end', () => {
    const endless = new Uint8Array(5000).fill(0x41)
    endless.set([0x79, 0x79, 0xff, 0xff, 0x22])
    expect(read([login, endless]).outcomes).toEqual(['open', 'overlong'])
    const drips = Array.from({ length: 50 }, (_, index) => endless.subarray(index * 100, index * 100 + 100))
    expect(read([login, ...drips]).outcomes).toContain('overlong')
  })

  it('takes time in proportion to bytes made to slow it down', () => {
    const chunk = new Uint8Array(16 * 1024)
    for (let at = 0; at + 4 <= chunk.length; at += 4) chunk.set([0x79, 0x79, 0x0d, 0x0a], at)
    const dripped = (chunks: number) => read([login, ...Array.from({ length: chunks }, () => chunk)])
    expect(growthOf(dripped, 3)).toBeLessThan(10)
  }, 30_000)
})

describe('commands', () => {
  const command = { id: 'c', deviceIdentifier: gt06Samples.imei, protocol: 'gt06' } as const

  it('stops and resumes the engine', () => {
    const stop = gt06.encodeCommand({ ...command, type: 'stop_engine', parameters: {} }, 9)
    expect(stop.isEncoded).toBe(true)
    if (!stop.isEncoded) return
    expect(createGt06ServerReader().push(stop.bytes)).toEqual([
      { type: 0x80, serial: 9, command: { text: 'RELAY,1#', serverFlag: 9 } },
    ])
  })

  it('refuses a parameter that would begin another command', () => {
    const parameters = { host: 'fleet.example,RELAY,1#', port: 5023 }
    expect(gt06.encodeCommand({ ...command, type: 'update_server', parameters }, 1)).toEqual({
      isEncoded: false,
      reason: 'bad_parameter',
      parameter: 'host',
    })
  })

  it('says at once what it cannot express', () => {
    expect(gt06.encodeCommand({ ...command, type: 'firmware_update', parameters: {} }, 1)).toEqual({
      isEncoded: false,
      reason: 'unsupported',
    })
  })

  it('reads acknowledgements on the device side, split and joined', () => {
    const reader = createGt06ServerReader()
    const bytes = concat([encodeGt06Acknowledgement(0x22, 7), encodeGt06Acknowledgement(0x13, 8)])
    const messages = [...reader.push(bytes.subarray(0, 13)), ...reader.push(bytes.subarray(13))]
    expect(messages.map(({ type, serial }) => [type, serial])).toEqual([
      [0x22, 7],
      [0x13, 8],
    ])
  })
})
