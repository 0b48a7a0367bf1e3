import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { DeviceProtocol } from '@rumbo/contract/telemetry.device-report.contract'
import { projectRoot } from '@rumbo/server/platform/process/project-root'
import { fillFences } from './harness/fences.ts'
import { fillDevices, identifiersOf } from './harness/fleet.ts'
import { bytesOnDisk, type IngestRun, type Load, rawCopy, runIngest } from './harness/ingest-run.ts'
import { atLeast, atMost, exactly, type Metric, recorded, report } from './harness/report.ts'
import { openRumbo } from './harness/rumbo.ts'
import { loadProtocols } from './load/device-clients.ts'
import type { LoadDevice } from './load/devices.ts'

// Positions from real sockets through the whole product, acknowledged after their commit. Each frame is a write of
// its own unless it says bursts. Quick: every protocol with 1,000 connections, all mixed with 1,000 and 10,000.
// `--full` measures longer and each protocol with 10,000 too; `--only=mixed` or a protocol's name for that alone;
// `--fences=10000` with so many geofences around the vehicles' way.
// `--profile` writes CPU profiles of gateway and api to .bench/profiles.
const optionOf = (name: string) =>
  process.argv.find((each) => each.startsWith(`--${name}=`))?.slice(name.length + 3)
const isFull = process.argv.includes('--full')
const isProfiled = process.argv.includes('--profile')
const only = optionOf('only')
const fences = Number(optionOf('fences') ?? 0)
const warmUpSeconds = isFull ? 4 : 1.5
const measureSeconds = Number(optionOf('seconds') ?? (isFull ? 12 : 4))

interface Plan {
  name: string
  isMixed: boolean
  protocols: readonly DeviceProtocol[]
  connections: number
  load: Load
}
/**
 * Enough in flight to keep two cores busy: a fifth of the devices have a protocol without acknowledgements, and wait until
 * the table is read again, which is every 400 ms with 10,000 of them.
 */
const single = (connections: number): Load => ({ burst: 1, inFlight: connections > 5_000 ? 5_000 : 2_000 })
const plans: Plan[] = [
  ...[1_000, ...(isFull ? [10_000] : [])].flatMap((connections) =>
    loadProtocols.map((protocol) => ({
      name: protocol,
      isMixed: false,
      protocols: [protocol],
      connections,
      load: single(connections),
    })),
  ),
  ...[1_000, 10_000].map((connections) => ({
    name: 'mixed',
    isMixed: true,
    protocols: loadProtocols,
    connections,
    load: single(connections),
  })),
  {
    name: 'mixed, bursts of 8',
    isMixed: true,
    protocols: loadProtocols,
    connections: 1_000,
    load: { burst: 8, inFlight: 8_000 },
  },
  ...[2_000, 10_000].map((positionsPerSecond) => ({
    name: `mixed, paced at ${positionsPerSecond}/s`,
    isMixed: true,
    protocols: loadProtocols,
    connections: 1_000,
    load: { positionsPerSecond },
  })),
].filter(({ name, isMixed }) => only === undefined || only === name || (only === 'mixed' && isMixed))

const profiles = join(projectRoot(), '.bench', 'profiles')
mkdirSync(profiles, { recursive: true })
const program = join(projectRoot(), 'dist', 'server', 'main.mjs')

const identifiers = identifiersOf(plans.reduce((sum, { connections }) => sum + connections, 0))
const firstSecond = Math.floor(Date.now() / 1000) - 86_400
const devicesOf = (plan: Plan): LoadDevice[] => {
  const before = plans.slice(0, plans.indexOf(plan)).reduce((sum, { connections }) => sum + connections, 0)
  return identifiers.slice(before, before + plan.connections).map((identifier, at) => ({
    identifier,
    protocol: plan.protocols[at % plan.protocols.length] ?? 'gt06',
  }))
}

/** One frame a write, as fast as it is acknowledged: what two idle cores shared with the generator should reach. */
const aims = (connections: number) =>
  connections > 5_000 ? { speed: 16_000, micros: 75 } : { speed: 20_000, micros: 65 }
