import { setTimeout as pause } from 'node:timers/promises'
import { openRemoteDevices } from './load/remote-devices.ts'
import { fillDevices, identifiersOf } from './setting/fleet.ts'
import { killPostgres, killServerProcesses } from './setting/kill.ts'
import { atLeast, exactly, report, told } from './setting/report.ts'
import { openRumbo } from './setting/rumbo.ts'
import { compareStored } from './setting/stored.ts'

// kill -9 at full speed with 1,000 sockets, again and again; then every acknowledged position is counted.
const sockets = 1_000
const framesEach = 8
const rounds = 3

const identifiers = identifiersOf(sockets)
const firstSecond = Math.floor(Date.now() / 1000) - 2 * 86_400
const rumbo = await openRumbo({
  fill: (tx) => fillDevices(tx, identifiers),
  environment: { RUMBO_LOG_LEVEL: 'silent' },
})
try {
  const devices = await openRemoteDevices({
    ...{ host: '127.0.0.1', port: rumbo.gt06Port, identifiers, firstSecond },
  })
  const acknowledged = async () =>
    (await devices.told()).reduce((sum, device) => sum + device.acknowledged, 0)
  const underLoad = async () => {
    const before = await acknowledged()
    while ((await acknowledged()) < before + 20 * sockets) await pause(50)
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
  await devices.flood(framesEach)
  const seconds = { server: 0, postgres: 0, both: 0 }
  for (let round = 0; round < rounds; round += 1) {
    const server = () => killServerProcesses(rumbo.dataDir)
    const postgres = () => killPostgres(rumbo.dataDir)
    seconds.postgres = Math.max(seconds.postgres, await recover(postgres))
    seconds.server = Math.max(seconds.server, await recover(server))
    seconds.both = Math.max(seconds.both, await recover(() => Promise.all([server(), postgres()])))
  }
  await underLoad()
  await devices.settle()
  const stored = await compareStored(rumbo, await devices.told(), firstSecond)
  const reconnections = await devices.reconnections()
  await devices.close()
  report('crash', {
    'kill -9': exactly(rounds * 3, 'crashes', 9),
    'connections lost and opened again': atLeast(reconnections, 'connections', sockets),
    'positions again after PostgreSQL died, longest': told(seconds.postgres, 's'),
    'positions again after the server processes died, longest': told(seconds.server, 's'),
    'positions again after both died, longest': told(seconds.both, 's'),
    'rows in the table': exactly(stored.rows, 'positions acknowledged', stored.acknowledged),
    'acknowledged but not stored': exactly(stored.missing, 'positions', 0),
  })
} finally {
  await rumbo.close()
}
