import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { projectRoot } from '@rumbo/server/platform/project-root'
import { openRemoteDevices } from './load/remote-devices.ts'
import { fillDevices, identifiersOf } from './setting/fleet.ts'
import { atLeast, atMost, exactly, report, told } from './setting/report.ts'
import { openRumbo } from './setting/rumbo.ts'
import { compareStored } from './setting/stored.ts'

// Positions from 1,000 GT06 sockets through the whole product, acknowledged after commit. `--profile` writes the
// gateway's and the api's CPU profiles to .bench/profiles.
const sockets = 1_000
const framesEach = 8
const warmUpSeconds = 4
const measureSeconds = 20

const profiles = join(projectRoot(), '.bench', 'profiles')
mkdirSync(profiles, { recursive: true })
const program = join(projectRoot(), 'dist', 'server', 'main.mjs')
const isProfiled = process.argv.includes('--profile')

const identifiers = identifiersOf(sockets)
const firstSecond = Math.floor(Date.now() / 1000) - 2 * 86_400
const rumbo = await openRumbo({
  fill: (tx) => fillDevices(tx, identifiers),
  serverCommand: isProfiled ? ['--cpu-prof', `--cpu-prof-dir=${profiles}`, program] : undefined,
})
try {
  const devices = await openRemoteDevices({
    ...{ host: '127.0.0.1', port: rumbo.gt06Port, identifiers, firstSecond },
  })
  const measure = async (start: () => Promise<void>) => {
    await start()
    await pause(warmUpSeconds * 1000)
    await devices.startMeasuring()
    await pause(measureSeconds * 1000)
    const measured = await devices.measured()
    await devices.settle()
    return measured
  }
  const slow = await measure(() => devices.pace(2_000))
  const fast = await measure(() => devices.pace(10_000))
  const full = await measure(() => devices.flood(framesEach))
  const stored = await compareStored(rumbo, await devices.told(), firstSecond)
  const reconnections = await devices.reconnections()
  await devices.close()
  report('ingest', {
    'full speed': atLeast(full.positionsPerSecond, 'acknowledged positions/s', 12_000),
    'full speed, p50': told(full.p50Ms, 'ms'),
    'full speed, p99': told(full.p99Ms, 'ms'),
    'paced at 2,000/s': atLeast(slow.positionsPerSecond, 'acknowledged positions/s', 1_960),
    'paced at 2,000/s, p50': told(slow.p50Ms, 'ms'),
    'paced at 2,000/s, p99': atMost(slow.p99Ms, 'ms', 40),
    'paced at 10,000/s': atLeast(fast.positionsPerSecond, 'acknowledged positions/s', 9_800),
    'paced at 10,000/s, p50': told(fast.p50Ms, 'ms'),
    'paced at 10,000/s, p99': atMost(fast.p99Ms, 'ms', 100),
    'rows in the table': exactly(stored.rows, 'positions acknowledged', stored.acknowledged),
    'acknowledged but not stored': exactly(stored.missing, 'positions', 0),
    'connections lost': exactly(reconnections, 'connections', 0),
  })
} finally {
  await rumbo.close()
}