function metricsOf(plan: Plan, run: IngestRun): Record<string, Metric> {
  const of = `${plan.name}, ${plan.connections.toLocaleString('en')}`
  const together = run.gatewayMicros + run.databaseMicros
  const speed = run.positionsPerSecond
  const isPaced = 'positionsPerSecond' in plan.load
  const aim = aims(plan.connections)
  const aimed = 'positionsPerSecond' in plan.load ? 0.98 * plan.load.positionsPerSecond : aim.speed
  const unit = 'acknowledged positions/s'
  return {
    [`${of}: speed`]: plan.isMixed ? atLeast(speed, unit, aimed) : recorded(speed, unit),
    [`${of}: p50`]: recorded(run.p50Ms, 'ms'),
    [`${of}: p99`]: recorded(run.p99Ms, 'ms'),
    [`${of}: CPU of gateway`]: recorded(run.gatewayMicros, 'µs a position'),
    [`${of}: CPU of database`]: recorded(run.databaseMicros, 'µs a position'),
    [`${of}: CPU of both`]:
      plan.isMixed && !isPaced
        ? atMost(together, 'µs a position', aim.micros)
        : recorded(together, 'µs a position'),
    [`${of}: CPU of api and worker`]: recorded(run.otherMicros, 'µs a position'),
    [`${of}: CPU of the generator`]: recorded(run.generatorMicros, 'µs a position'),
    [`${of}: WAL`]: recorded(run.walBytes, 'bytes a position'),
    [`${of}: memory`]: recorded(run.kilobytesAConnection, 'kB a connection'),
    [`${of}: rows`]: exactly(run.rows, 'positions acknowledged', run.acknowledged),
    [`${of}: lost or doubled`]: exactly(run.missing + run.doubled, 'positions', 0),
    [`${of}: connections lost`]: exactly(run.reconnections, 'connections', 0),
  }
}

const rumbo = await openRumbo({
  async fill(tx) {
    await fillDevices(tx, identifiers)
    await fillFences(tx, fences)
  },
  serverCommand: isProfiled ? ['--cpu-prof', `--cpu-prof-dir=${profiles}`, program] : undefined,
})
try {
  await rumbo.query('vacuum analyze')
  const metrics: Record<string, Metric> = {}
  const rows: Record<string, string | number>[] = []
  for (const plan of plans) {
    const run = await runIngest(
      rumbo,
      { devices: devicesOf(plan), firstSecond, warmUpSeconds, measureSeconds },
      plan.load,
    )
    Object.assign(metrics, metricsOf(plan, run))
    const shown = {
      run: plan.name,
      connections: plan.connections,
      'positions/s': Math.round(run.positionsPerSecond),
      'p50 ms': run.p50Ms.toFixed(1),
      'p99 ms': run.p99Ms.toFixed(1),
      'gateway µs': run.gatewayMicros.toFixed(1),
      'database µs': run.databaseMicros.toFixed(1),
      'both µs': (run.gatewayMicros + run.databaseMicros).toFixed(1),
      'api+worker µs': run.otherMicros.toFixed(1),
      'generator µs': run.generatorMicros.toFixed(1),
      'WAL bytes': Math.round(run.walBytes),
      'kB/conn': run.kilobytesAConnection.toFixed(1),
    }
    console.log(JSON.stringify(shown))
    rows.push(shown)
  }
  const bytes = await bytesOnDisk(rumbo)
  const copy = await rawCopy(rumbo, 300_000)
  console.table(rows)
  report(fences > 0 ? 'ingest-fences' : 'ingest', {
    ...metrics,
    'on disk': atMost(bytes.position, 'bytes a position', 135),
    'on disk, values without a column': recorded(bytes.extras, 'bytes a position'),
    'COPY alone into such a table': recorded(copy.rowsPerSecond, 'rows/s'),
    'COPY alone: CPU of database': recorded(copy.micros, 'µs a row'),
  })
} finally {
  await rumbo.close()
}
