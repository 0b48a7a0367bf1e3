import { decodeOsmand, encodeOsmandQuery } from '@rumbo/protocols'
import type { DeviceSide } from '@rumbo/protocols/device-side'
import type { FramedProtocol } from '@rumbo/protocols/protocol'
import { deviceSides, framedProtocols } from '@rumbo/protocols/registry'
import { framesOf, identifierFor } from '@rumbo/protocols/testing/fuzz'
import { simulatedReport } from '@rumbo/protocols/testing/simulated'
import { atLeast, type Metric, recorded, report } from './harness/report.ts'

// Messages a decoder processes per second of CPU on one core: framing, checksum, decoding and acknowledgement. Each
// message arrives as one chunk, as from a socket.
const distinctMessages = 2_000
const measureSeconds = 3
/** Target: 20 of the 90 microseconds of CPU that a position may cost gateway and database together. */
const minPerSecond = 50_000

/** CPU seconds of this process, garbage collection included, so that other load on the machine does not count. */
function cpuSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

/** Calls `work` repeatedly and returns its total count per CPU second. */
function perSecond(work: () => number): number {
  for (const warmUntil = cpuSeconds() + 1; cpuSeconds() < warmUntil; ) work()
  const startedAt = cpuSeconds()
  let count = 0
  while (cpuSeconds() - startedAt < measureSeconds) count += work()
  return count / (cpuSeconds() - startedAt)
}

const receivedAt = new Date()
const firstSecond = Math.floor(Date.now() / 1000) - distinctMessages
const driven = (at: number) =>
  simulatedReport({
    time: new Date((firstSecond + at) * 1000),
    latitude: 20.67 + at / 1e5,
    longitude: -103.35 + at / 1e5,
    odometerMetres: 120_000 + at * 12,
  })

function positionsPerSecond(protocol: FramedProtocol, side: DeviceSide): number {
  const client = side.openDeviceClient(identifierFor(side))
  const stream = protocol.openStream()
  const login = client.login()
  if (login) stream.read(login, receivedAt, () => {})
  const chunks = Array.from({ length: distinctMessages }, (_, at) => client.report(driven(at)))
  return perSecond(() => {
    let fixes = 0
    for (const chunk of chunks) {
      stream.read(chunk, receivedAt, ({ reports }) => {
        for (const { fix } of reports) if (fix) fixes++
      })
    }
    if (fixes !== chunks.length) throw new Error(`${protocol.name}: ${fixes} of ${chunks.length} arrived`)
    return fixes
  })
}

/** Captured messages of real devices if there are any, else simulated ones. */
function mixedPerSecond(protocol: FramedProtocol, side: DeviceSide): number {
  const login = side.openDeviceClient(identifierFor(side)).login()
  const chunks = framesOf(protocol, side)
  return perSecond(() => {
    const stream = protocol.openStream({ maxFrameBytes: 65_536 })
    if (login) stream.read(login, receivedAt, () => {})
    for (const chunk of chunks) stream.read(chunk, receivedAt, () => {})
    return chunks.length
  })
}

function requestsPerSecond(): number {
  const queries = Array.from({ length: distinctMessages }, (_, at) => {
    const { ignition, ...place } = driven(at)
    return encodeOsmandQuery({
      deviceIdentifier: 'phone-1',
      ...place,
      alarm: undefined,
      telemetry: { ignition },
    })
  })
  return perSecond(() => {
    for (const query of queries) decodeOsmand({ query, body: '', receivedAt })
    return queries.length
  })
}

const metrics: Record<string, Metric> = {}
for (const protocol of framedProtocols) {
  const side = deviceSides.find((each) => each.protocol === protocol.name)
  if (!side) throw new Error(`${protocol.name} has no tracker's side`)
  metrics[`${protocol.name}: positions`] = atLeast(
    positionsPerSecond(protocol, side),
    'messages/s per core',
    minPerSecond,
  )
  metrics[`${protocol.name}: messages of many kinds`] = recorded(
    mixedPerSecond(protocol, side),
    'messages/s per core',
  )
}
metrics['osmand: positions'] = atLeast(requestsPerSecond(), 'requests/s per core', minPerSecond)
report('decoders', metrics)
