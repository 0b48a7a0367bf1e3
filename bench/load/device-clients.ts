import type { DeviceProtocol } from '@rumbo/contract/telemetry.device-report.contract'
import { encodeOsmandQuery } from '@rumbo/protocols'
import type { DeviceClient, ServerMessage } from '@rumbo/protocols/device-side'
import { deviceSides } from '@rumbo/protocols/registry'

export const loadProtocols: readonly DeviceProtocol[] = [
  ...deviceSides.map(({ protocol }) => protocol),
  'osmand',
]

/** Protocols without acknowledgements of positions: the benchmark queries the table instead. */
export const unansweredProtocols: ReadonlySet<DeviceProtocol> = new Set(
  deviceSides.filter(({ isAcknowledged }) => !isAcknowledged).map(({ protocol }) => protocol),
)

/** A device of this protocol on one connection. */
export function openDeviceClientOf(protocol: DeviceProtocol, identifier: string): DeviceClient {
  if (protocol === 'osmand') return openHttpClient(identifier)
  const side = deviceSides.find((each) => each.protocol === protocol)
  if (!side) throw new Error(`There is no tracker's side of ${protocol}.`)
  return side.openDeviceClient(identifier)
}

/** OsmAnd over a keep-alive connection: one request per report, answered with 200 once stored. */
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
        // A temporary refusal: resend, as phones do.
        if (waiting.startsWith('HTTP/1.1 200')) messages.push({ kind: 'acknowledgement', reports: 1 })
        else messages.push({ kind: 'login', isAccepted: false })
        waiting = waiting.slice(end + 4 + bodyLength)
      }
      return messages
    },
  }
}
