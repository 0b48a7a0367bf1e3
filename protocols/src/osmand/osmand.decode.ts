import type { DeviceReport } from '@rumbo/contract/telemetry.device-report.contract'
import { keepPlausible } from '@rumbo/contract/telemetry.reading-bounds'
import { fnv1a64 } from '../checksum.ts'
import { isFlespi, readFlespi } from './osmand.flespi.ts'
import { readOsmandJson } from './osmand.json.ts'
import { readOsmandQuery } from './osmand.query.ts'
import { isTraccarForward, readTraccarForward } from './osmand.traccar.ts'
import { type UnreadRequest, unreadRequestOf } from './osmand.unread.ts'
import { MalformedValue, malformed, objectOf } from './osmand.values.ts'

/** One request of a phone. */
export interface OsmandRequest {
  /** The query string, without `?`. */
  query: string
  /** A form or JSON; empty for GET. */
  body: string
  receivedAt: Date
}

export type OsmandDecoding =
  /** `secret`: the secret the request authenticates with; it is not part of the report. */
  | { isAccepted: true; report: DeviceReport; secret: string | null }
  /**
   * `no_identifier`: the device is not named. `malformed`: a value that is no number or time; `unread` is what can be
   * kept of it.
   */
  | {
      isAccepted: false
      reason: 'no_identifier' | 'malformed'
      detail: string
      unread: UnreadRequest | null
    }

const textEncoder = new TextEncoder()

/** Reads the JSON of Traccar Client, of Traccar's forwarding, or one message of flespi. Returns the secret. */
function readJson(text: string, query: URLSearchParams, report: DeviceReport): string | null {
  const root = objectOf(JSON.parse(text)) ?? malformed('body')
  const read = isTraccarForward(root) ? readTraccarForward : isFlespi(root) ? readFlespi : readOsmandJson
  return read(root, query, report)
}

/** Reads a request of one report: query, form body or JSON body. Never throws. */
export function decodeOsmand({ query, body, receivedAt }: OsmandRequest): OsmandDecoding {
  const report: DeviceReport = {
    protocol: 'osmand',
    deviceIdentifier: '',
    kind: 'status',
    fix: null,
    telemetry: {},
    alarm: null,
    answer: null,
    extras: {},
    receivedAt,
    reportHash: fnv1a64(textEncoder.encode(`${query}\n${body}`)),
  }
  try {
    const secret = body.trimStart().startsWith('{')
      ? readJson(body, new URLSearchParams(query), report)
      : readOsmandQuery(new URLSearchParams(body === '' ? query : `${query}&${body.trim()}`), report)
    if (report.deviceIdentifier === '') {
      return {
        isAccepted: false,
        reason: 'no_identifier',
        detail: 'The parameter id is missing.',
        unread: null,
      }
    }
    report.kind = report.alarm ? 'alarm' : report.fix ? 'position' : 'status'
    return { isAccepted: true, report: keepPlausible(report), secret }
  } catch (error) {
    const detail = error instanceof MalformedValue ? error.message : 'The body is no valid JSON.'
    return {
      isAccepted: false,
      reason: 'malformed',
      detail,
      unread: unreadRequestOf(query, body, receivedAt),
    }
  }
}
