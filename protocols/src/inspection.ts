import type { DeviceProtocol } from '@rumbo/contract/telemetry.device-report.contract'
import { readText, readUint16, toHex } from './bytes.ts'
import type { DeviceMessage } from './protocol.ts'
import { framedProtocols } from './registry.ts'

const hexOf = (value: number, digits: number) => `0x${value.toString(16).padStart(digits, '0')}`

/** The first word of a text message, without the marks around it and without numbers of devices. */
function firstWord(bytes: Uint8Array): string | null {
  const text = readText(bytes, 0, Math.min(80, bytes.length))
  const words = text.split(/[,;:#()*$&\s]+/).filter((word) => /^[A-Za-z+][A-Za-z0-9+_-]{0,15}$/.test(word))
  return words.find((word) => !/^(?:HQ|imei)$/i.test(word)) ?? null
}

/**
 * The type a frame states, as the protocol's documents write it: `0x12`, `codec 8`, `+RESP`. Null where it states none.
 * @param bytes may be cut, but not at the beginning
 */
export function frameTypeOf(
  protocol: DeviceProtocol,
  bytes: Uint8Array,
  transport: 'tcp' | 'udp' | 'http',
): string | null {
  switch (protocol) {
    case 'gt06': {
      const type = bytes[bytes[0] === 0x79 ? 4 : 3]
      return type === undefined ? null : hexOf(type, 2)
    }
    case 'jt808':
      return bytes.length < 3 ? null : hexOf(readUint16(bytes, 1), 4)
    case 'teltonika':
      return codecOf(bytes, transport)
    case 'osmand':
      return null
    default:
      return (bytes[0] ?? 0x80) >= 0x80 ? null : firstWord(bytes)
  }
}

function codecOf(bytes: Uint8Array, transport: 'tcp' | 'udp' | 'http'): string | null {
  const at = transport === 'udp' ? 7 + (bytes.length > 6 ? readUint16(bytes, 5) : 0) + 1 : 8
  const codec = bytes[at]
  if (codec === undefined || (transport === 'tcp' && readUint16(bytes, 0) !== 0)) return null
  return codec === 0x8e ? 'codec 8E' : `codec ${codec}`
}

/** A longer frame takes too much time, since every byte costs several decodings. */
const longestExamined = 600

/** Marks, lengths and types, which are read although decoders get along with wrong ones. */
const headBytes: Readonly<Partial<Record<DeviceProtocol, number>>> = { gt06: 4, jt808: 5, teltonika: 8 }
/** The bytes of a checksum and of the marks behind it, which are read although they change no value. */
const tailBytes: Readonly<Partial<Record<DeviceProtocol, number>>> = { gt06: 4, jt808: 2, teltonika: 4 }

/**
 * Ranges [from, to) of bytes that could be others without changing anything that is read of the frame: each byte is
 * changed in several ways, and the frame decoded again. Null for a frame that is too long, or that cannot be decoded
 * without what its connection had learnt.
 */
export function unreadBytesOf(
  protocol: DeviceProtocol,
  frame: Uint8Array,
  connection: { transport: 'tcp' | 'udp'; deviceIdentifier: string; receivedAt: Date },
): [number, number][] | null {
  if (frame.length > longestExamined) return null
  const expected = readingOf(protocol, frame, connection)
  if (expected === null) return null
  const isStream = connection.transport === 'tcp'
  const head = isStream ? (headBytes[protocol] ?? 0) : 0
  const tail = isStream ? (tailBytes[protocol] ?? 0) : 0
  const isText = frame.every((byte) => (byte >= 0x20 && byte < 0x7f) || byte === 0x0d || byte === 0x0a)
  const changed = frame.slice()
  const ranges: [number, number][] = []
  for (let at = head; at < frame.length - tail; at++) {
    const byte = frame[at] as number
    const isRead = (isText ? otherCharacters(byte) : otherBytes(byte)).some((other) => {
      changed[at] = other
      return readingOf(protocol, changed, connection) !== expected
    })
    changed[at] = byte
    const last = ranges.at(-1)
    if (isRead) continue
    if (last?.[1] === at) last[1] = at + 1
    else ranges.push([at, at + 1])
  }
  return ranges
}

/** Each bit changed, the lowest first. */
const otherBytes = (byte: number): number[] => [1, 2, 4, 8, 16, 32, 64, 128].map((bit) => byte ^ bit)

/** Of the same class, since another one would break the form of the text. */
function otherCharacters(byte: number): number[] {
  const isIn = (from: number, to: number) => byte >= from && byte <= to
  const turn = (from: number, count: number) => [1, 3].map((by) => from + ((byte - from + by) % count))
  if (isIn(0x30, 0x39)) return turn(0x30, 10)
  if (isIn(0x41, 0x5a)) return turn(0x41, 26)
  if (isIn(0x61, 0x7a)) return turn(0x61, 26)
  return [byte ^ 1]
}

/** What is read of a frame, as comparable text; null where it is refused or not whole. */
function readingOf(
  protocol: DeviceProtocol,
  frame: Uint8Array,
  {
    transport,
    deviceIdentifier,
    receivedAt,
  }: { transport: 'tcp' | 'udp'; deviceIdentifier: string; receivedAt: Date },
): string | null {
  const framed = framedProtocols.find(({ name }) => name === protocol)
  if (!framed) return null
  const messages: DeviceMessage[] = []
  const stream = framed.openStream({
    transport,
    maxFrameBytes: frame.length,
    acceptWrongChecksum: true,
    resumed: { deviceIdentifier, context: {} },
  })
  const outcome = stream.read(frame, receivedAt, (message) => messages.push(message))
  if (outcome === 'overlong' || stream.waitingBytes > 0 || messages.length === 0) return null
  return JSON.stringify(
    messages.map(({ reports, acknowledgement, login }) => ({
      login,
      acknowledgement: acknowledgement && toHex(acknowledgement),
      reports: reports.map(({ reportHash: _, unreadFrame, ...report }) => ({
        ...report,
        isUnread: unreadFrame !== undefined,
      })),
    })),
  )
}
