import { join } from 'node:path'
import { projectRoot } from '@rumbo/server/platform/project-root'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDevices, type Devices } from './load/devices.ts'
import { fillDevices, identifiersOf } from './setting/fleet.ts'
import { killPostgres, killServerProcesses } from './setting/kill.ts'
import { type BenchRumbo, openRumbo } from './setting/rumbo.ts'
import { compareStored } from './setting/stored.ts'

const identifiers = identifiersOf(100)
const firstSecond = Math.floor(Date.now() / 1000) - 86_400
const fewest = 3_000

let rumbo: BenchRumbo
let devices: Devices

beforeAll(async () => {
  rumbo = await openRumbo({
    environment: { RUMBO_LOG_LEVEL: 'silent' },
    fill: (tx) => fillDevices(tx, identifiers),
    serverCommand: ['--import', 'tsx', join(projectRoot(), 'server/src/main.ts')],
  })
  devices = createDevices({ host: '127.0.0.1', port: rumbo.gt06Port, identifiers, firstSecond })
  await devices.connect()
}, 60_000)
afterAll(async () => {
  devices?.close()
  await rumbo?.close()
})

const acknowledged = () => devices.told().reduce((sum, told) => sum + told.acknowledged, 0)

/** Load that has run long enough for batches to be under way in both lanes. */
async function underLoad(): Promise<void> {
  const before = acknowledged()
  devices.flood(4)
  await expect.poll(acknowledged, { timeout: 30_000, interval: 20 }).toBeGreaterThan(before + fewest)
}

// One after another on the same database: each crash meets what the one before left.
describe.skipIf(process.platform !== 'linux')('every acknowledged position is in the database', () => {
  it.each([
    ['the server processes', (dataDir: string) => killServerProcesses(dataDir)],
    ['PostgreSQL and its backends', (dataDir: string) => killPostgres(dataDir)],
    [
      'the server processes and PostgreSQL with its backends',
      (dataDir: string) => Promise.all([killServerProcesses(dataDir), killPostgres(dataDir)]),
    ],
  ])(
    'after kill -9 of %s in the middle of the load',
    async (_what, kill) => {
      await underLoad()
      await kill(rumbo.dataDir)
      await underLoad()
      await devices.settle()
      const stored = await compareStored(rumbo, devices.told(), firstSecond)
      expect(stored.acknowledged).toBeGreaterThan(2 * fewest)
      expect(stored).toEqual({ rows: stored.acknowledged, acknowledged: stored.acknowledged, missing: 0 })
    },
    90_000,
  )
})
