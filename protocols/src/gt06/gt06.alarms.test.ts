import { describe, expect, it } from 'vitest'
import { fromHex, toHex } from '../bytes.ts'
import type { DeviceMessage } from '../protocol.ts'
import { encodeGt06Login } from './gt06.device.ts'
import { encodeGt06Acknowledgement, encodeGt06Frame } from './gt06.encode.ts'
import { gt06 } from './gt06.ts'

const receivedAt = new Date('2026-03-04T05:06:07Z')
const login = encodeGt06Login('861000000000018', 1)

function read(...frames: Uint8Array[]) {
  const stream = gt06.openStream()
  const messages: DeviceMessage[] = []
  for (const frame of [login, ...frames]) stream.read(frame, receivedAt, (message) => messages.push(message))
  return { messages: messages.slice(1), reports: messages.flatMap(({ reports }) => reports) }
}

/** A frame by the documented layout, with a right checksum. */
const built = (type: number, body: string, isExtended = false) =>
  encodeGt06Frame(type, fromHex(body), 5, isExtended)

/** 2026-03-04 05:06:00, 19.4326 north, 99.1332 west. */
function placeUnits() {
  const units = (degrees: number) =>
    Math.round(degrees * 1_800_000)
      .toString(16)
      .padStart(8, '0')
  return { date: '1a0304050600', latitude: units(19.4326), longitude: units(99.1332) }
}

describe('an alarm from a cell alone', () => {
  it('is an SOS in a real message of 0x19', () => {
    const frame = fromHex('78781219028f0a29e10036f12003040102000875dc0d0a')
    const { reports, messages } = read(frame)
    expect(reports).toMatchObject([
      {
        ...{ kind: 'alarm', alarm: 'sos', fix: null },
        telemetry: { batteryPercent: 50, signalPercent: 100, isEngineBlocked: false },
        extras: { cell: '655-10-10721-14065' },
      },
    ])
    expect(messages[0]?.acknowledgement).toEqual(encodeGt06Acknowledgement(0x19, 8))
  })

  it('is none in a real message of 0xA5 whose code is 0, and an SOS with code 1', () => {
    const calm = '01cc000000919100000000090617030405040001'
    expect(read(fromHex(`787819a5${calm}0005f44d0d0a`)).reports).toMatchObject([
      { kind: 'status', alarm: null, telemetry: { batteryPercent: 83 } },
    ])
    expect(read(built(0xa5, `${calm.slice(0, -4)}0101`)).reports).toMatchObject([
      { kind: 'alarm', alarm: 'sos', fix: null, extras: { cell: '460-0-37265-151394051' } },
    ])
  })

  it('reads network codes of two bytes', () => {
    const statusOfTampering = '42 06 04 13 02'
    expect(read(built(0x19, `81cc 0001 0000 26 0e00 ${statusOfTampering}`)).reports[0]?.alarm).toBe(
      'tampering',
    )
    const wide = `81cc0001 0000260e 000000000615f801 ${statusOfTampering}`
    expect(read(built(0xa5, wide)).reports[0]?.alarm).toBe('tampering')
  })

  it('is kept as an unread frame where its length is none of 0x19', () => {
    const { reports, messages } = read(built(0x19, '15061810051a01f90101700d08c8f50c0000'))
    expect(reports).toMatchObject([{ kind: 'status', alarm: null, unreadFrame: { transport: 'tcp' } }])
    expect(messages[0]?.acknowledgement).toEqual(encodeGt06Acknowledgement(0x19, 5))
  })
})

describe('a camera alarm, 0x95', () => {
  it.each([
    ['130a0209321c90', 'harsh_acceleration'],
    ['130a0209321c91', 'harsh_braking'],
    ['130a0209321c92', 'harsh_cornering'],
    ['130a0209321c93', 'crash'],
    ['130a0712232001', 'other'],
  ])('reads the short form %s', (body, alarm) => {
    expect(read(built(0x95, body)).reports).toMatchObject([{ kind: 'alarm', alarm, fix: null }])
  })

  it('is what two real messages state', () => {
    const frames = ['78780c95130a0209321c90000112800d0a', '78780c95130a0209321c91000112800d0a']
    const { reports } = read(...frames.map(fromHex))
    expect(reports.map(({ alarm }) => alarm)).toEqual(['harsh_acceleration', 'harsh_braking'])
    expect(reports[0]?.extras).toMatchObject({ alarmTime: '2019-10-02T09:50:28.000Z' })
  })

  it('reads the form marked FF FF', () => {
    const at = placeUnits()
    const marked = `ffff 01 ${at.date} cb ${at.latitude} ${at.longitude} 002a 1d0f 007c 91`
    expect(read(built(0x95, marked)).reports).toMatchObject([
      {
        ...{ kind: 'alarm', alarm: 'harsh_braking' },
        fix: { isValid: true, speedKmh: 42, satellites: 11 },
        telemetry: { powerVolts: 12.4 },
      },
    ])
  })
})

