import type { DeviceMessage } from '@rumbo/contract/telemetry.inspection.contract'
import { inspectionRule } from '@rumbo/contract/telemetry.inspection.contract'

/** Bytes of a message that are alike: read, or not. */
export interface ByteRun {
  hex: string
  isUnread: boolean
}

/** Pairs of hexadecimal digits with spaces between them, in runs of read and unread bytes. */
export function byteRuns(bytes: string, unread: readonly (readonly [number, number])[]): ByteRun[] {
  const pairs = bytes.match(/../g) ?? []
  const runs: ByteRun[] = []
  let at = 0
  const add = (to: number, isUnread: boolean) => {
    if (to > at) runs.push({ hex: pairs.slice(at, to).join(' '), isUnread })
    at = Math.max(at, to)
  }
  for (const [from, to] of unread) {
    add(from, false)
    add(to, true)
  }
  add(pairs.length, false)
  return runs
}

/** The printable characters of a message, a dot for each other byte. */
export const byteText = (bytes: string): string =>
  (bytes.match(/../g) ?? [])
    .map((pair) => Number.parseInt(pair, 16))
    .map((code) => (code >= 0x20 && code < 0x7f ? String.fromCharCode(code) : '·'))
    .join('')

/** Known messages and later ones, in order, the last 200. */
export function withLater(
  known: readonly DeviceMessage[],
  later: readonly DeviceMessage[],
): readonly DeviceMessage[] {
  const last = known.at(-1)?.number ?? 0
  const added = later.filter(({ number }) => number > last)
  return added.length === 0 ? known : [...known, ...added].slice(-inspectionRule.messages)
}

/** How much of a message was understood. */
export function understandingOf({
  kind,
  checksumHolds,
  reports,
}: Pick<DeviceMessage, 'kind' | 'checksumHolds' | 'reports'>): 'fine' | 'partly' | 'not' {
  if (kind === 'unread' || kind === 'refused' || kind === 'skipped') return 'not'
  const isLeftOut = reports.some(({ leftOut }) => Object.keys(leftOut).length > 0)
  return checksumHolds && !isLeftOut ? 'fine' : 'partly'
}
