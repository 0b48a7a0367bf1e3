import {
  type CommandType,
  commandTypes,
  type DeviceCommand,
} from '@rumbo/contract/commands.device-command.contract'
import type { AlarmKind, DeviceReport } from '@rumbo/contract/telemetry.device-report.contract'
import { reportReadingLimit } from '@rumbo/contract/telemetry.reading-bounds'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asciiBytes, fromHex, readText } from '../bytes.ts'
import type { SimulatedReport } from '../device-side.ts'
import type { DeviceMessage, DeviceStream } from '../protocol.ts'
import { joinBytes } from '../stream.ts'
import { type Capture, readDeviceData } from '../testing/captures.ts'
import { queclinkDevice } from './queclink.device.ts'
import { queclinkModels } from './queclink.models.ts'
import { queclink } from './queclink.ts'

const now = new Date('2026-05-04T12:00:00Z')
const one =
  '+RESP:GTFRI,060228,862894020178276,,12401,10,1,1,36.0,147,329.7,-99.133209,19.432608,20260504115900,0334,0020,6AAE,3381,00,913.3,00012:30:00,,,87,220100,,,,20260504115901,132B$'
const two =
  '+RESP:GTSOS,060228,862894020178277,,,00,1,1,4.3,92,70.0,-99.1,19.4,20260504115902,0334,0020,18D8,6141,00,2000.0,20260504115903,11F0$'

function readAll(stream: DeviceStream, bytes: Uint8Array, step = bytes.length): DeviceMessage[] {
  const messages: DeviceMessage[] = []
  for (let at = 0; at < bytes.length; at += step) {
    stream.read(bytes.subarray(at, at + step), now, (message) => messages.push(message))
  }
  return messages
}
const reportsOf = (text: string, step?: number): DeviceReport[] =>
  readAll(queclink.openStream(), asciiBytes(text), step).flatMap(({ reports }) => reports)

const simulated: SimulatedReport = {
  time: new Date('2026-05-04T11:59:58Z'),
  isValid: true,
  latitude: 19.432608,
  longitude: -99.133209,
  altitudeMetres: 2240,
  speedKmh: 42,
  headingDegrees: 90,
  satellites: 9,
  signalPercent: 75,
  ignition: true,
  isEngineBlocked: false,
  batteryPercent: 90,
  powerVolts: 12.6,
  fuelPercent: 55,
  odometerMetres: 123_456,
  alarm: null,
  isStored: false,
}
const identifier = '862894020178276'

