import {
  type CommandType,
  commandTypes,
  type DeviceCommand,
} from '@rumbo/contract/commands.device-command.contract'
import type { AlarmKind, DeviceReport } from '@rumbo/contract/telemetry.device-report.contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asciiBytes, fromHex, readText } from '../bytes.ts'
import type { SimulatedReport } from '../device-side.ts'
import type { DeviceMessage, DeviceStream } from '../protocol.ts'
import { joinBytes } from '../stream.ts'
import { type Capture, readDeviceData } from '../testing/captures.ts'
import { encodeH02Record, h02Device } from './h02.device.ts'
import { h02 } from './h02.ts'

const now = new Date('2026-05-04T12:00:00.500Z')
const identifier = '4109179024'
const other = '9180271180'
const simulated: SimulatedReport = {
  time: new Date('2026-05-04T11:59:58Z'),
  isValid: true,
  latitude: 24.2083,
  longitude: -99.133209,
  altitudeMetres: 2240,
  speedKmh: 42,
  headingDegrees: 90,
  satellites: 9,
  signalPercent: 75,
  ignition: true,
  isEngineBlocked: false,
  batteryPercent: 80,
  powerVolts: 12.6,
  fuelPercent: 55,
  odometerMetres: 123_456,
  alarm: null,
  isStored: false,
}
const textOf = (id = identifier, report: Partial<SimulatedReport> = {}) =>
  h02Device.openDeviceClient(id).report({ ...simulated, ...report })
const at = (second: number): Date => new Date(Date.UTC(2026, 4, 4, 11, 0, second))
const recordOf = (length: 32 | 45, second = 0, id = identifier) =>
  encodeH02Record(id, { ...simulated, time: at(second) }, length)

function readAll(stream: DeviceStream, bytes: Uint8Array, step = Math.max(1, bytes.length)): DeviceMessage[] {
  const messages: DeviceMessage[] = []
  for (let start = 0; start < bytes.length; start += step) {
    stream.read(bytes.subarray(start, start + step), now, (message) => messages.push(message))
  }
  return messages
}
const reportsOf = (bytes: Uint8Array, step?: number): DeviceReport[] =>
  readAll(h02.openStream(), bytes, step).flatMap(({ reports }) => reports)
const reportOfText = (text: string): DeviceReport | undefined => reportsOf(asciiBytes(text))[0]
const join = (...parts: Uint8Array[]): Uint8Array => parts.reduce((whole, part) => joinBytes(whole, part))

