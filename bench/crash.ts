import { setTimeout as pause } from 'node:timers/promises'
import { percentile } from './harness/calls.ts'
import { fillDevices } from './harness/fleet.ts'
import { killPostgres, killServerProcesses } from './harness/kill.ts'
import { atLeast, exactly, recorded, report } from './harness/report.ts'
import { openRumbo } from './harness/rumbo.ts'
import { compareStored, followTable } from './harness/stored.ts'
import { acknowledgedOf, mixedDevices } from './load/mixed.ts'
import { openRemoteDevices } from './load/remote-devices.ts'

// Repeated kill -9 under full load with 1,000 sockets of every protocol; then every acknowledged position must be in the
// database. Positions of protocols without acknowledgements count as acknowledged once a query has found them.
const sockets = 1_000
const rounds = Number(process.argv.find((each) => each.startsWith('--rounds='))?.slice(9) ?? 20)

const devicesMade = mixedDevices(sockets)
const firstSecond = Math.floor(Date.now() / 1000) - 86_400
const rumbo = await openRumbo({
  fill: (tx) =>
    fillDevices(
      tx,
      devicesMade.map(({ identifier }) => identifier),
    ),
  environment: { RUMBO_LOG_LEVEL: 'silent' },
})
try {
  const devices = await openRemoteDevices({
    host: '127.0.0.1',
    ports: rumbo.ports,
    devices: devicesMade,
    firstSecond,
  })
  const following = followTable(rumbo, devices, firstSecond)
  const acknowledged = async () => acknowledgedOf(await devices.acknowledgedDevices())
  const underLoad = async () => {
    const before = await acknowledged()
    while ((await acknowledged()) < before + 5 * sockets) await pause(50)
  }
  /** Seconds from the crash until positions are acknowledged again. */
  const recover = async (kill: () => Promise<unknown>) => {
    await underLoad()
    await kill()
    const killedAt = performance.now()
    const before = await acknowledged()
    while ((await acknowledged()) < before + sockets) await pause(20)
    return (performance.now() - killedAt) / 1000
  }
  await devices.flood({ burst: 4, inFlight: 4 * sockets })
  const server: number[] = []
  const postgres: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    postgres.push(await recover(() => killPostgres(rumbo.dataDir)))
    server.push(await recover(() => killServerProcesses(rumbo.dataDir)))
  }
  const both = await recover(() =>
    Promise.all([killServerProcesses(rumbo.dataDir), killPostgres(rumbo.dataDir)]),
  )
  await underLoad()
  await devices.settle()
  const stored = await compareStored(rumbo, await devices.acknowledgedDevices(), firstSecond)
  const reconnections = await devices.reconnections()
  await following.end()
  await devices.close()
  report('crash', {
    'kill -9 of the server processes': recorded(server.length, 'times'),
    'kill -9 of PostgreSQL with its backends': recorded(postgres.length, 'times'),
    'kill -9 of both at once': recorded(1, 'times'),
    'connections lost and opened again': atLeast(reconnections, 'connections', rounds * sockets),
    'positions again after PostgreSQL died, p50': recorded(percentile(postgres, 0.5), 's'),
    'positions again after PostgreSQL died, longest': recorded(Math.max(...postgres), 's'),
    'positions again after the server processes died, p50': recorded(percentile(server, 0.5), 's'),
    'positions again after the server processes died, longest': recorded(Math.max(...server), 's'),
    'positions again after both died': recorded(both, 's'),
    'positions acknowledged': recorded(stored.acknowledged, 'positions'),
    'rows in the table': exactly(stored.rows, 'positions acknowledged', stored.acknowledged),
    'acknowledged but lost': exactly(stored.missing, 'positions', 0),
    doubled: exactly(stored.doubled, 'positions', 0),
  })
} finally {
  await rumbo.close()
}
