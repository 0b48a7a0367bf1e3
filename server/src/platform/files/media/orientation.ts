/** The tag of EXIF that says how a picture is turned. */
const orientationTag = 0x0112

/**
 * How a picture is turned, by its EXIF.
 * @param tiff the EXIF data from its byte order mark
 * @returns 2 to 8; 1, upright, also where nothing readable says it
 */
export function orientationOf(tiff: Buffer): number {
  if (tiff.length < 14) return 1
  const order = tiff.toString('latin1', 0, 2)
  if (order !== 'II' && order !== 'MM') return 1
  const short = (at: number) => (order === 'II' ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const first = order === 'II' ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  if (first + 2 > tiff.length) return 1
  const entries = short(first)
  for (let entry = 0; entry < entries; entry += 1) {
    const at = first + 2 + entry * 12
    if (at + 12 > tiff.length) return 1
    if (short(at) !== orientationTag) continue
    const value = short(at + 8)
    return value >= 1 && value <= 8 ? value : 1
  }
  return 1
}

/** EXIF data that says how a picture is turned and nothing else, from its byte order mark. */
export function exifOf(orientation: number): Buffer {
  const exif = Buffer.alloc(26)
  exif.write('MM', 0, 'latin1')
  exif.writeUInt16BE(42, 2)
  exif.writeUInt32BE(8, 4)
  exif.writeUInt16BE(1, 8)
  exif.writeUInt16BE(orientationTag, 10)
  // One value of type SHORT, left-aligned in its four bytes.
  exif.writeUInt16BE(3, 12)
  exif.writeUInt32BE(1, 14)
  exif.writeUInt16BE(orientation, 18)
  return exif
}
