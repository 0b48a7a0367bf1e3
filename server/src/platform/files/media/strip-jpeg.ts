import { exifOf, orientationOf } from './orientation.ts'
import type { Picture } from './picture.ts'

const exifName = Buffer.from('Exif\0\0', 'latin1')
const profileName = Buffer.from('ICC_PROFILE\0', 'latin1')

const isStartOfFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
/** JFIF, the colour profile and Adobe's colour transform change how a picture looks; other segments of programs do not. */
const isKept = (marker: number, body: Buffer) => {
  if (marker === 0xfe) return false
  if (marker < 0xe0 || marker > 0xef) return true
  if (marker === 0xe0) return body.toString('latin1', 0, 5) === 'JFIF\0'
  if (marker === 0xe2) return body.subarray(0, profileName.length).equals(profileName)
  return marker === 0xee
}

const segment = (marker: number, body: Buffer) => {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(body.length + 2, 2)
  return Buffer.concat([head, body])
}

/** @returns null where it is no complete JPEG; what follows its end is left out */
export function stripJpeg(bytes: Buffer): Picture | null {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return null
  const kept: Buffer[] = []
  let size: { width: number; height: number } | null = null
  let hasScan = false
  let orientation = 1
  let at = 2
  while (at + 1 < bytes.length) {
    if (bytes[at] !== 0xff) return null
    const marker = bytes[at + 1] as number
    // Fill bytes may stand before a marker.
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === 0xd9) {
      if (size === null || !hasScan) return null
      const start = [Buffer.from([0xff, 0xd8])]
      if (orientation !== 1) start.push(segment(0xe1, Buffer.concat([exifName, exifOf(orientation)])))
      return { content: Buffer.concat([...start, ...kept, Buffer.from([0xff, 0xd9])]), ...size }
    }
    if (marker < 0xc0 || marker === 0xd8 || at + 4 > bytes.length) return null
    const length = bytes.readUInt16BE(at + 2)
    let end = at + 2 + length
    if (length < 2 || end > bytes.length) return null
    const body = bytes.subarray(at + 4, end)
    if (isStartOfFrame(marker)) {
      if (body.length < 6) return null
      size = { height: body.readUInt16BE(1), width: body.readUInt16BE(3) }
    }
    if (marker === 0xe1 && body.subarray(0, exifName.length).equals(exifName))
      orientation = orientationOf(body.subarray(exifName.length))
    if (marker === 0xda) {
      hasScan = true
      end = endOfScan(bytes, end)
    }
    if (isKept(marker, body)) kept.push(bytes.subarray(at, end))
    at = end
  }
  return null
}

/** Where the compressed data ends: at a marker that is neither a stuffed byte nor a restart. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1]
    if (next === undefined) break
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at
  }
  return bytes.length
}
