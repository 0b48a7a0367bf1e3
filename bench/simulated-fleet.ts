import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { deviceProtocols } from '@rumbo/contract/telemetry.device-report.contract'
import { buildSession, buildUser } from '@rumbo/server/identity/identity.factory'
import type { Transaction } from '@rumbo/server/platform/database/transaction'
import { projectRoot } from '@rumbo/server/platform/process/project-root'
import { generateVehicles } from '@rumbo/simulator'
import { WebSocket } from 'ws'
import { fillDevices } from './harness/fleet.ts'
import { gatewayMemory, readCpu, usageOf } from './harness/processes.ts'
import { atLeast, atMost, exactly, recorded, report } from './harness/report.ts'
import { openRumbo } from './harness/rumbo.ts'

// The simulator with 20,000 devices of every protocol against the whole product: all of them connect, all are shown,
// and none is refused or loses a report, for three minutes at a report every 20 s of each moving vehicle.
const optionOf = (name: string, or: number) =>
  Number(process.argv.find((each) => each.startsWith(`--${name}=`))?.slice(name.length + 3) ?? or)
const devices = optionOf('devices', 20_000)
const seconds = optionOf('seconds', 180)
const intervalSeconds = optionOf('interval', 20)
const secret = 'a secret that serves this measurement only'

const vehicles = generateVehicles(devices, deviceProtocols)
/** Phones connect for each report; all others keep a connection. */
const kept = vehicles.filter(({ protocol }) => protocol !== 'osmand').length

let accessToken = ''
async function fill(tx: Transaction): Promise<void> {
  await fillDevices(
    tx,
    vehicles.map(({ deviceIdentifier }) => deviceIdentifier),
  )
  accessToken = (await buildSession(tx, await buildUser(tx, { level: 'super_admin' }), secret)).accessToken
}
const rumbo = await openRumbo({ fill, environment: { RUMBO_SECRET: secret, RUMBO_LOG_LEVEL: 'warn' } })

