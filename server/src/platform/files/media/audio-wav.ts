/** @returns seconds of a WAV; null where it is none */
export function secondsOfWav(bytes: Buffer): number | null {
  if (bytes.length < 12 || bytes.toString('latin1', 0, 4) !== 'RIFF') return null
  if (bytes.toString('latin1', 8, 12) !== 'WAVE') return null
  let bytesPerSecond = 0
  for (let at = 12; at + 8 <= bytes.length; ) {
    const type = bytes.toString('latin1', at, at + 4)
    const length = bytes.readUInt32LE(at + 4)
    if (type === 'fmt ' && length >= 16 && at + 24 <= bytes.length)
      bytesPerSecond = bytes.readUInt32LE(at + 16)
    // A length that was never filled in reaches to the end of the file.
    if (type === 'data')
      return bytesPerSecond === 0 ? null : Math.min(length, bytes.length - at - 8) / bytesPerSecond
    at += 8 + length + (length % 2)
  }
  return null
}
