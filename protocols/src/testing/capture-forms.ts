import type { DeviceProtocol } from '@rumbo/contract/telemetry.device-report.contract'
import { asciiBytes } from '../bytes.ts'
import { escapeJt808, findJt808Frame } from '../jt808/jt808.frame.ts'
import { joinBytes } from '../stream.ts'

/** Most captures of JT/T 808 were written down without the escapes of the line; some with them. */
function escaped(bytes: Uint8Array): Uint8Array {
  if (bytes[0] !== 0x7e) return bytes
  const found = findJt808Frame(bytes, 0, bytes.length)
  const isWhole = found.what === 'frame' && found.end === bytes.length
  return isWhole ? bytes : escapeJt808(bytes.subarray(1, -1))
}

const endedBy = (bytes: Uint8Array, ends: string) =>
  ends.includes(String.fromCharCode(bytes.at(-1) ?? 0))
    ? bytes
    : joinBytes(bytes, asciiBytes(ends.slice(0, 1)))

/** By the name of the protocol. */
const forms: Readonly<Record<string, (bytes: Uint8Array) => Uint8Array>> = {
  gps103: (bytes) => endedBy(bytes, ';*'),
  queclink: (bytes) => endedBy(bytes, '$'),
  suntech: (bytes) => joinBytes(bytes, Uint8Array.of(0x0d)),
  // The message of codec 7 lacks the last byte its length states, a zero of the checksum.
  teltonika: (bytes) => (bytes[8] === 7 ? joinBytes(bytes, Uint8Array.of(0)) : bytes),
  jt808: escaped,
  meitrack: (bytes) => (bytes.at(-1) === 0x0a ? bytes : joinBytes(bytes, asciiBytes('\r\n'))),
}

/** Restores what the captures of a protocol were written down without, such as the character that ends a message. */
export const completeCapture = (protocol: DeviceProtocol, bytes: Uint8Array): Uint8Array =>
  forms[protocol]?.(bytes) ?? bytes

/** A login for captures whose own comes late, since nothing is accepted before one; null where none is needed. */
export const captureLogin = (protocol: DeviceProtocol): string | null =>
  protocol === 'gt06' ? '78780d01012345678901234500018cdd0d0a' : null

/** The name of the file of captures, where it is not the protocol's. */
export const captureFile = (protocol: DeviceProtocol): string =>
  protocol === 'queclink' ? 'gl200text.json' : `${protocol}.json`