/** Starts the simulator; `warnings` counts what it logged, by message and reason. */
function startSimulator() {
  const program = join(projectRoot(), 'dist', 'simulator', 'main.mjs')
  const region = join(projectRoot(), 'tools', 'demo', 'region', 'mexico-city.osm')
  const child = spawn(
    process.execPath,
    [program, '--region', region, '--devices', String(devices), '--interval', String(intervalSeconds)],
    {
      env: {
        PATH: process.env.PATH,
        ...Object.fromEntries(
          deviceProtocols.map((protocol) => [
            `RUMBO_GATEWAY_${protocol.toUpperCase()}_PORT`,
            String(rumbo.ports[protocol]),
          ]),
        ),
      },
    },
  )
  const warnings = new Map<string, number>()
  createInterface({ input: child.stderr }).on('line', (line) => {
    const { message = line, reason = '' } = readLine(line)
    const warning = `${message} ${reason}`.trim()
    warnings.set(warning, (warnings.get(warning) ?? 0) + 1)
  })
  child.stdout.resume()
  const ended = new Promise((resolve) => child.once('exit', resolve))
  return {
    pid: child.pid ?? 0,
    warnings,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

function readLine(line: string): { message?: string; reason?: string } {
  try {
    return JSON.parse(line) as { message?: string; reason?: string }
  } catch {
    return {}
  }
}

/** Vehicles that a page which opens now shows with a place. */
async function shownVehicles(): Promise<number> {
  const [fleet] = await rumbo.query<{ id: string }>(
    'select fleet_id as id from vehicles.vehicles where imei is not null limit 1',
  )
  const address = `127.0.0.1:${rumbo.httpPort}`
  const socket = new WebSocket(`ws://${address}/v1/live`, { headers: { origin: `http://${address}` } })
  socket.on('open', () =>
    socket.send(JSON.stringify({ type: 'hello', token: accessToken, fleets: [fleet?.id] })),
  )
  return new Promise((resolve, reject) => {
    socket.on('error', reject)
    socket.on('message', (data: Buffer) => {
      const message = JSON.parse(data.toString()) as {
        type: string
        vehicles?: { latitude: number | null }[]
      }
      if (message.type !== 'snapshot') return
      socket.close()
      resolve(message.vehicles?.filter(({ latitude }) => latitude !== null).length ?? 0)
    })
  })
}

async function counts() {
  const [row] = await rumbo.query<{ kept: number; known: number; positions: number; refused: number }>(
    `select (select count(*)::int4 from telemetry.device_connections where disconnected_at is null and protocol <> 'osmand') as kept,
       (select count(*)::int4 from telemetry.device_connections) as known,
       (select count(*)::int4 from telemetry.positions) as positions,
       (select coalesce(sum(refused.value::int4), 0)::int4 from telemetry.gateways, jsonb_each(counters) as protocol,
         jsonb_each_text(protocol.value->'connectionsRefused') as refused) as refused`,
  )
  return {
    kept: row?.kept ?? 0,
    known: row?.known ?? 0,
    positions: row?.positions ?? 0,
    refused: row?.refused ?? 0,
  }
}

try {
  await rumbo.query('vacuum analyze')
  const memoryBefore = gatewayMemory(rumbo.dataDir)
  const simulator = startSimulator()
  try {
    const startedAt = performance.now()
    const elapsed = () => (performance.now() - startedAt) / 1_000
    let connectedSeconds = Number.NaN
    let most = 0
    while (elapsed() < seconds / 2) {
      const { kept: now } = await counts()
      most = Math.max(most, now)
      if (now >= kept && Number.isNaN(connectedSeconds)) connectedSeconds = elapsed()
      await pause(2_000)
    }
    const before = {
      usage: usageOf(simulator.pid),
      cpu: readCpu(rumbo.dataDir),
      at: elapsed(),
      ...(await counts()),
    }
    await pause((seconds - elapsed()) * 1_000)
    const after = {
      usage: usageOf(simulator.pid),
      cpu: readCpu(rumbo.dataDir),
      at: elapsed(),
      ...(await counts()),
    }
    most = Math.max(most, before.kept, after.kept)
    const shown = await shownVehicles()
    const percent = (earlier: number, later: number) => ((later - earlier) / (after.at - before.at)) * 100
    console.log(JSON.stringify(Object.fromEntries(simulator.warnings)))
    report('simulated-fleet', {
      'devices with a lasting connection, at most': exactly(most, 'connections', kept),
      'until all of them were connected': recorded(connectedSeconds, 's'),
      'devices that reported': exactly(after.known, 'devices', devices),
      'vehicles shown with a place': exactly(shown, 'vehicles', devices),
      'connections refused': exactly(after.refused, 'connections', 0),
      'warnings of the simulator': exactly(
        [...simulator.warnings.values()].reduce((sum, count) => sum + count, 0),
        'warnings',
        0,
      ),
      'positions stored': atLeast(
        (after.positions - before.positions) / (after.at - before.at),
        'positions/s',
        1,
      ),
      'processes of the simulator': recorded(after.usage.processes, 'processes'),
      'memory of the simulator': atMost(after.usage.kilobytes / 1_000, 'MB', 1_000),
      'memory of the simulator, half the time before': recorded(before.usage.kilobytes / 1_000, 'MB'),
      'CPU of the simulator': recorded(
        percent(before.usage.cpuSeconds, after.usage.cpuSeconds),
        '% of a core',
      ),
      'CPU of the gateway': recorded(percent(before.cpu.gateway, after.cpu.gateway), '% of a core'),
      'CPU of the database': recorded(percent(before.cpu.database, after.cpu.database), '% of a core'),
      'CPU of api and worker': recorded(
        percent(before.cpu.api + before.cpu.worker, after.cpu.api + after.cpu.worker),
        '% of a core',
      ),
      'memory of the gateway': recorded(gatewayMemory(rumbo.dataDir) / 1_000, 'MB'),
      'memory of the gateway before': recorded(memoryBefore / 1_000, 'MB'),
    })
  } finally {
    await simulator.stop()
  }
} finally {
  await rumbo.close()
}