describe('0x16 with a battery percentage', () => {
  /** Cell of nine bytes behind a length that does not count itself; status, percentage, network, code, language. */
  const message = (cell: string, status: string) => {
    const { date, latitude, longitude } = placeUnits()
    return built(0x16, `${date} cb ${latitude} ${longitude} 2a 1d0f 09 014e 14 a065 ${cell} ${status}`)
  }
  it.each([
    ['tampering', '42 62 1f 13 02', 'tampering'],
    ['an SOS', '46 62 1f 01 02', 'sos'],
    ['an SOS in the status bits', '66 62 1f 00 02', 'sos'],
    ['a power cut', '52 62 1f 02 02', 'power_cut'],
  ])('is %s, whatever the last byte of the cell', (_, status, alarm) => {
    for (const cell of ['00dd95a4', '00dd9500', '00dd95ff']) {
      expect(read(message(cell, status)).reports).toMatchObject([
        {
          ...{ kind: 'alarm', alarm, fix: { isValid: true, speedKmh: 42 } },
          telemetry: { batteryPercent: 98, signalPercent: 31, isEngineBlocked: false },
        },
      ])
    }
  })
})

describe('other alarm messages', () => {
  it('reads a real 0x16 whose cells are an empty list', () => {
    const frame =
      '78784a1614051c150204ec02777e560c2a2a2a5314af000000000000040000000000000000000000000000000000000000000000000000000000000000000000000000007e061b0982004b24c00d0a'
    expect(read(fromHex(frame)).reports).toMatchObject([
      { kind: 'alarm', telemetry: { batteryPercent: 100, signalPercent: 27 } },
    ])
  })

  it('reads a fence alarm, 0xA3, in a real message without a fix', () => {
    const frame =
      '78782ca3110b10081336f000000000000000000004003901cc0000009191000000000906170304050400010003e0940d0a'
    expect(read(fromHex(frame)).reports).toMatchObject([{ alarm: null, telemetry: { batteryPercent: 83 } }])
    const entered = toHex(fromHex(frame)).slice(8, -16).concat('0401')
    expect(read(built(0xa3, entered)).reports).toMatchObject([
      { kind: 'alarm', alarm: 'geofence_enter', fix: null },
    ])
  })

  it('reads the alarm of a lock, 0x33 in the long frame', () => {
    const armed = '11070609020b00000000a003004600'
    expect(read(built(0x33, armed, true)).reports).toMatchObject([{ alarm: null, extras: { armed: true } }])
    for (const [code, alarm] of [
      ['a2', 'low_battery'],
      ['a4', 'other'],
      ['a5', 'door'],
    ] as const)
      expect(read(built(0x33, armed.replace('a0', code), true)).reports).toMatchObject([
        { kind: 'alarm', alarm },
      ])
  })

  it('reads the alarm behind a list of wireless networks, 0xA9', () => {
    const list = `1a0304050607 01cc00 ${'00'.repeat(91)} 00 00`
    expect(read(built(0xa9, `${list} 01 02`)).reports).toMatchObject([{ kind: 'alarm', alarm: 'sos' }])
    expect(read(built(0xa9, `${list} 00 02`)).reports).toMatchObject([{ kind: 'status', alarm: null }])
  })

  it('raises the alarm beside a driver key', () => {
    const { date, latitude, longitude } = placeUnits()
    const start = `${date} cb ${latitude} ${longitude} 2a 1d0f 08 01cc0025ef40e88c 46 06 04`
    const key = '01 c3000001453f92 01'
    expect(read(built(0x16, `${start} 01 ${key}`)).reports[0]?.alarm).toBe('sos')
    expect(read(built(0x16, `${start} ea ${key}`)).reports[0]?.alarm).toBeNull()
  })

  it('raises what a heartbeat says when it begins, and not again while it lasts', () => {
    const beat = (status: string) => built(0x13, `${status} 06 04 00 01`)
    const { reports } = read(...['42', '66', '66', '42', '66'].map(beat))
    expect(reports.map(({ alarm }) => alarm)).toEqual([null, 'sos', null, null, 'sos'])
    expect(read(built(0x23, '42 0190 04 0101')).reports[0]?.alarm).toBe('sos')
  })
})

it('reads the battery percentage of a long heartbeat where it stands, behind the signal', () => {
  const { reports } = read(built(0x13, '42 012c 00 02 62 01 04f4 0000000000'))
  expect(reports).toMatchObject([
    { alarm: null, telemetry: { batteryPercent: 98, powerVolts: 12.68, ignition: true } },
  ])
})

it('reads odometer and temperature behind a cell of nine bytes, 0x22', () => {
  const { date, latitude, longitude } = placeUnits()
  const tail = '01 00 00 000025d4 00000e10 80e6 1388'
  const body = `${date} cb ${latitude} ${longitude} 2a 1d0f 014e14a06500dd95a4 ${tail}`
  expect(read(built(0x22, body)).reports).toMatchObject([
    { telemetry: { ignition: true, odometerMetres: 9684 }, extras: { temperature1: -2.3, humidity1: 50 } },
  ])
})

it('keeps a message of an unknown number, and acknowledges it', () => {
  const { reports, messages } = read(built(0xc7, '0102030405'))
  expect(reports).toHaveLength(1)
  expect(toHex(reports[0]?.unreadFrame?.bytes ?? new Uint8Array())).toBe(toHex(built(0xc7, '0102030405')))
  expect(messages[0]?.acknowledgement).toEqual(encodeGt06Acknowledgement(0xc7, 5))
})