describe('a report', () => {
  it('states position, supply, odometer, hours, battery and inputs', () => {
    const [report] = reportsOf(one)
    expect(report?.fix).toMatchObject({
      time: new Date('2026-05-04T11:59:00Z'),
      isValid: true,
      latitude: 19.432608,
      longitude: -99.133209,
      speedKmh: 36,
      headingDegrees: 147,
      altitudeMetres: 329.7,
    })
    expect(report?.telemetry).toEqual({
      powerVolts: 12.401,
      odometerMetres: 913_300,
      engineHours: 12.5,
      batteryPercent: 87,
      ignition: true,
      isEngineBlocked: false,
    })
    expect(report?.extras).toMatchObject({ report: 'FRI', model: 'GV300' })
  })

  it('is acknowledged by its count, a heartbeat by its name', () => {
    const heartbeat = '+ACK:GTHBD,060228,862894020178276,,20260504115901,0859$'
    const said = readAll(queclink.openStream(), asciiBytes(one + heartbeat)).map(
      ({ acknowledgement: bytes }) => (bytes ? readText(bytes, 0, bytes.length) : null),
    )
    expect(said).toEqual(['+SACK:132B$', '+SACK:GTHBD,060228,0859$'])
  })

  it('has the hash of its buffered copy', () => {
    const copy = one.replace('+RESP', '+BUFF')
    expect(reportsOf(copy)[0]?.reportHash).toBe(reportsOf(one)[0]?.reportHash)
    expect(reportsOf(copy)[0]?.extras.isStored).toBe(true)
  })

  it('of several positions becomes one report each, with the telemetry at the newest', () => {
    const blocks =
      '1,1.7,205,28.0,-78.48,-0.20,20260215210433,0740,0000,7596,5891C,0.5,2,2.7,205,28.0,-78.49,-0.21,20260215210503,0740,0000,7596,5891C,0.6'
    const reports = reportsOf(
      `+RESP:GTFRI,2C0204,867162020003125,GL300W,0,0,2,${blocks},88,20260215210506,1E78$`,
    )
    expect(reports.map(({ fix }) => fix?.longitude)).toEqual([-78.48, -78.49])
    expect(reports.map(({ telemetry }) => telemetry.batteryPercent)).toEqual([undefined, 88])
    expect(new Set(reports.map(({ reportHash }) => reportHash)).size).toBe(2)
  })

  it('with an impossible place or date keeps the rest', () => {
    const [place] = reportsOf(one.replace('19.432608', '99.432608'))
    expect(place).toMatchObject({
      fix: null,
      extras: { badFix: 'coordinates' },
      telemetry: { powerVolts: 12.401 },
    })
    const [date] = reportsOf(one.replace('20260504115900', '20260231115900'))
    expect(date).toMatchObject({ fix: null, extras: { badFix: 'time' } })
  })

  it('with accuracy 0 repeats the last known place', () => {
    expect(reportsOf(one.replace(',1,36.0', ',0,36.0'))[0]?.fix?.isValid).toBe(false)
  })

  it('without any position is still an alarm', () => {
    const [report] = reportsOf(
      '+RESP:GTMPF,060228,862894020178276,,0,,,,,,,0268,0006,22C4,13E5,00,20260504115901,22D0$',
    )
    expect(report).toMatchObject({ kind: 'alarm', alarm: 'power_cut', fix: null })
  })

  it('of ignition without a position keeps how long it lasted', () => {
    const [report] = reportsOf(
      '+BUFF:GTIGF,840502,867963063190000,,77,0,,,,,,,0268,0006,22C4,13E5,00,,12.5,20250116170541,22D0$',
    )
    expect(report?.extras.ignitionOnSeconds).toBe(77)
    expect(report?.telemetry).toEqual({ ignition: false, odometerMetres: 12_500 })
  })
})

describe('the stream', () => {
  it('reads the same reports from single bytes as from one chunk', () => {
    expect(reportsOf(one + two, 1)).toEqual(reportsOf(one + two))
    expect(reportsOf(one + two)).toHaveLength(2)
  })

  it('finds messages between garbage, and behind a broken message', () => {
    const stream = queclink.openStream()
    const text = `xx+RES$+RESP+${one}\r\n\0\0${one.slice(0, 60)}${two}+++`
    const reports = readAll(stream, asciiBytes(text), 7).flatMap((message) => message.reports)
    expect(reports.map(({ deviceIdentifier }) => deviceIdentifier)).toEqual([
      '862894020178276',
      '862894020178277',
    ])
    expect(stream.counts.resyncs).toBeGreaterThan(2)
  })

  it('skips binary messages, whatever length they state', () => {
    const whole = fromHex(
      '2b5253500100000000001b0a0b0c0d0e0f101112131415161718 19 0d0a'.replace('001b', '001c'),
    )
    const stream = queclink.openStream()
    const frame = joinBytes(whole, asciiBytes(one))
    expect(readAll(stream, frame)).toHaveLength(1)
    for (const length of ['0000', '0400', 'ffff', '0012']) {
      const broken = fromHex(`2b52535001000000000${'0'}${length}0b0c0d0e0f1011121314`)
      const messages = readAll(queclink.openStream(), joinBytes(broken, asciiBytes(one)), 3)
      expect(messages, length).toHaveLength(1)
    }
  })

  it('closes at a message without an end', () => {
    const endless = joinBytes(asciiBytes('+RESP:GTFRI,'), new Uint8Array(3000).fill(0x41))
    expect(queclink.openStream().read(endless, now, () => {})).toBe('overlong')
  })

  it('ends a message at the end of its datagram', () => {
    const stream = queclink.openStream({ transport: 'udp' })
    expect(readAll(stream, asciiBytes(one.slice(0, -1)))).toHaveLength(1)
    expect(stream.waitingBytes).toBe(0)
  })

  it('distinguishes two devices on one socket', () => {
    const messages = readAll(queclink.openStream(), asciiBytes(one + two + two + one))
    expect(messages.map(({ login }) => login)).toEqual([
      '862894020178276',
      '862894020178277',
      null,
      '862894020178276',
    ])
  })

  it('survives mutated and random bytes and is usable afterwards', () => {
    const captures = readDeviceData<{ captures: Capture[] }>('captures/gl200text.json')?.captures ?? []
    const seeds = [one, two].map(asciiBytes).concat(captures.map(({ hex }) => fromHex(hex)))
    let state = 20_260_504
    const random = (below: number) => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
      return (state >>> 8) % below
    }
    for (let round = 0; round < 1500; round++) {
      const stream = queclink.openStream()
      const bytes =
        round < 1000
          ? Uint8Array.from(seeds[round % seeds.length] as Uint8Array)
          : Uint8Array.from({ length: 200 }, () => random(256))
      for (let change = 0; change < 4 && round < 1000; change++) bytes[random(bytes.length)] = random(256)
      for (const { reports } of readAll(stream, bytes, 1 + random(64))) {
        for (const report of reports)
          expect(Object.keys(report.extras).length).toBeLessThanOrEqual(reportReadingLimit)
      }
      const after = readAll(stream, asciiBytes(`$${one}${one}`))
      expect(after.some(({ reports }) => reports[0]?.fix?.latitude === 19.432608)).toBe(true)
    }
  })
})

