import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { fillDevices, identifiersOf } from './harness/fleet.ts'
import { type IngestRun, runIngest } from './harness/ingest-run.ts'
import { atMost, exactly, type Metric, recorded, report } from './harness/report.ts'
import { type BenchRumbo, openRumbo } from './harness/rumbo.ts'
import { loadProtocols, openDeviceClientOf } from './load/device-clients.ts'
import { createDrive } from './load/measure.ts'

// A sensor that raises 1,000 alarms a second, beside 1,000 devices that send 2,000 positions a second: what it costs the
// others, against a device that sends as many positions without an alarm, in turns.
const connections = 1_000
const positionsPerSecond = 2_000
const alarmsPerSecond = 1_000
const tickMs = 10
const rounds = 3
const measureSeconds = 6
const kinds = ['quiet', 'positions', 'alarms'] as const
type Kind = (typeof kinds)[number]

const identifiers = identifiersOf((connections + 1) * rounds * kinds.length)
const firstSecond = Math.floor(Date.now() / 1000) - 86_400
/** A device that sends so many frames a second until it is ended. @returns a function that ends it: how many it sent */
function openSensor(rumbo: BenchRumbo, identifier: string, kind: Kind): () => number {
  const positionOf = createDrive(firstSecond)
  const socket = connect({ host: '127.0.0.1', port: rumbo.ports.gt06 ?? 0, noDelay: true })
  socket.on('error', () => {})
  socket.resume()
  const client = openDeviceClientOf('gt06', identifier)
  socket.write(client.login() ?? Buffer.alloc(0))
  const startedAt = performance.now()
  let sent = 0
  const ticking = setInterval(() => {
    const due = Math.floor(((performance.now() - startedAt) / 1000) * alarmsPerSecond) - sent
    const frames = Array.from({ length: due }, () => {
      sent += 1
      return client.report({ ...positionOf(sent), alarm: kind === 'alarms' ? 'vibration' : null })
    })
    if (due > 0) socket.write(Buffer.concat(frames))
  }, tickMs)
  return () => {
    clearInterval(ticking)
    socket.end()
    return sent
  }
}

interface Run extends IngestRun {
  sent: number
  vehicle: string
}

async function runBeside(rumbo: BenchRumbo, kind: Kind, at: number): Promise<Run> {
  const [sensor = '', ...own] = identifiers.slice(at * (connections + 1), (at + 1) * (connections + 1))
  const endSensor = kind === 'quiet' ? () => 0 : openSensor(rumbo, sensor, kind)
  const devices = own.map((identifier, index) => ({
    identifier,
    protocol: loadProtocols[index % loadProtocols.length] ?? 'gt06',
  }))
  try {
    const run = await runIngest(
      rumbo,
      { devices, firstSecond, warmUpSeconds: 2, measureSeconds },
      { positionsPerSecond },
    )
    return { ...run, sent: endSensor(), vehicle: sensor }
  } catch (error) {
    endSensor()
    throw error
  }
}

const eventsOf = (rumbo: BenchRumbo, identifiers: readonly string[]) =>
  rumbo.query<{ events: number; occurrences: number }>(
    `select count(*)::int as events, sum(e.occurrences)::int as occurrences
     from events.events e join vehicles.vehicles v on v.id = e.vehicle_id
     where v.imei = any ($1) group by v.id`,
    [identifiers],
  )

const occurrencesOf = (events: readonly { occurrences: number }[]) =>
  events.reduce((sum, { occurrences }) => sum + occurrences, 0)

/** The events once they count all alarms, or after ten seconds. */
async function settledEvents(rumbo: BenchRumbo, identifiers: readonly string[], alarms: number) {
  for (let tries = 0; ; tries += 1) {
    const events = await eventsOf(rumbo, identifiers)
    if (tries === 100 || occurrencesOf(events) >= alarms) return events
    await pause(100)
  }
}

const middleOf = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN

const rumbo = await openRumbo({ fill: (tx) => fillDevices(tx, identifiers) })
try {
  await rumbo.query('vacuum analyze')
  const runs = new Map<Kind, Run[]>(kinds.map((kind) => [kind, []]))
  let at = 0
  for (let round = 0; round < rounds; round += 1)
    for (const kind of kinds) runs.get(kind)?.push(await runBeside(rumbo, kind, at++))
  const metrics: Record<string, Metric> = {}
  const middle = (kind: Kind, of: (run: Run) => number) => middleOf((runs.get(kind) ?? []).map(of))
  const cpu = ({ gatewayMicros, databaseMicros }: Run) => gatewayMicros + databaseMicros
  for (const kind of kinds) {
    metrics[`${kind}: p50 of the others`] = recorded(
      middle(kind, ({ p50Ms }) => p50Ms),
      'ms',
    )
    metrics[`${kind}: p99 of the others`] = recorded(
      middle(kind, ({ p99Ms }) => p99Ms),
      'ms',
    )
    metrics[`${kind}: CPU of gateway and database`] = recorded(
      middle(kind, cpu),
      'µs a position of the others',
    )
    metrics[`${kind}: CPU of api and worker`] = recorded(
      middle(kind, ({ otherMicros }) => otherMicros),
      'µs a position of the others',
    )
  }
  const faulty = runs.get('alarms') ?? []
  const sent = faulty.reduce((sum, run) => sum + run.sent, 0)
  const events = await settledEvents(
    rumbo,
    faulty.map(({ vehicle }) => vehicle),
    sent,
  )
  const all = [...runs.values()].flat()
  report('faulty-sensor', {
    ...metrics,
    'CPU with alarms against positions': atMost(
      (middle('alarms', cpu) / middle('positions', cpu)) * 100,
      '%',
      110,
    ),
    'alarms sent': recorded(sent, 'alarms'),
    'alarms not counted by their event': exactly(sent - occurrencesOf(events), 'alarms', 0),
    'events of the most eventful faulty vehicle': exactly(
      Math.max(...events.map(({ events }) => events)),
      'events',
      1,
    ),
    'positions of the others lost or doubled': exactly(
      all.reduce((sum, { missing, doubled }) => sum + missing + doubled, 0),
      'positions',
      0,
    ),
  })
} finally {
  await rumbo.close()
}
