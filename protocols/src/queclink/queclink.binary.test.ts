import { reportReadingLimit } from '@rumbo/contract/telemetry.reading-bounds'
import { describe, expect, it } from 'vitest'
import { asciiBytes, fromHex } from '../bytes.ts'
import type { DeviceMessage } from '../protocol.ts'
import { joinBytes } from '../stream.ts'
import { seededRandom } from '../testing/fuzz.ts'
import { queclink } from './queclink.ts'

/** Frames of Queclink's GV200 document (TRACGV200AN003), and built by the field lists of public decoders. */

const uid = '0d395a18440b1600'
const imei = '135790246811220'
const at = '07ea 05 04 0b 3b 00'
const later = '07ea 05 04 0b 3b 1e'
const sent = '07ea 05 04 0b 3b 01'
const cell = '0334 0020 18d8 6141 00'
/** Accuracy 2, 36.5 km/h, 147°, 329 m, Mexico City. */
const position = (time = at) => `02 002405 0093 0149 fa17562f 01288880 ${time} ${cell}`

/** Puts the length of the whole frame in place of `LLLL` or `LL`. */
function frame(hex: string): Uint8Array {
  const digits = `${hex} beef 0d0a`.replaceAll(' ', '')
  const isShort = !digits.includes('LLLL')
  const bytes = digits.length / 2
  return fromHex(
    isShort
      ? digits.replace('LL', bytes.toString(16).padStart(2, '0'))
      : digits.replace('LLLL', bytes.toString(16).padStart(4, '0')),
  )
}

const rsp = (type: string, state: string, positions: string, more = '', mask = 'fe001fbf') =>
  frame(`2b525350 ${type} ${mask} LLLL 02 0102 0103 ${uid} ${state} ${positions} ${more} ${sent} 11f0`)
const evt = (type: string, state: string) =>
  frame(`2b455654 ${type} fe001fbf LLLL 02 0102 0103 ${uid} ${state} 01 ${position()} ${sent} 11f0`)

function messagesOf(bytes: Uint8Array, step = bytes.length): DeviceMessage[] {
  const stream = queclink.openStream()
  const messages: DeviceMessage[] = []
  for (let from = 0; from < bytes.length; from += step)
    stream.read(bytes.subarray(from, from + step), new Date(), (message) => messages.push(message))
  return messages
}
const reportOf = (bytes: Uint8Array) => messagesOf(bytes)[0]?.reports.at(-1)

