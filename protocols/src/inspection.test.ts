import { describe, expect, it } from 'vitest'
import { asciiBytes, fromHex } from './bytes.ts'
import { encodeGt06Position } from './gt06/gt06.device.ts'
import { encodeGt06Frame } from './gt06/gt06.encode.ts'
import { frameTypeOf, unreadBytesOf } from './inspection.ts'

const receivedAt = new Date('2026-03-04T05:06:07Z')
const from = (deviceIdentifier: string) => ({ transport: 'tcp', deviceIdentifier, receivedAt }) as const

describe('the type of a frame', () => {
  it.each([
    ['gt06', encodeGt06Frame(0x12, new Uint8Array(3), 1), '0x12'],
    ['jt808', fromHex('7e0200002c0123456789'), '0x0200'],
    ['teltonika', fromHex('000000000000003608010000'), 'codec 8'],
    ['teltonika', fromHex('00000000000000368e010000'), 'codec 8E'],
    ['teltonika', fromHex('000f333536333037303432343431303133'), null],
    ['h02', asciiBytes('*HQ,4209917484,V19,194032,V#'), 'V19'],
    ['queclink', asciiBytes('+RESP:GTFRI,250103,356895036197469,,'), '+RESP'],
    ['suntech', asciiBytes('ST300STT;100850000;01;010;20081017'), 'ST300STT'],
    ['osmand', asciiBytes('id=7&lat=1'), null],
    ['gt06', new Uint8Array(0), null],
  ] as const)('%s %s is %s', (protocol, bytes, type) => {
    expect(frameTypeOf(protocol, bytes, 'tcp')).toBe(type)
  })
})

describe('unread bytes', () => {
  const position = {
    ...{ latitude: 19.4326, longitude: -99.1332, speedKmh: 42, headingDegrees: 90 },
    time: new Date('2026-03-04T05:06:00Z'),
  }

  it('are those of a frame whose content nobody reads; its serial and checksum are read', () => {
    const frame = encodeGt06Frame(0xc7, Uint8Array.of(1, 2, 3), 2)
    const ranges = unreadBytesOf('gt06', frame, from('356895036197469'))
    expect(ranges).toEqual([[4, 7]])
  })

  it('are not the place, time and speed of a position', () => {
    const frame = encodeGt06Position(position, 2)
    const ranges = unreadBytesOf('gt06', frame, from('356895036197469')) ?? []
    // Date and time, satellites, latitude, longitude, speed and course.
    for (const [start, end] of ranges) expect(start >= 22 || end <= 4, `${start} to ${end}`).toBe(true)
  })

  it('of a text are found without breaking its form', () => {
    const text = '*HQ,4209917484,V1,194032,A,3240.4430,N,11516.2250,W,000.20,0,300814,FFFFFBFF,XYZ#'
    const ranges = unreadBytesOf('h02', asciiBytes(text), from('4209917484'))
    const unread = (ranges ?? []).map(([start, end]) => text.slice(start, end))
    expect(unread.join('')).not.toMatch(/194032|3240|11516|300814/)
  })

  it('are unknown for a frame that is cut, too long, or of no protocol', () => {
    const frame = encodeGt06Position(position, 2)
    expect(unreadBytesOf('gt06', frame.subarray(0, 10), from('356895036197469'))).toBeNull()
    expect(unreadBytesOf('gt06', new Uint8Array(601), from('356895036197469'))).toBeNull()
    expect(unreadBytesOf('gt06', fromHex('000102'), from('356895036197469'))).toBeNull()
    expect(unreadBytesOf('osmand', asciiBytes('id=7'), from('7'))).toBeNull()
  })
})
