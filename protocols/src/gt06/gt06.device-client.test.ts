import { type CommandType, commandTypes } from '@rumbo/contract/commands.device-command.contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ServerMessage } from '../device-side.ts'
import type { DeviceMessage } from '../protocol.ts'
import { simulatedReport } from '../testing/simulated.ts'
import { encodeGt06CommandAnswer } from './gt06.device.ts'
import { gt06Device } from './gt06.device-client.ts'
import { gt06 } from './gt06.ts'

const imei = '861000000000018'
const receivedAt = new Date('2026-03-04T05:06:10Z')
const parametersOf: Partial<Record<CommandType, Record<string, string | number>>> = {
  set_speed_limit: { speedKmh: 90 },
  update_apn: { apn: 'internet.itelcel.com', user: 'webgprs', password: 'webgprs2002' },
  update_server: { host: 'gps.example.mx', port: 5023 },
  firmware_update: { url: 'http://example.mx/f.bin' },
}
const unsupported: CommandType[] = ['alarm_reset', 'lock_doors', 'unlock_doors', 'firmware_update']

function connection() {
  const client = gt06Device.openDeviceClient(imei)
  const stream = gt06.openStream()
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

const encode = (type: CommandType, parameters = parametersOf[type] ?? {}, serial = 17) =>
  gt06.encodeCommand({ id: 'c', deviceIdentifier: imei, protocol: 'gt06', type, parameters }, serial)

describe('a GT06 tracker and its server', () => {
  it('understand login, heartbeat, position and alarm', () => {
    const { client, say } = connection()
    expect(say(client.login()).received).toEqual([{ kind: 'login', isAccepted: true }])
    const beat = say(client.heartbeat(simulatedReport({ isEngineBlocked: true })))
    expect(beat.received).toEqual([{ kind: 'heartbeat' }])
    expect(beat.reports[0]?.telemetry).toMatchObject({ isEngineBlocked: true, ignition: true })
    for (const alarm of [null, 'sos', 'fault'] as const) {
      const result = say(client.report(simulatedReport({ alarm })))
      expect(result.received).toEqual([{ kind: 'acknowledgement', reports: 1 }])
      expect(result.reports[0]?.alarm).toBe(alarm === 'sos' ? 'sos' : null)
    }
  })

  it('agree on any place and time', () => {
    const { client, say } = connection()
    say(client.login())
    const places = fc.record({
      latitude: fc.double({ min: -90, max: 90, noNaN: true }),
      longitude: fc.double({ min: -180, max: 180, noNaN: true }),
      headingDegrees: fc.integer({ min: 0, max: 359 }),
      speedKmh: fc.integer({ min: 0, max: 255 }),
      isValid: fc.constant(true),
      time: fc
        .integer({ min: Date.UTC(2001, 0, 1) / 1000, max: Date.UTC(2098, 0, 1) / 1000 })
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
    const encoding = encode(type)
    if (unsupported.includes(type)) {
      expect(encoding).toEqual({ isEncoded: false, reason: 'unsupported' })
      return
    }
    if (!encoding.isEncoded) throw new Error(encoding.reason)
    const { client, say } = connection()
    say(client.login())
    const [received] = client.read(encoding.bytes)
    if (received?.kind !== 'command') throw new Error('The device did not read a command')
    expect(received.type).toBe(type === 'request_location' ? 'gps_position' : type)
    for (const isDone of [true, false]) {
      const [report] = say(client.answer(received, simulatedReport(), isDone)).reports
      expect(report?.answer).toMatchObject({ key: encoding.answerKey, isRefused: !isDone })
    }
  })

  it('use the words with a password for the first GT06 alone', () => {
    const textOf = (type: CommandType, parameters: Record<string, string>) => {
      const encoding = encode(type, parameters)
      return encoding.isEncoded ? encoding.text : encoding
    }
    expect(textOf('stop_engine', { model: 'GT06N', devicePassword: '777777' })).toBe('RELAY,1#')
    expect(textOf('stop_engine', { model: 'GT06', devicePassword: '777777' })).toBe('DYD,777777#')
    expect(textOf('resume_engine', { model: 'gt06' })).toBe('HFYD,000000#')
    expect(textOf('stop_engine', { model: 'GT06', devicePassword: '0#RELAY' })).toEqual({
      isEncoded: false,
      reason: 'bad_parameter',
      parameter: 'devicePassword',
    })
  })

  it('distinguish a refusal from a state that already holds', () => {
    const { client, say } = connection()
    say(client.login())
    const isRefused = (text: string) => say(encodeGt06CommandAnswer(text, 3, 9)).reports[0]?.answer?.isRefused
    for (const text of [
      'DYD=Success!',
      'HFYD=Success!',
      'Already in the state of fuel supply cut off',
      'OK!',
    ])
      expect(isRefused(text), text).toBe(false)
    for (const text of ['DYD=Unvalued Fix', 'DYD=Speed Limit, Speed 40km/h', 'HFYD=Fail!', 'ERROR:101'])
      expect(isRefused(text), text).toBe(true)
  })

  it('take no parameter that would begin another command', () => {
    const wrong: [CommandType, Record<string, string | number>, string][] = [
      ['update_apn', { apn: 'a#RELAY,1' }, 'apn'],
      ['update_apn', { apn: 'a', user: 'u,v' }, 'user'],
      ['update_apn', { apn: 'a', user: 'u', password: 'p\r\n' }, 'password'],
      ['update_server', { host: 'a b', port: 1 }, 'host'],
      ['update_server', { host: 'a', port: 65536 }, 'port'],
      ['set_speed_limit', { speedKmh: 0 }, 'speedKmh'],
      ['set_speed_limit', { speedKmh: '80,1#' }, 'speedKmh'],
    ]
    for (const [type, parameters, parameter] of wrong)
      expect(encode(type, parameters)).toEqual({ isEncoded: false, reason: 'bad_parameter', parameter })
  })

  it('say why a position has none', () => {
    const { client, say } = connection()
    say(client.login())
    const beyond = client.report(simulatedReport({ latitude: 95 }))
    expect(say(beyond).reports[0]).toMatchObject({ fix: null, extras: { badFix: 'coordinates' } })
  })

  it('let two trackers speak in turn on one socket', () => {
    const { client, say } = connection()
    const other = gt06Device.openDeviceClient('861000000000026')
    say(client.login())
    say(client.report(simulatedReport()))
    expect(say(other.login()).messages[0]?.login).toBe('861000000000026')
    expect(say(other.report(simulatedReport())).reports[0]?.deviceIdentifier).toBe('861000000000026')
  })
})
