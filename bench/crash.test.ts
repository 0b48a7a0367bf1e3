import { childProgram } from '@rumbo/server/platform/process/child-program'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fillDevices } from './harness/fleet.ts'
import { killPostgres, killServerProcesses } from './harness/kill.ts'
import { type BenchRumbo, openRumbo } from './harness/rumbo.ts'
import { compareStored, followTable } from './harness/stored.ts'
import { createDevices, type Devices } from './load/devices.ts'
import { acknowledgedOf, mixedDevices } from './load/mixed.ts'

const sockets = mixedDevices(90)
const firstSecond = Math.floor(Date.now() / 1000) - 86_400
const fewest = 1_000

let rumbo: BenchRumbo
let devices: Devices
let following: ReturnType<typeof followTable>

beforeAll(async () => {
  const { program, options } = childProgram('main')
  rumbo = await openRumbo({
    environment: { RUMBO_LOG_LEVEL: 'silent' },
    fill: (tx) =>
      fillDevices(
        tx,
        sockets.map(({ identifier }) => identifier),
      ),
    serverCommand: [...options, program],
  })
  devices = createDevices({ host: '127.0.0.1', ports: rumbo.ports, devices: sockets, firstSecond })
  following = followTable(rumbo, devices, firstSecond)
  await devices.connect()
}, 60_000)
afterAll(async () => {
  await following?.end()
  devices?.close()
  await rumbo?.close()
})

const acknowledged = () => acknowledgedOf(devices.acknowledgedDevices())

/** Load that has run long enough for batches to be under way in both lanes. */
async function underLoad(): Promise<void> {
  const before = acknowledged()
  devices.flood({ burst: 4, inFlight: 4 * sockets.length })
  await expect.poll(acknowledged, { timeout: 30_000, interval: 20 }).toBeGreaterThan(before + fewest)
}

const killServer = () => killServerProcesses(rumbo.dataDir)
const killDatabase = () => killPostgres(rumbo.dataDir)

// Sequential on one database: each crash starts from the state the previous one left.
describe.skipIf(process.platform !== 'linux')(
  'every acknowledged position is stored once, of every protocol',
  { meta: { needs: 'Linux' } },
  () => {
    it.each([
      ['the server processes, then PostgreSQL and its backends', [killServer, killDatabase]],
      [
        'PostgreSQL with its backends, then both at once',
        [killDatabase, () => Promise.all([killServer(), killDatabase()])],
      ],
    ])(
      'after kill -9 of %s in the middle of the load',
      async (_what, kills) => {
        for (const kill of kills) {
          await underLoad()
          await kill()
        }
        await underLoad()
        await devices.settle()
        const stored = await compareStored(rumbo, devices.acknowledgedDevices(), firstSecond)
        expect(stored.acknowledged).toBeGreaterThan(3 * fewest)
        expect(stored).toEqual({
          rows: stored.acknowledged,
          acknowledged: stored.acknowledged,
          missing: 0,
          doubled: 0,
        })
      },
      90_000,
    )
  },
)
