import { writeUint16 } from '../bytes.ts'
import { crc16X25 } from '../checksum.ts'

/** A frame around a body: 78 78, or 79 79 when extended. */
export function encodeGt06Frame(
  type: number,
  body: Uint8Array,
  serial: number,
  isExtended = false,
): Uint8Array {
  const header = isExtended ? 4 : 3
  const frame = new Uint8Array(header + body.length + 7)
  frame[0] = frame[1] = isExtended ? 0x79 : 0x78
  if (isExtended) writeUint16(frame, 2, body.length + 5)
  else frame[2] = body.length + 5
  frame[header] = type
  frame.set(body, header + 1)
  closeFrame(frame, serial)
  return frame
}

/** Serial, checksum and tail at the end of a frame whose rest is written. */
function closeFrame(frame: Uint8Array, serial: number): void {
  const end = frame.length
  writeUint16(frame, end - 6, serial)
  writeUint16(frame, end - 4, crc16X25(frame, 2, end - 4))
  frame[end - 2] = 0x0d
  frame[end - 1] = 0x0a
}

const noBody = new Uint8Array(0)

/** The acknowledgement: an echo of type and serial. */
export function encodeGt06Acknowledgement(type: number, serial: number, isExtended = false): Uint8Array {
  return encodeGt06Frame(type, noBody, serial, isExtended)
}

/** The answer to a wearable's list of networks (0x17, 0x69): length 0, type and its date, without serial and checksum. */
export function encodeGt06DateReply(type: number, date: Uint8Array): Uint8Array {
  return Uint8Array.of(0x78, 0x78, 0x00, type, ...date, 0x0d, 0x0a)
}

/** The answer to a time request: YY MM DD hh mm ss in UTC. */
export function encodeGt06Time(now: Date, serial: number): Uint8Array {
  return encodeGt06Frame(0x8a, timeBytes(now), serial)
}

export function timeBytes(time: Date): Uint8Array {
  return Uint8Array.of(
    time.getUTCFullYear() % 100,
    time.getUTCMonth() + 1,
    time.getUTCDate(),
    time.getUTCHours(),
    time.getUTCMinutes(),
    time.getUTCSeconds(),
  )
}
