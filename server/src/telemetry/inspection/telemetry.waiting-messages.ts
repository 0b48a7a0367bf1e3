import type { InspectedBytes } from '@rumbo/gateway'
import type { StoredMessage } from './telemetry.inspection.repository.ts'
import { decodedReportsOf } from './telemetry.inspection.rules.ts'
import { maskedBytes, maskedContent, maxExaminedBytes } from './telemetry.masking.rules.ts'

/** A message that is not stored yet. Its bytes are not masked. `size`: the memory it takes, in bytes, roughly. */
type WaitingMessage = StoredMessage & { size: number }

/** A device that is inspected. */
export interface Inspected {
  vehicleId: string
  /** Epoch milliseconds. */
  until: number
  secrets: Set<string>
  /** The newest messages that are not stored yet, the oldest first. */
  waiting: WaitingMessage[]
  waitingSize: number
  /** How many messages were dropped since the last stored one. */
  lost: number
}

export const newInspected = (vehicleId: string): Inspected => ({
  vehicleId,
  until: 0,
  secrets: new Set(),
  waiting: [],
  waitingSize: 0,
  lost: 0,
})

/** The database keeps no more of a vehicle either. */
const maxWaiting = 200
/** Bytes of one device. While a write is slow, the messages it writes are in memory beside these. */
const maxWaitingSize = 1_048_576

/** Messages of a device on their way to the database. */
export interface TakenMessages {
  identifier: string
  one: Inspected
  messages: WaitingMessage[]
}

/** Adds a message to those that wait. If there are too many, the oldest are dropped and counted. */
export function enqueue(one: Inspected, message: WaitingMessage): void {
  one.waiting.push(message)
  one.waitingSize += message.size
  while (one.waiting.length > maxWaiting || (one.waitingSize > maxWaitingSize && one.waiting.length > 1)) {
    one.waitingSize -= one.waiting.shift()?.size ?? 0
    one.lost += 1
  }
}

/** Removes and returns the waiting messages. The first one states how many were dropped before it. */
export function takeWaiting(one: Inspected): WaitingMessage[] {
  const messages = one.waiting.splice(0)
  const [first] = messages
  if (first) first.content.lostBefore = one.lost
  one.waitingSize = 0
  one.lost = 0
  return messages
}

/** Of a long message only the beginning is kept: over HTTP it may have a megabyte. */
export function messageOf(found: InspectedBytes, vehicleId: string, at: Date): WaitingMessage {
  const isSent = found.kind === 'acknowledgement' || found.kind === 'command'
  const isUnread = found.reports.some(({ unreadFrame }) => unreadFrame !== undefined)
  // A copy: what was found is a view of a larger buffer.
  const bytes = Buffer.from(found.bytes.subarray(0, maxExaminedBytes))
  const { decoded, length } = decodedReportsOf(found.reports)
  return {
    vehicleId,
    identifier: found.deviceIdentifier,
    at,
    direction: isSent ? 'out' : 'in',
    kind: found.kind === 'message' && isUnread ? 'unread' : found.kind,
    protocol: found.protocol,
    transport: found.transport,
    connection: found.connectionId,
    address: found.remoteAddress,
    bytes,
    length: found.bytes.length,
    size: bytes.length + length,
    content: {
      checksumHolds: found.checksumHolds,
      text: found.text,
      reports: decoded,
      reportCount: found.reports.length,
      lostBefore: 0,
    },
  }
}

/** A message as it is stored. */
export const maskedMessage = (
  { size: _, ...message }: WaitingMessage,
  secrets: ReadonlySet<string>,
): StoredMessage => ({
  ...message,
  bytes: maskedBytes(message.bytes, secrets),
  content: maskedContent(message.content, secrets),
})
