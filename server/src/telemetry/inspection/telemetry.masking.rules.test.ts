import { describe, expect, it } from 'vitest'
import { maskedBytes, maskedContent } from './telemetry.masking.rules.ts'

const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16()

it('masks a password that begins with another in whole', () => {
  const bytes = Buffer.from('PWD,1234,123456#')
  expect(maskedBytes(bytes, ['1234', '123456']).toString()).toBe('PWD,****,******#')
})

describe('a password in another form', () => {
  const secret = 'Añ 9/"x'
  const hex = Buffer.from(secret).toString('hex')
  it.each([
    ['UTF-16, big-endian', utf16be(secret), 14],
    ['UTF-16, little-endian', Buffer.from(secret, 'utf16le'), 14],
    ['percent-encoded', Buffer.from(encodeURIComponent(secret)), 18],
    [
      'percent-encoded in small letters',
      Buffer.from(encodeURIComponent(secret).toLowerCase().replace('a', 'A')),
      18,
    ],
    ['of a form', Buffer.from(new URLSearchParams({ p: secret }).toString().slice(2)), 16],
    ['percent-encoded in every character', Buffer.from(hex.replaceAll(/../g, '%$&')), 24],
    ['in JSON', Buffer.from(JSON.stringify(secret).slice(1, -1)), 9],
    ['in hexadecimal digits', Buffer.from(hex), 16],
    ['in capital hexadecimal digits', Buffer.from(hex.toUpperCase()), 16],
  ])('is masked too: %s', (_form, bytes, length) => {
    const message = Buffer.concat([Buffer.from('pw='), bytes, Buffer.from('&ok')])
    expect(maskedBytes(message, [secret]).toString('latin1')).toBe(`pw=${'*'.repeat(length)}&ok`)
  })

  it('is masked in what was decoded', () => {
    const report = {
      ...({ kind: 'answer', isUnread: false, fix: null, telemetry: {}, alarm: null } as const),
      answer: `PWD ${encodeURIComponent(secret)}`,
      extras: { payload: utf16be(secret).toString('hex'), pin: 9 },
      leftOut: { url: `?p=${encodeURIComponent(secret)}` },
    }
    const content = {
      checksumHolds: true,
      text: `PWD ${secret}`,
      reports: [report],
      reportCount: 1,
      lostBefore: 0,
    }
    const masked = JSON.stringify(maskedContent(content, [secret, '77']))
    expect(masked).toContain('"text":"PWD ********"')
    expect(masked).toContain('"pin":9')
    expect(masked).not.toMatch(/%C3|00f1|9\/|c3b1/i)
  })

  it('is masked across the place where long messages are cut', () => {
    const bytes = Buffer.alloc(9_000, '-')
    bytes.write('%31%32%33%34', 4_090)
    const masked = maskedBytes(bytes, ['1234'])
    expect(masked.length).toBe(4_096)
    expect(masked.subarray(4_088).toString()).toBe('--******')
  })
})

it('leaves bytes that only look encoded as they are', () => {
  const bytes = Buffer.from('50% %zz %4 100%')
  expect(maskedBytes(bytes, ['1234']).toString()).toBe('50% %zz %4 100%')
})
