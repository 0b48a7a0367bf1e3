import type { MessageContent } from './telemetry.inspection.rules.ts'

const star = 0x2a
const percent = 0x25
const [space, plus] = [0x20, 0x2b]

/** A password may be part of another. */
const longestFirst = (secrets: Iterable<string>) =>
  [...secrets].filter((secret) => secret !== '').sort((a, b) => b.length - a.length)

/** The bytes as which a password may stand in a message, besides percent-encoded ones. */
function formsOf(secret: string): Buffer[] {
  const plain = Buffer.from(secret, 'utf8')
  const little = Buffer.from(secret, 'utf16le')
  const big = Buffer.from(little).swap16()
  // Decoders write content without a meaning in hexadecimal digits.
  const digits = [plain, big, little].map((bytes) => bytes.toString('hex'))
  const texts = [JSON.stringify(secret).slice(1, -1), ...digits, ...digits.map((text) => text.toUpperCase())]
  return [big, little, plain, ...texts.map((text) => Buffer.from(text, 'utf8'))]
}

/** The byte that `%2F` stands for. */
function encodedByte(bytes: Buffer, at: number): number | null {
  const digits = bytes[at] === percent ? bytes.toString('latin1', at + 1, at + 3) : ''
  return /^[0-9a-f]{2}$/i.test(digits) ? Number.parseInt(digits, 16) : null
}

/** How many bytes from `at` on are the sought ones, any of them percent-encoded; 0 where they are others. */
function encodedLength(bytes: Buffer, at: number, sought: Buffer): number {
  let to = at
  for (const byte of sought) {
    if (encodedByte(bytes, to) === byte) to += 3
    else if (bytes[to] === byte || (byte === space && bytes[to] === plus)) to += 1
    else return 0
  }
  return to - at
}

/** Replaces each password in the bytes by stars of the same length, in whatever form it stands there. */
function mask(bytes: Buffer, secrets: Iterable<string>): Buffer {
  for (const secret of longestFirst(secrets)) {
    for (const sought of formsOf(secret))
      for (let at = bytes.indexOf(sought); at >= 0; at = bytes.indexOf(sought, at + sought.length))
        bytes.fill(star, at, at + sought.length)
    const plain = Buffer.from(secret, 'utf8')
    for (let at = 0; at < bytes.length; at += 1) bytes.fill(star, at, at + encodedLength(bytes, at, plain))
  }
  return bytes
}

/** Longer messages are cut. */
const maxKeptBytes = 4_096
/** A password may stand across the cut, each of its characters as up to 12 bytes. */
export const maxExaminedBytes = maxKeptBytes + 1_024

/**
 * A copy of at most 4,096 bytes in which each password is replaced by stars of the same length: as it is, in UTF-16,
 * percent-encoded, escaped as in JSON, or in hexadecimal digits.
 * @param bytes the first 5,120 at least: they are searched before they are cut
 */
export const maskedBytes = (bytes: Uint8Array, secrets: Iterable<string>): Buffer =>
  mask(Buffer.from(bytes.subarray(0, maxExaminedBytes)), secrets).subarray(0, maxKeptBytes)

/** Masks passwords in the texts of a message; a password of digits may have been read as a number. */
export function maskedContent(content: MessageContent, secrets: Iterable<string>): MessageContent {
  const sought = longestFirst(secrets)
  if (sought.length === 0) return content
  const maskText = (text: string) => {
    const bytes = Buffer.from(text, 'utf8')
    const masked = mask(Buffer.from(bytes), sought)
    return masked.equals(bytes) ? text : masked.toString('utf8')
  }
  const maskValues = (values: MessageContent['reports'][number]['extras']) =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => {
        if (typeof value === 'string') return [name, maskText(value)]
        return [name, sought.includes(String(value)) ? '*'.repeat(String(value).length) : value]
      }),
    )
  return {
    ...content,
    text: content.text && maskText(content.text),
    reports: content.reports.map((report) => ({
      ...report,
      answer: report.answer && maskText(report.answer),
      extras: maskValues(report.extras),
      leftOut: maskValues(report.leftOut),
    })),
  }
}
