const x25Table = new Uint16Array(256)
for (let index = 0; index < 256; index++) {
  let value = index
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0x8408 : value >>> 1
  x25Table[index] = value
}

/** CRC-16/X-25 (reflected 0x1021, initial and final 0xFFFF) of bytes[start, end). */
export function crc16X25(bytes: Uint8Array, start = 0, end = bytes.length): number {
  let crc = 0xffff
  for (let at = start; at < end; at++) {
    crc = (crc >>> 8) ^ (x25Table[(crc ^ (bytes[at] as number)) & 0xff] as number)
  }
  return crc ^ 0xffff
}

const ibmTable = new Uint16Array(256)
for (let index = 0; index < 256; index++) {
  let value = index
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xa001 : value >>> 1
  ibmTable[index] = value
}

/** CRC-16/ARC, also called IBM (reflected 0x8005, initial and final 0), of bytes[start, end). */
export function crc16Ibm(bytes: Uint8Array, start = 0, end = bytes.length): number {
  let crc = 0
  for (let at = start; at < end; at++) {
    crc = (crc >>> 8) ^ (ibmTable[(crc ^ (bytes[at] as number)) & 0xff] as number)
  }
  return crc
}

const hashWords = new DataView(new ArrayBuffer(8))

/**
 * FNV-1a 64 of bytes[start, end) as a signed bigint.
 * Two 32-bit halves: a bigint per byte would cost more than decoding the frame.
 */
export function fnv1a64(bytes: Uint8Array, start = 0, end = bytes.length): bigint {
  let high = 0xcbf29ce4
  let low = 0x84222325
  for (let at = start; at < end; at++) {
    low = (low ^ (bytes[at] as number)) >>> 0
    // The prime is 2^40 + 0x1b3.
    const product = low * 0x1b3
    high = (high * 0x1b3 + Math.floor(product / 0x100000000) + ((low << 8) >>> 0)) >>> 0
    low = product >>> 0
  }
  hashWords.setUint32(0, high)
  hashWords.setUint32(4, low)
  return hashWords.getBigInt64(0)
}
