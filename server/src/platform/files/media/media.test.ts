import { crc32 } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { readMedia } from './media.ts'
import { orientationOf } from './orientation.ts'
import {
  exifWith,
  joined,
  jpegPicture,
  jpegWith,
  mp4Recording,
  pngPicture,
  riffChunk,
  wav,
  webmRecording,
  webpPicture,
} from './testing/samples.ts'

const secret = 'GPS 19.4326,-99.1332 Ana'
function pngChunk(type: string, body: Buffer): Buffer {
  const named = joined(type, body)
  const framed = Buffer.alloc(named.length + 8)
  framed.writeUInt32BE(body.length, 0)
  named.copy(framed, 4)
  framed.writeUInt32BE(crc32(named), named.length + 4)
  return framed
}
const isTurned = (content: Buffer) => {
  const at = content.indexOf('MM\0*')
  return at !== -1 && orientationOf(content.subarray(at)) === 6
}

describe('a picture', () => {
  it('in JPEG loses EXIF, XMP, comments and what follows its end, and keeps how it is turned', () => {
    const { content, ...read } = readMedia(jpegWith(secret))
    expect(read).toEqual({ contentType: 'image/jpeg', seconds: null, width: 8, height: 6 })
    expect(content.includes('19.4326')).toBe(false)
    expect(isTurned(content)).toBe(true)
    expect(content.subarray(-jpegPicture.length + 2)).toEqual(jpegPicture.subarray(2))
  })

  it('in PNG loses texts, times and EXIF', () => {
    const afterHeader = 8 + 25
    const taken = joined(
      pngPicture.subarray(0, afterHeader),
      pngChunk('eXIf', exifWith(secret)),
      pngChunk('tEXt', Buffer.from(secret)),
      pngChunk('iTXt', Buffer.from(secret)),
      pngPicture.subarray(afterHeader),
      secret,
    )
    const { content, ...read } = readMedia(taken)
    expect(read).toEqual({ contentType: 'image/png', seconds: null, width: 8, height: 6 })
    expect(content.includes('19.4326')).toBe(false)
    expect(isTurned(content)).toBe(true)
    expect(readMedia(content).content).toEqual(content)
  })

  it('in WebP loses EXIF and XMP, and says so in its header', () => {
    const flagged = Buffer.from(webpPicture.subarray(12))
    flagged[8] = (flagged[8] ?? 0) | 0x0c
    const taken = riffChunk(
      'RIFF',
      joined('WEBP', flagged, riffChunk('EXIF', exifWith(secret)), riffChunk('XMP ', Buffer.from(secret))),
    )
    const { content, ...read } = readMedia(taken)
    expect(read).toEqual({ contentType: 'image/webp', seconds: null, width: 8, height: 6 })
    expect(content.includes('19.4326')).toBe(false)
    expect(isTurned(content)).toBe(true)
    expect((content[20] ?? 0) & 0x0c).toBe(0x08)
    expect(readMedia(content).content).toEqual(content)
  })

  it.each([
    ['JPEG', jpegPicture],
    ['PNG', pngPicture],
    ['WebP', webpPicture],
  ])('in %s that was cut off is refused', (_what, picture) => {
    expect(() => readMedia(picture.subarray(0, -3))).toThrow(
      expect.objectContaining({ code: 'attachment_type' }),
    )
  })
})

/** At 128 kbit/s and 44.1 kHz. */
const mp3 = (seconds: number) => {
  const frame = Buffer.alloc(417)
  frame.writeUInt32BE(0xfffb9064, 0)
  const frames = Array.from({ length: Math.round((seconds * 44_100) / 1152) }, () => frame)
  return joined('ID3\u0004\0\0\0\0\0\u0005hello', ...frames)
}
const ogg = (seconds: number) => {
  const page = (granule: bigint, body: Buffer) => {
    const head = Buffer.alloc(28)
    head.write('OggS', 0, 'latin1')
    head.writeBigInt64LE(granule, 6)
    head[26] = 1
    head[27] = body.length
    return joined(head, body)
  }
  const opus = Buffer.alloc(19)
  opus.write('OpusHead', 0, 'latin1')
  opus.writeUInt16LE(480, 10)
  return joined(page(0n, opus), page(BigInt(seconds * 48_000 + 480), Buffer.alloc(100)))
}

describe('a recording', () => {
  it.each([
    ['audio/webm', webmRecording],
    ['audio/mp4', mp4Recording],
  ])('of %s by a browser has its length', (contentType, recording) => {
    const { content, seconds, ...read } = readMedia(recording)
    expect(read).toEqual({ contentType, width: null, height: null })
    expect(content).toEqual(recording)
    expect(seconds).toBeGreaterThan(1.3)
    expect(seconds).toBeLessThan(2)
  })

  it.each([
    ['audio/wav', wav],
    ['audio/mpeg', mp3],
    ['audio/ogg', ogg],
  ])('of %s may last 120 seconds and not 121', (contentType, build) => {
    const read = readMedia(build(119))
    expect(read.contentType).toBe(contentType)
    expect(read.seconds).toBeCloseTo(119, 0)
    expect(() => readMedia(build(121))).toThrow(expect.objectContaining({ code: 'attachment_too_long' }))
  })
})

const pdf = joined('%PDF-1.7\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n')
it('a PDF is kept as it is', () => {
  expect(readMedia(pdf)).toMatchObject({ contentType: 'application/pdf', content: pdf })
})

it.each([
  ['nothing', Buffer.alloc(0)],
  ['a page', Buffer.from('<html><script>alert(1)</script></html>')],
  ['a drawing with scripts', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')],
  ['a program', joined('MZ', Buffer.alloc(500))],
  ['an archive', joined('PK\u0003\u0004', Buffer.alloc(500))],
  ['the first bytes of a JPEG and a page', joined(jpegPicture.subarray(0, 20), '<html></html>')],
  ['a PDF without an end', pdf.subarray(0, 20)],
  ['a page before a PDF', joined('<html>', pdf)],
  ['a RIFF that is neither', riffChunk('RIFF', joined('AVI ', Buffer.alloc(100)))],
  ['one frame of MP3', mp3(0.03)],
])('%s is refused', (_what, bytes) => {
  expect(() => readMedia(bytes)).toThrow(expect.objectContaining({ code: 'attachment_type' }))
})

it('any bytes, or a damaged file, are read or refused, and never without end', () => {
  const known = [
    jpegPicture,
    pngPicture,
    webpPicture,
    webmRecording,
    mp4Recording,
    wav(1),
    mp3(1),
    ogg(1),
    pdf,
  ]
  for (const sample of known)
    for (let at = 0; at < Math.min(sample.length, 900); at += 1)
      for (const value of [0, 0x7f, 0xff]) {
        const damaged = Buffer.from(sample.subarray(0, 20_000))
        damaged[at] = value
        try {
          readMedia(damaged)
        } catch (error) {
          expect(error).toMatchObject({ code: expect.stringMatching(/^attachment_/) })
        }
      }
})
