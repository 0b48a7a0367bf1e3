import { decodeOsmand, type OsmandDecoding, type OsmandRequest } from './osmand.decode.ts'
import { objectOf, writtenAs } from './osmand.values.ts'

/** Most messages that one request may carry. */
export const maxBatchMessages = 1_000

export type OsmandBatch =
  /** `isForwarded`: sent by another server, which does not pass the answer on to the device. */
  | { isAccepted: true; isForwarded: boolean; decodings: OsmandDecoding[] }
  | { isAccepted: false; reason: 'malformed' | 'oversized'; detail: string }

/**
 * Reads a request of one report, or of many: an array of messages, also as `messages` of an object. Each message of an array
 * has a decoding of its own, in order. Never throws.
 */
export function decodeOsmandBatch(request: OsmandRequest): OsmandBatch {
  const body = request.body.trimStart()
  const isArray = body.startsWith('[')
  if (!isArray && !body.startsWith('{')) {
    return { isAccepted: true, isForwarded: false, decodings: [decodeOsmand(request)] }
  }
  let content: unknown
  try {
    content = JSON.parse(body)
  } catch {
    if (isArray) return { isAccepted: false, reason: 'malformed', detail: 'The body is no valid JSON.' }
    return { isAccepted: true, isForwarded: false, decodings: [decodeOsmand(request)] }
  }
  const root = objectOf(content)
  const messages = isArray ? content : root?.messages
  if (!Array.isArray(messages)) {
    const isForwarded = root !== null && (Object.hasOwn(root, 'ident') || Object.hasOwn(root, 'device'))
    return { isAccepted: true, isForwarded, decodings: [decodeOsmand(request)] }
  }
  if (messages.length > maxBatchMessages) {
    const detail = `The array has more than ${maxBatchMessages} messages.`
    return { isAccepted: false, reason: 'oversized', detail }
  }
  const decodings = messages.map((message): OsmandDecoding => {
    const text = objectOf(message) && writtenAs(message)
    if (text) return decodeOsmand({ ...request, body: text })
    return { isAccepted: false, reason: 'malformed', detail: 'A message is no object.', unread: null }
  })
  return { isAccepted: true, isForwarded: true, decodings }
}
