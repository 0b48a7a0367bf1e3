import { crc32 } from 'node:zlib'
import { exifOf, orientationOf } from './orientation.ts'
import type { Picture } from './picture.ts'

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** Chunks that change how a picture looks; texts, times and unknown ones are left out. */
const keptTypes = new Set(
  'IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP cICP sBIT bKGD pHYs acTL fcTL fdAT'.split(' '),
)

const chunk = (type: string, body: Buffer) => {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), body])
  const framed = Buffer.alloc(named.length + 8)
  framed.writeUInt32BE(body.length, 0)
  named.copy(framed, 4)
  framed.writeUInt32BE(crc32(named), named.length + 4)
  return framed
}

/** @returns null where it is no complete PNG; what follows its end is left out */
export function stripPng(bytes: Buffer): Picture | null {
  if (!bytes.subarray(0, signature.length).equals(signature)) return null
  const kept: Buffer[] = [signature]
  let size: { width: number; height: number } | null = null
  let hasData = false
  for (let at = signature.length; at + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    const type = bytes.toString('latin1', at + 4, at + 8)
    const end = at + 12 + length
    if (end > bytes.length || (size === null) !== (type === 'IHDR')) return null
    const body = bytes.subarray(at + 8, end - 4)
    if (type === 'IHDR') {
      if (body.length !== 13) return null
      size = { width: body.readUInt32BE(0), height: body.readUInt32BE(4) }
    }
    if (type === 'IDAT') hasData = true
    // Its place is before the data, where it is one of those that count.
    if (type === 'eXIf' && !hasData && orientationOf(body) !== 1)
      kept.push(chunk('eXIf', exifOf(orientationOf(body))))
    if (keptTypes.has(type)) kept.push(bytes.subarray(at, end))
    if (type === 'IEND') return size && hasData ? { content: Buffer.concat(kept), ...size } : null
    at = end
  }
  return null
}
