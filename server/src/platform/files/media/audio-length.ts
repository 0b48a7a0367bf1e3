import type { audioTypes } from '@rumbo/contract/communication.attachments.contract'

/** Of MPEG 1 layer 3, in kbit/s; and of MPEG 2. */
const bitRates = [
  [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
] as const
const sampleRates = [44_100, 48_000, 32_000] as const

function wav(bytes: Buffer): number | null {
  let bytesPerSecond = 0
  for (let at = 12; at + 8 <= bytes.length; ) {
    const type = bytes.toString('latin1', at, at + 4)
    const length = bytes.readUInt32LE(at + 4)
    if (type === 'fmt ' && at + 20 <= bytes.length) bytesPerSecond = bytes.readUInt32LE(at + 16)
    // The head may state less than there is: what is there counts.
    if (type === 'data') return bytesPerSecond > 0 ? (bytes.length - at - 8) / bytesPerSecond : null
    at += 8 + length + (length % 2)
  }
  return null
}

function ogg(bytes: Buffer): number | null {
  const isOpus = bytes.subarray(0, 128).includes('OpusHead')
  const vorbis = bytes.subarray(0, 128).indexOf('\x01vorbis', 0, 'latin1')
  const rate = isOpus ? 48_000 : vorbis > 0 ? bytes.readUInt32LE(vorbis + 12) : 0
  let samples = 0n
  for (let at = bytes.indexOf('OggS'); at !== -1 && at + 14 <= bytes.length; at = bytes.indexOf('OggS', at + 4)) {
    const granule = bytes.readBigInt64LE(at + 6)
    if (granule > samples) samples = granule
  }
  return rate > 0 && samples > 0n ? Number(samples) / rate : null
}

function mp3(bytes: Buffer): number | null {
  const hasTag = bytes.toString('latin1', 0, 3) === 'ID3'
  const tag = [6, 7, 8, 9].reduce((size, at) => size * 128 + ((bytes[at] ?? 0) & 0x7f), 0)
  let seconds = 0
  for (let at = hasTag ? 10 + tag : 0; at + 4 <= bytes.length; ) {
    const [sync = 0, kind = 0, rates = 0] = bytes.subarray(at, at + 3)
    if (sync !== 0xff || (kind & 0xe6) !== 0xe2) {
      at += 1
      continue
    }
    const version = (kind >> 3) & 3
    const isFirst = version === 3
    const kbits = bitRates[isFirst ? 0 : 1][rates >> 4] ?? 0
    const rate = (sampleRates[((rates >> 2) & 3) as 0 | 1 | 2] ?? 0) / (isFirst ? 1 : version === 2 ? 2 : 4)
    if (kbits === 0 || rate === 0) {
      at += 1
      continue
    }
    const samples = isFirst ? 1152 : 576
    seconds += samples / rate
    at += Math.floor(((samples / 8) * kbits * 1000) / rate) + ((rates >> 1) & 1)
  }
  return seconds > 0 ? seconds : null
}

/** Boxes of MP4 that hold others. */
const nests = new Set(['moov', 'trak', 'mdia', 'moof', 'traf'])

function mp4(bytes: Buffer): number | null {
  let scale = 0
  let units = 0
  const walk = (from: number, to: number) => {
    for (let at = from; at + 8 <= to; ) {
      const size = bytes.readUInt32BE(at)
      const end = size === 0 ? to : at + (size === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : size)
      if (end <= at || end > to) return
      const type = bytes.toString('latin1', at + 4, at + 8)
      const isLong = bytes[at + 8] === 1
      if (nests.has(type)) walk(at + 8, end)
      if (type === 'mdhd') {
        scale = bytes.readUInt32BE(at + (isLong ? 28 : 20))
        units = Math.max(units, isLong ? Number(bytes.readBigUInt64BE(at + 32)) : bytes.readUInt32BE(at + 24))
      }
      // Recorders write fragments, each with when it begins.
      if (type === 'tfdt')
        units = Math.max(units, isLong ? Number(bytes.readBigUInt64BE(at + 12)) : bytes.readUInt32BE(at + 12))
      at = end
    }
  }
  walk(0, bytes.length)
  return scale > 0 && units > 0 ? units / scale : null
}

/** A variable-length integer of EBML: its value, null for unknown, and its length in bytes. */
function vint(bytes: Buffer, at: number, keepsMark: boolean): { value: number | null; length: number } {
  const first = bytes[at] ?? 0
  const length = Math.clz32(first) - 23
  if (length > 8 || at + length > bytes.length) throw new RangeError('The file ends within a number.')
  let value = keepsMark ? first : first & ((1 << (8 - length)) - 1)
  let isUnknown = value === (1 << (8 - length)) - 1
  for (let next = 1; next < length; next += 1) {
    const byte = bytes[at + next] ?? 0
    value = value * 256 + byte
    isUnknown &&= byte === 0xff
  }
  return { value: isUnknown && !keepsMark ? null : value, length }
}

const ebml = { segment: 0x18538067, info: 0x1549a966, scale: 0x2ad7b1, duration: 0x4489, cluster: 0x1f43b675 }
const clusterTime = 0xe7
const blocks = new Set([0xa3, 0xa1])
const blockGroup = 0xa0

/** By the last block: what browsers record states no duration. */
function webm(bytes: Buffer): number | null {
  let scale = 1_000_000
  let stated = 0
  let cluster = 0
  let last = 0
  for (let at = 0; at < bytes.length; ) {
    const name = vint(bytes, at, true)
    const size = vint(bytes, at + name.length, false)
    const start = at + name.length + size.length
    const isNest = [ebml.segment, ebml.info, ebml.cluster, blockGroup].includes(name.value ?? 0)
    const length = size.value ?? 0
    if (!isNest && (size.value === null || start + length > bytes.length)) break
    if (name.value === ebml.scale) scale = bytes.readUIntBE(start, Math.min(length, 6))
    if (name.value === ebml.duration) stated = length === 4 ? bytes.readFloatBE(start) : bytes.readDoubleBE(start)
    if (name.value === clusterTime) cluster = length === 0 ? 0 : bytes.readUIntBE(start, Math.min(length, 6))
    if (blocks.has(name.value ?? 0))
      last = Math.max(last, cluster + bytes.readInt16BE(start + vint(bytes, start, false).length))
    at = isNest ? start : start + length
  }
  const units = Math.max(stated, last)
  return units > 0 ? (units * scale) / 1e9 : null
}

const readers = {
  'audio/wav': wav,
  'audio/ogg': ogg,
  'audio/mpeg': mp3,
  'audio/mp4': mp4,
  'audio/webm': webm,
} satisfies Record<(typeof audioTypes)[number], (bytes: Buffer) => number | null>

/** How long a recording is, in seconds, by its content; null where it does not say it. */
export function audioLength(type: (typeof audioTypes)[number], bytes: Buffer): number | null {
  try {
    return readers[type](bytes)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