describe('a text message', () => {
  it('of type V1 or NBR is acknowledged with the time in UTC, a heartbeat with its own head, others are not', () => {
    const said = (text: string) => {
      const bytes = readAll(h02.openStream(), asciiBytes(text))[0]?.acknowledgement
      return bytes ? readText(bytes, 0, bytes.length) : null
    }
    const body = '050316,A,2212.8745,N,11346.6574,E,14.28,028,220926,FFFFFBFF#'
    expect(said(`*TH,2020916012,V1,${body}`)).toBe('*TH,2020916012,V4,V1,20260504120000#')
    expect(said(`*TH,2020916012,V6,${body}`)).toBeNull()
    expect(said('*HQ,135790246811220,HTBT,90#')).toBe('*HQ,135790246811220,HTBT#')
    expect(said('*HQ,135790246811220,V0#')).toBe('*HQ,135790246811220,V0#')
    const cells = '160453,234,10,0,2,21580,27766,-67,21580,27766,-67,291019,FFFFFBFF,6#'
    expect(said(`*HQ,7401004662,NBR,${cells}`)).toBe('*HQ,7401004662,V4,NBR,20260504120000#')
    expect(said('*HQ,1600068860,LINK,112137,20,8,67,0,0,081116,FFFFFBFF#')).toBeNull()
  })

  it('states coordinates in every known form', () => {
    const place = (latitude: string, longitude: string) => {
      const text = `*HQ,4109179024,V1,050316,A,${latitude},S,${longitude},W,0,0,040526,FFFFFFFF#`
      const fix = reportOfText(text)?.fix
      return fix && [Number(fix.latitude.toFixed(5)), Number(fix.longitude.toFixed(5))]
    }
    expect(place('2335.3408', '04802.8926')).toEqual([-23.58901, -48.04821])
    expect(place('-23-35.3408', '-48-2.8926')).toEqual([-23.58901, -48.04821])
    expect(place('23353408', '048028926')).toEqual([-23.58901, -48.04821])
    expect(place('2335.3408', '4802.8926')).toEqual([-23.58901, -48.04821])
    expect(place('2375.3408', '04802.8926')).toBeNull()
    // Minutes alone, as devices write them east and west of Greenwich.
    expect(place('2335.3408', '02.8926')).toEqual([-23.58901, -0.04821])
    expect(place('2335.3408', '2.8926')).toEqual([-23.58901, -0.04821])
    expect(place('2335.3408', '00.0000')?.[1]).toBeCloseTo(0, 9)
    expect(place('05.3408', '04802.8926')).toEqual([-0.08901, -48.04821])
    expect(place('2335.3408', '62.8926')).toBeNull()
    expect(place('23.3408', '48.8926')).toBeNull()
  })

  it('may state an identifier of eleven digits', () => {
    const report = reportOfText('*HQ,13800138000,V1,050316,A,2212.8745,N,11346.6574,E,0,0,040526,FFFFFBFF#')
    expect(report).toMatchObject({ deviceIdentifier: '13800138000', fix: { isValid: true } })
  })

  it('may have a number between course and date', () => {
    for (const [number, date] of [
      ['85', '040526'],
      ['0', '040526'],
      ['999999', '040526'],
    ]) {
      const text = `*HQ,4109179024,V1,050316,A,2212.8745,N,11346.6574,E,14.28,028,${number},${date},FFFFFBFF,460,00,9231,4121,5#`
      expect(reportOfText(text)).toMatchObject({
        fix: { time: new Date('2026-05-04T05:03:16Z'), headingDegrees: 28 },
        telemetry: { ignition: false, batteryPercent: 80 },
        extras: { beforeDate: number, status: 'fffffbff' },
      })
    }
  })

  it.each([
    ['1', 0],
    ['2', 10],
    ['3', 20],
    ['4', 60],
    ['5', 80],
    ['6', 100],
    ['7', 7],
    ['98', 98],
  ])('states the battery in steps of six, or in per cent: %s', (stated, percent) => {
    const place = '050316,A,2212.8745,N,11346.6574,E,0,0,040526,FFFFFBFF,460,00,9231,4121'
    expect(reportOfText(`*HQ,4109179024,V1,${place},${stated}#`)?.telemetry.batteryPercent).toBe(percent)
    const cells = `160453,234,10,0,1,21580,27766,-67,291019,FFFFFBFF,${stated}#`
    expect(reportOfText(`*HQ,7401004662,NBR,${cells}`)?.telemetry.batteryPercent).toBe(percent)
    const record = recordOf(32, 1)
    record[16] = Number(stated)
    expect(reportsOf(record)[0]?.telemetry.batteryPercent).toBe(percent)
  })

  it('states steps of a record also as F1 to F6', () => {
    for (const [byte, percent] of [
      [0xf1, 0],
      [0xf4, 60],
      [0xf6, 100],
      [0xf7, undefined],
      [0, undefined],
    ] as const) {
      const record = recordOf(32, 1)
      record[16] = byte
      expect(reportsOf(record)[0]?.telemetry.batteryPercent).toBe(percent)
    }
  })

  it('with an impossible place or date keeps its alarm', () => {
    const sos = 'FFFFFFFD'
    const place = reportOfText(`*HQ,4109179024,V1,050316,A,9912.0,N,11346.6574,E,1,1,040526,${sos}#`)
    expect(place).toMatchObject({ kind: 'alarm', alarm: 'sos', fix: null, extras: { badFix: 'coordinates' } })
    const date = reportOfText(`*HQ,4109179024,V1,050316,A,2212.0,N,11346.6574,E,1,1,310226,${sos}#`)
    expect(date).toMatchObject({ alarm: 'sos', fix: null, extras: { badFix: 'time' } })
  })

  it('without a time of day happened now when it is of today', () => {
    const today = reportOfText('*hq,356327080425330,VP1,A,2702.7215,S,15251.9309,E,0.62,0.0000,040526#')
    expect(today?.fix?.time).toEqual(new Date('2026-05-04T12:00:00Z'))
    const before = reportOfText('*hq,356327080425330,VP1,A,2702.7215,S,15251.9309,E,0.62,0.0000,050917#')
    expect(before?.fix?.time).toEqual(new Date('2017-09-05T00:00:00Z'))
  })

  it('decodes engine relay, ignition and battery', () => {
    const [report] = reportsOf(textOf(identifier, { isEngineBlocked: true, ignition: false }))
    expect(report?.telemetry).toEqual({ isEngineBlocked: true, ignition: false, batteryPercent: 80 })
  })

  it('answers a command under its word, and says when it was refused', () => {
    const answer = (said: string) =>
      reportOfText(
        `*HQ,4109179024,V4,S20,${said},130305,050316,A,2212.8745,N,11346.6574,E,1,1,040526,FFFFFBFF#`,
      )
    expect(answer('DONE')).toMatchObject({
      kind: 'answer',
      answer: { key: 'S20', text: 'S20 DONE', isRefused: false },
      fix: { isValid: true },
    })
    expect(answer('ERROR')?.answer?.isRefused).toBe(true)
  })

  it('is refused without a sane identifier or type', () => {
    for (const text of [
      '*HQ,41-09,V1,1#',
      '*HQ,,V1#',
      '*HQ,4109179024,#',
      '*HQ,410917902441091790244,V1,1#',
    ]) {
      const stream = h02.openStream()
      expect(readAll(stream, asciiBytes(text))).toEqual([])
      expect(stream.counts.refusedFrames).toBe(1)
    }
  })
})

