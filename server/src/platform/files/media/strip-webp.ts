import { exifOf, orientationOf } from './orientation.ts'
import type { Picture } from './picture.ts'

const keptTypes = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP'])
/** Bits of the extended header. */
const hasExif = 0x08
const hasXmp = 0x04

const chunk = (type: string, body: Buffer) => {
  const head = Buffer.alloc(8)
  head.write(type, 0, 'latin1')
  head.writeUInt32LE(body.length, 4)
  return Buffer.concat([head, body, Buffer.alloc(body.length % 2)])
}

/** The size of one frame, of which each form has a header of its own. */
function sizeOf(type: string, body: Buffer): { width: number; height: number } | null {
  if (type === 'VP8X' && body.length >= 10)
    return { width: body.readUIntLE(4, 3) + 1, height: body.readUIntLE(7, 3) + 1 }
  if (type === 'VP8 ' && body.length >= 10 && body.readUIntBE(3, 3) === 0x9d012a)
    return { width: body.readUInt16LE(6) & 0x3fff, height: body.readUInt16LE(8) & 0x3fff }
  if (type !== 'VP8L' || body.length < 5 || body[0] !== 0x2f) return null
  const bits = body.readUInt32LE(1)
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
}

/** @returns null where it is no complete WebP; what follows its end is left out */
export function stripWebp(bytes: Buffer): Picture | null {
  if (bytes.length < 20 || bytes.toString('latin1', 0, 4) !== 'RIFF') return null
  const end = 8 + bytes.readUInt32LE(4)
  if (bytes.toString('latin1', 8, 12) !== 'WEBP' || end > bytes.length) return null
  const kept: { type: string; body: Buffer }[] = []
  let size: { width: number; height: number } | null = null
  let hasData = false
  let orientation = 1
  for (let at = 12; at + 8 <= end; ) {
    const type = bytes.toString('latin1', at, at + 4)
    const length = bytes.readUInt32LE(at + 4)
    if (at + 8 + length > end) return null
    const body = bytes.subarray(at + 8, at + 8 + length)
    size ??= sizeOf(type, body)
    if (type === 'VP8 ' || type === 'VP8L' || type === 'ANMF') hasData = true
    if (type === 'EXIF') {
      const isNamed = body.toString('latin1', 0, 4) === 'Exif'
      orientation = orientationOf(isNamed ? body.subarray(6) : body)
    }
    if (keptTypes.has(type)) kept.push({ type, body })
    at += 8 + length + (length % 2)
  }
  if (size === null || !hasData) return null
  const isTurned = orientation !== 1 && kept[0]?.type === 'VP8X'
  const parts = kept.map(({ type, body }) => chunk(type, type === 'VP8X' ? flagged(body, isTurned) : body))
  if (isTurned) parts.push(chunk('EXIF', exifOf(orientation)))
  const content = Buffer.concat([Buffer.from('WEBP', 'latin1'), ...parts])
  return { content: chunk('RIFF', content), ...size }
}

/** The extended header without the flags of what is left out. */
function flagged(header: Buffer, isTurned: boolean): Buffer {
  const changed = Buffer.from(header)
  changed[0] = ((changed[0] ?? 0) & ~hasExif & ~hasXmp) | (isTurned ? hasExif : 0)
  return changed
}
