import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readConfiguration } from '@rumbo/server/platform/configuration/configuration'
import { projectRoot } from '@rumbo/server/platform/process/project-root'
import { startRumbo } from '@rumbo/server/supervisor'
import { fillDemo } from '@rumbo/tools/demo'
import { startDemoFleet } from '../../tools/demo/simulated-fleet.ts'
import { pidFolder, publishProductInfo } from './product-info.ts'

/**
 * Once per run: starts the built product under its supervisor in a new data folder and on free ports, with the demo's
 * people and a simulated fleet of fixed seed. Only the tests change services.
 */
export default async function startProduct(): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'rumbo-e2e-'))
  const log = (line: string) => console.log(`  ${line}`)
  process.env.RUMBO_SIMULATOR_SEED = 'e2e'
  const environment: Record<string, string | undefined> = {
    ...process.env,
    RUMBO_DATA_DIR: dataDir,
    RUMBO_PORT: '0',
    RUMBO_GATEWAY_PORTS: '0',
    RUMBO_LOG_LEVEL: 'error',
    DATABASE_URL: '',
    // Push messages go to receivers of the tests.
    VAPID_SUBJECT: 'mailto:e2e@example.com',
    WEBHOOK_ALLOWED_ADDRESSES: '127.0.0.1/32',
  }
  mkdirSync(pidFolder(dataDir), { recursive: true })
  const started: { demo?: Awaited<ReturnType<typeof fillDemo>> } = {}
  const rumbo = await startRumbo({
    configuration: readConfiguration(environment),
    environment,
    log,
    serverCommand: [
      '--enable-source-maps',
      '--import',
      fileURLToPath(new URL('./write-pid.mjs', import.meta.url)),
      join(projectRoot(), 'dist', 'server', 'main.mjs'),
    ],
    beforeServing: async (access) => {
      started.demo = await fillDemo({ ...access, dataDir, log })
      return { RUMBO_LOGIN_NOTICE: started.demo.loginNotice }
    },
  })
  const stop = async () => {
    await rumbo.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  const { demo } = started
  if (!demo) {
    await stop()
    throw new Error('The product started without filling the demo.')
  }
  const { fleetFile, regionFile } = demo
  const fleet = startDemoFleet({
    fleetFile,
    regionFile,
    gatewayHost: '127.0.0.1',
    runtime: rumbo.runtime,
    log,
  })
  publishProductInfo({
    url: `http://127.0.0.1:${rumbo.runtime.http}`,
    dataDir,
    databaseUrl: rumbo.databaseUrl,
    secret: rumbo.secret,
  })
  return async () => {
    await fleet.stop()
    await stop()
  }
}
