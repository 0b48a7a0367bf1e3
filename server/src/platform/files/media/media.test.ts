import { describe, expect, it } from 'vitest'
import { audioLength } from './audio-length.ts'
import { cleanJpeg, cleanPng, cleanWebp } from './pictures.ts'
import { jpeg, mp3, ogg, png, wav, webm, webp } from './media.factory.ts'
import { sniff } from './sniff.ts'

const secret = 'GPS 19.4326'

describe('a picture', () => {
  it.each([
    ['JPEG', jpeg(secret), cleanJpeg, 'image/jpeg'],
    ['PNG', png(secret), cleanPng, 'image/png'],
    ['WebP', webp(secret), cleanWebp, 'image/webp'],
  ] as const)('in %s loses what a camera wrote, and nothing of what it shows', (_name, given, clean, type) => {
    expect(sniff(given)).toBe(type)
    expect(given.includes(secret)).toBe(true)
    const cleaned = clean(given)
    expect(cleaned).toMatchObject({ width: 320, height: 240 })
    expect(cleaned?.bytes.includes(secret)).toBe(false)
    expect(cleaned?.bytes.includes('the picture itself')).toBe(true)
    expect(sniff(cleaned?.bytes ?? Buffer.alloc(0))).toBe(type)
    expect(clean(cleaned?.bytes ?? Buffer.alloc(0))).toEqual(cleaned)
  })
  it('keeps which side is up', () => {
    const cleaned = cleanJpeg(jpeg(secret, 6))?.bytes ?? Buffer.alloc(0)
    expect(cleaned.includes('Exif')).toBe(true)
    expect(cleaned.subarray(cleaned.indexOf('Exif') + 6 + 18).readUInt16BE()).toBe(6)
  })
  it('loses what was hidden behind its end', () => {
    const behind = Buffer.from('hidden behind')
    for (const [given, clean] of [
      [jpeg(secret), cleanJpeg],
      [png(secret), cleanPng],
      [webp(secret), cleanWebp],
    ] as const)
      expect(clean(Buffer.concat([given, behind]))?.bytes.includes(behind)).toBe(false)
  })
  it('that is cut off is refused or kept whole, and never hangs', () => {
    for (const [given, clean] of [
      [jpeg(secret), cleanJpeg],
      [png(secret), cleanPng],
      [webp(secret), cleanWebp],
    ] as const)
      for (let length = 16; length < given.length; length += 1)
        expect(clean(given.subarray(0, length))?.bytes.includes(secret) ?? false).toBe(false)
  })
})

describe('a recording', () => {
  it.each([
    ['audio/wav', wav(121)],
    ['audio/ogg', ogg(121)],
    ['audio/webm', webm(121)],
    ['audio/mpeg', mp3(121)],
  ] as const)('in %s is as long as its content', (type, given) => {
    expect(sniff(given)).toBe(type)
    expect(audioLength(type, given)).toBeCloseTo(121, 0)
  })
  it('that is cut off has no length or a shorter one, and never fails', () => {
    for (const [type, given] of [
      ['audio/wav', wav(2)],
      ['audio/ogg', ogg(2)],
      ['audio/webm', webm(2)],
    ] as const)
      for (let length = 0; length < given.length; length += 1)
        expect(audioLength(type, given.subarray(0, length)) ?? 0).toBeLessThanOrEqual(2.1)
  })
})

it.each([
  ['a program', Buffer.from('MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff\0\0', 'latin1')],
  ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['a drawing with scripts', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['an archive', Buffer.from('PK\x03\x04 and the rest of it', 'latin1')],
  ['a HEIC picture', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')],
  ['nothing', Buffer.alloc(0)],
])('%s is nothing that is accepted', (_name, bytes) => {
  expect(sniff(bytes)).toBeNull()
})
