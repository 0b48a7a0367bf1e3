const rates = [44_100, 48_000, 32_000]
/** kbit/s of layer III by index: of MPEG 1, and of MPEG 2 and 2.5. */
const bitrates = [
  [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
] as const
/** Frames that have to follow one another, so that no other file is taken for one. */
const fewestFrames = 3

/** @returns seconds of an MP3, by its frames; null where it is none */
export function secondsOfMp3(bytes: Buffer): number | null {
  let at = endOfTag(bytes)
  let frames = 0
  let seconds = 0
  while (at + 4 <= bytes.length) {
    const frame = frameAt(bytes, at)
    if (frame === null) break
    frames += 1
    seconds += frame.seconds
    at += frame.bytes
  }
  // Only tags of other programs may follow the last frame.
  const isWhole =
    at >= bytes.length - 4 || /^(TAG|APETAGEX|ID3|LYRICS)/.test(bytes.toString('latin1', at, at + 8))
  return frames >= fewestFrames && isWhole ? seconds : null
}

function endOfTag(bytes: Buffer): number {
  if (bytes.length < 10 || bytes.toString('latin1', 0, 3) !== 'ID3') return 0
  return 10 + bytes.subarray(6, 10).reduce((length, byte) => length * 128 + (byte & 0x7f), 0)
}

function frameAt(bytes: Buffer, at: number): { bytes: number; seconds: number } | null {
  const head = bytes.readUInt32BE(at)
  const version = (head >>> 19) & 3
  const isLayer3 = ((head >>> 17) & 3) === 1
  if (head >>> 21 !== 0x7ff || version === 1 || !isLayer3) return null
  const isFirst = version === 3
  const bitrate = bitrates[isFirst ? 0 : 1][(head >>> 12) & 15]
  const base = rates[(head >>> 10) & 3]
  if (!bitrate || base === undefined) return null
  const rate = base / (isFirst ? 1 : version === 2 ? 2 : 4)
  const samples = isFirst ? 1152 : 576
  const padding = (head >>> 9) & 1
  return {
    bytes: Math.floor((samples / 8) * ((bitrate * 1_000) / rate)) + padding,
    seconds: samples / rate,
  }
}
