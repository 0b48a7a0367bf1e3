import type { OutputOf } from '@rumbo/contract/endpoint'
import { type DeviceProtocol, deviceProtocols } from '@rumbo/contract/telemetry.device-report.contract'
import type { gatewayOverview } from '@rumbo/contract/telemetry.devices.contract'
import { type DeviceModel, unfitSetting } from '@rumbo/protocols/models'
import { framedProtocols } from '@rumbo/protocols/registry'

/** A running gateway process, as it last reported itself. */
export interface RunningGateway {
  host: string
  ports: Readonly<Record<string, number>>
  connectionLimit: number
  counters: Readonly<Record<string, unknown>>
}

type CarriedBy = 'tcp' | 'udp' | 'http'

/** How devices of a protocol reach a gateway. */
export const transportsOf = (protocol: DeviceProtocol): CarriedBy[] =>
  protocol === 'osmand'
    ? ['http']
    : [...(framedProtocols.find(({ name }) => name === protocol)?.transports ?? [])]

/** Whether a remote tracker can reach the address: neither loopback nor the unspecified address. */
export const isReachableHost = (host: string): boolean =>
  !/^(localhost|127\.|0\.0\.0\.0$|::1?$|\[::1?\]$|169\.254\.|fe80:)/i.test(host)

/** Report interval while driving, in seconds, that trackers are configured with. */
const intervalSeconds = 30

/**
 * The text messages that configure a tracker of this model to report here; none if required data is missing.
 * @throws RangeError if the access point's name is not allowed in a text message
 */
export function smsStepsOf(
  model: DeviceModel | null,
  known: { host: string; port: number | null; identifier: string | null; apn: string },
): string[] {
  const { host, port, identifier, apn } = known
  if (!model || model.hint || port === null || identifier === null) return []
  const setting = {
    host,
    port,
    apn,
    intervalSeconds,
    deviceIdentifier: identifier,
    apnUser: '',
    apnPassword: '',
  }
  const unfit = unfitSetting(setting)
  return unfit === null || unfit === 'apn' ? model.smsSteps(setting) : []
}

type Overview = OutputOf<typeof gatewayOverview>

/** The value of a counter, or the sum of a counter by reason. */
function sumOf(value: unknown): number {
  if (typeof value === 'number') return value
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce((sum: number, part) => sum + sumOf(part), 0)
}

function protocolOverview(gateways: readonly RunningGateway[], protocol: DeviceProtocol) {
  const counted = (...names: string[]) =>
    gateways.reduce((sum, { counters }) => {
      const ofProtocol = counters[protocol] as Readonly<Record<string, unknown>> | undefined
      return names.reduce((inner, name) => inner + sumOf(ofProtocol?.[name]), sum)
    }, 0)
  return {
    protocol,
    port: gateways.map(({ ports }) => ports[protocol]).find((port) => port !== undefined) ?? null,
    transports: transportsOf(protocol),
    connections: counted('connections'),
    reports: counted('reportsAcknowledged'),
    badChecksums: counted('badChecksums'),
    refused: counted('refusedFrames', 'httpRefused', 'datagramsDropped'),
    unread: counted('unreadMessages'),
    refusedConnections: counted('connectionsRefused'),
  }
}

/** The sums of all gateways by protocol. @param fallbackHost the host shown if none runs */
export function overviewOf(gateways: readonly RunningGateway[], fallbackHost: string): Overview {
  const all = deviceProtocols.map((protocol) => protocolOverview(gateways, protocol))
  return {
    host: gateways[0]?.host ?? fallbackHost,
    protocols: all.map(({ refusedConnections: _, ...shown }) => shown),
    connectionLimit:
      gateways.length === 0 ? null : gateways.reduce((sum, { connectionLimit }) => sum + connectionLimit, 0),
    refusedConnections: all.reduce((sum, { refusedConnections }) => sum + refusedConnections, 0),
  }
}
