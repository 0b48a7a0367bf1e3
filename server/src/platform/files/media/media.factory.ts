const shown = Buffer.from('the picture itself')

function jpegSegment(mark: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, mark, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([head, content])
}

/** A JPEG of 320 × 240 pixels, with a secret in EXIF and in a comment; for tests. */
export function jpeg(secret: string, orientation = 1): Buffer {
  const tiff = Buffer.alloc(26)
  tiff.write('II*\0', 0, 'latin1')
  tiff.writeUInt32LE(8, 4)
  tiff.writeUInt16LE(1, 8)
  tiff.writeUInt16LE(0x0112, 10)
  tiff.writeUInt16LE(3, 12)
  tiff.writeUInt32LE(1, 14)
  tiff.writeUInt16LE(orientation, 18)
  const frame = Buffer.from([8, 0, 240, 1, 64, 1, 1, 0x11, 0])
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    jpegSegment(0xe1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff, Buffer.from(secret)])),
    jpegSegment(0xfe, Buffer.from(secret)),
    jpegSegment(0xc0, frame),
    jpegSegment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    ...[shown, Buffer.from([0xff, 0x00, 0xff, 0xd0, 0x12]), Buffer.from([0xff, 0xd9])],
  ])
}

function pngChunk(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(content.length)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, content, Buffer.alloc(4)])
}

/** A PNG of 320 × 240 pixels, with a secret in its texts. */
export function png(secret: string): Buffer {
  const size = Buffer.alloc(13)
  size.writeUInt32BE(320)
  size.writeUInt32BE(240, 4)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', size),
    pngChunk('tEXt', Buffer.from(secret)),
    pngChunk('eXIf', Buffer.from(secret)),
    pngChunk('IDAT', shown),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

function riff(form: string, chunks: readonly (readonly [type: string, content: Buffer])[]): Buffer {
  const body = chunks.flatMap(([type, content]) => {
    const head = Buffer.from(`${type}\0\0\0\0`, 'latin1')
    head.writeUInt32LE(content.length, 4)
    return [head, content, Buffer.alloc(content.length % 2)]
  })
  const head = Buffer.from(`RIFF\0\0\0\0${form}`, 'latin1')
  head.writeUInt32LE(Buffer.concat(body).length + 4, 4)
  return Buffer.concat([head, ...body])
}

/** A WebP of 320 × 240 pixels, with a secret in EXIF and XMP. */
export function webp(secret: string): Buffer {
  const extended = Buffer.alloc(10)
  extended[0] = 0x0c
  extended.writeUIntLE(319, 4, 3)
  extended.writeUIntLE(239, 7, 3)
  return riff('WEBP', [
    ['VP8X', extended],
    ['VP8 ', Buffer.concat([Buffer.alloc(10), shown])],
    ['EXIF', Buffer.from(secret)],
    ['XMP ', Buffer.from(secret)],
  ])
}

/** A recording of so many seconds, eight bytes each. */
export function wav(seconds: number): Buffer {
  const format = Buffer.alloc(16)
  format.writeUInt32LE(8, 8)
  return riff('WAVE', [
    ['fmt ', format],
    ['data', Buffer.alloc(seconds * 8)],
  ])
}

/** An Opus recording of so many seconds. */
export function ogg(seconds: number): Buffer {
  const page = (granule: number, content: string) => {
    const head = Buffer.alloc(27)
    head.write('OggS', 0, 'latin1')
    head.writeBigInt64LE(BigInt(granule), 6)
    return Buffer.concat([head, Buffer.from(content)])
  }
  return Buffer.concat([page(0, 'OpusHead'), page(48_000, 'sound'), page(seconds * 48_000, 'sound')])
}

/** A recording of so many seconds as browsers make them: of unknown size, and with no duration stated. */
export function webm(seconds: number): Buffer {
  const unknown = Buffer.from('01ffffffffffffff', 'hex')
  const block = (at: number) => {
    const content = Buffer.from([0x81, 0, 0, 0x80, 1])
    content.writeInt16BE(at, 1)
    return Buffer.concat([Buffer.from([0xa3, 0x80 + content.length]), content])
  }
  const cluster = (ms: number) => {
    const time = Buffer.from([0xe7, 0x84, 0, 0, 0, 0])
    time.writeUInt32BE(ms, 2)
    return Buffer.concat([Buffer.from('1f43b675', 'hex'), unknown, time, block(0), block(500)])
  }
  const clusters = Array.from({ length: seconds }, (_, second) => cluster(second * 1000 + 500))
  const kind = Buffer.concat([Buffer.from('4282', 'hex'), Buffer.from([0x84]), Buffer.from('webm')])
  const head = Buffer.concat([Buffer.from('1a45dfa3', 'hex'), Buffer.from([0x80 + kind.length]), kind])
  return Buffer.concat([head, Buffer.from('18538067', 'hex'), unknown, ...clusters])
}

/** Frames of 417 bytes: 128 kbit/s at 44,100 samples a second. */
export function mp3(seconds: number): Buffer {
  const frame = Buffer.alloc(417)
  frame.writeUInt32BE(0xfffb9000)
  return Buffer.concat(Array.from({ length: Math.round((seconds * 44_100) / 1152) }, () => frame))
}
