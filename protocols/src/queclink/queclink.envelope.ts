import { asciiBytes, readText } from '../bytes.ts'
import { modelOf } from './queclink.layouts.ts'

/** A text message in parts: header, identity, and the fields between the name and the send time. */
export interface Envelope {
  class: 'RESP' | 'BUFF' | 'ACK'
  /** Three letters after GT. */
  type: string
  /** Empty in the messages of the GL100 and the GT300, which state none before the identity. */
  version: string
  deviceIdentifier: string
  /** The vehicle identification number before the name, or in its place. */
  vin: string | null
  body: string[]
  /** Four hexadecimal digits, or null. */
  count: string | null
  /** The bytes that are the same in a report and in its buffered copy. */
  hashed: Uint8Array
}

const header = /^\+(RESP|BUFF|ACK):GT([A-Z0-9]{3})$/
const versionPattern = /^[0-9A-Za-z]{6,10}$/
const identifierPattern = /^[0-9A-Za-z]{14,20}$/
const isTime = (text: string | undefined) => text !== undefined && /^\d{14}$/.test(text)
const isCount = (text: string | undefined): text is string =>
  text !== undefined && /^[0-9A-Fa-f]{4}$/.test(text)
/** Letters without I, O and Q, and at least one digit. */
export const isVin = (text: string | undefined): text is string =>
  text !== undefined && /^(?=.*\d)[A-HJ-NPR-Z\d]{17}$/.test(text)

/** Opens a text message; null where the header or the identity is none. */
export function openEnvelope(frame: Uint8Array): Envelope | null {
  let end = frame.length
  while (end > 0 && ((frame[end - 1] as number) <= 0x20 || frame[end - 1] === 0x24)) end--
  const parts = readText(frame, 0, end).split(',')
  const match = header.exec(parts[0] ?? '')
  if (!match || parts.length < 4) return null
  const hasVersion = versionPattern.test(parts[1] ?? '') && identifierPattern.test(parts[2] ?? '')
  const idAt = hasVersion ? 2 : 1
  const deviceIdentifier = parts[idAt] ?? ''
  if (!(hasVersion ? identifierPattern : /^\d{15}$/).test(deviceIdentifier)) return null
  const version = hasVersion ? (parts[1] ?? '') : ''
  // The GL100 ends with its version, behind the count.
  const hasTrailingVersion = !hasVersion && /^\d{10}$/.test(parts.at(-1) ?? '') && isCount(parts.at(-2))
  const count = parts.at(hasTrailingVersion ? -2 : -1)
  const hasVin = match[1] !== 'ACK' && hasVersion && modelOf(version).layout.hasVin
  const name = parts[idAt + 1]
  const bodyAt = idAt + (hasVersion ? 2 : 1) + (hasVin ? 1 : 0)
  return {
    class: match[1] as Envelope['class'],
    type: match[2] as string,
    version,
    deviceIdentifier,
    vin: hasVersion && isVin(name) ? name : null,
    body: parts.slice(bodyAt, hasTrailingVersion || isTime(parts.at(-2)) ? -2 : -1),
    count: isCount(count) ? count : null,
    hashed: frame.subarray(match[1] === 'ACK' ? 5 : 6, end),
  }
}

/** A heartbeat is answered by its name; a report by its count. Devices with SACK off ignore the latter. */
export function acknowledge(
  isHeartbeat: boolean,
  isAnswer: boolean,
  version: string,
  count: string | null,
): Uint8Array | null {
  if (count === null) return null
  if (isHeartbeat) return asciiBytes(`+SACK:GTHBD,${version},${count}$`)
  return isAnswer ? null : asciiBytes(`+SACK:${count}$`)
}
