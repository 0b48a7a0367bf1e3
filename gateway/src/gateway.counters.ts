import type { DeviceProtocol } from '@rumbo/contract/telemetry.device-report.contract'

export const dropReasons = [
  'idle',
  'no_login',
  /** A frame without an end within the limit. */
  'endless_frame',
  /** A frame that was not completed in time. */
  'slow_frame',
  'rubbish',
  /** Silent while its device sent on another connection. */
  'taken_over',
  'slow_reader',
  'intake_rejected',
  'socket_error',
  'decoder_error',
] as const
export type DropReason = (typeof dropReasons)[number]

export const refusalReasons = [
  'connection_limit',
  'address_limit',
  /** The address is not among those that may report. */
  'address',
  'stopping',
  /** The operating system could not accept it, for example without a free file descriptor. */
  'system',
] as const
export type RefusalReason = (typeof refusalReasons)[number]

export const datagramDropReasons = ['address', 'rate', 'busy', 'unreadable', 'stopping'] as const
export type DatagramDropReason = (typeof datagramDropReasons)[number]

export const httpRefusalReasons = [
  'busy',
  'method',
  'oversized',
  'malformed',
  'no_identifier',
  'wrong_secret',
  'rate',
  'not_stored',
] as const
export type HttpRefusalReason = (typeof httpRefusalReasons)[number]

/** Totals since the start. */
export interface GatewayCounters {
  connectionsAccepted: number
  connectionsRefused: Record<RefusalReason, number>
  connectionsDropped: Record<DropReason, number>
  frames: number
  badChecksums: number
  resyncs: number
  discardedBytes: number
  /** Frames before the login, and wrong checksums where they are refused. */
  refusedFrames: number
  datagrams: number
  datagramsDropped: Record<DatagramDropReason, number>
  reportsReceived: number
  /** Reports whose acknowledgement was written, or whose request was answered 200. */
  reportsAcknowledged: number
  reportsRejected: number
  /** Acknowledged messages whose content could not be read in full. */
  unreadMessages: number
  httpRequests: number
  httpRefused: Record<HttpRefusalReason, number>
  commandsWritten: number
  /** Connections opened for a device that had another open connection. */
  takeovers: number
  /** Claims that began: two connections sending for one device. */
  claims: number
}

const zeros = <Reason extends string>(reasons: readonly Reason[]) =>
  Object.fromEntries(reasons.map((reason) => [reason, 0])) as Record<Reason, number>

export function createCounters(): GatewayCounters {
  return {
    connectionsAccepted: 0,
    connectionsRefused: zeros(refusalReasons),
    connectionsDropped: zeros(dropReasons),
    frames: 0,
    badChecksums: 0,
    resyncs: 0,
    discardedBytes: 0,
    refusedFrames: 0,
    datagrams: 0,
    datagramsDropped: zeros(datagramDropReasons),
    reportsReceived: 0,
    reportsAcknowledged: 0,
    reportsRejected: 0,
    unreadMessages: 0,
    httpRequests: 0,
    httpRefused: zeros(httpRefusalReasons),
    commandsWritten: 0,
    takeovers: 0,
    claims: 0,
  }
}

export type CountersByProtocol = Readonly<Partial<Record<DeviceProtocol, Readonly<GatewayCounters>>>>

/** The sums over all protocols. */
export function sumCounters(byProtocol: CountersByProtocol): GatewayCounters {
  const sum = createCounters()
  for (const counters of Object.values(byProtocol)) addInto(sum, counters)
  return sum
}

function addInto(sum: object, counters: object): void {
  const sums = sum as Record<string, number | object>
  for (const [name, value] of Object.entries(counters)) {
    const before = sums[name]
    if (typeof value === 'number') sums[name] = Number(before ?? 0) + value
    else if (typeof before === 'object') addInto(before, value)
  }
}
