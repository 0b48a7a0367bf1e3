import { setTimeout as pause } from 'node:timers/promises'
import { fillDevices } from './harness/fleet.ts'
import { gatewayMemory } from './harness/processes.ts'
import { atLeast, atMost, exactly, recorded, report } from './harness/report.ts'
import { openRumbo } from './harness/rumbo.ts'
import { compareStored, followTable } from './harness/stored.ts'
import { loadProtocols } from './load/device-clients.ts'
import { mixedDevices } from './load/mixed.ts'
import { openRemoteDevices } from './load/remote-devices.ts'

// 10,000 trackers of every protocol: gateway memory per idle connection, and the time until all devices deliver positions
// again after all connections dropped at once, at 5,000 positions a second.
const sockets = 10_000
const storms = 3

const devicesMade = mixedDevices(sockets)
const firstSecond = Math.floor(Date.now() / 1000) - 86_400
const rumbo = await openRumbo({
  fill: (tx) =>
    fillDevices(
      tx,
      devicesMade.map(({ identifier }) => identifier),
    ),
})
try {
  const target = { host: '127.0.0.1', ports: rumbo.ports, firstSecond }
  // Warm-up: code loaded and compiled for the first connections must not count as memory per connection.
  const first = await openRemoteDevices({
    ...target,
    devices: devicesMade.slice(0, 50 * loadProtocols.length),
  })
  await first.close()
  await pause(3_000)
  const before = gatewayMemory(rumbo.dataDir)
  const connectedFrom = performance.now()
  const devices = await openRemoteDevices({ ...target, devices: devicesMade })
  const connectSeconds = (performance.now() - connectedFrom) / 1000
  await pause(10_000)
  const idle = gatewayMemory(rumbo.dataDir)

  const following = followTable(rumbo, devices, firstSecond, 200)
  await devices.pace(5_000)
  await pause(4_000)
  const returns: { p50Seconds: number; allSeconds: number }[] = []
  for (let storm = 0; storm < storms; storm += 1) {
    returns.push(await devices.storm())
    await pause(3_000)
  }
  await devices.settle()
  const stored = await compareStored(rumbo, await devices.acknowledgedDevices(), firstSecond)
  const reconnections = await devices.reconnections()
  const after = gatewayMemory(rumbo.dataDir)
  await following.end()
  await devices.close()
  report('connections', {
    'all connected and logged in': recorded(connectSeconds, 's'),
    'memory of the gateway before': recorded(before / 1000, 'MB'),
    'memory of the gateway, all idle': recorded(idle / 1000, 'MB'),
    'memory of an idle connection': atMost((idle - before) / sockets, 'kB', 10),
    'memory of the gateway after the storms': recorded(after / 1000, 'MB'),
    [`reconnect storm, ${storms} times: half flow again, longest`]: recorded(
      Math.max(...returns.map(({ p50Seconds }) => p50Seconds)),
      's',
    ),
    [`reconnect storm, ${storms} times: all flow again, longest`]: atMost(
      Math.max(...returns.map(({ allSeconds }) => allSeconds)),
      's',
      5,
    ),
    'connections opened again': atLeast(reconnections, 'connections', storms * sockets),
    'rows in the table': exactly(stored.rows, 'positions acknowledged', stored.acknowledged),
    'acknowledged but lost, or doubled': exactly(stored.missing + stored.doubled, 'positions', 0),
  })
} finally {
  await rumbo.close()
}
