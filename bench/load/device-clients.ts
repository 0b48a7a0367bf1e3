import type { DeviceProtocol } from '@rumbo/contract/telemetry.device-report.contract'
import { encodeOsmandQuery } from '@rumbo/protocols'
import type { DeviceClient, ServerMessage } from '@rumbo/protocols/device-side'
import { deviceSides } from '@rumbo/protocols/registry'

export const loadProtocols: readonly DeviceProtocol[] = [
  ...deviceSides.map(({ protocol }) => protocol),
  'osmand',
]

/** Protocols whose servers never say that a position is stored: the table is asked instead. */
export const unansweredProtocols: ReadonlySet<DeviceProtocol> = new Set(
  deviceSides.filter(({ isAcknowledged }) => !isAcknowledged).map(({ protocol }) => protocol),
)

/** How a device of this protocol speaks on one connection. */
export function openDeviceClientOf(protocol: DeviceProtocol, identifier: string): DeviceClient {
  if (protocol === 'osmand') return openHttpClient(identifier)
  const side = deviceSides.find((each) => each.protocol === protocol)
  if (!side) throw new Error(`There is no tracker's side of ${protocol}.`)
  return side.openDeviceClient(identifier)
}

/** OsmAnd on one connection that is kept: a request a report, answered 200 when it is stored. */
function openHttpClient(deviceIdentifier: string): DeviceClient {
  let waiting = ''
  return {
    login: () => null,
    isLoginAnswered: false,
    heartbeat: () => null,
    report({
      time,
      latitude,
      longitude,
      speedKmh,
      headingDegrees,
      ignition,
      odometerMetres,
      batteryPercent,
    }) {
      const place = { deviceIdentifier, time, latitude, longitude, speedKmh, headingDegrees }
      const query = encodeOsmandQuery({ ...place, telemetry: { ignition, odometerMetres, batteryPercent } })
      return Buffer.from(`GET /?${query} HTTP/1.1\r\nHost: rumbo\r\n\r\n`, 'latin1')
    },
    answer: () => null,
    read(chunk) {
      waiting += Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length).toString('latin1')
      const messages: ServerMessage[] = []
      for (let end = waiting.indexOf('\r\n\r\n'); end >= 0; end = waiting.indexOf('\r\n\r\n')) {
        const bodyLength = Number(/content-length: (\d+)/i.exec(waiting.slice(0, end))?.[1] ?? 0)
        if (waiting.length < end + 4 + bodyLength) break
        // Refused for the moment: like any phone it comes back and sends it again.
        if (waiting.startsWith('HTTP/1.1 200')) messages.push({ kind: 'acknowledgement', reports: 1 })
        else messages.push({ kind: 'login', isAccepted: false })
        waiting = waiting.slice(end + 4 + bodyLength)
      }
      return messages
    },
  }
}