describe('the device side', () => {
  it('is decoded as it was measured', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -90, max: 90, noNaN: true }),
        fc.double({ min: -180, max: 180, noNaN: true }),
        fc.integer({ min: 0, max: 250 }),
        fc.boolean(),
        (latitude, longitude, speedKmh, ignition) => {
          const client = queclinkDevice.openDeviceClient(identifier)
          const sent = { ...simulated, latitude, longitude, speedKmh, ignition }
          const [message] = readAll(queclink.openStream(), client.report(sent))
          const [report] = message?.reports ?? []
          expect(Math.abs((report?.fix?.latitude ?? 999) - latitude)).toBeLessThan(1e-5)
          expect(Math.abs((report?.fix?.longitude ?? 999) - longitude)).toBeLessThan(1e-5)
          expect(report).toMatchObject({
            deviceIdentifier: identifier,
            fix: { time: simulated.time, speedKmh, isValid: true },
            telemetry: {
              ignition,
              isEngineBlocked: false,
              powerVolts: 12.6,
              fuelPercent: 55,
              batteryPercent: 90,
              odometerMetres: 123_456,
            },
          })
          const acknowledgement = message?.acknowledgement ?? new Uint8Array(0)
          expect(client.read(acknowledgement)).toEqual([{ kind: 'acknowledgement', reports: 1 }])
        },
      ),
      { numRuns: 200 },
    )
  })

  it('sends its alarms', () => {
    const kinds: AlarmKind[] = [
      'sos',
      'overspeed',
      'tow',
      'harsh_braking',
      'harsh_acceleration',
      'harsh_cornering',
    ]
    kinds.push('geofence_enter', 'geofence_exit', 'crash', 'tampering', 'jamming', 'fault', 'low_battery')
    for (const alarm of [...kinds, 'power_cut', 'power_restored'] as const) {
      const bytes = queclinkDevice.openDeviceClient(identifier).report({ ...simulated, alarm })
      const [report] = readAll(queclink.openStream(), bytes)[0]?.reports ?? []
      expect(report, alarm).toMatchObject({ alarm, fix: { latitude: simulated.latitude } })
    }
  })

  it('sends its heartbeat and reads the answer', () => {
    const client = queclinkDevice.openDeviceClient(identifier)
    const [message] = readAll(queclink.openStream(), client.heartbeat(simulated) ?? new Uint8Array(0))
    expect(client.read(message?.acknowledgement ?? new Uint8Array(0))).toEqual([{ kind: 'heartbeat' }])
  })
})

const parametersOf: Partial<Record<CommandType, DeviceCommand['parameters']>> = {
  set_speed_limit: { speedKmh: 90 },
  update_apn: { apn: 'internet.example.com', user: 'web', password: 'web' },
  update_server: { host: 'gps.example.com', port: 5004 },
  firmware_update: { url: 'https://example.com/gv300.bin' },
}
const commandOf = (type: CommandType, parameters = parametersOf[type] ?? {}): DeviceCommand => ({
  id: '1',
  deviceIdentifier: identifier,
  protocol: 'queclink',
  type,
  parameters,
})