describe('an alarm', () => {
  const kindsOf = (alarms: (AlarmKind | null)[]) =>
    reportsOf(join(...alarms.map((alarm, second) => textOf(identifier, { alarm, time: at(second) })))).map(
      ({ alarm }) => alarm,
    )

  it('is raised once while its bit stands, and again after it was cleared', () => {
    expect(kindsOf(['sos', 'sos', null, 'sos'])).toEqual(['sos', null, null, 'sos'])
    expect(kindsOf(['power_cut', 'overspeed', 'power_cut'])).toEqual(['power_cut', 'overspeed', 'power_cut'])
  })

  it('that appears beside another is raised with the next message', () => {
    const both = '*HQ,4109179024,V1,050316,V,2212.0,N,11346.6574,E,1,1,040526,FFF7FFFD#'
    const [first, second, third] = reportsOf(asciiBytes(both + both + both))
    expect([first?.alarm, second?.alarm, third?.alarm]).toEqual(['sos', 'power_cut', null])
  })

  it('of one device says nothing of another on the same socket', () => {
    const [, second] = reportsOf(join(textOf(identifier, { alarm: 'sos' }), textOf(other, { alarm: 'sos' })))
    expect(second).toMatchObject({ deviceIdentifier: other, alarm: 'sos' })
  })
})

