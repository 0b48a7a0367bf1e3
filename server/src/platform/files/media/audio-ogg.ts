/** @returns seconds of Opus or Vorbis in Ogg; null where it is neither */
export function secondsOfOgg(bytes: Buffer): number | null {
  if (bytes.toString('latin1', 0, 4) !== 'OggS') return null
  let rate = 0
  let skipped = 0
  let last = 0n
  for (let at = 0; at + 27 <= bytes.length; ) {
    if (bytes.toString('latin1', at, at + 4) !== 'OggS') return null
    const granule = bytes.readBigInt64LE(at + 6)
    const segments = bytes[at + 26] ?? 0
    const start = at + 27 + segments
    if (start > bytes.length) return null
    if (rate === 0) {
      const head = bytes.subarray(start)
      if (head.toString('latin1', 0, 8) === 'OpusHead' && head.length >= 12) {
        rate = 48_000
        skipped = head.readUInt16LE(10)
      } else if (head.toString('latin1', 0, 7) === '\u0001vorbis' && head.length >= 16)
        rate = head.readUInt32LE(12)
      if (rate === 0) return null
    }
    // -1: no packet ends on this page.
    if (granule > last) last = granule
    let length = 0
    for (let segment = at + 27; segment < start; segment += 1) length += bytes[segment] ?? 0
    at = start + length
  }
  const seconds = (Number(last) - skipped) / rate
  return seconds > 0 ? seconds : null
}