describe('commands', () => {
  it('are written as the device reads them', () => {
    const written = commandTypes.map((type) => {
      const encoding = queclink.encodeCommand(
        commandOf(type, { ...parametersOf[type], model: 'Queclink GV300' }),
        23,
      )
      return [type, encoding.isEncoded ? encoding.text : encoding.reason]
    })
    expect(Object.fromEntries(written)).toEqual({
      time_sync: 'AT+GTTMA=gv300,+,0,0,0,,,,,,0017$',
      status_query: 'AT+GTRTO=gv300,9,,,,,,0017$',
      gps_position: 'AT+GTRTO=gv300,1,,,,,,0017$',
      alarm_reset: 'unsupported',
      set_speed_limit: 'AT+GTSPD=gv300,2,0,90,15,300,0,0,0,0,,,,,,,,,,,,0017$',
      update_apn: 'AT+GTBSI=gv300,internet.example.com,web,web,,,,,0017$',
      update_server: 'AT+GTSRI=gv300,3,,1,gps.example.com,5004,,,,10,1,0,,,,0017$',
      stop_engine: 'AT+GTOUT=gv300,1,,,0,0,0,0,0,0,0,,,,,,,0017$',
      resume_engine: 'AT+GTOUT=gv300,0,,,0,0,0,0,0,0,0,,,,,,,0017$',
      lock_doors: 'unsupported',
      unlock_doors: 'unsupported',
      activate_alarm: 'unsupported',
      deactivate_alarm: 'unsupported',
      request_location: 'AT+GTRTO=gv300,1,,,,,,0017$',
      factory_reset: 'AT+GTRTO=gv300,4,,,,,,0017$',
      firmware_update: 'AT+GTUPD=gv300,0,0,20,0,,,https://example.com/gv300.bin,,0,,,0017$',
    })
  })

  it('are understood by the device, whose answer carries the key', () => {
    for (const type of commandTypes) {
      const encoding = queclink.encodeCommand(commandOf(type), 0xbeef)
      if (!encoding.isEncoded) continue
      const client = queclinkDevice.openDeviceClient(identifier)
      const [command] = client.read(encoding.bytes)
      if (command?.kind !== 'command') throw new Error(`${type} was not understood`)
      expect(command.type).toBe(type === 'request_location' ? 'gps_position' : type)
      const bytes = client.answer(command, simulated, true) ?? new Uint8Array(0)
      const [report] = readAll(queclink.openStream(), bytes)[0]?.reports ?? []
      expect(report).toMatchObject({ kind: 'answer', answer: { key: encoding.answerKey, isRefused: false } })
    }
  })

  it('refuse a parameter that would begin another field', () => {
    const refused: [CommandType, DeviceCommand['parameters'], string][] = [
      ['update_apn', { apn: 'a,b' }, 'apn'],
      ['update_apn', { apn: 'a', user: 'x$' }, 'user'],
      ['update_apn', { apn: 'a', password: 'x\r' }, 'password'],
      ['update_server', { host: 'a$AT+GTOUT', port: 1 }, 'host'],
      ['update_server', { host: 'a', port: 70_000 }, 'port'],
      ['update_server', { host: 'a', port: '1e2' }, 'port'],
      ['set_speed_limit', { speedKmh: 256 }, 'speedKmh'],
      ['firmware_update', { url: 'https://a/b,c' }, 'url'],
      ['firmware_update', { url: 'ftp://a/b' }, 'url'],
      ['stop_engine', { devicePassword: 'a,1$' }, 'devicePassword'],
    ]
    for (const [type, parameters, parameter] of refused) {
      expect(queclink.encodeCommand(commandOf(type, parameters), 1)).toEqual({
        isEncoded: false,
        reason: 'bad_parameter',
        parameter,
      })
    }
  })
})

it('has the SMS that point each model to a server', () => {
  const [gv50] = queclinkModels
  const setting = { host: 'gps.example.com', port: 5004, apn: 'web', apnUser: '', apnPassword: '' }
  expect(gv50?.smsSteps({ ...setting, intervalSeconds: 30, deviceIdentifier: identifier })).toEqual([
    'AT+GTBSI=gv50,web,,,,,,,FFFF$',
    'AT+GTSRI=gv50,3,,1,gps.example.com,5004,,,,10,1,0,,,,FFFF$',
    'AT+GTFRI=gv50,1,0,,0,0000,0000,,30,1000,1000,,30,900,,,,,FFFF$',
  ])
})
