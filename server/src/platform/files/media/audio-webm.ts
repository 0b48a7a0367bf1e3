const ids = {
  head: 0x1a45dfa3,
  docType: 0x4282,
  segment: 0x18538067,
  info: 0x1549a966,
  scale: 0x2ad7b1,
  duration: 0x4489,
  tracks: 0x1654ae6b,
  track: 0xae,
  trackType: 0x83,
  cluster: 0x1f43b675,
  clusterTime: 0xe7,
  block: 0xa3,
  group: 0xa0,
  groupBlock: 0xa1,
}
/** Elements whose content is read; recorders write segments and clusters without a length. */
const parents = new Set([ids.head, ids.segment, ids.info, ids.tracks, ids.track, ids.cluster, ids.group])
const sound = 2
/** Of the last block, whose own length no element says. */
const lastBlockSeconds = 0.02

/** A number of variable length. @param keepsMark as identifiers do @returns null beyond the end */
function numberAt(
  bytes: Buffer,
  at: number,
  keepsMark: boolean,
): { value: number; length: number; isUnknown: boolean } | null {
  const head = bytes[at]
  if (head === undefined || head === 0) return null
  const length = Math.clz32(head) - 23
  if (at + length > bytes.length) return null
  let value = keepsMark ? head : head & (0xff >> length)
  let isUnknown = (head & (0xff >> length)) === 0xff >> length
  for (let next = 1; next < length; next += 1) {
    const byte = bytes[at + next] ?? 0
    value = value * 256 + byte
    isUnknown &&= byte === 0xff
  }
  return { value, length, isUnknown }
}
const unsigned = (body: Buffer) => body.reduce((value, byte) => value * 256 + byte, 0)
const real = (body: Buffer) =>
  body.length === 8 ? body.readDoubleBE() : body.length === 4 ? body.readFloatBE() : 0

/** @returns seconds of a WebM with sound and without pictures; null where it is none */
export function secondsOfWebm(bytes: Buffer): number | null {
  if (bytes.length < 4 || bytes.readUInt32BE(0) !== ids.head) return null
  let docType = ''
  let scale = 1_000_000
  let written = 0
  let clusterTime = 0
  let lastTime = -1
  const types: number[] = []
  for (let at = 0; at < bytes.length; ) {
    const id = numberAt(bytes, at, true)
    const size = id && numberAt(bytes, at + id.length, false)
    if (!id || !size) return null
    const start = at + id.length + size.length
    if (parents.has(id.value)) {
      at = start
      continue
    }
    // A recording that was cut off ends within an element.
    if (size.isUnknown) return null
    const body = bytes.subarray(start, start + size.value)
    if (id.value === ids.docType) docType = body.toString('latin1').replaceAll('\0', '')
    if (id.value === ids.scale) scale = unsigned(body)
    if (id.value === ids.duration) written = real(body)
    if (id.value === ids.trackType) types.push(unsigned(body))
    if (id.value === ids.clusterTime) clusterTime = unsigned(body)
    if (id.value === ids.block || id.value === ids.groupBlock) {
      const track = numberAt(body, 0, false)
      if (!track || body.length < track.length + 2) return null
      lastTime = Math.max(lastTime, clusterTime + body.readInt16BE(track.length))
    }
    at = start + size.value
  }
  if (docType !== 'webm' || types.length === 0 || types.some((type) => type !== sound)) return null
  const counted = lastTime < 0 ? 0 : (lastTime * scale) / 1e9 + lastBlockSeconds
  const seconds = Math.max((written * scale) / 1e9, counted)
  return seconds > 0 ? seconds : null
}
