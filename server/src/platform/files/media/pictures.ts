/** A picture without what a camera or program wrote beside it. */
export interface CleanPicture {
  bytes: Buffer
  /** In pixels, as stored. */
  width: number
  height: number
}

const orientationTag = 0x0112

/** Of the TIFF structure of EXIF; 1 where it says nothing. */
function orientationIn(tiff: Buffer): number {
  const isLittle = tiff.toString('latin1', 0, 2) === 'II'
  const word = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const long = (at: number) => (isLittle ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at))
  try {
    const start = long(4)
    for (let entry = 0; entry < Math.min(word(start), 200); entry += 1) {
      const at = start + 2 + entry * 12
      if (word(at) === orientationTag) return word(at + 8)
    }
  } catch {
    // A structure that ends early says nothing.
  }
  return 1
}

/** EXIF with the orientation alone, so that a picture is not shown on its side. */
function tiffOf(orientation: number): Buffer {
  const tiff = Buffer.alloc(26)
  tiff.write('MM\0*', 0, 'latin1')
  tiff.writeUInt32BE(8, 4)
  tiff.writeUInt16BE(1, 8)
  tiff.writeUInt16BE(orientationTag, 10)
  tiff.writeUInt16BE(3, 12)
  tiff.writeUInt32BE(1, 14)
  tiff.writeUInt16BE(orientation, 18)
  return tiff
}

/** A segment of JPEG: its mark, its length, its content. */
function segment(mark: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, mark, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([head, content])
}

/** Frame headers, which hold the size; C4, C8 and CC are something else. */
const isFrame = (mark: number) => mark >= 0xc0 && mark <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(mark)

/** Where a scan's compressed data end: at the next mark that is neither padding nor a restart. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = from; at + 1 < bytes.length; at += 1) {
    const mark = bytes[at + 1] ?? 0
    if (bytes[at] === 0xff && mark !== 0 && mark !== 0xff && (mark < 0xd0 || mark > 0xd7)) return at
  }
  return bytes.length
}

/** Without application data (EXIF, XMP, IPTC, thumbnails), comments, and what follows the end; null if it is broken. */
export function cleanJpeg(bytes: Buffer): CleanPicture | null {
  const kept: Buffer[] = [bytes.subarray(0, 2)]
  let orientation = 1
  let size: { width: number; height: number } | null = null
  for (let at = 2; at + 4 <= bytes.length; ) {
    if (bytes[at] !== 0xff) return null
    const mark = bytes[at + 1] ?? 0
    if (mark === 0xff) {
      at += 1
      continue
    }
    if (mark === 0xd9) break
    const end = at + 2 + bytes.readUInt16BE(at + 2)
    if (end > bytes.length || end < at + 4) return null
    const content = bytes.subarray(at + 4, end)
    if (mark === 0xe1 && content.toString('latin1', 0, 6) === 'Exif\0\0') orientation = orientationIn(content.subarray(6))
    if (isFrame(mark) && content.length >= 5)
      size = { height: content.readUInt16BE(1), width: content.readUInt16BE(3) }
    // APP14 (Adobe) says how colours are stored; an ICC profile is in APP2.
    const isColour =
      mark === 0xee || (mark === 0xe2 && content.toString('latin1', 0, 11) === 'ICC_PROFILE')
    const isRemoved = (mark >= 0xe0 && mark <= 0xef && !isColour) || mark === 0xfe
    if (!isRemoved) kept.push(bytes.subarray(at, end))
    at = end
    if (mark !== 0xda) continue
    const scanned = endOfScan(bytes, end)
    kept.push(bytes.subarray(end, scanned))
    at = scanned
  }
  if (!size) return null
  const exif = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiffOf(orientation)])
  const head = orientation > 1 && orientation <= 8 ? [segment(0xe1, exif)] : []
  const [start = Buffer.alloc(0), ...others] = kept
  return { bytes: Buffer.concat([start, ...head, ...others, Buffer.from([0xff, 0xd9])]), ...size }
}

/** Chunks that change how a PNG looks; texts, EXIF and times are not among them. */
const pngKept = /^(IHDR|PLTE|IDAT|IEND|tRNS|gAMA|cHRM|sRGB|iCCP|sBIT|bKGD|pHYs|acTL|fcTL|fdAT)$/

/** Without texts, EXIF and what follows the end; null if it is broken. */
export function cleanPng(bytes: Buffer): CleanPicture | null {
  if (bytes.length < 33) return null
  const kept: Buffer[] = [bytes.subarray(0, 8)]
  for (let at = 8; at + 12 <= bytes.length; ) {
    const end = at + 12 + bytes.readUInt32BE(at)
    if (end > bytes.length) return null
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (pngKept.test(type)) kept.push(bytes.subarray(at, end))
    if (type === 'IEND')
      return { bytes: Buffer.concat(kept), width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
    at = end
  }
  return null
}

const exifAndXmp = 0x08 | 0x04

/** Without EXIF and XMP; null if it is broken. */
export function cleanWebp(bytes: Buffer): CleanPicture | null {
  const kept: Buffer[] = []
  let size: { width: number; height: number } | null = null
  const end = Math.min(bytes.length, 8 + bytes.readUInt32LE(4))
  for (let at = 12; at + 8 <= end; ) {
    const type = bytes.toString('latin1', at, at + 4)
    const length = bytes.readUInt32LE(at + 4)
    const next = at + 8 + length + (length % 2)
    if (at + 8 + length > end) return null
    const chunk = Buffer.from(bytes.subarray(at, Math.min(next, end)))
    if (type === 'VP8X' && length >= 10) {
      chunk[8] = (chunk[8] ?? 0) & ~exifAndXmp
      size = { width: chunk.readUIntLE(12, 3) + 1, height: chunk.readUIntLE(15, 3) + 1 }
    }
    if (type === 'VP8 ' && length >= 10)
      size ??= { width: chunk.readUInt16LE(14) & 0x3fff, height: chunk.readUInt16LE(16) & 0x3fff }
    if (type === 'VP8L' && length >= 5) {
      const bits = chunk.readUInt32LE(9)
      size ??= { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 }
    }
    if (/^(VP8X|VP8 |VP8L|ANIM|ANMF|ALPH|ICCP)$/.test(type)) kept.push(chunk)
    at = next
  }
  if (!size) return null
  const body = Buffer.concat(kept)
  const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1')
  head.writeUInt32LE(body.length + 4, 4)
  return { bytes: Buffer.concat([head, body]), ...size }
}