describe('a binary position', () => {
  it('is that of the GV200 document', () => {
    const report = reportOf(
      fromHex(
        `2B 52 53 50 0B FF FF FF BF 00 68 01 04 02 0C 01 23 5C 1F 03 43 23 1B 00 00 00 00 00 00 00
         00 00 0C 00 41 18 00 01 01 00 00 00 00 00 00 0F 07 3C 46 8F 01 DB 89 BF 07 DC 01 1E 0A 08
         1D 04 60 00 00 18 78 08 73 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
         07 DC 01 1E 0A 08 1E 00 22 5D 1A 0D 0A`,
      ),
    )
    expect(report).toMatchObject({
      deviceIdentifier: '359231036735270',
      fix: {
        time: new Date('2012-01-30T10:08:29Z'),
        isValid: true,
        latitude: 31.164863,
        longitude: 121.390735,
        speedKmh: 0,
        headingDegrees: 0,
        altitudeMetres: 15,
        satellites: 8,
      },
    })
    expect(report?.telemetry).not.toHaveProperty('powerVolts')
    expect(report?.extras).toMatchObject({ motionState: '41' })
  })

  it('states battery, supply, motion and satellites', () => {
    const [message] = messagesOf(rsp('07', '57 3071 22 09 10 01', position()))
    expect(message?.login).toBe(imei)
    expect(message?.acknowledgement).toEqual(asciiBytes('+SACK:11F0$'))
    expect(message?.reports[0]).toMatchObject({
      kind: 'position',
      fix: {
        time: new Date('2026-05-04T11:59:00Z'),
        latitude: 19.4336,
        longitude: -99.133905,
        speedKmh: 36.5,
        headingDegrees: 147,
        altitudeMetres: 329,
        satellites: 9,
      },
      telemetry: { batteryPercent: 87, powerVolts: 12.401, ignition: true },
    })
  })

  it('has a mileage and hours after it', () => {
    const counters = '000a 05 00003039 05 010203 00000064 1e 00'
    const report = reportOf(rsp('07', '57 3071 22 09 10 01', position(), counters))
    expect(report?.telemetry).toMatchObject({ odometerMetres: 12_345_500, engineHours: 100.5 })
  })

  it('has no mileage in bytes that are none', () => {
    const report = reportOf(rsp('07', '57 3071 22 09 10 01', position(), 'ff'.repeat(18)))
    expect(report?.telemetry).not.toHaveProperty('odometerMetres')
  })

  it('of several in one message becomes one report each', () => {
    const [message] = messagesOf(rsp('07', '57 3071 11 09 10 02', `${position()} ${position(later)}`))
    expect(message?.reports.map(({ fix }) => fix?.time.toISOString())).toEqual([
      '2026-05-04T11:59:00.000Z',
      '2026-05-04T11:59:30.000Z',
    ])
    expect(message?.reports.map(({ telemetry }) => telemetry.ignition)).toEqual([undefined, false])
    expect(new Set(message?.reports.map(({ reportHash }) => reportHash)).size).toBe(2)
  })

  it('may have two more bytes (GTGEO), or the number of a caller (GTLBC)', () => {
    expect(reportOf(rsp('08', '57 3071 0000 21 09 11 01', position()))?.telemetry).toMatchObject({
      batteryPercent: 87,
      ignition: true,
    })
    expect(reportOf(rsp('03', '57 3071 21 09 00 70 02154450293f 01', position()))).toMatchObject({
      fix: { latitude: 19.4336 },
      telemetry: { batteryPercent: 87, powerVolts: 12.401, ignition: true },
    })
  })

  it('leaves out what its mask does not list', () => {
    const short = `02 002405 fa17562f 01288880 ${at}`
    const report = reportOf(rsp('07', '57 3071 22 09 10 01', short, '', 'fe001fb1'))
    expect(report?.fix).toMatchObject({ latitude: 19.4336, speedKmh: 36.5, headingDegrees: null })
  })

  it('is compressed', () => {
    const first = '42da93 fa17562f 01288880 69f885b4'
    const second = '80007ff802'
    const bytes = frame(
      `2b525350 64 fe001fbf LLLL 02 0102 0103 ${uid} 57 3071 22 09 0003 ${first} ${second} 00 ${sent} 11f0`,
    )
    const fixes = messagesOf(bytes)[0]?.reports.map(({ fix }) => fix)
    expect(fixes).toHaveLength(2)
    expect(fixes?.[0]).toMatchObject({
      latitude: 19.4336,
      longitude: -99.133905,
      time: new Date(0x69f885b4 * 1000),
    })
    expect(fixes?.[1]?.latitude).toBeCloseTo(19.433602, 6)
    expect(fixes?.[1]?.longitude).toBeCloseTo(-99.133906, 6)
    expect(fixes?.[1]?.time).toEqual(new Date(0x69f885b5 * 1000))
  })

  it('of the memory has the hash of its first copy', () => {
    const report = rsp('07', '57 3071 22 09 10 01', position())
    const stored = Uint8Array.from(report)
    stored.set(asciiBytes('+BSP'))
    expect(reportOf(stored)?.extras.isStored).toBe(true)
    expect(reportOf(stored)?.reportHash).toBe(reportOf(report)?.reportHash)
  })
})

describe('a binary event', () => {
  it('is an alarm with its position', () => {
    expect(reportOf(evt('06', '03 0000 11 09 0dac'))).toMatchObject({
      alarm: 'low_battery',
      fix: { latitude: 19.4336 },
      telemetry: { batteryPercent: 3, ignition: false },
      extras: { batteryVolts: 3.5 },
    })
    expect(reportOf(evt('17', '57 3071 22 09 01'))?.alarm).toBe('crash')
    expect(reportOf(evt('21', '57 3071 22 09 02'))?.alarm).toBe('jamming')
    expect(reportOf(evt('21', '57 3071 22 09 01'))?.alarm).toBeNull()
    expect(reportOf(evt('1f', '57 3071 22 09 0c03'))?.alarm).toBe('jamming')
  })

  it('switches the ignition', () => {
    expect(reportOf(evt('2d', '57 3071 21 09 0000 02 0000001e'))?.telemetry.ignition).toBe(true)
    expect(reportOf(evt('2e', '57 3071 11 09 0000 02 0000001e'))?.telemetry.ignition).toBe(false)
  })

  it('of a type that is not known is kept to be read later', () => {
    expect(reportOf(evt('7f', '57 3071 21 09'))).toMatchObject({
      alarm: null,
      fix: { latitude: 19.4336 },
      telemetry: { batteryPercent: 87, ignition: true },
      unreadFrame: {},
    })
  })
})

