import { describe, expect, it } from 'vitest'
import { asciiBytes, fromHex, toHex } from './bytes.ts'
import { encodeJt808, phoneOf } from './jt808/jt808.header.ts'
import type { DeviceMessage, DeviceStreamOptions } from './protocol.ts'
import { framedProtocols } from './registry.ts'

const receivedAt = new Date('2026-03-04T05:06:10Z')
const phone = phoneOf('13912345678')

function read(name: string, frames: readonly Uint8Array[], options: DeviceStreamOptions = {}) {
  const protocol = framedProtocols.find((one) => one.name === name)
  const stream = protocol?.openStream(options)
  const messages: DeviceMessage[] = []
  for (const frame of frames) stream?.read(frame, receivedAt, (message) => messages.push(message))
  return { messages, reports: messages.flatMap(({ reports }) => reports), counts: stream?.counts }
}

/** No captures: messages of numbers and words no layout knows, each well delimited and with a right checksum. */
const strange: readonly [protocol: string, login: Uint8Array | null, frame: Uint8Array][] = [
  ['jt808', null, encodeJt808(0x0f77, phone, 3, fromHex('01020304'))],
  ['jt808', null, encodeJt808(0x0200, phone, 3, fromHex('0102'))],
  ['queclink', null, asciiBytes('+RESP:GTXYZ,060228,861000000000018,,1,2,3,20260304050607,0A1B$')],
  ['h02', null, asciiBytes('*HQ,8610000018,ZZ9,1,2,3#')],
  ['h02', asciiBytes('*HQ,8610000018,LINK,050607,22,6,100,0,0,040326#'), asciiBytes('*HQ,!,?#')],
  ['tk103', null, asciiBytes('(086100000018BR77STRANGE)')],
  ['meitrack', null, asciiBytes('$$A33,861000000000018,ZZZ,strange*87\r\n')],
  ['gps103', asciiBytes('##,imei:861000000000018,A;'), asciiBytes('imei:861000000000018,strange,1;')],
  ['suntech', asciiBytes('ST300ALV;205174410\r'), asciiBytes('STT;205174410;nomask;1\r')],
]

describe('a whole message whose content cannot be read', () => {
  it.each(strange)('is reported with its frame: %s', (name, login, frame) => {
    const { reports, counts } = read(name, login ? [login, frame] : [frame])
    const last = reports.at(-1)
    expect(toHex(last?.unreadFrame?.bytes ?? new Uint8Array())).toBe(toHex(frame))
    expect(last?.unreadFrame?.transport).toBe('tcp')
    expect(counts?.refusedFrames).toBe(0)
  })

  it('is answered by JT/T 808, which sends it again otherwise', () => {
    const { messages } = read('jt808', [encodeJt808(0x0f77, phone, 3, fromHex('01'))])
    expect(toHex(messages[0]?.acknowledgement ?? new Uint8Array())).toContain('8001')
  })

  it('is refused and only counted before a device is known', () => {
    const { messages, counts } = read('gps103', [asciiBytes('imei:12,strange,1;')])
    expect([messages.length, counts?.refusedFrames]).toEqual([0, 1])
  })

  it('is a JT/T 808 batch of which a record cannot be read, beside those that can', () => {
    // 19.4326 north, 99.1332 east, 2026-03-04 13:06:00 by the clock of the standard.
    const record = '00000000 00000002 01288470 05e8a6b0 0000 0000 0000 260304130600'
    const batch = (count: number, records: string) =>
      encodeJt808(0x0704, phone, 3, fromHex(`000${count} 01 ${records}`))
    const outcome = (frame: Uint8Array) =>
      read('jt808', [frame]).reports.map(({ fix, unreadFrame }) => [fix !== null, unreadFrame !== undefined])
    expect(outcome(batch(1, `001c ${record}`))).toEqual([[true, false]])
    expect(outcome(batch(2, `001c ${record} 0004 01020304`))).toEqual([
      [true, false],
      [false, true],
    ])
    expect(outcome(batch(1, '0004 01020304'))).toEqual([[false, true]])
  })

  it('is the later part of a long JT/T 808 message, but no picture', () => {
    // Attributes with the bit of parts set: two parts, of which this is the second.
    const part = (id: string) => {
      const bytes = fromHex(`${id} 2002 ${toHex(phone)} 0003 0002 0002 0102`)
      return bytes.reduce((sum, byte) => sum ^ byte, 0)
    }
    const framed = (id: string) =>
      fromHex(
        `7e ${id} 2002 ${toHex(phone)} 0003 0002 0002 0102 ${part(id).toString(16).padStart(2, '0')} 7e`,
      )
    expect(read('jt808', [framed('0704')]).reports[0]?.unreadFrame).toBeDefined()
    expect(read('jt808', [framed('0801')]).reports).toEqual([])
  })
})

describe('alarms beside a position', () => {
  it('are the panic flag of TK103, when it appears', () => {
    const position = (flags: string) =>
      asciiBytes(`(086100000018BR00260304A1925.9560N09907.9920W012.3050607270.0011${flags}000000L000004D2)`)
    const { reports } = read('tk103', ['0', '2', '2', '0', '2'].map(position))
    expect(reports.map(({ alarm }) => alarm)).toEqual([null, 'sos', null, null, 'sos'])
    expect(reports.every(({ fix }) => fix?.isValid)).toBe(true)
  })

  it('are GPS103 words that call themselves one', () => {
    const message = (word: string) =>
      asciiBytes(
        `imei:861000000000018,${word},260304050607,,F,050607.000,A,1925.9560,N,09907.9920,W,12.3,270,2240,1,0,0.00%,,;`,
      )
    const words = ['tracker', 'high temperature alarm', 'help me', 'rest']
    expect(read('gps103', words.map(message)).reports.map(({ alarm }) => alarm)).toEqual([
      ...[null, 'other', 'sos', null],
    ])
  })

  it('are those of a JT/T 808 assistant, at their begin', () => {
    const location = `00000000 00000003 01289340 05e8d27c 08c0 01a4 010f 260304050610`
    const item = (id: string, flag: string, kind: string) =>
      encodeJt808(
        0x0200,
        phone,
        4,
        fromHex(`${location} ${id} 20 00000001 ${flag} ${kind} ${'00'.repeat(26)}`),
      )
    const frames = [
      ...[item('64', '01', '01'), item('65', '02', '01'), item('65', '00', '02')],
      ...[item('70', '01', '02'), item('70', '01', '09')],
    ]
    expect(read('jt808', frames).reports.map(({ alarm }) => alarm)).toEqual([
      ...['other', null, 'other', 'harsh_braking', 'other'],
    ])
  })
})
