interface Box {
  type: string
  /** Without the head. */
  body: Buffer
}

function boxesOf(bytes: Buffer): Box[] | null {
  const boxes: Box[] = []
  for (let at = 0; at + 8 <= bytes.length; ) {
    let length = bytes.readUInt32BE(at)
    let head = 8
    if (length === 1) {
      if (at + 16 > bytes.length) return null
      length = Number(bytes.readBigUInt64BE(at + 8))
      head = 16
    }
    // 0: to the end of the file.
    if (length === 0) length = bytes.length - at
    if (length < head || at + length > bytes.length) return null
    boxes.push({
      type: bytes.toString('latin1', at + 4, at + 8),
      body: bytes.subarray(at + head, at + length),
    })
    at += length
  }
  return boxes
}
const inside = (boxes: readonly Box[], type: string): Box[] =>
  boxes.filter((box) => box.type === type).flatMap(({ body }) => boxesOf(body) ?? [])
const first = (boxes: readonly Box[], type: string) => boxes.find((box) => box.type === type)?.body

/** Duration and its unit of a movie or of the media of a track, whose heads have one form. */
function lengthOf(head: Buffer | undefined): { unit: number; duration: number } | null {
  if (!head) return null
  const isLong = head[0] === 1
  if (head.length < (isLong ? 32 : 20)) return null
  const unit = head.readUInt32BE(isLong ? 20 : 12)
  return unit === 0
    ? null
    : { unit, duration: isLong ? Number(head.readBigUInt64BE(24)) : head.readUInt32BE(16) }
}

/** Of one fragment of a track, in units of its media. */
function durationOfFragment(track: readonly Box[]): number {
  const head = first(track, 'tfhd')
  if (!head || head.length < 8) return 0
  const flags = head.readUIntBE(1, 3)
  const offset = 8 + (flags & 1 ? 8 : 0) + (flags & 2 ? 4 : 0)
  const usual = flags & 8 && head.length >= offset + 4 ? head.readUInt32BE(offset) : 0
  let duration = 0
  for (const { type, body } of track) {
    if (type !== 'trun' || body.length < 8) continue
    const run = body.readUIntBE(1, 3)
    const samples = body.readUInt32BE(4)
    if (!(run & 0x100)) {
      duration += samples * usual
      continue
    }
    const step = [0x100, 0x200, 0x400, 0x800].filter((flag) => run & flag).length * 4
    let at = 8 + (run & 1 ? 4 : 0) + (run & 4 ? 4 : 0)
    for (let sample = 0; sample < samples && at + 4 <= body.length; sample += 1, at += step)
      duration += body.readUInt32BE(at)
  }
  return duration
}

/** @returns seconds of an MP4 with sound and without pictures; null where it is none */
export function secondsOfMp4(bytes: Buffer): number | null {
  if (bytes.length < 12 || bytes.toString('latin1', 4, 8) !== 'ftyp') return null
  const boxes = boxesOf(bytes)
  const movie = boxes && inside(boxes, 'moov')
  if (!movie) return null
  const media = movie
    .filter(({ type }) => type === 'trak')
    .map(({ body }) => inside(boxesOf(body) ?? [], 'mdia'))
  const handlers = media.map((track) => first(track, 'hdlr')?.toString('latin1', 8, 12))
  if (!handlers.includes('soun') || handlers.includes('vide')) return null
  const whole = lengthOf(first(movie, 'mvhd'))
  const sound = lengthOf(first(media[handlers.indexOf('soun')] ?? [], 'mdhd'))
  const written = whole ? whole.duration / whole.unit : 0
  // Recorders write fragments, each with its own times, and no duration of the whole.
  const inFragments = boxes
    .filter(({ type }) => type === 'moof')
    .flatMap(({ body }) => (boxesOf(body) ?? []).filter(({ type }) => type === 'traf'))
    .reduce((sum, { body }) => sum + durationOfFragment(boxesOf(body) ?? []), 0)
  const seconds = Math.max(written, sound ? Math.max(sound.duration, inFragments) / sound.unit : 0)
  return seconds > 0 ? seconds : null
}