describe('the stream', () => {
  const mixed = (length: 32 | 45) =>
    join(
      recordOf(length, 1),
      textOf(),
      recordOf(length, 2),
      recordOf(length, 3),
      textOf(other),
      recordOf(length, 4),
    )

  it.each([32, 45] as const)('reads text and records of %i bytes mixed, in any pieces', (length) => {
    const whole = reportsOf(mixed(length))
    expect(whole).toHaveLength(6)
    expect(whole.map(({ deviceIdentifier }) => deviceIdentifier)).toEqual([
      ...[identifier, identifier, identifier, identifier, other, identifier],
    ])
    for (const step of [1, 3, 31, 32, 33, 44, 46, 50]) expect(reportsOf(mixed(length), step)).toEqual(whole)
  })

  it.each([32, 45] as const)('learns the length of %i bytes and then skips nothing', (length) => {
    const stream = h02.openStream()
    const records = join(...[1, 2, 3, 4, 5].map((second) => recordOf(length, second)))
    expect(readAll(stream, records, length)).toHaveLength(5)
    expect(stream.counts.discardedBytes).toBeLessThanOrEqual(13)
    const before = stream.counts.discardedBytes
    expect(readAll(stream, records, 7)).toHaveLength(5)
    expect(stream.counts.discardedBytes).toBe(before)
  })

  it('gives a record its whole meaning before its length is known, and learns anew', () => {
    const stream = h02.openStream()
    for (const length of [45, 45, 32, 32, 45, 45] as const) {
      const messages = readAll(stream, join(recordOf(length, 1), recordOf(length, 2)))
      expect(messages).toHaveLength(2)
    }
  })

  it('finds messages between rubbish, and the one behind a broken one', () => {
    const broken = [
      asciiBytes('*HQ,4109179024,V1,0503'),
      recordOf(32, 1).subarray(0, 20),
      asciiBytes('$$$*#X*H\r\n'),
      Uint8Array.from([0x24, 0xff, 0, 0x2a, 0]),
    ]
    for (const bytes of broken) {
      for (const good of [textOf(), recordOf(32, 2), recordOf(45, 2)]) {
        for (const step of [1, 5, 1000]) {
          const last = reportsOf(join(bytes, good), step).at(-1)
          expect(last?.fix?.latitude).toBeCloseTo(simulated.latitude, 5)
        }
      }
    }
  })

  it('ends at a text without an end', () => {
    const endless = join(asciiBytes('*HQ,4109179024,V1,'), new Uint8Array(3000).fill(0x41))
    expect(h02.openStream().read(endless, now, () => {})).toBe('overlong')
  })

  it('distinguishes two devices on one socket', () => {
    const messages = readAll(
      h02.openStream(),
      join(textOf(), textOf(other), recordOf(32, 0, other), textOf()),
    )
    expect(messages.map(({ login }) => login)).toEqual([identifier, other, null, identifier])
  })

  it('assigns a record with the mileage to the device of the message before', () => {
    const record = recordOf(32, 1)
    record[0] = 0x58
    record.set([0x00, 0x00, 0x13, 0x05, 0x02], 1)
    expect(readAll(h02.openStream(), record)).toEqual([])
    const [, report] = reportsOf(join(textOf(), record))
    expect(report).toMatchObject({ deviceIdentifier: identifier, telemetry: { odometerMetres: 67_136 } })
  })

  it('reads a datagram with either form', () => {
    for (const bytes of [textOf(), recordOf(32), recordOf(45)]) {
      expect(readAll(h02.openStream({ transport: 'udp' }), bytes)).toHaveLength(1)
    }
  })

  it('survives mutated and random bytes and is usable afterwards', () => {
    const captures = readDeviceData<{ captures: Capture[] }>('captures/h02.json')?.captures ?? []
    const seeds = [textOf(), recordOf(32), recordOf(45)].concat(captures.map(({ hex }) => fromHex(hex)))
    let state = 20_260_504
    const random = (below: number) => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
      return (state >>> 8) % below
    }
    for (let round = 0; round < 1500; round++) {
      const stream = h02.openStream()
      const bytes =
        round < 1000
          ? Uint8Array.from(seeds[round % seeds.length] as Uint8Array)
          : Uint8Array.from({ length: 200 }, () => random(256))
      for (let change = 0; change < 4 && round < 1000; change++) bytes[random(bytes.length)] = random(256)
      readAll(stream, bytes, 1 + random(64))
      const after = readAll(stream, join(textOf(other), textOf(other)))
      expect(after.some(({ reports }) => reports[0]?.deviceIdentifier === other && reports[0].fix)).toBe(true)
    }
  })
})

