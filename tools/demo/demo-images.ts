import { crc32, deflateSync } from 'node:zlib'

type Colour = readonly [red: number, green: number, blue: number]
type Painter = (x: number, y: number) => Colour

function chunk(name: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), content])
  const frame = Buffer.alloc(body.length + 8)
  frame.writeUInt32BE(content.length, 0)
  body.copy(frame, 4)
  frame.writeUInt32BE(crc32(body), body.length + 4)
  return frame
}

/** A PNG of 8 bits per channel without transparency (RFC 2083), in base64. */
function pngOf(width: number, height: number, paint: Painter): string {
  const rows = Buffer.alloc(height * (1 + width * 3))
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) rows.set(paint(x, y), y * (1 + width * 3) + 1 + x * 3)
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]).toString('base64')
}

/** A parcel with tape on a doorstep, drawn instead of photographed. */
export const parcelPhoto = (): string =>
  pngOf(480, 360, (x, y) => {
    const isBox = x > 130 && x < 350 && y > 130 && y < 300
    if (isBox && Math.abs(x - 240) < 14) return [214, 190, 140]
    if (isBox && y < 150) return [150, 108, 62]
    if (isBox) return [178, 132, 80]
    if (y > 280) return [120 - (y % 7), 116 - (y % 5), 112]
    const isWood = x > 60 && x < 420
    return isWood ? [92, 58 + Math.floor(y / 20), 44] : [205, 200, 190]
  })

/** The scrawl of a signature. */
export const signature = (): string =>
  pngOf(640, 240, (x, y) => {
    const line = 120 + 52 * Math.sin(x / 34) * Math.cos(x / 91) + 14 * Math.sin(x / 9)
    return x > 90 && x < 540 && Math.abs(y - line) < 2.6 ? [22, 28, 45] : [255, 255, 255]
  })
