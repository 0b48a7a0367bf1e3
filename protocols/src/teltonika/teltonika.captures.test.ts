import { describe, expect, it } from 'vitest'
import { fromHex, toHex } from '../bytes.ts'
import { readDeviceData, testCaptures } from '../testing/captures.ts'
import { teltonikaDevice } from './teltonika.device.ts'
import { teltonika } from './teltonika.ts'

testCaptures(teltonika, {
  file: 'teltonika.json',
  atLeast: 29,
  understoodOtherwise: {
    '00000000000000a608010000013f14': 'Its length says 166 and there are 33 bytes: the frame has no end.',
  },
})

interface OtherCapture {
  hex: string
  transport?: 'tcp' | 'udp'
  codec?: string
  crc_ok?: boolean
}

const others = readDeviceData<{ teltonika: OtherCapture[] }>('other-captures.json')?.teltonika ?? []
const receivedAt = new Date()
const login = teltonikaDevice.openDeviceClient('352093081452251').login() ?? new Uint8Array()

describe.skipIf(others.length === 0)(
  'more Teltonika messages',
  { meta: { needs: 'the folder of test data (RUMBO_TEST_DATA)' } },
  () => {
    const frames = others.filter(({ codec }) =>
      ['0x8', '0x8e', '0x10', '0xc', '0xd', '0xe'].includes(codec ?? ''),
    )

    it('refuses wrong checksums', () => {
      expect(frames.length).toBeGreaterThan(20)
      for (const { hex, crc_ok } of frames) {
        const stream = teltonika.openStream()
        stream.read(login, receivedAt, () => {})
        let messages = 0
        stream.read(fromHex(hex), receivedAt, () => messages++)
        expect([messages, stream.counts.badChecksums], hex).toEqual(crc_ok ? [1, 0] : [0, 1])
      }
    })

    it('answers every datagram with its own numbers and the count of its records', () => {
      const datagrams = others.filter(
        ({ hex, transport }) => transport === 'udp' && /^....cafe01..000f/i.test(hex),
      )
      expect(datagrams.length).toBeGreaterThan(4)
      for (const { hex } of datagrams) {
        const bytes = fromHex(hex)
        let answer = ''
        teltonika.openStream({ transport: 'udp' }).read(bytes, receivedAt, (message) => {
          expect(message.login).toMatch(/^\d{15}$/)
          expect(message.reports.length).toBe(bytes[24])
          answer = toHex(message.acknowledgement ?? new Uint8Array())
        })
        expect(answer).toBe(`0005cafe01${toHex(bytes, 5, 6)}${toHex(bytes, 24, 25)}`)
      }
    })

    it('refuses datagrams with a wrong length', () => {
      for (const { hex } of others.filter(({ hex }) => /^01[35].cafe/i.test(hex))) {
        const stream = teltonika.openStream({ transport: 'udp' })
        let messages = 0
        stream.read(fromHex(hex), receivedAt, () => messages++)
        expect([messages, stream.counts.resyncs]).toEqual([0, 1])
      }
    })
  },
)