describe('the device side', () => {
  const places = [
    fc.double({ min: -90, max: 90, noNaN: true }),
    fc.double({ min: -180, max: 180, noNaN: true }),
  ] as const

  it('is decoded as it was measured, in text and in binary', () => {
    fc.assert(
      fc.property(
        ...places,
        fc.integer({ min: 0, max: 250 }),
        fc.boolean(),
        (latitude, longitude, speedKmh, ignition) => {
          const client = h02Device.openDeviceClient(identifier)
          const sent = { ...simulated, latitude, longitude, speedKmh, ignition }
          const [message] = readAll(h02.openStream(), client.report(sent))
          const [record] = reportsOf(encodeH02Record(identifier, sent, 32))
          for (const [report, tolerance] of [
            [message?.reports[0], 0.02],
            [record, 1],
          ] as const) {
            expect(Math.abs((report?.fix?.latitude ?? 999) - latitude)).toBeLessThan(1e-5)
            expect(Math.abs((report?.fix?.longitude ?? 999) - longitude)).toBeLessThan(1e-5)
            expect(Math.abs((report?.fix?.speedKmh ?? 999) - speedKmh)).toBeLessThan(tolerance)
            expect(report).toMatchObject({
              deviceIdentifier: identifier,
              fix: { time: simulated.time, isValid: true, headingDegrees: 90 },
              telemetry: { ignition, isEngineBlocked: false, batteryPercent: 80 },
            })
          }
          const acknowledgement = message?.acknowledgement ?? new Uint8Array(0)
          expect(client.read(acknowledgement)).toEqual([{ kind: 'acknowledgement', reports: 1 }])
        },
      ),
      { numRuns: 300 },
    )
  })

  it('sends its alarms and its heartbeat', () => {
    for (const alarm of [
      'sos',
      'power_cut',
      'tow',
      'geofence_exit',
      'geofence_enter',
      'overspeed',
      'vibration',
    ] as const) {
      expect(reportsOf(textOf(identifier, { alarm }))[0]).toMatchObject({ alarm, fix: { isValid: true } })
    }
    const heartbeat = h02Device.openDeviceClient(identifier).heartbeat(simulated) ?? new Uint8Array(0)
    expect(reportsOf(heartbeat)[0]).toMatchObject({ kind: 'status', telemetry: { batteryPercent: 80 } })
  })
})

const commandOf = (
  type: CommandType,
  deviceIdentifier = identifier,
  speedKmh: string | number = 90,
): DeviceCommand => ({
  id: '1',
  deviceIdentifier,
  protocol: 'h02',
  type,
  parameters: type === 'set_speed_limit' ? { speedKmh } : {},
})

describe('commands', () => {
  it('are written as the device reads them', () => {
    const written = commandTypes.map((type) => {
      const encoding = h02.encodeCommand(commandOf(type), 3661)
      return [type, encoding.isEncoded ? encoding.text : encoding.reason]
    })
    const position = '*HQ,4109179024,D1,010101,30,1#'
    expect(Object.fromEntries(written)).toEqual({
      time_sync: 'unsupported',
      status_query: position,
      gps_position: position,
      alarm_reset: 'unsupported',
      set_speed_limit: '*HQ,4109179024,S14,010101,49,0,1,10#',
      update_apn: 'unsupported',
      update_server: 'unsupported',
      stop_engine: '*HQ,4109179024,S20,010101,1,1#',
      resume_engine: '*HQ,4109179024,S20,010101,1,0#',
      lock_doors: 'unsupported',
      unlock_doors: 'unsupported',
      activate_alarm: '*HQ,4109179024,SCF,010101,0,0#',
      deactivate_alarm: '*HQ,4109179024,SCF,010101,1,1#',
      request_location: position,
      factory_reset: 'unsupported',
      firmware_update: 'unsupported',
    })
  })

  it('are understood by the device, and its answer bears the key', () => {
    for (const type of commandTypes) {
      const encoding = h02.encodeCommand(commandOf(type), 65_535)
      if (!encoding.isEncoded) continue
      const client = h02Device.openDeviceClient(identifier)
      const [command] = client.read(encoding.bytes)
      if (command?.kind !== 'command') throw new Error(`${type} was not understood`)
      const isQuestion = ['status_query', 'request_location'].includes(type)
      expect(command.type).toBe(isQuestion ? 'gps_position' : type)
      for (const isDone of [true, false]) {
        const bytes = client.answer(command, simulated, isDone)
        const [report] = bytes ? reportsOf(bytes) : []
        expect(report?.answer?.key ?? null).toBe(encoding.answerKey)
        if (report) expect(report.answer?.isRefused).toBe(!isDone)
      }
    }
  })

  it('take nothing that would begin another message', () => {
    expect(h02.encodeCommand(commandOf('stop_engine', '410,V1#'), 1)).toMatchObject({
      parameter: 'deviceIdentifier',
    })
    for (const speed of [0, 256, 1.5, '9,0#']) {
      expect(h02.encodeCommand(commandOf('set_speed_limit', identifier, speed), 1)).toEqual({
        isEncoded: false,
        reason: 'bad_parameter',
        parameter: 'speedKmh',
      })
    }
  })
})