describe('other binary messages', () => {
  const information = (type: string, more: string) =>
    frame(
      `2b494e46 ${type} fffd LLLL ${uid} 02 0102 0103 21 00 09 00 ${at} 00 00 0000 001e 0258 00000000 00 ${more} 00 0000 ${sent} 11f0`,
    )

  it('state the supply', () => {
    const report = reportOf(information('07', '01 3071 1004 57 89860091091169004601'))
    expect(report).toMatchObject({
      kind: 'status',
      fix: null,
      telemetry: { isCharging: true, powerVolts: 12.401, batteryPercent: 87, ignition: true },
      extras: { batteryVolts: 4.1 },
    })
  })

  it('state the signal', () => {
    const report = reportOf(information('05', '89860091091169004601 1f 00'))
    expect(report?.telemetry).toMatchObject({ signalPercent: 100, ignition: true })
  })

  it('are a heartbeat, which is answered by its name', () => {
    const bytes = frame(`2b484244 ef LL 02 0102 0103 ${uid} ${sent} 11f0`)
    const [message] = messagesOf(bytes)
    expect(message?.acknowledgement).toEqual(asciiBytes('+SACK:GTHBD,020102,11F0$'))
    expect(message?.reports[0]).toMatchObject({
      deviceIdentifier: imei,
      kind: 'status',
      extras: { report: 'HBD' },
    })
  })

  it('that name the device by a text belong to the device of the connection', () => {
    const named = frame(
      `2b525350 07 fe001fff LLLL 02 0102 0103 6776323030000000 57 3071 22 09 10 01 ${position()} ${sent} 11f0`,
    )
    expect(messagesOf(named)).toEqual([])
    const messages = messagesOf(joinBytes(rsp('07', '57 3071 22 09 10 01', position()), named))
    expect(messages.map(({ reports }) => reports[0]?.deviceIdentifier)).toEqual([imei, imei])
  })

  it('that are only framed, such as crash data, are kept and acknowledged', () => {
    const known = rsp('07', '57 3071 22 09 10 01', position())
    const crash = frame(`2b435244 00 ff LLLL 02 0102 0103 ${uid} 01 02 03 04 ${sent} 11f0`)
    const messages = messagesOf(joinBytes(known, crash), 5)
    expect(messages).toHaveLength(2)
    expect(messages[1]?.reports[0]?.unreadFrame?.bytes).toEqual(crash)
    expect(messages[1]?.acknowledgement).toEqual(asciiBytes('+SACK:11F0$'))
  })
})

it('broken binary frames do not throw, and end at their length', () => {
  const whole = rsp('07', '57 3071 22 09 10 01', position())
  for (let cut = 0; cut < whole.length; cut++) {
    for (const value of [0, 0xff]) {
      const bytes = Uint8Array.from(whole)
      bytes[cut] = value
      const messages = messagesOf(joinBytes(bytes, whole))
      expect(messages.length).toBeLessThanOrEqual(2)
      for (const { reports } of messages)
        for (const { fix } of reports) if (fix) expect(fix.latitude).toBeLessThan(91)
    }
  }
})

it('changed bytes in every class of message leave the connection usable', () => {
  const random = seededRandom(20_260_504)
  const below = (limit: number) => Math.floor(random() * limit)
  const whole = rsp('07', '57 3071 22 09 10 01', position())
  const compressed = rsp('64', '57 3071 22 09 0002', '42da93 fa17562f 01288880 69f885b4 80007ff802')
  const heartbeat = frame(`2b484244 ef LL 02 0102 0103 ${uid} ${sent} 11f0`)
  const seeds = [whole, compressed, heartbeat, evt('06', '03 0000 11 09 0dac'), evt('17', '57 3071 22 09 01')]
  for (let round = 0; round < 2000; round++) {
    const bytes = Uint8Array.from(seeds[round % seeds.length] as Uint8Array)
    for (let change = 0; change < 3; change++) bytes[below(bytes.length)] = below(256)
    const messages = messagesOf(joinBytes(bytes, joinBytes(whole, whole)), 1 + below(40))
    const last = messages.at(-1)?.reports.at(-1)
    expect(last?.fix?.latitude, `round ${round}`).toBe(19.4336)
    for (const { reports } of messages)
      for (const { extras } of reports)
        expect(Object.keys(extras).length).toBeLessThanOrEqual(reportReadingLimit)
  }
})
