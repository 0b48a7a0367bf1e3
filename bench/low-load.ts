import { setTimeout as pause } from 'node:timers/promises'
import { fillDevices, identifiersOf } from './harness/fleet.ts'
import { type IngestRun, runIngest } from './harness/ingest-run.ts'
import { readCpu } from './harness/processes.ts'
import { atMost, exactly, type Metric, recorded, report } from './harness/report.ts'
import { openRumbo } from './harness/rumbo.ts'
import { loadProtocols, unansweredProtocols } from './load/device-clients.ts'

// What a position costs where few come: 500 connections of every protocol that acknowledges, one position a write. The
// aims are those of 200 a second; fewer and more are shown beside it. What gateway and database do without positions is
// measured before and contained in the cost of a position.
const connections = 500
const aimedRate = 200
const optionOf = (name: string) =>
  process.argv.find((each) => each.startsWith(`--${name}=`))?.slice(name.length + 3)
const measureSeconds = Number(optionOf('seconds') ?? 20)
const rates = optionOf('rates')?.split(',').map(Number) ?? [20, 50, 100, aimedRate, 500, 1_000, 2_000]

const protocols = loadProtocols.filter((protocol) => !unansweredProtocols.has(protocol))
const identifiers = identifiersOf(connections * (rates.length + 1))
const firstSecond = Math.floor(Date.now() / 1000) - 86_400
const runOptions = (run: number) => ({
  devices: identifiers.slice(run * connections, (run + 1) * connections).map((identifier, at) => ({
    identifier,
    protocol: protocols[at % protocols.length] ?? 'gt06',
  })),
  firstSecond,
  warmUpSeconds: 3,
})

function metricsOf(rate: number, run: IngestRun): Record<string, Metric> {
  const micros = run.gatewayMicros + run.databaseMicros
  const isAimed = rate === aimedRate
  const of = `${rate}/s`
  const unit = 'µs a position'
  return {
    [`${of}: CPU of gateway and database`]: isAimed ? atMost(micros, unit, 300) : recorded(micros, unit),
    [`${of}: CPU of gateway`]: recorded(run.gatewayMicros, unit),
    [`${of}: CPU of database`]: recorded(run.databaseMicros, unit),
    [`${of}: CPU of api and worker`]: recorded(run.otherMicros, unit),
    [`${of}: p50`]: recorded(run.p50Ms, 'ms'),
    [`${of}: p99`]: isAimed ? atMost(run.p99Ms, 'ms', 60) : recorded(run.p99Ms, 'ms'),
    [`${of}: lost`]: exactly(run.missing, 'positions', 0),
    [`${of}: doubled`]: exactly(run.doubled, 'positions', 0),
    [`${of}: connections lost`]: exactly(run.reconnections, 'connections', 0),
  }
}

const rumbo = await openRumbo({ fill: (tx) => fillDevices(tx, identifiers) })
try {
  await rumbo.query('vacuum analyze')
  // Code that has run, as in a gateway that was not started this minute.
  await runIngest(rumbo, { ...runOptions(0), measureSeconds: 5 }, { burst: 1, inFlight: 500 })
  await pause(3_000)
  const before = readCpu(rumbo.dataDir)
  await pause(10_000)
  const after = readCpu(rumbo.dataDir)
  const idlePercent = (name: 'gateway' | 'database') => ((after[name] - before[name]) / 10) * 100
  const metrics: Record<string, Metric> = {
    'CPU of gateway without positions': recorded(idlePercent('gateway'), '% of a core'),
    'CPU of database without positions': recorded(idlePercent('database'), '% of a core'),
  }
  for (const [at, rate] of rates.entries()) {
    const run = await runIngest(
      rumbo,
      { ...runOptions(at + 1), measureSeconds },
      { positionsPerSecond: rate },
    )
    Object.assign(metrics, metricsOf(rate, run))
  }
  report('low-load', metrics)
} finally {
  await rumbo.close()
}
